/** Every program that is known, by name: the rows of `rows/*.json`, made into records when they are asked for. */

import { keepAnswers, once } from "../contract/kept.ts";
import { type KnownProgramRow, namesOfRow, programOf, type RowFile } from "./row.ts";
import clouds from "./rows/clouds.json" with { type: "json" };
import codeHosts from "./rows/code-hosts.json" with { type: "json" };
import containers from "./rows/containers.json" with { type: "json" };
import databases from "./rows/databases.json" with { type: "json" };
import files from "./rows/files.json" with { type: "json" };
import git from "./rows/git.json" with { type: "json" };
import languages from "./rows/languages.json" with { type: "json" };
import machine from "./rows/machine.json" with { type: "json" };
import macos from "./rows/macos.json" with { type: "json" };
import messages from "./rows/messages.json" with { type: "json" };
import network from "./rows/network.json" with { type: "json" };
import networkMachine from "./rows/network-machine.json" with { type: "json" };
import packages from "./rows/packages.json" with { type: "json" };
import processes from "./rows/processes.json" with { type: "json" };
import projectTools from "./rows/project-tools.json" with { type: "json" };
import secrets from "./rows/secrets.json" with { type: "json" };
import security from "./rows/security.json" with { type: "json" };
import services from "./rows/services.json" with { type: "json" };
import shell from "./rows/shell.json" with { type: "json" };
import text from "./rows/text.json" with { type: "json" };
import type { ProgramSpec } from "./spec.ts";

/** What the files hold is what `rows.test.ts` checks. Each is parsed when a name is looked for that none before it has. */
const LOADED: readonly (() => unknown)[] = [
  () => text,
  () => files,
  () => git,
  () => shell,
  () => languages,
  () => packages,
  () => projectTools,
  () => processes,
  () => network,
  () => codeHosts,
  () => containers,
  () => secrets,
  () => databases,
  () => clouds,
  () => services,
  () => machine,
  () => security,
  () => macos,
  () => networkMachine,
  () => messages,
];

interface Family {
  readonly file: RowFile;
  readonly rows: ReadonlyMap<string, KnownProgramRow>;
}

const FAMILIES = LOADED.map((load) => once(() => familyOf(load() as RowFile)));
const familyOf = (file: RowFile): Family => ({
  file,
  rows: new Map(file.programs.flatMap((row) => namesOfRow(row).map((name) => [name, row]))),
});
const records = new Map<KnownProgramRow, ProgramSpec>();

export const programNamed = keepAnswers((name): ProgramSpec | undefined => {
  for (const family of FAMILIES) {
    const row = family().rows.get(name);
    if (row !== undefined) return recordOf(row, family().file);
  }
  return undefined;
});

function recordOf(row: KnownProgramRow, file: RowFile): ProgramSpec {
  const kept = records.get(row) ?? programOf(row, file.shared);
  records.set(row, kept);
  return kept;
}

const rowFiles = (): readonly RowFile[] => FAMILIES.map((family) => family().file);

export const allPrograms = (): readonly ProgramSpec[] =>
  rowFiles().flatMap((file) => file.programs.map((row) => recordOf(row, file)));

/** The uses that rows are tested by, and the acts each does, in order. */
export const rowExamples = (): readonly (readonly [command: string, acts: readonly string[]])[] =>
  rowFiles().flatMap(({ programs }) =>
    programs.flatMap(({ match = [] }) =>
      match.map(([command, acts]): readonly [string, readonly string[]] => [
        command,
        acts === "" ? [] : acts.split(" "),
      ]),
    ),
  );
