/** Loops: read the body until nothing more changes, or once for each known word. */
import type { KnownWord } from "../../contract/reading.ts";
import { assignTo } from "./assign.ts";
import { isLikely, namesFound } from "./likely.ts";
import { asValue, opaque, type ScriptPoint } from "./reader.ts";
import { isSettled } from "./settled.ts";
import { eitherOf, type Flow, forget, joinFlow, merge, type State, same, text, UNKNOWN, type Value } from "./state.ts";

/** More words than this are read as one unknown. */
const MAX_UNROLLED = 24;
const MAX_UNROLLED_INSIDE = 8;
const MAX_NESTED = 6;
const MAX_PASSES = 3;

/** `again`: the state in which the body starts anew; `left`: the one in which the test ended the loop. */
export interface Pass {
  readonly again: State | null;
  readonly left: State | null;
}

export function loop(point: ScriptPoint, pass: (inner: ScriptPoint) => Pass): Flow {
  const { reader } = point;
  if (reader.loops >= MAX_NESTED) {
    opaque(point, "loops nested too deep");
    point.state = forget(point.state);
  }
  reader.loops += 1;
  let start = point.state;
  let left: State | null = null;
  for (let count = 0; ; count += 1) {
    const mark = { commands: reader.commands.length, opaque: reader.opaque.length };
    const escapes: State[] = [];
    reader.escapes.push(escapes);
    const inner: ScriptPoint = { ...point, state: start };
    const made = pass(inner);
    reader.escapes.pop();
    left = made.left;
    let next = merge(start, made.again) ?? start;
    for (const early of escapes) {
      left = merge(left, early);
      next = merge(next, early) ?? next;
    }
    left = merge(left, made.left === null ? next : null);
    if (isSettled(start, next)) break;
    // The body starts anew knowing less: what was read of it is read again.
    reader.commands.length = mark.commands;
    reader.opaque.length = mark.opaque;
    start = count >= MAX_PASSES ? forget({ ...next, pathChanged: true }) : next;
    if (count > MAX_PASSES + 1) {
      opaque(point, "a loop that does not settle");
      break;
    }
  }
  reader.loops -= 1;
  point.state = left ?? start;
  return same(point.state);
}

function unroll(
  point: ScriptPoint,
  values: readonly Value[],
  set: (inner: ScriptPoint, value: Value) => void,
  body: (inner: ScriptPoint) => Flow,
): Flow {
  if (values.length > (point.reader.loops === 0 ? MAX_UNROLLED : MAX_UNROLLED_INSIDE) || point.reader.loops > 1) {
    const kind = mergeValues(values);
    return loop(point, (inner) => {
      const left = inner.state;
      set(inner, kind);
      return { again: joinFlow(body(inner)), left };
    });
  }
  const { reader } = point;
  const escapes: State[] = [];
  reader.escapes.push(escapes);
  reader.loops += 1;
  let state = point.state;
  for (const value of values) {
    const inner: ScriptPoint = { ...point, state };
    set(inner, value);
    const flow = body(inner);
    state = joinFlow(flow) ?? inner.state;
    for (const early of escapes) state = merge(state, early) ?? state;
  }
  reader.escapes.pop();
  reader.loops -= 1;
  point.state = state;
  return same(state);
}

function mergeValues(values: readonly Value[]): Value {
  const numbers = values.every(
    (value) => value.kind === "number" || (value.kind === "text" && /^-?\d+$/.test(value.text)),
  );
  return numbers ? { kind: "number" } : eitherOf(values);
}

/** In a likely reading a pattern stands for itself, and for the first names it finds. */
const valuesOf = (point: ScriptPoint, word: KnownWord): readonly Value[] =>
  word.glob && word.value !== null && isLikely(point)
    ? [asValue(word), ...namesFound(point, word.value).slice(0, MAX_UNROLLED_INSIDE).map(text)]
    : [asValue(word)];

/** `for name in words`: unrolled where the words are known. */
export function forLoop(
  point: ScriptPoint,
  name: string,
  words: readonly KnownWord[] | undefined,
  body: (inner: ScriptPoint) => Flow,
): Flow {
  const set = (inner: ScriptPoint, value: Value): void => {
    if (assignTo(inner, name, value).length > 0) opaque(point, `a loop over ${name}`);
  };
  if (words?.every((word) => !word.splits || isLikely(point)) === true)
    return unroll(
      point,
      words.flatMap((word) => valuesOf(point, word)),
      set,
      body,
    );
  const given = words === undefined && isLikely(point) ? point.state.args : null;
  if (given !== null) return unroll(point, given, set, body);
  return loop(point, (inner) => {
    const left = inner.state;
    set(inner, UNKNOWN);
    return { again: joinFlow(body(inner)), left };
  });
}
