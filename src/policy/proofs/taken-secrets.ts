/**
 * A call that puts something into git's index or history and then prints of it. What git has now says nothing of that: so all that could
 * have got there by then is looked at, and what the call itself no longer ignores.
 */
import { basename } from "node:path/posix";
import type { Effect, Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, secretsShown, secretsTaken } from "../../machine/git/index.ts";
import { isInside, matchesNow, segmentMatches } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, isGit } from "../rules/index.ts";

const PRINTS = /^(?:diff|show|log|whatchanged|diff-index|diff-tree|diff-files|stash|grep|cat-file|blame)$/;
const LISTS = /^--(?:stat|shortstat|numstat|name-only|name-status|summary|raw|no-patch|quiet)(?:=|$)|^-s$/;
const CONTENTS = /^(?:-[a-zA-Z]*[puUWc]|--patch|--unified|--word-diff|--color-words|--cc|--binary|--check)/;

export function printsTaken(command: SubCommand, call: PolicyCall): boolean {
  const front = isGit(command) ? gitFront(command) : undefined;
  if (front === undefined || !PRINTS.test(front.sub ?? "diff")) return false;
  const words = front.rest.map(({ value }) => value ?? "");
  const prints = words.some((word) => CONTENTS.test(word));
  if (!prints && (front.sub === "log" || words.some((word) => LISTS.test(word)))) return false;
  const commands = call.reading?.commands ?? [];
  const before = commands.slice(0, Math.max(commands.indexOf(command), 0)).filter(changesGit);
  if (before.length === 0) return false;
  return namesNew(words, before) || couldHaveTaken(command, call);
}

const changesGit = ({ effects }: SubCommand): boolean => effects.some(({ do: kind }) => kind === "vcs");

/** A branch or a tag that an earlier command makes: it may be that of any commit. */
const namesNew = (words: readonly string[], before: readonly SubCommand[]): boolean =>
  before
    .filter(({ effects }) =>
      effects.some((effect) => effect.do === "vcs" && (effect.op === "tag" || effect.op === "branch-create")),
    )
    .some((one) => one.words.slice(2).some(({ value }) => value === null || words.some((word) => names(word, value))));

const names = (word: string, made: string): boolean =>
  made !== "" && !made.startsWith("-") && word.split(/\.{2,3}|[~^:@]/).includes(made);

/** `mv .gitignore x && git add -A`, `mv certs keys && git add -A`: what is ignored now is taken up then. */
export function takesUncovered({ cwd }: SubCommand, call: PolicyCall): boolean {
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, call.world) : undefined;
  if (repo === undefined || repo.workTree === null) return false;
  const top = repo.workTree;
  const isAll = call.effects.some(
    (effect) => changesIgnoring(effect, { top, gitDir: repo.commonDir }) && !onlyIgnoresMore(effect, call),
  );
  const moved = call.effects.flatMap((effect) =>
    effect.do === "write" && effect.from !== undefined ? [placesOf(effect.from, call)] : [],
  );
  const isWhole = isAll || moved.includes(undefined);
  const places = isWhole ? [top] : moved.flatMap((some) => some ?? []);
  if (places.length === 0) return false;
  const asked = places.map((path) => ({ path, ending: "" }));
  const { paths, cut } = secretsTaken(repo, asked, true, call.world);
  return cut || paths.length > 0;
}

/** Undefined: nobody knows what it is. */
const placesOf = ({ certainty, path }: Target, { world }: PolicyCall): readonly string[] | undefined =>
  certainty === "exact" ? [path] : certainty === "glob" ? matchesNow(path, world) : undefined;

/** A file that says what is ignored, or all that stands around one. */
function changesIgnoring(effect: Effect, { top, gitDir }: { readonly top: string; readonly gitDir: string }): boolean {
  if (effect.do !== "write" && effect.do !== "delete") return false;
  const { path, certainty } = effect.target;
  if (certainty === "unknown") return true;
  const named = basename(path);
  return isInside(top, path) || isInside(path, gitDir) || segmentMatches(named, ".gitignore");
}

/** `echo dist >> .gitignore`: lines behind the others, none of which takes one back. */
const onlyIgnoresMore = (effect: Effect, { reading }: PolicyCall): boolean =>
  effect.do === "write" &&
  effect.as === "append" &&
  (reading?.commands ?? [])
    .filter(({ effects }) => effects.includes(effect))
    .every(
      ({ name, words }) =>
        /^(?:echo|printf)$/.test(name ?? "") && words.every(({ value }) => /^[^!\\]*$/.test(value ?? "!")),
    );

function couldHaveTaken({ cwd }: SubCommand, call: PolicyCall): boolean {
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, call.world) : undefined;
  if (repo === undefined || repo.workTree === null) return cwd.certainty !== "exact";
  const uncovers = call.effects.some((effect) => changesIgnored(effect, repo.commonDir));
  const found = [
    secretsTaken(repo, [{ path: repo.workTree, ending: "" }], uncovers, call.world),
    secretsShown(
      repo,
      { shown: { show: "difference", cached: false, meeting: false }, revisions: ["HEAD"], places: [] },
      call.world,
    ),
  ];
  return found.some(({ paths, cut }) => cut || paths.length > 0);
}

function changesIgnored(effect: Effect, gitDir: string): boolean {
  if (effect.do !== "write" && effect.do !== "delete") return false;
  const { target, recursive } = effect;
  return (
    recursive || target.certainty !== "exact" || basename(target.path) === ".gitignore" || isInside(target.path, gitDir)
  );
}
