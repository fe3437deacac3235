/** Commands the shell runs itself: what they leave in the state, and the few that do more. */
import { act, type Effect, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { isPowerful, mattersToPrograms } from "../../machine/index.ts";
import { directoryOf } from "./places.ts";
import { knownWord, noteOpaque, type Point, valueFrom } from "./point.ts";
import { type State, setVariable, textValue, UNKNOWN } from "./state.ts";

/** Nothing is known of these but that they do nothing to anything outside the shell. */
const QUIET: ReadonlySet<string> = new Set(
  "cd pushd popd dirs read mapfile readarray export declare typeset local readonly unset set shopt unalias exit return break continue logout let getopts type command shift wait jobs times caller umask ulimit hash compgen compopt help trap alias eval".split(
    " ",
  ),
);

const EFFECTS: Readonly<Record<string, readonly Effect[]>> = {
  disown: [act("process.job")],
  bg: [act("process.job")],
  fg: [act("process.job")],
  suspend: [act("shell.stop")],
};

/** What a later command means may be another thing from here on. */
const CHANGES: Readonly<Record<string, string>> = {
  enable: "enable changes what a name runs",
  bind: "bind gives keys commands to run",
  complete: "complete gives words commands to run",
  fc: "fc runs earlier commands",
};

export const isBuiltin = (name: string): boolean =>
  QUIET.has(name) || name === "history" || Object.hasOwn(EFFECTS, name) || Object.hasOwn(CHANGES, name);

export interface BuiltinAnswer {
  readonly effects: readonly Effect[];
  readonly unclear: readonly string[];
}

/** Letters and names of `set` that change when a shell stops or what it shows. */
const SETS =
  /^(?:[-+][befhmnuvxBCE]*o?|--|errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber|errtrace|functrace|monitor|noexec|braceexpand|hashall|notify)$/;
const SHOWS: ReadonlySet<string> = new Set(["export", "declare", "typeset", "set", "readonly"]);
const isOption = ({ value }: KnownWord): boolean => /^[-+]/.test(value ?? "");
const nameIn = ({ value, prefix }: KnownWord): string => /^\w*/.exec(value ?? prefix)?.[0] ?? "";

/** What such a command does beside the state. `export A=1` has its names among its words. */
export function builtinAnswer(point: Point, name: string, words: readonly KnownWord[]): BuiltinAnswer {
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  if (change !== undefined && !words.every(({ value }) => /^-[aplsPSvV]$/.test(value ?? "")))
    noteOpaque(point, { why: change, at: null });
  const said = [name, ...words.map(({ text }) => text)].join(" ");
  if (name === "history" && !words.every(({ value }) => /^\d+$/.test(value ?? "")))
    return { effects: [act("log.shell-record")], unclear: [said] };
  if (SHOWS.has(name) && words.every(isOption) && (name !== "set" || words.length === 0))
    return { effects: [{ do: "secret", act: "secret.environment" }], unclear: [] };
  const odd =
    name === "set" && isOption(words[0] ?? knownWord("")) && !words.every(({ value }) => SETS.test(value ?? ""));
  if (odd && !words.some(({ value }) => value === "--")) return { effects: [], unclear: [said] };
  return { effects: variableEffects(name, words), unclear: [] };
}

/** Names that programs listen to, as far as they change for them. */
function variableEffects(name: string, words: readonly KnownWord[]): readonly Effect[] {
  if (name !== "export" && name !== "unset") return Object.hasOwn(EFFECTS, name) ? (EFFECTS[name] ?? []) : [];
  return words.flatMap((word): readonly Effect[] => {
    const variable = nameIn(word);
    const matters = name === "export" ? mattersToPrograms(variable) : isPowerful(variable);
    const value = word.value?.includes("=") === true ? word.value.slice(variable.length + 1) : null;
    return variable === "" || (name === "unset" && !matters)
      ? []
      : [{ do: "environment", name: variable, value, matters }];
  });
}

type Changes = (point: Point, words: readonly KnownWord[]) => State;

const changeDirectory: Changes = ({ state, reading }, words) => {
  const [word, ...more] = words.filter(({ value }) => !/^-[LPe@]+$|^--$/.test(value ?? ""));
  const to = word === undefined ? reading.context.world.home : word.value;
  const left = state.cwd.certainty === "exact" ? textValue(state.cwd.path) : UNKNOWN;
  const moved = setVariable(state, "OLDPWD", left);
  if (to === null || word?.glob === true || more.length > 0) return { ...moved, cwd: unknownTarget() };
  if (to !== "-") return { ...moved, cwd: to === "" ? state.cwd : directoryOf(to, state.cwd) };
  const old = state.variables.get("OLDPWD");
  return { ...moved, cwd: old?.kind === "text" ? directoryOf(old.text, state.cwd) : unknownTarget() };
};

/** Every name among the words holds something that is not known. */
const forgets: Changes = ({ state }, words) =>
  ["REPLY", "MAPFILE", ...words.map(({ value }) => value ?? "")]
    .filter((name) => /^[A-Za-z_]\w*$/.test(name))
    .reduce((kept, name) => setVariable(kept, name, UNKNOWN), state);

const STATES: Readonly<Record<string, Changes>> = {
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: (point) => {
    const old = point.state.variables.get("OLDPWD");
    return { ...point.state, cwd: old?.kind === "text" ? directoryOf(old.text, point.state.cwd) : unknownTarget() };
  },
  read: forgets,
  mapfile: forgets,
  readarray: forgets,
  getopts: forgets,
  unset: forgets,
  printf: (point, words) => (words[0]?.value === "-v" ? forgets(point, words.slice(1, 2)) : point.state),
  shift: ({ state }, words) => {
    const by = Number(words[0]?.value ?? "1");
    return { ...state, args: state.args === null || !Number.isInteger(by) ? null : state.args.slice(by) };
  },
  set: ({ state }, words) => {
    const at = words.findIndex(({ value }) => value === "--");
    return at < 0 ? state : { ...state, args: words.slice(at + 1).map(valueFrom) };
  },
};

/** The state behind it, where it went well. */
export const stateAfter = (point: Point, name: string, words: readonly KnownWord[]): State =>
  Object.hasOwn(STATES, name) ? (STATES[name]?.(point, words) ?? point.state) : point.state;
