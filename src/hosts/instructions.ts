/**
 * The instructions of a project as they were when the session began: what the agent writes into them later is not shown to the
 * classifier. They are untrusted in any case: they may tighten, never consent.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../contract/state-dir.ts";
import { MAX_INSTRUCTIONS_CHARACTERS } from "../judge/index.ts";
import type { Host } from "./host.ts";
import { type InstructionsAt, instructionFiles } from "./instruction-files.ts";

const placeOf = (stateDir: string, session: string): string =>
  join(stateLayout(stateDir).instructions, `${createHash("sha256").update(session).digest("hex")}.md`);

export interface KeptAt extends InstructionsAt {
  readonly stateDir: string;
  readonly session: string;
}

/** Kept once a session, empty where there are none. Never throws: without them the classifier is shown none. */
export function keepInstructions(host: Pick<Host, "reads" | "folder">, { stateDir, session, ...at }: KeptAt): void {
  const place = placeOf(stateDir, session);
  try {
    if (existsSync(place)) return;
    mkdirSync(stateLayout(stateDir).instructions, { recursive: true, mode: 0o700 });
    writeFileSync(place, instructionsFor(host, at), { flag: "wx", mode: 0o600 });
  } catch {
    return;
  }
}

/** What the host's own files say, each under its name; what is too much is left out at the end, and said. */
export function instructionsFor(host: Pick<Host, "reads" | "folder">, at: InstructionsAt): string {
  const text = instructionFiles(host, at)
    .filter((file) => file.text !== "")
    .map((file) => `[${file.name}]\n${file.text}`)
    .join("\n\n");
  if (text.length <= MAX_INSTRUCTIONS_CHARACTERS) return text;
  const note = (left: number): string => `\n[${left} more characters of instructions are not shown]`;
  const kept = text.slice(0, MAX_INSTRUCTIONS_CHARACTERS - note(text.length).length);
  return `${kept}${note(text.length - kept.length)}`;
}

/** Null where none were kept. */
export function readInstructions(stateDir: string, session: string): string | null {
  try {
    return readFileSync(placeOf(stateDir, session), "utf8") || null;
  } catch {
    return null;
  }
}
