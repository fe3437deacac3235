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
import { projectTools } from "./project-tools.ts";
import { proxies } from "./proxies.ts";
import { secrets } from "./secrets.ts";
import { sed } from "./sed.ts";
import { services } from "./services.ts";
import type { ProgramFamily, ProgramSpec } from "./spec.ts";
import { tar } from "./tar.ts";
import { terminals } from "./terminals.ts";
import { text } from "./text.ts";
import { wrappers } from "./wrappers.ts";

/** In the order they are loaded until a name is found: those of everyday commands come first. */
const FAMILIES: readonly ProgramFamily[] = [
  coreutils,
  files,
  git,
  grep,
  text,
  find,
  sed,
  awk,
  builtins,
  wrappers,
  languages,
  packages,
  projectTools,
  inspect,
  jq,
  tar,
  archive,
  launchers,
  proxies,
  processes,
  network,
  gh,
  containers,
  terminals,
  secrets,
  databases,
  kubernetes,
  clouds,
  services,
  machine,
  accounts,
  defences,
  disks,
  macos,
  netadmin,
  messaging,
];

const known = new Map<string, ProgramSpec>();
let loaded = 0;

export function programNamed(name: string): ProgramSpec | undefined {
  for (; !known.has(name) && loaded < FAMILIES.length; loaded++)
    for (const spec of FAMILIES[loaded]?.() ?? []) for (const each of spec.names.split(" ")) known.set(each, spec);
  return known.get(name);
}

export const allPrograms = (): readonly ProgramSpec[] => FAMILIES.flatMap((family) => family());
