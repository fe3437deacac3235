/** Plain wrappers taken off the commands of the core's reader, which leaves them as typed. */
import type { SimpleCommand, SortedUse, Word } from "../contract/simple.ts";

interface Wrapper {
  /** Options without a value, or with one in the same word. */
  readonly flags?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: readonly string[];
  /** What stands before the command. */
  readonly operand?: RegExp;
}

export const PLAIN_WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: {
    flags: /^(?:--(?:foreground|preserve-status|verbose|signal=\w+|kill-after=[\d.]+[smhd]?)|-v)$/,
    valued: ["-s", "-k", "--signal", "--kill-after"],
    operand: /^\d+(?:\.\d+)?[smhd]?$/,
  },
  nice: { flags: /^(?:-n?-?\d+|--adjustment=-?\d+)$/, valued: ["-n", "--adjustment"] },
  nohup: {},
  time: { flags: /^-p$/ },
  stdbuf: { flags: /^(?:-[ioe](?:L|\d+)|--(?:input|output|error)=(?:L|\d+))$/, valued: ["-i", "-o", "-e"] },
  command: {},
  env: {},
};

/** Each by its name alone, behind its wrappers. `sort`: the row of a program for its words. */
export const unwrap = (
  commands: readonly SimpleCommand[],
  sort: (words: readonly Word[]) => SortedUse | undefined,
): readonly SimpleCommand[] => commands.map((command) => unwrapOne({ ...command, name: baseName(command.name) }, sort));

const baseName = (name: string | null): string | null => name?.replace(/^.*\/(?=.)/s, "") ?? null;

function unwrapOne(command: SimpleCommand, sort: (words: readonly Word[]) => SortedUse | undefined): SimpleCommand {
  const { name, words, use, wrappers, assignments, ...rest } = command;
  const wrapper =
    use === undefined && name !== null && Object.hasOwn(PLAIN_WRAPPERS, name) ? PLAIN_WRAPPERS[name] : undefined;
  const at = wrapper === undefined ? undefined : commandAt(words, wrapper);
  if (name === null || at === undefined) return command;
  const more = name === "env" ? words.slice(at).findIndex(({ value }) => !/^[A-Za-z_]\w*=/.test(value ?? "")) : 0;
  const inner = more < 0 ? [] : words.slice(at + more);
  if (inner[0]?.value == null) return command;
  const set = words.slice(at, at + more).map(({ value }) => {
    const [variable = "", text = ""] = (value ?? "").split(/=(.*)/s);
    return { name: variable, value: text };
  });
  const sorted = sort(inner);
  const next: SimpleCommand = {
    ...rest,
    name: baseName(inner[0].value),
    words: inner,
    wrappers: [...wrappers, name],
    assignments: [...assignments, ...set],
    ...(sorted === undefined ? {} : { use: sorted }),
  };
  return unwrapOne(next, sort);
}

/** Where the wrapped command begins; undefined where the wrapper is told something else. */
function commandAt(words: readonly Word[], { flags, valued, operand }: Wrapper): number | undefined {
  for (let at = 1; at < words.length; at++) {
    const value = words[at]?.value;
    if (value == null) return undefined;
    if (valued?.includes(value)) at += 1;
    else if (flags?.test(value) !== true) {
      if (operand === undefined) return value.startsWith("-") ? undefined : at;
      return operand.test(value) && at + 1 < words.length ? at + 1 : undefined;
    }
  }
  return undefined;
}
