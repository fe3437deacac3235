/** Every program that is known, by name. A family is one file; a name stands in one family only. */
import { awk } from "./awk.ts";
import { coreutils } from "./coreutils.ts";
import { files } from "./files.ts";
import { gh } from "./gh.ts";
import { git } from "./git.ts";
import { inspect } from "./inspect.ts";
import { jq } from "./jq.ts";
import { packages } from "./packages.ts";
import { sed } from "./sed.ts";
import type { ProgramSpec } from "./spec.ts";

export const FAMILIES: readonly (readonly ProgramSpec[])[] = [
  awk,
  coreutils,
  files,
  gh,
  git,
  inspect,
  jq,
  packages,
  sed,
];

const TABLE: ReadonlyMap<string, ProgramSpec> = new Map(
  FAMILIES.flat().flatMap((spec) => spec.names.map((name): [string, ProgramSpec] => [name, spec])),
);

export const programNamed = (name: string): ProgramSpec | undefined => TABLE.get(name);

export const allPrograms = (): readonly ProgramSpec[] => FAMILIES.flat();
