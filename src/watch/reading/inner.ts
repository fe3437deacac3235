/** Text that runs in turn: of `eval`, `sh -c`, a trap. */
import { HOLE } from "../../contract/reading.ts";
import { parseText } from "./parse.ts";
import { hasRoom, type Input, MAX_INSIDE, noteOpaque, type Point } from "./point.ts";
import type { Value } from "./state.ts";

export interface InnerText {
  readonly code: string;
  readonly via: string;
  readonly input: Input;
}

/** Read in the point's state, which it may change. Answers what it prints, where that is known. */
export function readText(point: Point, { code, via, input }: InnerText): Value | null {
  if (point.depth + point.inside >= MAX_INSIDE) {
    noteOpaque(point, { why: "commands nested too deep", at: null, cut: true });
    return null;
  }
  if (!hasRoom(point)) return null;
  if (code.includes(HOLE)) noteOpaque(point, { why: `${via}: code with a part that is not known`, at: null });
  const { script, opaque } = parseText(code);
  for (const { why, cut } of opaque)
    noteOpaque(point, { why: `${via}: ${why}`, at: null, ...(cut === true ? { cut } : {}) });
  if (script === undefined) return null;
  const inner: Point = { ...point, source: code, depth: point.depth + 1, via, input };
  const out = point.walkScript(inner, script);
  point.state = inner.state;
  return out;
}
