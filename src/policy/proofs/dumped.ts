/**
 * Contents of files that nobody named one by one: what find hands to a program that prints it, and what a pattern such as `.*` matches
 * now. A rule for the program says no more of a secret among them than of one that is named.
 */
import { basename } from "node:path/posix";
import { exact, type ReadEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, findSecretBelow, foldSegment, matchesNow, secretFile } from "../../machine/index.ts";
import { findParts, isChecker, mayRunFor } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";

/** Matches whose contents are looked into; of more, names alone tell. */
const MAX_LOOKED_INTO = 64;
const FINDS = /^(?:g?find|bfs)$/;

/** Of what they read they print a number, a kind or whether it is alike. */
const TELLS_LITTLE =
  /^(?:wc|cksum|sum|md5|\w+sum|shasum|stat|file|ls|du|test|\[|cmp|touch|basename|dirname|realpath|readlink)$/;
/** They print what they look for; an empty pattern, and what is turned round, is everything. */
const SEARCHES = /^(?:[efzp]|bz|xz|rip)?grep$|^(?:rg|ag|ack)$/;
const FITS_EVERY_LINE = /^(?:|[.^$*]+|-\w*v\w*|--invert-match)$/;

type IsSecret = (effect: ReadEffect) => boolean;

/** `effects`: what the command reads and no rule spells out. */
export function dumpsSecret(
  command: SubCommand,
  effects: readonly ReadEffect[],
  call: PolicyCall,
  isSecret: IsSecret,
): boolean {
  if (effects.length === 0 || !showsContents(command)) return false;
  // One that could climb (`.*`) is not known as a target, and matches what it matches.
  const { words, cwd } = command;
  const patterns = words.slice(1).flatMap(({ glob, value }) => (glob && value !== null ? [value] : []));
  return (
    patterns.some((pattern) => matchesSecret(absolutePath(pattern, cwd.path, call.world), call, isSecret)) ||
    effects.some(({ target }) => target.certainty === "unknown" && findsSecret(target.path, call))
  );
}

function showsContents({ name, words, effects }: SubCommand): boolean {
  const program = name ?? "";
  if (TELLS_LITTLE.test(program) || isChecker(program) || effects.some((effect) => effect.do === "write")) return false;
  return !SEARCHES.test(program) || words.slice(1).some(({ value }) => FITS_EVERY_LINE.test(value ?? " "));
}

const isCalledSecret = (path: string): boolean => secretFile(foldSegment(basename(path))) !== undefined;

/** More than is looked through may have one. */
function matchesSecret(pattern: string, { world }: PolicyCall, isSecret: IsSecret): boolean {
  const matched = matchesNow(pattern, world);
  if (matched === undefined) return true;
  const files = matched.filter((path) => world.stat(path).kind === "file");
  return (
    files.some(isCalledSecret) ||
    files
      .slice(0, MAX_LOOKED_INTO)
      .some((path) => isSecret({ do: "read", target: exact(path), recursive: false, content: true }))
  );
}

/** One of the call's searches begins at the place, and runs something for a secret below it. */
function findsSecret(place: string, call: PolicyCall): boolean {
  const { world } = call;
  const finds = (call.reading?.commands ?? []).filter(({ name }) => FINDS.test(name ?? ""));
  return finds.some(({ words, cwd }) => {
    const { roots, expression } = findParts(words.slice(1).map(({ value }) => value ?? undefined));
    return roots.some((root) => {
      if (absolutePath(root, cwd.path, world) !== place) return false;
      const runsFor = (below: string): boolean => mayRunFor(expression, { root, below });
      const found = findSecretBelow(
        place,
        world,
        (_, path) => isCalledSecret(path) && runsFor(path.slice(place === "/" ? 0 : place.length)),
      );
      return found === "bound" ? runsFor("/.env") || runsFor("/a/id_rsa") : found !== undefined;
    });
  });
}
