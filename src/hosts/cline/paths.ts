/**
 * Cline CLI 3.0 reads a name like the one it was given where that file is not there: the names pi tries, and any in the same
 * directory that is the same once composed and with plain spaces.
 */
import type { HostPaths } from "../../contract/opening.ts";
import { namesLike, ODD_SPACES, resolveLiterally } from "../spellings.ts";

export const clinePaths: HostPaths = (text, at) => {
  const path = resolveLiterally(text, at);
  if (at.tool !== "read_files" || at.world.lstat(path).kind !== "absent") return [];
  const [folder, name] = [path.slice(0, path.lastIndexOf("/")), plain(path.slice(path.lastIndexOf("/") + 1))];
  const alike = (at.world.readDir(folder || "/") ?? []).filter((one) => plain(one) === name);
  return [...namesLike(path), ...alike.map((one) => `${folder}/${one}`)];
};

const plain = (name: string): string => name.normalize("NFC").replace(ODD_SPACES, " ");
