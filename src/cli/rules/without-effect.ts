/** Rules that have no effect, or none in some mode: said when they are written, wherever they are shown and by `doctor`. */
import { type AppContext, gateOf, homeOf, openGate } from "../../app/index.ts";
import { changesNothing } from "../../evidence/suggest/index.ts";
import { memoryStore } from "../../memory/index.ts";
import type { Rule } from "../../rules/index.ts";

/** A gate that supposes: without a model, and without a record. */
export const supposingGate = (io: AppContext) => (projectRoot: string) =>
  gateOf(openGate(io, { projectRoot, store: memoryStore(), classifier: null, supposed: true }));

/** A sentence for each that changes nothing. */
export async function describeDead(rules: readonly Rule[], io: AppContext): Promise<readonly string[]> {
  const ground = { root: io.cwd, home: homeOf(io.env), gateFor: supposingGate(io) };
  const said = await Promise.all(rules.map((rule) => changesNothing(rule, ground)));
  return said.filter((one) => one !== undefined);
}

/** Of an allow rule that rests: the word alone explains nothing. */
export const restsBecause = (why: string): string => `rests in auto mode, where it does not count: ${why}`;
