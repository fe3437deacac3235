/** Contents of files through `World`. Nothing here throws. */
import type { World } from "../../contract/world.ts";
import { linesOf } from "../garbled.ts";

/** "unreadable": something is there, and it is no regular file, may not be read, or is longer than the limit. */
export type Bytes = Uint8Array | "absent" | "unreadable";

export function readBytes(path: string, limit: number, world: World): Bytes {
  const { kind, size } = world.stat(path);
  if (kind === "absent") return "absent";
  if (kind !== "file" || size > limit) return "unreadable";
  return world.readFile(path, size) ?? "unreadable";
}

export type Text = { readonly text: string } | "absent" | "unreadable";

export function readText(path: string, limit: number, world: World): Text {
  const bytes = readBytes(path, limit, world);
  return typeof bytes === "string" ? bytes : { text: linesOf(Buffer.from(bytes)) };
}
