/**
 * A text changes one thing. Each command is judged on the disk as it is before the call: a second change, or what reads what was changed,
 * would meet another disk. `git add` and then `git commit` are one change; behind it git may tell what it did.
 */
import { isInside } from "../places/index.ts";
import { changedBy, isChange, type PlainStep, pipelinesOf } from "./step.ts";

export function changesOnce(steps: readonly PlainStep[]): boolean {
  const changing = steps.filter(isChange);
  if (changing.length === 0) return true;
  if (!isOne(changing) || changing.some(({ command }) => command.words.some(({ glob }) => glob))) return false;
  if (steps.some(({ sorted }) => sorted.does === "service") || pipelinesOf(steps).some(feedsItself)) return false;
  const first = steps.findIndex(isChange);
  return steps.every((step, i) => i < first || isChange(step) || isQuiet(step) || tellsOfGit(step, changing));
}

/** One, or files that are staged and then committed. */
function isOne(changing: readonly PlainStep[]): boolean {
  const subs = changing.map(subOf);
  return changing.length === 1 || (subs.at(-1) === "commit" && subs.slice(0, -1).every((sub) => sub === "add"));
}

/** `cat F >> F`: a file that is read while it grows by what is read of it has no end. */
function feedsItself(pipeline: readonly PlainStep[]): boolean {
  const changed = pipeline.filter(({ command }) => command.writes.length > 0).flatMap(changedBy);
  const read = pipeline.flatMap(({ touches }) => touches.filter(({ role }) => role === "read" || role === "search"));
  return changed.some((path) => read.some((one) => one.path === path || isInside(path, one.path)));
}

/** It opens nothing: names alone, or what is fed to it. */
const isQuiet = ({ name, touches }: PlainStep): boolean =>
  name !== "git" && touches.every(({ role }) => role === "list");

/** What was staged and committed has changed neither git's settings nor any file. */
const tellsOfGit = (step: PlainStep, changing: readonly PlainStep[]): boolean =>
  subOf(step) === "status" ||
  (step.name === "git" && changing.every((one) => /^(?:add|commit)$/.test(subOf(one) ?? "")));

const subOf = ({ name, sorted }: PlainStep): string | undefined => (name === "git" ? sorted.use.path[0] : undefined);
