/** Services that read: what their rows do not say of words, settings and the place they are asked from. */
import { findRepository, proveGit } from "../git/index.ts";
import { isInside } from "../places/index.ts";
import type { SortedWords } from "../programs/sort.ts";
import type { PlainWord } from "../text.ts";
import type { Scene } from "../types.ts";

export function mayAsk(sorted: SortedWords, words: readonly PlainWord[], cwd: string, scene: Scene): boolean {
  const { settings } = sorted.program;
  const { call, disk, process } = scene;
  if (process?.terminal !== false || words.some(({ glob, value }) => glob === true || isLikeSecret(value)))
    return false;
  const ours = settings === undefined ? undefined : `${disk.home}/${settings}`;
  if (ours !== undefined && [...call.written].some((path) => isInside(path, ours))) return false;
  return words[0]?.value !== "gh" || mayLookUp(cwd, scene);
}

/** gh asks git where the project lives. Where there is a repository, git may look at it. */
function mayLookUp(cwd: string, scene: Scene): boolean {
  const looks = { path: ["status"], options: [], operands: [] };
  return findRepository(cwd, scene.disk) === undefined
    ? isOutsideGit(cwd, scene)
    : proveGit(looks, { cwd, scene }) !== undefined;
}

/** Nothing above is called as git's own. */
const isOutsideGit = (cwd: string, { disk }: Scene): boolean =>
  cwd.split("/").every((_, i, all) => {
    const dir = all.slice(0, all.length - i).join("/");
    return ["/.git", "/HEAD"].every((name) => disk.lstat(dir + name).kind === "absent");
  });

/** What is asked for is told to the service. Names are made of words; hashes, which services show, are of hexadecimal digits. */
const isLikeSecret = (word: string): boolean =>
  word
    .split(/[-_./@:=]/)
    .some(
      (part) =>
        part.length >= 16 &&
        /^[A-Za-z0-9]+$/.test(part) &&
        !/^[0-9a-f]+$/.test(part) &&
        ((/\d/.test(part) && /[a-z]/i.test(part)) || /[A-Z]{2}/.test(part)),
    );
