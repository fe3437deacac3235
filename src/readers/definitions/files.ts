/** The project's files through `World`, bounded. */
import type { World } from "../../contract/world.ts";
import type { Files, FileText } from "./definition.ts";

export const MAX_FILE_BYTES = 256 * 1024;
const ABSENT: FileText = { kind: "absent" };

export const worldFiles = (world: World): Files => ({
  text: (path) => textOf(path, world),
  names: (dir) => world.readDir(dir),
});

function textOf(path: string, world: World): FileText {
  const { kind, size } = world.stat(path);
  if (kind === "absent") return ABSENT;
  if (kind !== "file") return { kind: "unknown", why: "it is no regular file, or cannot be read" };
  if (size > MAX_FILE_BYTES) return { kind: "unknown", why: "it is too long" };
  const bytes = world.readFile(path, Math.max(size, 1));
  const text = bytes === undefined ? undefined : decodeText(bytes);
  return text === undefined ? { kind: "unknown", why: "it cannot be read, or is no text" } : { kind: "text", text };
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The directory itself and every one above it, nearest first. */
export function upwards(dir: string): readonly string[] {
  const out = [dir];
  for (let at = dir; at !== "/" && at !== "" && out.length < 64; ) {
    at = at.slice(0, Math.max(at.lastIndexOf("/"), 0)) || "/";
    out.push(at);
  }
  return out;
}

export const under = (dir: string, name: string): string => (dir === "/" ? `/${name}` : `${dir}/${name}`);

/** The first of the names that is there, looked for in a directory. */
export const firstThere = (files: Files, dir: string, names: readonly string[]): string | undefined =>
  names.map((name) => under(dir, name)).find((path) => files.text(path).kind !== "absent");
