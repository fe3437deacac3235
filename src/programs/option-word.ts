/** One option on a command line, as a spec declares it: what it gives, and whether the next word is its value. */
import type { KnownWord } from "../contract/reading.ts";
import type { CommandSpec, OptionRoles, Role } from "./spec.ts";

/** An option that was given; without a role its word is only kept. */
export interface GivenOption {
  readonly name: string;
  readonly word: KnownWord | null;
  readonly role?: Role;
}

export interface OptionWord {
  readonly given: readonly GivenOption[];
  /** How many words behind it are its own: its value may be the next one. */
  readonly took: 0 | 1;
}

/** An option word in its place. */
export interface OptionPlace {
  readonly spec: CommandSpec;
  readonly word: KnownWord;
  readonly next: KnownWord | undefined;
  /** A word that may become several is nobody's value. */
  readonly isSeveral: (word: KnownWord) => boolean;
}

interface ListedOptions {
  readonly values: ReadonlyMap<string, Role>;
  readonly attached: ReadonlyMap<string, Role>;
  readonly flags: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
}

const listedIn = new WeakMap<CommandSpec, ListedOptions>();

/** The options a spec lists as text, split once. */
export function listOptions(spec: CommandSpec): ListedOptions {
  const kept = listedIn.get(spec);
  if (kept !== undefined) return kept;
  const listed = {
    values: rolesOf(spec.values),
    attached: rolesOf(spec.attached),
    flags: new Set(namesIn(spec.flags)),
    runs: new Set(namesIn(spec.runsCode)),
    ends: new Set(namesIn(spec.ends)),
  };
  listedIn.set(spec, listed);
  return listed;
}

const namesIn = (text = ""): readonly string[] => text.split(/\s+/).filter((name) => name !== "");

/** What each option's value is for. */
export const rolesOf = (options: OptionRoles = {}): ReadonlyMap<string, Role> =>
  new Map(Object.entries(options).flatMap(([role, names]) => namesIn(names).map((name) => [name, role as Role])));

/** Null: not an option the spec knows. */
export function readOption(at: OptionPlace, text: string): OptionWord | null {
  if (at.spec.style === "go") return readGoOption(at, text);
  if (at.spec.digits === true && /^-\d+$/.test(text)) return gives({ name: "-digits", word: at.word });
  const whole = readWhole(at, text);
  if (whole !== null || text.startsWith("--")) return whole;
  return (text.includes("=") ? readNamed(at, text, null) : null) ?? readCluster(at, text);
}

/** As getopt has it to the letter: behind a short option `=` is part of the value. */
export const readStrictOption = (at: OptionPlace, text: string): OptionWord | null =>
  text.startsWith("--") ? readWhole(at, text) : readCluster(at, text);

/** `-name value`, `--name=value`: one or two dashes. */
function readGoOption(at: OptionPlace, text: string): OptionWord | null {
  const bare = text.replace(/^--?/, "");
  return readWhole(at, `-${bare}`) ?? readWhole(at, `--${bare}`);
}

function readWhole(at: OptionPlace, text: string): OptionWord | null {
  const equals = text.indexOf("=");
  return equals === -1 ? readNamed(at, text, null) : readNamed(at, text.slice(0, equals), text.slice(equals + 1));
}

/** `-abc`: each letter a flag, until one that takes the rest. */
function readCluster(at: OptionPlace, text: string): OptionWord | null {
  const { flags, runs, values, attached } = listOptions(at.spec);
  const given: GivenOption[] = [];
  for (let i = 1; i < text.length; i += 1) {
    const name = `-${text.charAt(i)}`;
    if (values.has(name) || attached.has(name)) return readLast(at, name, text.slice(i + 1), given);
    if (!flags.has(name) && !runs.has(name))
      return at.spec.digits === true && /^\d+$/.test(text.slice(i)) ? gives(...given) : null;
    given.push({ name, word: null });
    if (!flags.has(name)) break;
  }
  return gives(...given);
}

/** The letter of a cluster that takes its rest, or the next word. */
function readLast(at: OptionPlace, name: string, rest: string, before: readonly GivenOption[]): OptionWord | null {
  if (rest === "" && at.next === undefined && listOptions(at.spec).values.has(name)) return null;
  const last = readNamed(at, name, rest === "" ? null : rest);
  return last === null ? null : { given: [...before, ...last.given], took: last.took };
}

function readNamed(at: OptionPlace, name: string, attached: string | null): OptionWord | null {
  const { spec, word } = at;
  const value = attached === null ? null : partOf(word, attached);
  const listed = listOptions(spec);
  const role = listed.values.get(name);
  if (role !== undefined) return value === null ? readNextValue(at, name, role) : gives({ name, word: value, role });
  const attachedRole = listed.attached.get(name);
  if (attachedRole !== undefined) return gives({ name, word: value, role: attachedRole });
  if (listed.runs.has(name)) return gives({ name, word: value });
  if (!listed.flags.has(name)) return null;
  // Go's boolean flags may be spelled out.
  const isFlag = attached === null || (spec.style === "go" && /^(true|false|0|1)$/.test(attached));
  return isFlag ? gives({ name, word: null }) : null;
}

/** An option listed as a flag too may stand at the end without its value. */
function readNextValue({ spec, next, isSeveral }: OptionPlace, name: string, role: Role): OptionWord | null {
  if (next === undefined) return listOptions(spec).flags.has(name) ? gives({ name, word: null }) : null;
  return isSeveral(next) ? null : { given: [{ name, word: next, role }], took: 1 };
}

const gives = (...given: readonly GivenOption[]): OptionWord => ({ given, took: 0 });

const partOf = (word: KnownWord, value: string): KnownWord => ({
  value,
  text: word.text,
  glob: false,
  splits: false,
  prefix: value,
});

/** `--name=$x` and `-n$x`: the option is known, its value is not. */
export function readUnknownValue(spec: CommandSpec, word: KnownWord): GivenOption | null {
  const { prefix } = word;
  if (!prefix.startsWith("-") || word.splits) return null;
  const equals = prefix.indexOf("=");
  const long = equals === -1 ? null : prefix.slice(0, equals);
  if (long === null && !/^-[A-Za-z]/.test(prefix)) return null;
  const name = long ?? prefix.slice(0, 2);
  const { values, attached } = listOptions(spec);
  const role = values.get(name) ?? attached.get(name);
  if (role === undefined) return null;
  const cut = long === null ? 2 : equals + 1;
  const value = word.glob && word.value !== null ? word.value.slice(cut) : null;
  return { name, word: { ...word, value, prefix: prefix.slice(cut) }, role };
}
