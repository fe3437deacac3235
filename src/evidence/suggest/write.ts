/** Puts entries into a settings file, and leaves the rest of it as it is. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { settingsFrom } from "../../app/settings/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";

/** What is added to which list; a list that is not named stays as it is. */
export interface Additions {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Of `contain`: allow rules whose calls run without walls. */
  readonly free?: readonly string[];
  readonly environment?: readonly string[];
}

/** Where each list stands, and what holds where the file says nothing. */
const LISTS: Readonly<Record<keyof Additions, readonly [section: string, list: string, otherwise: readonly string[]]>> =
  {
    allow: ["permissions", "allow", []],
    ask: ["permissions", "ask", []],
    deny: ["permissions", "deny", []],
    free: ["contain", "free", []],
    environment: ["autoMode", "environment", ["$defaults"]],
  };

type Sections = Readonly<Record<string, Readonly<Record<string, readonly string[] | undefined>> | undefined>>;

/** The text the file would have. An error when the file, or the result, is not valid. */
export function withAdditions(before: string, additions: Additions): Result<string> {
  let text = before.trim() === "" ? "{}\n" : before;
  let value: Sections;
  try {
    value = JSON.parse(text) as Sections;
  } catch {
    return fail("is not valid JSON");
  }
  const valid = settingsFrom(value);
  if (!valid.ok) return fail(valid.error);
  for (const [name, [section, list, otherwise]] of Object.entries(LISTS)) {
    const there = value[section]?.[list] ?? otherwise;
    const missing = (additions[name as keyof Additions] ?? []).filter((one) => !there.includes(one));
    if (missing.length === 0) continue;
    const formattingOptions = { insertSpaces: true, tabSize: 2 };
    text = applyEdits(text, modify(text, [section, list], [...there, ...missing], { formattingOptions }));
  }
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
