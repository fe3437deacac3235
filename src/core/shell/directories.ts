/**
 * Where each command of a text stands. `cd` comes first and has `&&` behind it; once something runs also where it failed, all that
 * follows stands in either place. Where `cd` leads depends on more than its word: sure is only what every shell takes alike.
 */

import { mayEnter, realPath } from "../places/index.ts";
import type { PlainCommand } from "../text.ts";
import type { Scene } from "../types.ts";
import { placeAt } from "./place-at.ts";

/** Of each command the directories it may stand in; undefined: not sure. */
export function directoriesOf(
  commands: readonly PlainCommand[],
  scene: Scene,
): readonly (readonly string[])[] | undefined {
  const { cwd } = scene.call;
  const [first] = commands;
  // Nobody looks around in a directory that lies with somebody else.
  if (realPath(cwd, scene.disk) === undefined) return undefined;
  if (commands.some(({ words }, i) => i > 0 && words[0]?.value === "cd")) return undefined;
  if (first?.words[0]?.value !== "cd") return commands.map(() => [cwd]);
  const to = entered(first, scene);
  if (to === undefined || (first.joint !== "&&" && commands.length > 1)) return undefined;
  const inside = to === cwd ? [cwd] : [to];
  const either = to === cwd ? [cwd] : [to, cwd];
  const parted = commands.findIndex(({ joint }) => joint === ";" || joint === "||");
  return commands.map((_, i) => (i === 0 ? [cwd] : parted >= 0 && i > parted ? either : inside));
}

function entered({ words: [, word] }: PlainCommand, scene: Scene): string | undefined {
  // `+1`, `-1`: for some shells a place where one was before.
  if (word === undefined || word.glob || word.revision !== undefined || /^[+-]/.test(word.value)) return undefined;
  const isBare = !/^(?:\/|\.{1,2}(?:\/|$))/.test(word.value);
  if (isBare && looksElsewhere(scene)) return undefined;
  const to = placeAt(word, scene.call.cwd, scene);
  return to !== undefined && mayEnter(to, scene) ? to : undefined;
}

const START_FILES = ".profile .bash_profile .bash_login .bashrc .zshenv .zprofile .zshrc .zlogin".split(" ");
const OF_THE_SYSTEM = ["profile", "bashrc", "bash.bashrc", "zshenv", "zshrc", "zsh/zshenv", "zsh/zshrc"];
const LOOKS_ELSEWHERE = /CDPATH|cdpath|cdable_?vars/i;
const MAX_BYTES = 1 << 20;

/** The person's own start files, or the host, may give shells a list of places to look in first. */
function looksElsewhere({ process, disk }: Scene): boolean {
  if (process?.variables.has("CDPATH")) return true;
  const { ZDOTDIR: zsh = disk.home } = process?.values ?? {};
  const own = [...new Set([disk.home, zsh])].flatMap((dir) => START_FILES.map((name) => `${dir}/${name}`));
  return [...own, ...OF_THE_SYSTEM.map((name) => `/etc/${name}`)].some((file) => {
    const real = realPath(file, disk)?.path;
    if (real !== undefined && disk.lstat(real).kind === "absent") return false;
    const bytes = real === undefined ? undefined : disk.readFile(real, MAX_BYTES);
    return bytes === undefined || LOOKS_ELSEWHERE.test(Buffer.from(bytes).toString("latin1"));
  });
}
