/**
 * What commits hold is not plain: any of them may hold a secret that the files of today do not show, and reading git's store is a
 * language of its own. Plain are their names, counts and messages; what changed in the work tree since it was staged; and the one
 * file that `REV:path` names.
 */
import { findRepo } from "../../../machine/git/index.ts";
import { absolutePath, isInside } from "../../../machine/index.ts";
import type { PolicyCall } from "../../call.ts";
import type { PlainWord } from "./grammar.ts";
import type { PlainUse } from "./late.ts";

/** Options that print something else in place of the contents, and those that print contents whatever else is. */
const LISTS = /^(?:-[a-z]*s|--(?:stat|shortstat|numstat|name-only|name-status|summary|no-patch|quiet)(?:=.*)?)$/;
const CONTENTS = /^(?:-U.*|--(?:unified|word-diff|check)(?:=.*)?)$/;
const STAGED = /^--(?:cached|staged)$/;
const FILE_OF_COMMIT = /^[^:]+:[^:]/;

export function showsCommits({ command: { words }, cwd }: PlainUse, call: PolicyCall): boolean {
  const [sub, ...rest] = gitWords(words);
  if (sub?.value !== "diff" && sub?.value !== "show") return false;
  const end = rest.findIndex(({ value }) => value === "--");
  const before = end < 0 ? rest : rest.slice(0, end);
  const options = before.filter(({ value }) => value.startsWith("-"));
  const says = (wanted: RegExp): boolean => options.some(({ value }) => wanted.test(value));
  if (says(LISTS) && !says(CONTENTS)) return false;
  const operands = before.filter((word) => !options.includes(word));
  if (sub.value === "show") return operands.length === 0 || !operands.every(({ value }) => FILE_OF_COMMIT.test(value));
  const places = end < 0 ? operands : [...operands, ...rest.slice(end + 1)];
  const isBehind = end >= 0;
  return says(STAGED) || (isBehind && operands.length > 0) || !arePlaces(places, isBehind, { cwd: cwd.path, call });
}

interface Standing {
  readonly cwd: string;
  readonly call: PolicyCall;
}

/** The words behind `git` and its own options: `git -C DIR --no-pager diff`, `rtk git diff`. */
export function gitWords(words: readonly PlainWord[]): readonly PlainWord[] {
  const at = words.findIndex(({ value }) => value === "git");
  if (at < 0 || at > 1) return [];
  const first = words.findIndex(({ value }, i) => i > at && !value.startsWith("-") && words[i - 1]?.value !== "-C");
  return first < 0 ? [] : words.slice(first);
}

/**
 * All of one work tree. A word before `--` that is nothing there is a revision. Where there is no repository git compares two files, or
 * directories with all in them.
 */
function arePlaces(words: readonly PlainWord[], isBehind: boolean, { cwd, call }: Standing): boolean {
  const repo = findRepo(cwd, call.world);
  const top = repo === undefined ? "/" : (repo.workTree ?? "");
  return words.every(({ value, glob, revision }) => {
    const path = absolutePath(value, cwd, call.world);
    const { kind } = call.world.lstat(path);
    if (revision !== undefined || !isInside(call.real(path).path, call.real(top).path)) return false;
    return repo === undefined ? kind === "file" || kind === "absent" : isBehind || glob || kind !== "absent";
  });
}
