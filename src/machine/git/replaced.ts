/** Objects that git shows in place of others (`git replace`, grafts): what is read of an object here is then not what git prints. */
import type { World } from "../../contract/world.ts";
import { perView } from "../view.ts";
import { readBytes } from "./files.ts";

const PACKED_BYTES_MAX = 64 << 20;
const PACKED = Buffer.from(" refs/replace/");

/** Why it may be so in this repository; null where nothing is replaced. */
export const replacedIn = perView((commonDir: string, world: World): string | null => {
  if (
    world.stat(`${commonDir}/refs/replace`).kind !== "absent" ||
    world.stat(`${commonDir}/info/grafts`).kind !== "absent"
  )
    return "the repository has objects replaced by others";
  const packed = readBytes(`${commonDir}/packed-refs`, PACKED_BYTES_MAX, world);
  if (packed === "absent") return null;
  if (packed === "unreadable") return "packed-refs cannot be read";
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return bytes.includes(PACKED) ? "the repository has objects replaced by others" : null;
});
