/** Every program that is known, by name. A family is one file; a name stands in one family only. */

import { accounts } from "./families/accounts.ts";
import { archive } from "./families/archive.ts";
import { awk } from "./families/awk.ts";
import { builtins } from "./families/builtins.ts";
import { clouds } from "./families/clouds.ts";
import { containers } from "./families/containers.ts";
import { coreutils } from "./families/coreutils.ts";
import { databases } from "./families/databases.ts";
import { defences } from "./families/defences.ts";
import { disks } from "./families/disks.ts";
import { files } from "./families/files.ts";
import { find } from "./families/find.ts";
import { gh } from "./families/gh.ts";
import { git } from "./families/git.ts";
import { grep } from "./families/grep.ts";
import { inspect } from "./families/inspect.ts";
import { jq } from "./families/jq.ts";
import { kubernetes } from "./families/kubernetes.ts";
import { languages } from "./families/languages.ts";
import { launchers } from "./families/launchers.ts";
import { machine } from "./families/machine.ts";
import { macos } from "./families/macos.ts";
import { messaging } from "./families/messaging.ts";
import { netadmin } from "./families/netadmin.ts";
import { network } from "./families/network.ts";
import { packages } from "./families/packages.ts";
import { processes } from "./families/processes.ts";
import { projectTools } from "./families/project-tools.ts";
import { proxies } from "./families/proxies.ts";
import { secrets } from "./families/secrets.ts";
import { sed } from "./families/sed.ts";
import { services } from "./families/services.ts";
import { tar } from "./families/tar.ts";
import { terminals } from "./families/terminals.ts";
import { text } from "./families/text.ts";
import { wrappers } from "./families/wrappers.ts";
import type { ProgramFamily, ProgramSpec } from "./spec.ts";

/** In the order they are loaded until a name is found, each when its turn comes: those of everyday commands come first. */
const FAMILIES: readonly ProgramFamily[] = [
  () => coreutils(),
  () => inspect(),
  () => files(),
  () => git(),
  () => grep(),
  () => text(),
  () => find(),
  () => sed(),
  () => awk(),
  () => builtins(),
  () => wrappers(),
  () => languages(),
  () => packages(),
  () => projectTools(),
  () => jq(),
  () => tar(),
  () => archive(),
  () => launchers(),
  () => proxies(),
  () => processes(),
  () => network(),
  () => gh(),
  () => containers(),
  () => terminals(),
  () => secrets(),
  () => databases(),
  () => kubernetes(),
  () => clouds(),
  () => services(),
  () => machine(),
  () => accounts(),
  () => defences(),
  () => disks(),
  () => macos(),
  () => netadmin(),
  () => messaging(),
];

const known = new Map<string, ProgramSpec>();
let loaded = 0;

export function programNamed(name: string): ProgramSpec | undefined {
  for (; !known.has(name) && loaded < FAMILIES.length; loaded++)
    for (const spec of FAMILIES[loaded]?.() ?? []) for (const each of spec.names.split(" ")) known.set(each, spec);
  return known.get(name);
}

export const allPrograms = (): readonly ProgramSpec[] => FAMILIES.flatMap((family) => family());
