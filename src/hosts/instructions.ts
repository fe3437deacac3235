/**
 * The project's own instructions as they were when the session began: what the agent writes into them later is not shown to the
 * classifier. They are untrusted in any case: they may tighten, never consent.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../contract/state-dir.ts";
import { MAX_INSTRUCTIONS_CHARACTERS } from "../judge/index.ts";
import { HOSTS } from "./list.ts";

const placeOf = (stateDir: string, session: string): string =>
  join(stateLayout(stateDir).instructions, `${createHash("sha256").update(session).digest("hex")}.md`);

/** Kept once a session, empty where there are none. Never throws: without them the classifier is shown none. */
export function keepInstructions(stateDir: string, session: string, projectRoot: string): void {
  const place = placeOf(stateDir, session);
  try {
    const texts = instructionNames()
      .flatMap((name) => textInside(projectRoot, name))
      .map((text) => text.trim());
    mkdirSync(stateLayout(stateDir).instructions, { recursive: true, mode: 0o700 });
    writeFileSync(place, [...new Set(texts)].join("\n\n").slice(0, MAX_INSTRUCTIONS_CHARACTERS), {
      flag: "wx",
      mode: 0o600,
    });
  } catch {
    return;
  }
}

/** What instructs the sessions of any host: a project is worked on with more than one. */
const instructionNames = (): readonly string[] => [...new Set(HOSTS.flatMap(({ files }) => files.instructions))].sort();

/** Null where none were kept. */
export function readInstructions(stateDir: string, session: string): string | null {
  const [text = ""] = textOf(placeOf(stateDir, session));
  return text === "" ? null : text;
}

/** A link that leads out of the project is not followed: the text goes to the model, and might be anybody's file. */
function textInside(projectRoot: string, name: string): readonly string[] {
  try {
    const [root, path] = [realpathSync(projectRoot), realpathSync(join(projectRoot, name))];
    return path.startsWith(`${root}/`) && isInstructions(path) ? textOf(path) : [];
  } catch {
    return [];
  }
}

/** Inside the project a link may lead to another file of instructions, as it often does, and to no other. */
const isInstructions = (path: string): boolean => /\.(?:md|mdc|txt|markdown)$/i.test(path);

function textOf(path: string): readonly string[] {
  try {
    return statSync(path).isFile() && statSync(path).size < 1_000_000 ? [readFileSync(path, "utf8")] : [];
  } catch {
    return [];
  }
}
