/** One settings file or text, read and checked. A failure is one line that names the file and the field. */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { fail, ok, type Result } from "../../contract/result.ts";
import { blankComments, parseStrictJson } from "../../contract/strict-json.ts";
import type { SettingsFile } from "../../policy/settings/index.ts";
import { parseSettingsFile } from "./schema.ts";

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

/** JSON with comments. */
export function parseJson(content: string, source: string): Result<unknown> {
  const parsed = parseStrictJson(blankComments(content));
  return parsed.ok ? parsed : fail(`${source}: ${parsed.error}`);
}

/** A settings object of this release's version, checked. */
export function parseSettings(value: unknown, source: string): Result<SettingsFile> {
  if (typeof value === "object" && value !== null && "version" in value && value.version !== 1) {
    return fail(
      `${source}: version: ${JSON.stringify(value.version)} is not known to this release; it reads version 1`,
    );
  }
  const parsed = parseSettingsFile(value);
  return parsed.ok ? parsed : fail(`${source}: ${parsed.error}`);
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
