/** Programs whose normal use only reads: an open rule for one lets it read, and says nothing of what an option writes. */
import type { Effect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isReader } from "../../programs/index.ts";
import type { Rule } from "./rule.ts";

/** What a reading program would write or delete, where the rule ends in a wildcard. */
export function strays({ name, words, effects }: SubCommand, { content }: Rule): readonly Effect[] {
  const open = content?.kind === "prefix" || (content?.kind === "wildcard" && content.pattern.endsWith("*"));
  const reads =
    name !== null &&
    isReader(
      name,
      words.map(({ value }) => value),
    );
  return open && reads ? effects.filter((effect) => effect.do === "write" || effect.do === "delete") : [];
}
