/**
 * A plain call changes one thing. Each command is judged on the disk as it is before the call: a second one would meet what the first
 * made of it. So before the change directories are entered and texts said, behind it git may tell what is changed, and that is all.
 * `git add` and then `git commit` are one change.
 */
import type { PolicyCall } from "../../call.ts";
import { gitWords } from "./commits.ts";
import type { PlainUse } from "./late.ts";

export function changesOnce(uses: readonly PlainUse[], call: PolicyCall): boolean {
  const changing = uses.filter(isChange);
  if (changing.length === 0) return true;
  const first = uses.findIndex(isChange);
  return (
    isOne(changing) &&
    changing.every((use) => isPlainChange(use, call)) &&
    uses.every((use, i) => isChange(use) || isQuiet(use) || (i < first ? isEntering(use) : isStatus(use)))
  );
}

const isChange = ({ kind, command }: PlainUse): boolean =>
  kind === "edits" || command.writes.some((place) => place !== "/dev/null");

/** One, or files that are staged and then committed. */
function isOne(changing: readonly PlainUse[]): boolean {
  const subs = changing.map(subOf);
  return changing.length === 1 || (subs.at(-1) === "commit" && subs.slice(0, -1).every((sub) => sub === "add"));
}

/** Its words are literal, nothing is fed into it, and what it copies or moves is one file at a time. */
const isPlainChange = ({ command, effects }: PlainUse, { world }: PolicyCall): boolean =>
  command.words.every(({ glob }) => !glob) &&
  effects.every((effect) => effect.do !== "write" || effect.from === undefined || isFile(effect.from.path, world));

const isFile = (path: string, world: PolicyCall["world"]): boolean => /^(?:file|absent)$/.test(world.lstat(path).kind);

/** It touches nothing: `echo`, or `tail` behind a pipe. */
const isQuiet = ({ kind, effects }: PlainUse): boolean => kind === "reads" && effects.length === 0;
const isEntering = ({ command: { words } }: PlainUse): boolean => words[0]?.value === "cd";
const isStatus = (use: PlainUse): boolean => subOf(use) === "status";

const subOf = ({ command: { words } }: PlainUse): string | undefined => gitWords(words)[0]?.value;
