/** The corpus as it lies in this folder: rows by label, the disks they stand on, and the files of these, one line each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Action, JsonObject } from "../src/contract/action.ts";

export const LABELS = ["never", "unrun", "written", "dodge", "fine"] as const;
export type Label = (typeof LABELS)[number];

/** One call. `command` is short for the tool Bash; `more` is what else an action may say. */
export interface RowCall {
  readonly command?: string;
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly more?: Partial<Action>;
}

/** What the session did before, in order. `disk`: how the disk stood by then, where it stood differently. */
export interface Step {
  readonly disk?: string;
  readonly call?: RowCall;
  readonly ran?: RowCall;
  readonly output?: string;
  readonly said?: string;
}

/** What differs from a clean shell on Linux with `/usr/bin:/bin`, and from a gate that was told nothing. */
export interface RowProcess {
  readonly platform?: "darwin" | "win32";
  readonly path?: readonly string[];
  readonly variables?: readonly string[];
  readonly parents?: "text" | "links";
  readonly root?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly agentEnv?: Readonly<Record<string, string>>;
  readonly gateDirectories?: readonly string[];
  readonly gatePrograms?: readonly string[];
}

export interface Row extends RowCall {
  readonly id: string;
  /** The test it comes from, `file:line`, or where it was found. */
  readonly from: string;
  readonly disk: string;
  readonly settings?: JsonObject;
  readonly process?: RowProcess;
  readonly earlier?: readonly Step[];
  /** It is asked where calls can be walled. */
  readonly walls?: true;
  /** What was answered when it was recorded: behaviour and step. */
  readonly was: string;
  /** The same where calls can be walled; absent: the same. */
  readonly walled?: string;
}

/** `f` file, `d` directory, `l` link, `p` named pipe. The mode only where it is not the usual one; `same`: another name of that file. */
export interface Entry {
  readonly kind: "f" | "d" | "l" | "p";
  readonly mode?: number;
  readonly file?: string;
  readonly to?: string;
  readonly same?: string;
}
export type Tree = ReadonlyMap<string, Entry>;

/** A disk is another one with entries put in (`null`: taken away). Paths are below `@box`. */
export interface DiskLine {
  readonly id: string;
  readonly from?: string;
  readonly put: Readonly<Record<string, Entry | string | null>>;
}
interface FileLine {
  readonly id: string;
  readonly text?: string;
  readonly base64?: string;
  readonly gzip?: string;
}

export interface Corpus {
  readonly rows: Readonly<Record<Label, readonly Row[]>>;
  readonly treeOf: (disk: string) => Tree;
  /** Disks made from one another stand beside each other. */
  readonly orderOf: (disk: string) => number;
  /** The bytes of a file, placeholders still in it. */
  readonly bytesOf: (file: string) => Buffer;
}

export const readLines = <T>(path: string): readonly T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

export function readCorpus(folder: string): Corpus {
  const at = (name: string): string => join(folder, `${name}.jsonl`);
  const rows = Object.fromEntries(
    LABELS.map((label) => [label, readLines<Row>(at(label))]),
  ) as unknown as Corpus["rows"];
  return { rows, ...readDisks(at("disks"), at("files")) };
}

export function readDisks(disksAt: string, filesAt: string): Omit<Corpus, "rows"> {
  const files = new Map(readLines<FileLine>(filesAt).map((line) => [line.id, line]));
  const disks = new Map(readLines<DiskLine>(disksAt).map((line) => [line.id, line]));
  const order = orderDisks([...disks.values()]);
  return {
    orderOf: (disk) => order.get(disk) ?? order.size,
    treeOf: (disk) => treeFrom(disk, disks),
    bytesOf: (file) => {
      const line = files.get(file);
      if (line === undefined) throw new Error(`there is no file ${file}`);
      const { text, base64 = "", gzip } = line;
      if (gzip !== undefined) return gunzipSync(Buffer.from(gzip, "base64"));
      return text === undefined ? Buffer.from(base64, "base64") : Buffer.from(text);
    },
  };
}

/** Each disk with those made from it behind it. */
function orderDisks(disks: readonly DiskLine[]): ReadonlyMap<string, number> {
  const made = new Map<string | undefined, DiskLine[]>();
  for (const disk of disks) {
    const beside = made.get(disk.from);
    if (beside === undefined) made.set(disk.from, [disk]);
    else beside.push(disk);
  }
  const order = new Map<string, number>();
  const walk = (from: string | undefined): void => {
    for (const { id } of made.get(from) ?? []) {
      order.set(id, order.size);
      walk(id);
    }
  };
  walk(undefined);
  return order;
}

/** A word for an entry is a plain file with these contents. */
export const entryOf = (short: Entry | string): Entry =>
  typeof short === "string" ? { kind: "f", file: short } : short;

function treeFrom(disk: string, disks: ReadonlyMap<string, DiskLine>): Tree {
  const line = disks.get(disk);
  if (line === undefined) throw new Error(`there is no disk ${disk}`);
  const tree = new Map(line.from === undefined ? [] : treeFrom(line.from, disks));
  for (const [path, entry] of Object.entries(line.put)) {
    if (entry === null) tree.delete(path);
    else tree.set(path, entryOf(entry));
  }
  return tree;
}
