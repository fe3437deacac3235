/** Commands the shell runs itself: what they leave in the state, and the few that do more. */
import { act, type Effect, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { directoryOf } from "./places.ts";
import { noteOpaque, type Point, valueFrom } from "./point.ts";
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

/** What such a command does beside the state. */
export function builtinEffects(point: Point, name: string, words: readonly KnownWord[]): readonly Effect[] {
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  if (change !== undefined && !/^-[aplsPSvV]$/.test(words[0]?.value ?? ""))
    noteOpaque(point, { why: change, at: null });
  if (name === "history") return words.every(({ value }) => /^\d+$/.test(value ?? "")) ? [] : [act("log.shell-record")];
  const shows = words.length === 0 && /^(?:export|declare|typeset|set|readonly)$/.test(name);
  if (shows) return [{ do: "secret", act: "secret.environment" }];
  return Object.hasOwn(EFFECTS, name) ? (EFFECTS[name] ?? []) : [];
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
