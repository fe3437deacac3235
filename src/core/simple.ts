/** The reader's own list of simple commands, for rules: who is started with which words, and what its row says they are for. */
import type { SimpleCommand } from "../contract/simple.ts";
import { rowOf } from "./programs/rows.ts";
import { sortWords } from "./programs/sort.ts";
import { type PlainCommand, type PlainContext, readPlain } from "./text.ts";

/**
 * Undefined: the text is not plain. A command without `use` is of a program, or a use of one, that no row knows: what it starts by itself is
 * not seen here. Directories are lexical, and null where it is not sure which one holds.
 */
export function readSimple(
  text: string,
  context: PlainContext & { readonly cwd: string },
): readonly SimpleCommand[] | undefined {
  const commands = readPlain(text, { ...context, wide: true });
  if (commands === undefined) return undefined;
  let cwd: string | null = context.cwd;
  return commands.map((command) => {
    const simple = simpleOf(command, cwd, context.platform);
    if (simple.name === "cd") cwd = null;
    return simple;
  });
}

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
