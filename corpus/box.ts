/** A throw-away folder that shows one disk of the corpus after the other; what two disks have in common is left standing. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Corpus, Entry, Tree } from "./format.ts";
import { fillNames, type Places, placesIn } from "./names.ts";

const EMPTY: Tree = new Map<string, Entry>([
  ["home", { kind: "d" }],
  ["home/code", { kind: "d" }],
  ["home/code/app", { kind: "d" }],
]);

/** Where the gate keeps its own, outermost first. */
const STATE = [
  "home/.local",
  "home/.local/state",
  "home/.local/state/sallyport",
  "home/.local/state/sallyport/restore",
];

export interface Box {
  readonly places: Places;
  show(disk: string): void;
  /** Takes away what the gate saved in the home. */
  sweep(): void;
  remove(): void;
}

/** `fresh`: every disk is put up from nothing, whatever was done to the one before. */
export function openBox(
  { treeOf, bytesOf }: Pick<Corpus, "treeOf" | "bytesOf">,
  { fresh }: { readonly fresh: boolean },
): Box {
  const places = placesIn(realpathSync(mkdtempSync(join(tmpdir(), "sallyport-"))));
  let shown: Tree = new Map();
  let name: string | undefined;
  const at = (path: string): string => join(places.box, path);
  const fill = (text: string): string => fillNames(text, places);

  const takeAway = (tree: Tree): void => {
    for (const [path, entry] of [...shown].reverse()) if (!isSame(tree.get(path), entry)) remove(at(path), entry);
  };
  const put = (tree: Tree): void => {
    const gone = new Set([...shown].filter(([path, entry]) => !isSame(tree.get(path), entry)).map(([path]) => path));
    const stands = (path: string): boolean => shown.has(path) && !gone.has(path) && !liesIn(path, gone);
    const modes: [string, number][] = [];
    for (const [path, entry] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (stands(path)) continue;
      make(at(fill(path)), entry);
      if (entry.mode !== undefined && entry.kind !== "l") modes.push([at(fill(path)), entry.mode]);
    }
    for (const [path, mode] of modes.reverse()) chmodSync(path, mode);
  };
  const make = (path: string, { kind, file, to, same }: Entry): void => {
    if (kind === "d") mkdirSync(path, { recursive: true });
    else if (kind === "l") symlinkSync(fill(to ?? ""), path);
    else if (kind === "p") execFileSync("mkfifo", [path]);
    else if (same !== undefined) linkSync(at(fill(same)), path);
    else writeFileSync(path, contents(bytesOf(file ?? ""), fill));
  };

  const clear = (): void => {
    for (const path of ["home", ...[...shown.keys()].filter((one) => !one.includes("/"))])
      rmSync(at(path), { recursive: true, force: true });
    shown = new Map();
  };
  return {
    places,
    show: (disk) => {
      if (disk === name && !fresh) return;
      const tree: Tree = new Map([...EMPTY, ...treeOf(disk)]);
      if (fresh || [...shown.values(), ...tree.values()].some(({ same }) => same !== undefined)) clear();
      takeAway(tree);
      put(tree);
      [shown, name] = [tree, disk];
    },
    sweep: () => {
      const own = STATE.find((path) => shown.get(path)?.kind !== "d");
      if (own !== undefined && !shown.has(own)) rmSync(at(own), { recursive: true, force: true });
    },
    remove: () => rmSync(places.box, { recursive: true, force: true }),
  };
}

/** What lies in a directory is mostly taken away before it. */
function remove(path: string, { kind }: Entry): void {
  try {
    if (kind === "d") rmdirSync(path);
    else unlinkSync(path);
  } catch {
    rmSync(path, { recursive: kind === "d", force: true });
  }
}

const isSame = (one: Entry | undefined, other: Entry): boolean =>
  one !== undefined &&
  one.kind === other.kind &&
  one.mode === other.mode &&
  one.file === other.file &&
  one.to === other.to &&
  one.same === other.same;

function liesIn(path: string, gone: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    if (gone.has(path.slice(0, end))) return true;
  return false;
}

/** Placeholders are filled in text alone: bytes stay what they are. */
function contents(bytes: Buffer, fill: (text: string) => string): Buffer | string {
  if (!bytes.includes("@")) return bytes;
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? fill(text) : bytes;
}
