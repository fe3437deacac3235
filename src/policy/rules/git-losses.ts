/**
 * What of git no open rule covers because there is no way back, or because it is not the project's: commits nothing names any more are
 * thrown away, branches are overwritten by a refspec, settings of the person or of the machine are changed.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { type GitFront, gitFront, isGit } from "./git-base.ts";

/** `fixed`: the words the rule spells out. */
export function losesHistory(command: SubCommand, fixed: readonly string[]): boolean {
  const front = isGit(command) ? gitFront(command) : undefined;
  if (front === undefined) return false;
  const words = front.rest.map(({ value, prefix }) => value ?? prefix);
  const unspelled = (word: string | undefined): boolean => word !== undefined && !fixed.includes(word);
  if (front.options.some(({ name, value }) => name === "-c" && /^(?:gc|core\.logallrefupdates)/i.test(value ?? "")))
    return true;
  return (
    unspelled(throwsAway(front, words)) ||
    unspelled(overwrites(front, words)) ||
    unspelled(setsForAll(command, front, words))
  );
}

/** The word with which it does. */
function throwsAway({ sub }: GitFront, words: readonly string[]): string | undefined {
  const dry = words.some((word) => /^(?:-n|--dry-run)$/.test(word));
  switch (sub) {
    case "reflog":
      return dry ? undefined : words.find((word) => /^(?:expire|delete)$/.test(word));
    case "prune":
      return dry ? undefined : "prune";
    case "gc":
    case "maintenance":
      return words.find((word) => /^--pr|^--cruft-e|^--expire/.test(word));
    case "repack":
      return words.some((word) => /^-[a-zA-Z]*d/.test(word))
        ? words.find((word) => /^-[a-zA-Z]*a|^--cruft-e/.test(word))
        : undefined;
    default:
      return undefined;
  }
}

/** A branch of this repository is put elsewhere, whatever it held: names a remote has stand apart. */
function overwrites({ sub }: GitFront, words: readonly string[]): string | undefined {
  if (sub !== "fetch" && sub !== "pull") return undefined;
  const loose = words.some((word) =>
    /^(?:-[a-zA-Z]*[fp][a-zA-Z]*|--force|--pru\w*|--update-head-ok|--mirror\S*)$/.test(word),
  );
  return words.find((word) => {
    const [, forced, to = ""] = /^(\+?)[^:-][^:]*:([^/:].*)$/.exec(word) ?? [];
    if (forced === undefined || /^refs\/remotes\//.test(to)) return false;
    return forced === "+" || loose || /^refs\/heads(?:\/|$)|\*/.test(to);
  });
}

/** Settings that are not this repository's. */
function setsForAll({ effects }: SubCommand, { sub }: GitFront, words: readonly string[]): string | undefined {
  if (sub !== "config" || !effects.some(({ do: what }) => what === "vcs")) return undefined;
  return words.find((word) => /^--(?:gl|sy)/.test(word));
}
