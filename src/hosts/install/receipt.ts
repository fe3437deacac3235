/** What stood in a host's file before the installation, kept in the state directory so that it can be put back. */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { readTextFile } from "../../machine/index.ts";
import { isObject, textIn } from "../json.ts";
import type { FileChange } from "./index.ts";
import type { Pins } from "./line.ts";

const MAX_FILE_BYTES = 16_000_000;

export interface InstallReceipt {
  readonly before: Buffer | null;
  readonly written: Buffer;
}

/** Where what stood in the file is kept. */
export const receiptPath = (stateDir: string, file: string): string =>
  join(stateLayout(stateDir).receipts, `${createHash("sha256").update(file).digest("hex").slice(0, 32)}.json`);

/** Installing over an installation keeps what stood there before the first one. */
export function keepReceipt(
  stateDir: string,
  change: FileChange,
  { program, node }: Pick<Pins, "program" | "node">,
): Result<void> {
  const earlier = receiptFor(stateDir, change.file);
  const again = earlier !== null && change.before !== null && earlier.written.equals(change.before);
  const before = again ? earlier.before : change.before;
  const text = JSON.stringify({
    file: change.file,
    before: before?.toString("base64") ?? null,
    written: change.after?.toString("base64") ?? "",
    pinned: [program, node],
  });
  try {
    mkdirSync(stateLayout(stateDir).receipts, { recursive: true, mode: 0o700 });
    writeFileSync(receiptPath(stateDir, change.file), `${text}\n`, { mode: 0o600 });
  } catch (error) {
    return fail(`${stateDir} cannot be written to, and every call would be denied: ${messageOf(error)}`);
  }
  return ok(undefined);
}

/** The hosts' files that still hold what was installed; one that went, or lost it, does not count any more. */
export function guardedFiles(stateDir: string): readonly string[] {
  const { receipts } = stateLayout(stateDir);
  try {
    return readdirSync(receipts).flatMap((name) => {
      const file = fileIn(join(receipts, name));
      return file !== null && holdsHook(file) ? [file] : [];
    });
  } catch {
    return [];
  }
}

function fileIn(receipt: string): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(receipt, "utf8"));
    return isObject(value) ? textIn(value, "file") : null;
  } catch {
    return null;
  }
}

function holdsHook(file: string): boolean {
  try {
    return readTextFile(file, MAX_FILE_BYTES).includes(HOOK_MARK);
  } catch {
    return false;
  }
}

/** What the installed lines name: folders of the program, and the Node that runs it. */
export function pinnedPlaces(stateDir: string): readonly string[] {
  const { receipts } = stateLayout(stateDir);
  try {
    return readdirSync(receipts).flatMap((name) => pinnedIn(join(receipts, name)));
  } catch {
    return [];
  }
}

function pinnedIn(receipt: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(receipt, "utf8"));
    const pinned = isObject(value) && Array.isArray(value.pinned) ? value.pinned : [];
    return pinned.filter((place) => typeof place === "string" && /^\/./.test(place));
  } catch {
    return [];
  }
}

export function receiptFor(stateDir: string, file: string): InstallReceipt | null {
  try {
    const value: unknown = JSON.parse(readFileSync(receiptPath(stateDir, file), "utf8"));
    if (!isObject(value) || value.file !== file || typeof value.written !== "string") return null;
    const before = textIn(value, "before");
    return {
      before: before === null ? (value.before === "" ? Buffer.alloc(0) : null) : Buffer.from(before, "base64"),
      written: Buffer.from(value.written, "base64"),
    };
  } catch {
    return null;
  }
}

export const dropReceipt = (stateDir: string, file: string): void =>
  rmSync(receiptPath(stateDir, file), { force: true });
