/** One part of the matrix, a process of its own: rows in each mode, without walls and with, as the watch speaks. Prints what was said. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { unwalledBy } from "../src/contain/index.ts";
import { isCredentialPlace } from "../src/core/index.ts";
import { diskWorld } from "../src/machine/index.ts";
import { readShell, simpleCommands } from "../src/watch/reading/index.ts";
import { type Box, openBox } from "./box.ts";
import { type Row, readCorpus } from "./format.ts";
import { drawPart } from "./hold.ts";
import { judgeRow } from "./judge.ts";
import type { MatrixPart, Said } from "./matrix.ts";
import { speak } from "./mute.ts";
import { fillNames } from "./names.ts";

// Boxes are thrown away: nothing of them has to outlive a power cut.
fs.fsyncSync = () => undefined;
syncBuiltinESMExports();

const part = JSON.parse(process.argv[2] ?? "") as MatrixPart;
const corpus = readCorpus(join(process.cwd(), "corpus"));
const box = openBox(corpus, { fresh: false });
const said: Said[] = [];
try {
  for (const { label, row } of drawPart(corpus, part)) {
    for (const standing of part.standings) {
      const { mode, walls } = standing;
      speak(part.manner, `${part.seed} ${row.id} ${mode} ${walls}`);
      const { behavior, by, walls: within } = await judgeRow(row, box, { mode, walls });
      said.push({ id: row.id, label, ...standing, behavior, by, walled: within !== null });
    }
    speak("whole", "");
    const unwalled = part.manner === "whole" ? unwalledOf(row, box) : undefined;
    if (unwalled !== undefined) said.push({ id: row.id, label, unwalled });
  }
} finally {
  box.remove();
}
process.stdout.write(JSON.stringify(said));

/** A need or a loss in the row, as the whole watch reads it, apart from what a gate makes of it. */
function unwalledOf({ command, more = {} }: Row, { places }: Box): string | undefined {
  if (command === undefined) return undefined;
  const world = diskWorld({ home: places.home, path: "/usr/bin:/bin" });
  const { project } = places;
  const cwd = more.cwd === undefined ? project : fillNames(more.cwd, places);
  const reading = readShell(fillNames(command, places), { cwd, projectRoot: project, world, written: new Set() });
  const found = unwalledBy({
    commands: simpleCommands(reading, world.platform),
    background: reading.background === true,
    isInside: (path) => path === project || path.startsWith(`${project}/`) || path.startsWith("/tmp/"),
    isStore: (path) => isCredentialPlace(path, world.home),
  });
  return found === undefined ? undefined : `${found.why} ${found.what}`;
}
