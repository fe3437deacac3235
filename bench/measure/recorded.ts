/** What is assumed of recorded sessions, wherever they are measured: their projects are not here. */
import { resolve } from "node:path/posix";
import type { JsonObject } from "../../src/contract/action.ts";
import type { PathInfo, World } from "../../src/contract/world.ts";
import { readPlain } from "../../src/core/index.ts";

export interface Turn {
  readonly role?: string;
  readonly text?: string;
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly cwd?: string | null;
}
export interface Session {
  readonly source: string;
  readonly agent: string;
  readonly turns: readonly Turn[];
}

export const NOWHERE = "/nowhere/project";
/** Long strings of the record are cut: a command without its end is nobody's to settle. */
const CUT = /…\[\+\d+ chars\]/;
const WINDOWS = /^[A-Za-z]:[\\/]/;
const ENTERS = /(?:\bcd|\s-C) +["']?([^\s"';&|]+)/g;

export const isCut = ({ command, cmd }: JsonObject): boolean => CUT.test(String(command ?? cmd ?? ""));

export const groupOf = (host: string, turns: readonly Turn[]): string =>
  turns.some(({ cwd }) => WINDOWS.test(cwd ?? "")) ? `${host} on Windows` : host;

export const rootOf = ({ turns }: Session): string => turns.find((turn) => turn.cwd)?.cwd ?? NOWHERE;

export const absolute = (cwd: string | undefined, around: string): string =>
  cwd === undefined ? around : cwd.startsWith("/") ? cwd : `${around}/${cwd}`;

/** Every directory from the root down. */
const from = (path: string): readonly string[] =>
  path.split("/").map((_, i, all) => all.slice(0, i + 1).join("/") || "/");

/** What a session stands in or enters. */
export function enteredBy({ turns }: Session, root: string): ReadonlySet<string> {
  const named = turns.flatMap(({ cwd, input }) => {
    const text = String(input?.command ?? input?.cmd ?? "");
    const at = absolute(typeof input?.workdir === "string" ? input.workdir : undefined, cwd ?? root);
    return [at, ...[...text.matchAll(ENTERS)].map(([, to = ""]) => resolve(at, to))];
  });
  return new Set([root, ...named].flatMap(from));
}

/** Directories that a session stands in or enters are there. */
export function assumedDisk(disk: World, entered: ReadonlySet<string>): World {
  const standing: PathInfo = { kind: "directory", size: 0, mtimeMs: 0, links: 1, executable: true };
  const at = (path: string): boolean => entered.has(path.replace(/\/\.$/, ""));
  const assumed = (path: string, found: PathInfo): PathInfo => (found.kind === "absent" && at(path) ? standing : found);
  return {
    ...disk,
    lstat: (path) => assumed(path, disk.lstat(path)),
    stat: (path) => assumed(path, disk.stat(path)),
    readDir: (path) => disk.readDir(path) ?? (at(path) ? [] : undefined),
    listDir: (path) => disk.listDir?.(path) ?? (at(path) ? [] : undefined),
  };
}

/** In each field, `src/*.ts` of a plain command becomes the one file it is assumed to match. */
export const fillGlobs = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fill(value)]));

function fill(value: JsonObject[string]): JsonObject[string] {
  if (typeof value !== "string" || readPlain(value, { home: "/", platform: "linux" }) === undefined) return value;
  return value.replace(/'[^']*'|"[^"]*"|[*?]/g, (part) => (part === "*" || part === "?" ? "x" : part));
}
