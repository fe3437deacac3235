/** Rules in force whose own call is held all the same, wherever the agent works. */
import type { Rule } from "../../rules/index.ts";
import { changesNothing, type RuleGround } from "./changes-nothing.ts";

/** A project that is nowhere: what a rule's call gets there, it does not get because of where it runs. */
const ELSEWHERE = "/srv/some/where/a-project";

/** As `changesNothing`, of a rule that counts in every project: said only where it is so in another one too. Null where it counts. */
export async function overruledBecause(rule: Rule, ground: RuleGround): Promise<string | null> {
  const elsewhere = await changesNothing(rule, { ...ground, root: ELSEWHERE });
  return elsewhere === undefined ? null : ((await changesNothing(rule, ground)) ?? null);
}
