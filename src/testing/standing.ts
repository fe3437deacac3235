/** Walls that are only supposed, and say what a test wants said. */
import { type RaisedWalls, supposeWalls, type WallsOrder, type WallsPart } from "../contain/index.ts";
import type { Result } from "../contract/result.ts";

type Said = Pick<RaisedWalls, "run" | "ticket">;

export async function raisedAs(said: Said, order: WallsOrder): Promise<Result<RaisedWalls>> {
  const raised = await supposeWalls().raise(order);
  return raised.ok ? { ok: true, value: { ...raised.value, ...said } } : raised;
}

export const standingAs = (said: Said): WallsPart => ({
  ...supposeWalls(),
  raise: (order) => raisedAs(said, order),
});
