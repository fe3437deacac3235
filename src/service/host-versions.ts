/** Versions of the agents' programs. Each is asked once, beside everything else, and again when its file is another one. */
import { statSync } from "node:fs";
import { type Env, findOnPath } from "../app/index.ts";
import { versionOf } from "../hosts/doctor/index.ts";
import type { Host } from "../hosts/index.ts";

export interface HostVersions {
  /** Null where the program is not there, or has not answered yet. Never waits. */
  readonly of: (host: Pick<Host, "program">) => string | null;
}

export function openHostVersions(env: Env): HostVersions {
  const known = new Map<string, { readonly stamp: string; readonly version: string | null }>();
  return {
    of: ({ program }) => {
      const file = findOnPath(program, env);
      const stamp = file === undefined ? undefined : stampOf(file);
      if (file === undefined || stamp === undefined) return null;
      const before = known.get(file);
      if (before?.stamp === stamp) return before.version;
      known.set(file, { stamp, version: null });
      void versionOf(file, env).then((version) => known.set(file, { stamp, version: version ?? null }));
      return null;
    },
  };
}

/** Of the program itself, where a link leads to. */
function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
