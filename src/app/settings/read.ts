/** One settings file or text, read and checked. A failure is one line that names the file and the field. */
import { lstatSync, readFileSync, statSync } from "node:fs";
import type * as z from "zod/mini";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type SettingsFile, settingsSchema } from "./schema.ts";

const MAX_BYTES = 1_000_000;

/** Undefined when there is no file; an error when there is something that cannot be read as one. */
export function readJsonFile(path: string): Result<unknown | undefined> {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return ok(undefined);
    const found = statSync(path);
    if (!found.isFile()) return fail(`${path}: is not a file; put the settings in a regular file or remove it`);
    if (found.size > MAX_BYTES) return fail(`${path}: is larger than ${MAX_BYTES} bytes; settings are small`);
    const content = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    return parseJson(content, path);
  } catch (error) {
    return fail(`${path}: ${plainError(error)}`);
  }
}

export function parseJson(content: string, source: string): Result<unknown> {
  try {
    return ok(JSON.parse(content) as unknown);
  } catch (error) {
    return fail(
      `${source}: is not valid JSON: ${error instanceof Error ? error.message.split("\n")[0] : "cannot be read"}`,
    );
  }
}

/** The one place where a settings object of unknown shape becomes a typed one. */
export function parseSettings(value: unknown, source: string): Result<SettingsFile> {
  if (typeof value === "object" && value !== null && "version" in value && value.version !== 1) {
    return fail(
      `${source}: version: ${JSON.stringify(value.version)} is not known to this release; it reads version 1`,
    );
  }
  const parsed = settingsSchema().safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return fail(`${source}: ${describe(parsed.error.issues[0])}`);
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "is not valid";
  const at = issue.path.map(String).join(".");
  const where = at === "" ? "" : `${at}: `;
  switch (issue.code) {
    case "unrecognized_keys":
      return `${where}unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    case "invalid_value":
      return `${where}must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return `${where}must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    default:
      return `${where}${issue.message || "is not valid"}`;
  }
}

const ERRORS: Readonly<Record<string, string>> = {
  ELOOP: "is a link that leads back to itself",
  EACCES: "cannot be read: permission denied",
  EISDIR: "is a directory, not a file",
  ENOENT: "is a link to a file that does not exist",
};

function plainError(error: unknown): string {
  if (error instanceof TypeError) return "is not valid UTF-8";
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return ERRORS[code] ?? (error instanceof Error ? error.message : "cannot be read");
}
