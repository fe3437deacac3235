/** Secrets that git takes up without a word that names them (`git add -A`), and how those that were found are told. */
import { basename } from "node:path/posix";
import { type Effect, exact, fixedPart, unknownShown, unknownUse } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { findRepo, type Repo, type SecretsFound, secretsTaken, type TakenPlace } from "../../machine/git/index.ts";
import { foldSegment, matchesNow, secretFile } from "../../machine/index.ts";
import { reads } from "../disk-makers.ts";
import { given } from "../makers.ts";
import type { Use } from "../spec.ts";

export const repoOf = (use: Use): Repo | undefined =>
  use.cwd.certainty === "exact" ? findRepo(use.cwd.path, use.context.world) : undefined;

/** How many are named: one is enough to hold the call. */
const MOST_NAMED = 8;

export const TOO_MUCH = unknownShown("git has more there than is looked through for secrets");
/** One comparison, of what is there by plain names: only larger than is looked through. */
export const LARGE = unknownUse("more differs there than is looked through for secrets");

export function readAll({ paths, cut }: SecretsFound, more: Effect = TOO_MUCH): readonly Effect[] {
  return [
    ...paths.slice(0, MOST_NAMED).flatMap((path): readonly Effect[] => [reads(exact(path)), ...keyShown(path)]),
    ...(cut ? [more] : []),
  ];
}

/** Nothing in its name says so, and the file may be another one by now. */
const keyShown = (path: string): readonly Effect[] =>
  secretFile(foldSegment(basename(path))) === undefined ? [{ do: "secret", act: "secret.private-key", on: path }] : [];

/** Contents that become objects, from where they are printed under no name of a file. `forced`: options that take ignored files too. */
export function secretsTakenUp(use: Use, forced: string): readonly Effect[] {
  const repo = repoOf(use);
  if (repo === undefined || repo.workTree === null) return [];
  const named = use.operands.flatMap((word) => placeTaken(use, word, repo.workTree ?? "/"));
  const whole = [{ path: repo.workTree, ending: "" }];
  const places = use.operands.length === 0 || given(use, "--pathspec-from-file") ? whole : named;
  return readAll(secretsTaken(repo, places, given(use, forced), use.context.world), LARGE);
}

/** `git add`: files that git does not know yet. */
export const secretsAdded = (use: Use): readonly Effect[] =>
  !given(use, "-n --dry-run -u --update --refresh --renormalize") &&
  (use.operands.length > 0 || given(use, "-A --all --no-ignore-removal --pathspec-from-file"))
    ? secretsTakenUp(use, "-f --force")
    : [];

/** A pathspec's `*` crosses directories; of a pattern only what stands before and behind its wildcards is counted on. */
export function placeTaken(use: Use, word: KnownWord, top: string): readonly TakenPlace[] {
  const { value } = word;
  if (value === null || value.startsWith(":")) return [{ path: top, ending: "" }];
  const target = use.target(word);
  if (target.certainty === "unknown") return [{ path: top, ending: "" }];
  if (!/[*?[\\]/.test(value)) return [{ path: target.path, ending: "" }];
  // What a shell writes out are names that are there.
  const written = word.glob ? matchesNow(target.path, use.context.world) : undefined;
  if (written !== undefined && written.length > 0) return written.map((path) => ({ path, ending: "" }));
  return [
    { path: value.includes("\\") ? top : fixedPart(target) || "/", ending: /[^*?[\]\\]*$/.exec(value)?.[0] ?? "" },
  ];
}
