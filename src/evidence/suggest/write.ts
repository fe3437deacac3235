/** Puts entries into a settings file, and leaves the rest of it as it is. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { settingsFrom } from "../../app/settings/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";

export interface Additions {
  readonly allow: readonly string[];
  readonly environment: readonly string[];
}

/** The text the file would have. An error when the file, or the result, is not valid. */
export function withAdditions(before: string, { allow, environment }: Additions): Result<string> {
  let text = before.trim() === "" ? "{}\n" : before;
  let value: {
    readonly permissions?: { readonly allow?: readonly string[] };
    readonly autoMode?: { readonly environment?: readonly string[] };
  };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return fail("is not valid JSON");
  }
  const valid = settingsFrom(value);
  if (!valid.ok) return fail(valid.error);
  const put = (path: readonly string[], list: readonly string[]): void => {
    text = applyEdits(text, modify(text, [...path], list, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  };
  const missing = (list: readonly string[], more: readonly string[]): readonly string[] =>
    more.filter((one) => !list.includes(one));
  const rules = value.permissions?.allow ?? [];
  const told = value.autoMode?.environment ?? ["$defaults"];
  if (missing(rules, allow).length > 0) put(["permissions", "allow"], [...rules, ...missing(rules, allow)]);
  if (missing(told, environment).length > 0) put(["autoMode", "environment"], [...told, ...missing(told, environment)]);
  const after = settingsFrom(JSON.parse(text));
  return after.ok ? ok(text) : fail(after.error);
}

export function writeAdditions(file: string, additions: Additions): Result<{ readonly changed: boolean }> {
  try {
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    const text = withAdditions(before, additions);
    if (!text.ok) return fail(`${file}: ${text.error}`);
    if (text.value === before) return ok({ changed: false });
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.new-${process.pid}`;
    writeFileSync(temporary, text.value, { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
    return ok({ changed: true });
  } catch (error) {
    return fail(`${file}: cannot be written: ${messageOf(error)}`);
  }
}
