/** Says which sessions of the ledger changed: as soon as the file system tells, and in any case by looking at all of them now and then. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { stateLayout } from "../../contract/state-dir.ts";

const FILE = /^([0-9a-f]{64})\.jsonl$/;
/** Changes within this time are told together. */
const GATHER_MS = 40;
/** How often all are looked at: where the file system tells of changes, and where it does not. */
const [LOOK_MS, POLL_MS] = [30_000, 1_000];

export interface LedgerWatch {
  readonly close: () => void;
}

export interface WatchTold {
  readonly some: (names: ReadonlySet<string>) => void;
  readonly all: () => void;
}

export function watchLedger(stateDir: string, tell: WatchTold): LedgerWatch {
  const { ledger } = stateLayout(stateDir);
  let watcher: FSWatcher | undefined;
  let inode: number | undefined;
  let changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;

  const told = (): void => {
    gathering = undefined;
    const names = changed;
    changed = new Set();
    tell.some(names);
  };
  const drop = (): void => {
    watcher?.close();
    watcher = undefined;
    inode = undefined;
  };
  const listen = (): void => {
    const found = statSync(ledger, { throwIfNoEntry: false })?.ino;
    if (found === inode && watcher !== undefined) return;
    drop();
    if (found === undefined) return;
    try {
      watcher = watch(ledger, (_, file) => {
        const [, name] = FILE.exec(file ?? "") ?? [];
        if (name === undefined) return;
        changed.add(name);
        gathering ??= setTimeout(told, GATHER_MS);
      });
      watcher.on("error", drop);
      inode = found;
    } catch {
      drop();
    }
  };
  const look = (): void => {
    listen();
    tell.all();
    looking = setTimeout(look, watcher === undefined ? POLL_MS : LOOK_MS);
  };
  listen();
  looking = setTimeout(look, watcher === undefined ? POLL_MS : LOOK_MS);
  return {
    close: () => {
      drop();
      clearTimeout(gathering);
      clearTimeout(looking);
    },
  };
}
