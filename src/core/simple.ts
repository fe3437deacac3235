/** The reader's own list of simple commands, for rules: who is started with which words, and what its row says they are for. */
import { resolve } from "node:path/posix";
import type { SimpleCommand } from "../contract/simple.ts";
import { rowOf } from "./programs/rows.ts";
import { sortWords } from "./programs/sort.ts";
import { type PlainCommand, type PlainContext, readPlain } from "./text.ts";

/**
 * Undefined: the text is not plain. A command without `use` is of a program, or a use of one, that no row knows: what it starts by itself is
 * not seen here. Directories are by the text alone: null behind a `cd` that may have failed, or that does not say where.
 */
export function readSimple(
  text: string,
  context: PlainContext & { readonly cwd: string },
): readonly SimpleCommand[] | undefined {
  const commands = readPlain(text, { ...context, wide: true });
  let cwd: string | null = context.cwd;
  return commands?.map((command, i) => {
    const simple = simpleOf(command, cwd, context.platform);
    if (MOVES.has(simple.name ?? "")) cwd = enteredBy(command, i, cwd);
    else if (hasMoved(commands, i) && command.joint !== "&&" && command.joint !== "|") cwd = null;
    return simple;
  });
}

const MOVES: ReadonlySet<string> = new Set(["cd", "pushd", "popd"]);

/** `cd` comes first, names a place, and has `&&` behind it. */
function enteredBy({ words, joint }: PlainCommand, place: number, cwd: string | null): string | null {
  const [name, to] = words;
  const isPlain = name?.value === "cd" && words.length === 2 && place === 0 && joint === "&&";
  if (!isPlain || cwd === null || to === undefined || to.glob || /^[+-]|^\/\//.test(to.value)) return null;
  return resolve(cwd, to.value);
}

const hasMoved = (commands: readonly PlainCommand[], until: number): boolean =>
  commands.slice(0, until).some(({ words }) => MOVES.has(words[0]?.value ?? ""));

function simpleOf(command: PlainCommand, cwd: string | null, platform: string): SimpleCommand {
  const { assignments, reads, writes, document } = command;
  const [first, second] = command.words;
  const wraps = rowOf(first?.value ?? "")?.wraps;
  const isWrapped = wraps !== undefined && second !== undefined && wraps.includes(second.value);
  const words = isWrapped ? command.words.slice(1) : command.words;
  const use = sortWords(words, platform)?.use;
  return {
    name: words[0]?.value.replace(/^.*\//, "") ?? null,
    words,
    wrappers: isWrapped && first !== undefined ? [first.value] : [],
    assignments,
    reads,
    writes,
    cwd,
    ...(document === undefined ? {} : { document }),
    ...(use === undefined ? {} : { use }),
    depth: 0,
  };
}
