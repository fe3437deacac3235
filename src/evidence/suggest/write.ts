/** Puts entries into a settings file, and leaves the rest of it as it is. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { settingsFrom } from "../../app/settings/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { blankComments, parseStrictJson } from "../../contract/strict-json.ts";

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
  const read = readSettings(text);
  if (!read.ok) return read;
  const value = read.value;
  for (const [name, [section, list, otherwise]] of Object.entries(LISTS)) {
    const there = value[section]?.[list] ?? otherwise;
    const missing = (additions[name as keyof Additions] ?? []).filter((one) => !there.includes(one));
    if (missing.length === 0) continue;
    text = applyEdits(text, modify(text, [section, list], [...there, ...missing], { formattingOptions }));
  }
  return checked(text);
}

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** The sections of a text that is valid as it stands. */
function readSettings(text: string): Result<Sections> {
  const json = parseStrictJson(blankComments(text));
  if (!json.ok) return json;
  const valid = settingsFrom(json.value);
  return valid.ok ? ok(json.value as Sections) : fail(valid.error);
}

function checked(text: string): Result<string> {
  const read = readSettings(text);
  return read.ok ? ok(text) : read;
}

export const writeAdditions = (file: string, additions: Additions): Written =>
  rewrite(file, (before) => withAdditions(before, additions));

/** Takes a rule out of one of the lists of permissions, and one that is not allowed any more out of what runs free; all else stays. */
export const writeRemoval = (file: string, list: "allow" | "ask" | "deny", rule: string): Written =>
  rewrite(file, (before) => {
    const read = readSettings(before.trim() === "" ? "{}\n" : before);
    if (!read.ok) return read;
    let text = before;
    for (const [section, name] of [LISTS[list], ...(list === "allow" ? [LISTS.free] : [])]) {
      const there = read.value[section]?.[name] ?? [];
      if (!there.includes(rule)) continue;
      const left = there.filter((one) => one !== rule);
      text = applyEdits(text, modify(text, [section, name], left, { formattingOptions }));
    }
    return text === before ? ok(before) : checked(text);
  });

/** One value; everything else in the file stays as it is, comments too. */
export const writeSetting = (file: string, path: readonly string[], value: unknown): Written =>
  rewrite(file, (before) => {
    const text = before.trim() === "" ? "{}\n" : before;
    const read = readSettings(text);
    return read.ok ? checked(applyEdits(text, modify(text, [...path], value, { formattingOptions }))) : read;
  });

type Written = Result<{ readonly changed: boolean }>;

function rewrite(file: string, change: (before: string) => Result<string>): Written {
  try {
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    const text = change(before);
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
