/** What the gate's own code established about a call, in lines. */
import type { Fact } from "../../contract/fact.ts";
import { redact } from "../../machine/secrets/index.ts";

/** Effects and scripts are shown by themselves. */
const SHOWN_APART: ReadonlySet<string> = new Set(["effects", "script contents"]);

/** Null where nothing is left to tell. */
export function formatFacts(facts: readonly Fact[]): string | null {
  const lines = facts.filter(({ about }) => !SHOWN_APART.has(about)).map(({ about, says }) => `${about}: ${says}`);
  return lines.length === 0 ? null : redact(lines.join("\n"));
}
