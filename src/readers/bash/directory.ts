/** Where the shell stands: `cd`, `pushd`, `popd`, `pwd`. */
import type { Effect, Target } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import type { Answer, BuiltinCall } from "./builtin.ts";
import { isLikely, namesFound } from "./likely.ts";
import { parameter } from "./parameters.ts";
import type { ScriptPoint } from "./reader.ts";
import { type Flow, getVariable, type State, same, setVariable, text, UNKNOWN, type Value } from "./state.ts";
import { directoryOf } from "./target.ts";

const ANYWHERE: readonly Target[] = [unknownTarget()];

const says = (flow: Flow, effects: readonly Effect[] = [], unclear: readonly string[] = []): Answer => ({
  flow,
  effects,
  unclear,
});

/** Success stands in the new directory, failure in the old one. */
export function changeDirectory(point: ScriptPoint, call: BuiltinCall): Answer {
  const words = [...call.words];
  let physical = false;
  while (/^-[LP]+$/.test(words[0]?.value ?? "")) physical = /P/.test(words.shift()?.value ?? "") || physical;
  if (words[0]?.value === "--") words.shift();
  if (words.length > 1) return says(same({ ...point.state, dirs: ANYWHERE }), [], ["cd with more than one word"]);
  return says(move(point, words[0], physical));
}

function move(point: ScriptPoint, word: KnownWord | undefined, physical: boolean): Flow {
  const { state } = point;
  const dirs = destinations(point, word, physical);
  const before = state.dirs.length === 1 ? state.dirs[0] : undefined;
  const moved: State = setVariable(
    { ...state, dirs },
    "OLDPWD",
    before?.certainty === "exact" ? text(before.path) : UNKNOWN,
  );
  const sure = !state.touched && dirs.every((dir) => canEnter(point, dir));
  return { ok: moved, fail: sure ? null : state, out: null };
}

/** It is there, and may be entered. */
function canEnter(point: ScriptPoint, dir: Target): boolean {
  if (dir.certainty !== "exact") return false;
  const found = point.reader.context.world.stat(dir.path);
  return found.kind === "directory" && found.executable;
}

function destinations(point: ScriptPoint, word: KnownWord | undefined, physical: boolean): readonly Target[] {
  const { state } = point;
  const value = word === undefined ? homeOf(point) : word.value;
  if (state.likely !== undefined && value !== null) return likelyDestinations(point, value);
  if (state.unsteady || value === null || word?.glob === true || word?.splits === true || physical) return ANYWHERE;
  if (value === "") return state.dirs;
  // zsh takes `-2` and `+2` from the stack, options differ, and some shells take the value of a variable so called.
  if (/^[-+]./.test(value) || getVariable(state, /^[^/]*/.exec(value)?.[0] ?? "") !== undefined) return ANYWHERE;
  if (value === "-") {
    const old = getVariable(state, "OLDPWD");
    return old?.kind === "text" ? [directoryOf(old.text, unknownTarget())] : ANYWHERE;
  }
  const relative = !/^(?:\/|\.{1,2}(?:\/|$))/.test(value);
  if (relative && ["CDPATH", "cdpath"].some((name) => getVariable(state, name) !== undefined)) return ANYWHERE;
  return state.dirs.map((dir) => directoryOf(value, dir));
}

function likelyDestinations(point: ScriptPoint, given: string): readonly Target[] {
  const { state } = point;
  const old = given === "-" ? getVariable(state, "OLDPWD") : undefined;
  const value = old?.kind === "text" ? old.text : /[*?[]/.test(given) ? (namesFound(point, given)[0] ?? given) : given;
  const search = /^\.{0,2}\//.test(value) ? undefined : getVariable(state, "CDPATH");
  const places =
    search?.kind === "text"
      ? search.text.split(":").map((dir) => directoryOf(dir, state.dirs[0] ?? unknownTarget()))
      : [];
  const found = places.map((dir) => directoryOf(value, dir)).filter((dir) => canEnter(point, dir));
  return found.length > 0 ? found : state.dirs.map((dir) => directoryOf(value, dir));
}

function homeOf(point: ScriptPoint): string | null {
  const home = parameter(point, "HOME", "quoted");
  return home.kind === "text" ? home.text : null;
}

export function pushDirectory(point: ScriptPoint, call: BuiltinCall): Answer {
  const word = call.words[0];
  const plain = call.words.length === 1 && word?.value !== null && !/^[-+]/.test(word?.value ?? "-");
  // A plain sh has no such command, and stays where it is.
  if (plain && isLikely(point)) {
    const stack = getVariable(point.state, PUSHED);
    const here: Value = text(point.state.dirs[0]?.path ?? "/");
    point.state = setVariable(point.state, PUSHED, {
      kind: "list",
      items: [here, ...(stack?.kind === "list" ? stack.items : [])],
    });
  }
  if (plain) {
    const moved = move(point, word, false);
    return says(isLikely(point) ? moved : { ...moved, fail: point.state });
  }
  return says(same({ ...point.state, dirs: ANYWHERE }));
}

/** No variable is so called: where directories that were left are kept in a likely reading. */
const PUSHED = "pushed directories";

/** The stack is only followed in a likely reading. */
export function popDirectory(point: ScriptPoint): Answer {
  const stack = getVariable(point.state, PUSHED);
  const [last, ...rest] = stack?.kind === "list" ? stack.items : [];
  if (isLikely(point) && last?.kind === "text") {
    const popped = setVariable(point.state, PUSHED, { kind: "list", items: rest });
    return says(same({ ...popped, dirs: [directoryOf(last.text, unknownTarget())] }));
  }
  return says(same({ ...point.state, dirs: ANYWHERE }));
}

export function printedDirectory(point: ScriptPoint): Answer {
  const dir = point.state.dirs.length === 1 ? point.state.dirs[0] : undefined;
  return says(same(point.state, dir?.certainty === "exact" ? text(`${dir.path}\n`) : null));
}
