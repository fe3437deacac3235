/** The reader's own list of simple commands, for rules: who is started with which words, and what its row says they are for. */
import { posix } from "node:path";
import type { SimpleCommand } from "../contract/simple.ts";
import { rowOf } from "./programs/rows.ts";
import { sortWords } from "./programs/sort.ts";
import { type PlainCommand, type PlainContext, type PlainWord, readPlain } from "./text.ts";

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
  return commands.map((command, i) => {
    const simple = simpleOf(command, cwd, context.platform);
    if (simple.name === "cd") cwd = i === 0 ? entered(command, context.cwd) : null;
    // Where it could not be entered, what follows stands where it stood before.
    else if (cwd !== context.cwd && (command.joint === ";" || command.joint === "||")) cwd = null;
    return simple;
  });
}

function entered({ words, joint }: PlainCommand, cwd: string): string | null {
  const [, to] = words;
  if (to === undefined || to.glob || to.value.startsWith("-") || words.length > 2 || joint !== "&&") return null;
  return posix.resolve(cwd, to.value);
}

function simpleOf(command: PlainCommand, cwd: string | null, platform: string): SimpleCommand {
  const { reads, writes, document } = command;
  const { wrappers, words, assignments } = unwrapped(command.words, command.assignments);
  const use = sortWords(words, platform)?.use;
  return {
    name: words[0]?.value.replace(/^.*\//, "") ?? null,
    words,
    wrappers,
    assignments,
    reads,
    writes,
    cwd,
    ...(document === undefined ? {} : { document }),
    ...(use === undefined ? {} : { use }),
    depth: 0,
  };
}

interface Wrapper {
  /** Options that take the next word; all others stand alone. */
  readonly values: string;
  /** Words of its own before those of the program. */
  readonly operands: number;
  /** Options with which it starts nothing, or nobody says what. */
  readonly never: string;
}

/** They start the program behind them, and change how long, how nice or how loud it runs. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: { values: "-k --kill-after -s --signal", operands: 1, never: "--help --version" },
  nice: { values: "-n --adjustment", operands: 0, never: "--help --version" },
  nohup: { values: "", operands: 0, never: "--help --version" },
  stdbuf: { values: "-i -o -e", operands: 0, never: "--help --version" },
  command: { values: "", operands: 0, never: "-v -V" },
  env: { values: "", operands: 0, never: "-S -s --split-string -C --chdir -u --unset -i -" },
};

type Taken = Pick<SimpleCommand, "wrappers" | "assignments"> & { readonly words: readonly PlainWord[] };

/** Wrappers taken off; `env A=1` is an assignment. */
function unwrapped(words: readonly PlainWord[], assignments: PlainCommand["assignments"]): Taken {
  const [first] = words;
  const name = first?.value ?? "";
  const inner = rowOf(name)?.wraps?.includes(words[1]?.value ?? "") === true ? words.slice(1) : behind(name, words);
  if (inner === undefined) return { wrappers: [], words, assignments };
  const set = name === "env" ? inner.findIndex(({ value }) => !ASSIGNED.test(value)) : 0;
  const program = inner.slice(set);
  if (set < 0 || program.length === 0) return { wrappers: [], words, assignments };
  const given = inner.slice(0, set).map(({ value }) => ({
    name: value.slice(0, value.indexOf("=")),
    value: value.slice(value.indexOf("=") + 1),
  }));
  const rest = unwrapped(program, [...assignments, ...given]);
  return { ...rest, wrappers: [name, ...rest.wrappers] };
}

const ASSIGNED = /^[A-Za-z_]\w*=/;

/** The words of the program that a wrapper starts; undefined: it is none, or nobody says so. */
function behind(name: string, words: readonly PlainWord[]): readonly PlainWord[] | undefined {
  const row = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (row === undefined) return undefined;
  let at = 1;
  for (let word = words[at]; word?.value.startsWith("-"); word = words[at]) {
    if (row.never.split(" ").includes(word.value) || word.glob) return undefined;
    at += row.values.split(" ").includes(word.value) ? 2 : 1;
    if (word.value === "--") break;
  }
  const rest = words.slice(at + row.operands);
  return rest.length > 0 && !rest[0]?.glob ? rest : undefined;
}
