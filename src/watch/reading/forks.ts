/** Functions that double without end. */
import type { FunctionBody } from "./state.ts";

/** It calls itself from two places, one of them beside what goes on: `:(){ :|:& };:`. */
export function multiplies(name: string, { node, source }: FunctionBody): boolean {
  const text = source.slice(node.pos, node.end);
  const calls = text.split(/[\s;{}()|&]+/).filter((word) => word === name).length;
  return calls > 1 && /\||&(?!&)/.test(text);
}
