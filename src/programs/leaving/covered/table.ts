/** Programs of which an open rule covers a closed list of commands. */
import { once } from "../../../contract/once.ts";
import { programNames } from "../evaluated-files.ts";
import { cargo } from "./cargo.ts";
import { docker } from "./docker.ts";
import { gh } from "./gh.ts";
import { kubectl } from "./kubectl.ts";
import { psql } from "./psql.ts";
import type { CoveredProgram } from "./row.ts";

const PROGRAMS: readonly CoveredProgram[] = [gh, ...docker, kubectl, psql, cargo];

const byName: () => ReadonlyMap<string, CoveredProgram> = once(
  () => new Map(PROGRAMS.flatMap((row) => row.by.split(" ").map((name): [string, CoveredProgram] => [name, row]))),
);

/** Undefined: a program whose commands are not in a closed list. */
export function coveredProgram(program: string): CoveredProgram | undefined {
  for (const name of programNames(program)) {
    const row = byName().get(name);
    if (row !== undefined) return row;
  }
  return undefined;
}
