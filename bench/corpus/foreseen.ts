/** Calls of one simple command of literal words whose end needs no trial: no such program, or one that runs code. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { ONLY_TELLS, RUNS_CODE } from "./harm.ts";
import { usesIn } from "./words.ts";
import type { RanLine } from "./work.ts";

const BUILTIN =
  /^(?:\.|:|\[|alias|bg|bind|break|builtin|caller|cd|command|compgen|complete|continue|declare|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|getopts|hash|help|history|jobs|kill|let|local|logout|mapfile|popd|printf|pushd|pwd|read|readarray|readonly|return|set|shift|shopt|source|suspend|test|time|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait)$/;
const ONE_COMMAND = /^[^|&;<>()`$\n\\{}!#]*$/;

export function foresee(command: string, path: readonly string[]): Omit<RanLine, "key"> | undefined {
  if (!ONE_COMMAND.test(command) || /^\s*\w+=/.test(command)) return undefined;
  const uses = usesIn(command, "/home");
  const [use] = uses;
  if (use === undefined || use.name === null || uses.length !== 1 || BUILTIN.test(use.name)) return undefined;
  const first = command.trimStart().split(/\s/)[0] ?? "";
  if (first.includes("/") || /["'~*?]/.test(first)) return undefined;
  const found = path.map((dir) => posix.resolve("/", dir)).find((dir) => existsSync(join(dir, first)));
  if (found === undefined) return { harm: [], unrun: "command not found", code: 127 };
  const [next] = use.words;
  const tells = use.words.length > 0 && use.words.every((word) => word !== null && ONLY_TELLS.test(word));
  return RUNS_CODE.test(use.name) && !tells && next !== undefined && /^\/(?:usr\/)?bin$/.test(found)
    ? { harm: [`C1 runs code: ${use.name}`], code: null }
    : undefined;
}
