/** "Don't ask again", typed where the question is answered: the rule that is proposed goes into the person's own settings, and its undo is told. */
import { userSettingsPath } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { describeReach } from "../../contract/settling.ts";
import { shellWord } from "../../contract/shell-word.ts";
import { readRules, writeAdditions } from "../../evidence/suggest/index.ts";
import type { CliIo } from "../terminal/io.ts";
import { formatLabelled, type Page, visible } from "../terminal/style.ts";

/** What the word would write, and what that lets pass besides. */
export function formatAlways(rules: readonly string[], page: Page): string {
  const text = `${rules.join("  ")}: ${describeReach(rules)}`;
  return rules.length === 0
    ? ""
    : formatLabelled({ label: "always", text: visible(text), style: "dim", indent: 2, width: 11 }, page);
}

/** Writes them, and says so with the command that takes them out again. */
export function settleForGood(rules: readonly string[], { env }: CliIo): Result<string> {
  const file = userSettingsPath(env);
  const read = readRules(rules, "allow");
  if (!read.ok) return read;
  if (file === null) return fail("there is no home directory to keep settings in");
  const written = writeAdditions(file, { allow: rules });
  if (!written.ok) return written;
  const undo = `sallyport allow --remove ${rules.map(shellWord).join(" ")}`;
  const stands = written.value.changed ? "is now in" : "was already in";
  return ok(`Not asked again: ${visible(rules.join(", "))} ${stands} ${file}. To take it out:\n  ${visible(undo)}\n`);
}
