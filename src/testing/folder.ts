/** A throw-away folder on the real disk. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface ScratchFolder {
  readonly folder: string;
  /** Writes a file, and the folders it stands in; its full path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly remove: () => void;
}

export function scratchFolder(): ScratchFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-")));
  return {
    folder,
    write: (name, content) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
