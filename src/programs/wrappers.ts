/** Programs that only run the command behind them, with their own options. Anything else about them is not understood. */
import type { Effect } from "../contract/effect.ts";
import type { KnownWord } from "../contract/reading.ts";

export interface Wrapper {
  readonly names: string;
  readonly flags?: string;
  /** Options with a value, attached or in the next word. */
  readonly values?: string;
  /** Options whose value is a directory the command then runs in. */
  readonly directory?: string;
  /** Words of its own before the command (`timeout 5`). */
  readonly own?: number;
  /** `NAME=value` words before the command go to its environment. */
  readonly assignments?: true;
  /** One string that is split into words (`env -S`), or read by a shell: never followed here. */
  readonly never?: string;
  /** The command gets further words that are not known. */
  readonly more?: true;
  /** The shell's own: not looked up in PATH. */
  readonly builtin?: true;
  /** The command is looked up as a program only, past functions (and past builtins unless the shell runs it). */
  readonly programOnly?: true;
  /** Digits as an option: `nice -5`. */
  readonly digits?: true;
  readonly effects?: readonly Effect[];
  /** Effects of a use with no command behind it; absent: not understood. */
  readonly alone?: readonly Effect[];
}

const PRIVILEGE: readonly Effect[] = [{ do: "privilege", op: "run", detail: "runs as another user" }];
const ENVIRONMENT_SHOWN: readonly Effect[] = [{ do: "secret", source: "environment" }];

export const WRAPPERS: readonly Wrapper[] = [
  {
    names: "timeout gtimeout",
    flags: "-v --verbose --foreground --preserve-status -f -p",
    values: "-s --signal -k --kill-after",
    own: 1,
    programOnly: true,
  },
  { names: "nice gnice", values: "-n --adjustment", digits: true, programOnly: true, alone: [] },
  { names: "ionice", flags: "-t --ignore", values: "-c --class -n --classdata", programOnly: true },
  { names: "nohup", programOnly: true },
  { names: "setsid", flags: "-c --ctty -f --fork -w --wait", programOnly: true },
  { names: "time gtime", flags: "-p -v --verbose --portability -l", values: "-f --format", programOnly: true },
  { names: "stdbuf gstdbuf", values: "-i --input -o --output -e --error", programOnly: true },
  { names: "unbuffer", flags: "-p", programOnly: true },
  { names: "caffeinate", flags: "-d -i -m -s -u", values: "-t -w", programOnly: true, alone: [] },
  { names: "command", flags: "-p", builtin: true, programOnly: true, alone: [] },
  { names: "builtin", builtin: true, programOnly: true, alone: [] },
  { names: "exec", flags: "-c -l", values: "-a", builtin: true, programOnly: true, alone: [] },
  {
    names: "env genv",
    flags: "-i --ignore-environment -0 --null -v --debug -",
    values: "-u --unset",
    directory: "-C --chdir",
    never: "-S --split-string",
    assignments: true,
    programOnly: true,
    alone: ENVIRONMENT_SHOWN,
  },
  {
    names: "sudo doas",
    flags: "-n -S -E -H -k -b -B -A --non-interactive --stdin --preserve-env --set-home --background",
    values: "-u --user -g --group -p --prompt -C -U -T -r -t",
    directory: "-D --chdir",
    assignments: true,
    programOnly: true,
    effects: PRIVILEGE,
  },
  {
    names: "xargs gxargs",
    flags: "-0 --null -t --verbose -r --no-run-if-empty -x --exit -o --open-tty",
    values: "-n --max-args -P --max-procs -d --delimiter -L -s --max-chars -I -J -E -a --arg-file -R -S",
    more: true,
    programOnly: true,
    alone: [],
  },
];

const TABLE: ReadonlyMap<string, Wrapper> = new Map(
  WRAPPERS.flatMap((wrapper) => wrapper.names.split(" ").map((name): [string, Wrapper] => [name, wrapper])),
);

export const wrapperNamed = (name: string): Wrapper | undefined => TABLE.get(name);

export interface Unwrapped {
  readonly words: readonly KnownWord[];
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  readonly directory: KnownWord | null;
  /** `-S`-like strings and unknown options: why the wrapper is not understood. */
  readonly problem: string | null;
  /** Files the wrapper itself reads. */
  readonly reads: readonly KnownWord[];
}

/** What the wrapper gets to read: one name of it, with or without being split first. */
export type Input = (split: boolean) => KnownWord;

/** Takes one wrapper off. `words` begins with its name. */
export function unwrap(wrapper: Wrapper, words: readonly KnownWord[], input: Input): Unwrapped {
  const assignments: { name: string; value: string | null }[] = [];
  const reads: KnownWord[] = [];
  let directory: KnownWord | null = null;
  let replace: string | null = null;
  let whole = false;
  let own = wrapper.own ?? 0;
  let i = 1;
  const name = words[0]?.value ?? "?";
  const stop = (problem: string): Unwrapped => ({
    words: words.slice(i),
    assignments,
    directory,
    problem,
    reads,
  });
  const has = (list: string | undefined, option: string): boolean => list?.split(" ").includes(option) ?? false;
  for (; i < words.length; i += 1) {
    const word = words[i];
    if (word === undefined) break;
    if (word.value === null || word.splits || word.glob) {
      if (word.prefix !== "" && !word.prefix.startsWith("-") && !word.splits && own > 0) {
        own -= 1;
        continue;
      }
      if (wrapper.assignments === true && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word.prefix) && !word.splits) {
        assignments.push({ name: word.prefix.slice(0, word.prefix.indexOf("=")), value: null });
        continue;
      }
      break;
    }
    const value = word.value;
    if (value === "--") {
      i += 1;
      break;
    }
    if (wrapper.assignments === true && /^[^=-][^=]*=/.test(value)) {
      assignments.push({ name: value.slice(0, value.indexOf("=")), value: value.slice(value.indexOf("=") + 1) });
      continue;
    }
    if (!value.startsWith("-") || value === "-") {
      if (value === "-" && has(wrapper.flags, "-")) continue;
      if (own === 0) break;
      own -= 1;
      continue;
    }
    if (wrapper.digits === true && /^-\d+$/.test(value)) continue;
    if (/^-[a-zA-Z]*0|^--null$/.test(value) && wrapper.more === true) whole = true;
    const option = optionOf(wrapper, value, has);
    if (option === null) return stop(`${name} ${value}`);
    if (option.kind === "flags") continue;
    if (option.attached === null) i += 1;
    const given = option.attached === null ? words[i] : { ...word, value: option.attached, prefix: option.attached };
    if (given === undefined || given.splits) return stop(`${name} ${value}`);
    if (option.name === "-a" && wrapper.more === true) reads.push(given);
    if (option.name === "--arg-file") reads.push(given);
    if ((option.name === "-I" || option.name === "-J") && wrapper.more === true) replace = given.value;
    if (option.name === "-I" && given.value === null) return stop(`${name} ${value}`);
    if (has(wrapper.directory, option.name)) directory = given;
  }
  const rest = words.slice(i);
  return {
    words: wrapper.more === true ? withMore(rest, replace, input(!whole)) : rest,
    assignments,
    directory,
    problem: null,
    reads,
  };
}

type Option =
  | { readonly kind: "flags" }
  | { readonly kind: "value"; readonly name: string; readonly attached: string | null };

function optionOf(
  wrapper: Wrapper,
  value: string,
  has: (list: string | undefined, option: string) => boolean,
): Option | null {
  const takes = (option: string): boolean => has(wrapper.values, option) || has(wrapper.directory, option);
  if (value.startsWith("--")) {
    const equals = value.indexOf("=");
    const name = equals === -1 ? value : value.slice(0, equals);
    if (takes(name)) return { kind: "value", name, attached: equals === -1 ? null : value.slice(equals + 1) };
    return equals === -1 && has(wrapper.flags, name) ? { kind: "flags" } : null;
  }
  for (let i = 1; i < value.length; i += 1) {
    const name = `-${value.charAt(i)}`;
    if (takes(name)) return { kind: "value", name, attached: i + 1 < value.length ? value.slice(i + 1) : null };
    if (!has(wrapper.flags, name)) return null;
  }
  return { kind: "flags" };
}

/** xargs puts what it reads behind the words, or in place of a mark. */
function withMore(words: readonly KnownWord[], mark: string | null, more: KnownWord): readonly KnownWord[] {
  if (words.length === 0) return words;
  if (mark === null) return [...words, more];
  return words.map((word) => {
    if (word.value === null || mark === "" || !word.value.includes(mark)) return word;
    if (word.value === mark && more.under !== undefined) return { ...more, splits: false };
    const prefix = word.value.slice(0, word.value.indexOf(mark));
    return { value: null, text: word.text, glob: false, splits: false, prefix };
  });
}
