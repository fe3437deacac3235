/** Loops: read the body until nothing more changes, or once for each known word. */
import { opaque, type Scene } from "./reader.ts";
import { type Flow, forget, joined, merge, type State, same, settled, type Value } from "./state.ts";

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

export function loop(scene: Scene, pass: (inner: Scene) => Pass): Flow {
  const { reader } = scene;
  if (reader.loops >= MAX_NESTED) {
    opaque(scene, "loops nested too deep");
    scene.state = forget(scene.state);
  }
  reader.loops += 1;
  let start = scene.state;
  let left: State | null = null;
  for (let count = 0; ; count += 1) {
    const mark = { commands: reader.commands.length, opaque: reader.opaque.length };
    const escapes: State[] = [];
    reader.escapes.push(escapes);
    const inner: Scene = { ...scene, state: start };
    const made = pass(inner);
    reader.escapes.pop();
    left = made.left;
    let next = merge(start, made.again) ?? start;
    for (const early of escapes) {
      left = merge(left, early);
      next = merge(next, early) ?? next;
    }
    left = merge(left, made.left === null ? next : null);
    if (settled(start, next)) break;
    // The body starts anew knowing less: what was read of it is read again.
    reader.commands.length = mark.commands;
    reader.opaque.length = mark.opaque;
    start = count >= MAX_PASSES ? forget({ ...next, pathChanged: true }) : next;
    if (count > MAX_PASSES + 1) {
      opaque(scene, "a loop that does not settle");
      break;
    }
  }
  reader.loops -= 1;
  scene.state = left ?? start;
  return same(scene.state);
}

export function unrolled(
  scene: Scene,
  values: readonly Value[],
  set: (inner: Scene, value: Value) => void,
  body: (inner: Scene) => Flow,
): Flow {
  if (values.length > (scene.reader.loops === 0 ? MAX_UNROLLED : MAX_UNROLLED_INSIDE) || scene.reader.loops > 1) {
    const kind = merged(values);
    return loop(scene, (inner) => {
      const left = inner.state;
      set(inner, kind);
      return { again: joined(body(inner)), left };
    });
  }
  const { reader } = scene;
  const escapes: State[] = [];
  reader.escapes.push(escapes);
  reader.loops += 1;
  let state = scene.state;
  for (const value of values) {
    const inner: Scene = { ...scene, state };
    set(inner, value);
    const flow = body(inner);
    state = joined(flow) ?? inner.state;
    for (const early of escapes) state = merge(state, early) ?? state;
  }
  reader.escapes.pop();
  reader.loops -= 1;
  scene.state = state;
  return same(state);
}

function merged(values: readonly Value[]): Value {
  const numbers = values.every(
    (value) => value.kind === "number" || (value.kind === "text" && /^-?\d+$/.test(value.text)),
  );
  return numbers ? { kind: "number" } : { kind: "unknown" };
}
