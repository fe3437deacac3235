/** A command with the options before its sub-commands taken off: `git -C . commit` is a `git commit` too. */
import type { SubCommand } from "../../contract/reading.ts";
import { type CommandSpec, programNamed } from "../../programs/index.ts";

/** How many ways to take a command's words apart are followed. */
const MAX_WAYS = 32;

/**
 * The words a command has with its program's own options off, each way they can be told from what follows. With `depth`, only
 * the options before that many names are: `git -C . reflog -p` has `git reflog -p` at one.
 */
export function bareWords(
  { name, words }: SubCommand,
  values: readonly string[],
  depth = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const program = programNamed(name ?? baseName(values[0] ?? ""));
  if (program?.commands === undefined || words.length < 2) return [];
  const found: (readonly string[])[] = [];
  const todo: Way[] = [{ spec: program, said: [baseName(values[0] ?? "")], at: 1 }];
  for (let way = todo.pop(); way !== undefined && found.length < MAX_WAYS; way = todo.pop())
    for (const next of onward(way, values)) {
      if (next.spec?.commands === undefined || next.said.length > depth)
        found.push([...next.said, ...values.slice(next.at)]);
      else todo.push(next);
    }
  return found;
}

interface Way {
  readonly spec: CommandSpec | undefined;
  readonly said: readonly string[];
  readonly at: number;
}

/** Past one option, or past the name of a sub-command. An option nobody lists may take the next word or leave it. */
function onward({ spec, said, at }: Way, values: readonly string[]): readonly Way[] {
  const value = values[at];
  if (value === undefined) return [{ spec: undefined, said, at }];
  if (!/^-./.test(value)) return [{ spec: spec?.commands?.[value], said: [...said, value], at: at + 1 }];
  if (value.includes("=") || isListed(spec?.flags, value)) return [{ spec, said, at: at + 1 }];
  if (Object.values(spec?.values ?? {}).some((names) => isListed(names, value))) return [{ spec, said, at: at + 2 }];
  return [1, 2].map((taken) => ({ spec, said, at: at + taken }));
}

const isListed = (names: string | undefined, name: string): boolean => names?.split(" ").includes(name) === true;
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
