/** A small file of the service's folder, read again only when it was changed, and replaced in one step. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import * as z from "zod/mini";

const MAX_BYTES = 1 << 20;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

export interface KeptFile<T> {
  /** As it stands now; `empty` where there is none. Throws where it is not what we wrote: nothing is guessed. */
  readonly read: () => T;
  readonly write: (value: T) => void;
}

export function keptFile<T>(
  path: string,
  { schema, empty }: { readonly schema: z.ZodMiniType<T>; readonly empty: T },
): KeptFile<T> {
  let known: { readonly stamp: string; readonly value: T } | undefined;
  return {
    read: () => {
      const stamp = stampOf(path);
      if (known?.stamp !== stamp) known = { stamp, value: stamp === "" ? empty : parse(path, schema) };
      return known.value;
    },
    write: (value) => {
      const aside = `${path}.${randomBytes(6).toString("hex")}`;
      try {
        writeFileSync(aside, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: "wx" });
        renameSync(aside, path);
      } catch (error) {
        rmSync(aside, { force: true });
        throw error;
      }
      known = undefined;
    },
  };
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? "" : `${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}`;
}

function parse<T>(path: string, schema: z.ZodMiniType<T>): T {
  const fd = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  try {
    const found = fstatSync(fd);
    if (!found.isFile() || found.size > MAX_BYTES) throw new Error(`${path} is no file of the service: remove it`);
    const parsed = z.safeParse(schema, JSON.parse(readFileSync(fd, "utf8")));
    if (!parsed.success) throw new Error(`${path} is not what the service writes: remove it and make tokens anew`);
    return parsed.data;
  } finally {
    closeSync(fd);
  }
}
