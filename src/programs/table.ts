/** Every program that is known, by name. A family is one file; a name stands in one family only. */

import { accounts } from "./accounts.ts";
import { archive } from "./archive.ts";
import { awk } from "./awk.ts";
import { builtins } from "./builtins.ts";
import { clouds } from "./clouds.ts";
import { containers } from "./containers.ts";
import { coreutils } from "./coreutils.ts";
import { databases } from "./databases.ts";
import { defences } from "./defences.ts";
import { disks } from "./disks.ts";
import { files } from "./files.ts";
import { find } from "./find.ts";
import { gh } from "./gh.ts";
import { git } from "./git.ts";
import { grep } from "./grep.ts";
import { inspect } from "./inspect.ts";
import { jq } from "./jq.ts";
import { kubernetes } from "./kubernetes.ts";
import { languages } from "./languages.ts";
import { launchers } from "./launchers.ts";
import { machine } from "./machine.ts";
import { macos } from "./macos.ts";
import { messaging } from "./messaging.ts";
import { netadmin } from "./netadmin.ts";
import { network } from "./network.ts";
import { packages } from "./packages.ts";
import { processes } from "./processes.ts";
import { proxies } from "./proxies.ts";
import { secrets } from "./secrets.ts";
import { sed } from "./sed.ts";
import { services } from "./services.ts";
import type { ProgramSpec } from "./spec.ts";
import { tar } from "./tar.ts";
import { terminals } from "./terminals.ts";
import { testing } from "./testing.ts";
import { text } from "./text.ts";
import { wrappers } from "./wrappers.ts";

export const FAMILIES: readonly (readonly ProgramSpec[])[] = [
  accounts,
  archive,
  awk,
  builtins,
  coreutils,
  defences,
  disks,
  files,
  find,
  gh,
  git,
  grep,
  inspect,
  jq,
  launchers,
  machine,
  macos,
  netadmin,
  packages,
  proxies,
  testing,
  secrets,
  network,
  messaging,
  languages,
  kubernetes,
  databases,
  containers,
  clouds,
  processes,
  sed,
  services,
  tar,
  terminals,
  text,
  wrappers,
];

const TABLE: ReadonlyMap<string, ProgramSpec> = new Map(
  FAMILIES.flat().flatMap((spec) => spec.names.map((name): [string, ProgramSpec] => [name, spec])),
);

export const programNamed = (name: string): ProgramSpec | undefined => TABLE.get(name);

export const allPrograms = (): readonly ProgramSpec[] => FAMILIES.flat();
