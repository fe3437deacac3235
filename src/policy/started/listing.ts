/** What directories hold, each looked at once for a call: several searches for texts meet in home and in the project. */
import { beside } from "../../contract/beside.ts";
import type { DirEntry } from "../../contract/world.ts";
import { listEntries } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

const looked = beside<PolicyCall, Map<string, readonly DirEntry[]>>();

/** Empty where it cannot be listed. */
export function entriesAt(dir: string, call: PolicyCall): readonly DirEntry[] {
  const kept = looked.get(call) ?? new Map<string, readonly DirEntry[]>();
  looked.set(call, kept);
  const entries = kept.get(dir) ?? listEntries(dir, call.world) ?? [];
  kept.set(dir, entries);
  return entries;
}

/** What a program wrote down of what was done, by its name: it starts nothing. */
export const isKept = (name: string): boolean => KEPT.test(name);
const KEPT =
  /hist|hst|viminfo|shada|mru|undo|backup|cache|recent|state|session|storage|authority|errors|\.(?:log|lock|pid|db|sw[a-p])$|^package(?:-lock)?\.json$/i;
