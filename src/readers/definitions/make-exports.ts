/** Which variables a makefile hands to its recipes. */
import { bendsPrograms } from "../../machine/index.ts";
import type { Makefile } from "./makefile.ts";

/** The name under which an `export` stands that names none. */
export const ALL_VARIABLES = "";

interface SetVariable {
  readonly name: string;
  readonly exports: boolean;
}

/** What make exports, and what it has from the environment and so hands on as it is set. */
export function setFor({ unknown, exported }: Makefile, { name, exports }: SetVariable): void {
  if (name.includes("$")) unknown.push("a variable whose name is computed");
  else if (exports || HANDED_ON.test(name) || bendsPrograms(name)) exported.add(name);
}

/** Nobody tells the gate of these, and an environment may have them. */
const HANDED_ON = /^(?:PATH|ENV|LD_\w+|DYLD_\w+|LESSOPEN|LESSCLOSE|TMPDIR|NODE_PATH|NODE_EXTRA_CA_CERTS)$/;

/** Once everything is read: all that were set, where all are exported. */
export function exportAll({ exported, rules, variables }: Makefile): void {
  const all = exported.delete(ALL_VARIABLES) || rules.some(({ targets }) => targets.includes(".EXPORT_ALL_VARIABLES"));
  for (const name of all ? variables.keys() : []) if (/^\w+$/.test(name)) exported.add(name);
}
