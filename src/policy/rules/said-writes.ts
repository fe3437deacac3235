/**
 * What a call may write by what its words, its code and its variables say, generously: the one finder for rules that forbid
 * editing and for the places only the person may approve (3c).
 */
import { beside } from "../../contract/beside.ts";
import { exact, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isInside, matchesNow } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { archivedPlaces } from "./archived-places.ts";
import { treesByCode } from "./code-trees.ts";
import { codeWrites, codeWritesHere } from "./code-writes.ts";
import { groundWrites } from "./ground-writes.ts";
import { handedPlaces } from "./handed-places.ts";
import { hiddenCode } from "./hidden-code.ts";
import { laidOver } from "./laid-over.ts";
import { mentionedWrites } from "./mentioned-places.ts";
import { packageWrites } from "./package-writes.ts";
import { standingWrites } from "./standing-writes.ts";
import { unaccountedWords } from "./unaccounted-words.ts";
import { variableWrites } from "./variable-writes.ts";
import { type WrittenPlace, writtenWords } from "./written-words.ts";

export const commandsOf = (call: PolicyCall): readonly SubCommand[] => [
  ...(call.reading?.commands ?? []),
  ...hiddenCode(call).commands,
];

const saidBefore = beside<PolicyCall, readonly WrittenPlace[]>();

/** For rules, in whatever could be code or a command as well. Found once for each call. */
export function saidWrites(call: PolicyCall): readonly WrittenPlace[] {
  const commands = commandsOf(call);
  const places = saidBefore.get(call) ?? [
    ...findSaid(call, commands),
    ...codeWrites(call, commands),
    ...treesByCode(call, commands),
    ...packageWrites(call),
    ...standingWrites(call, commands),
    ...unaccountedWords(call),
  ];
  saidBefore.set(call, places);
  return places;
}

/** For 3c, in what is read to run: a text that only looks like code writes nothing. */
function saidHere(call: PolicyCall): readonly WrittenPlace[] {
  const commands = [call.reading, ...call.likely()].flatMap((reading) => reading?.commands ?? []);
  return [...findSaid(call, commands), ...codeWritesHere(call), ...groundWrites(call, commands)];
}

function findSaid(call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] {
  const handed = handedPlaces(call, commands).filter(({ writable }) => writable);
  return [
    ...writtenWords(call, commands),
    ...laidOver(call, commands),
    ...mentionedWrites(call),
    ...variableWrites(call),
    ...archivedPlaces(call, commands),
    ...secondNames(commands),
    ...handed.map(({ target }) => ({ target, recursive: true })),
  ];
}

/** A hard link is a second name of the file: whoever writes there later writes the file, and nothing tells that it is the same. */
const secondNames = (commands: readonly SubCommand[]): readonly WrittenPlace[] =>
  commands.flatMap(({ effects }) =>
    effects.flatMap((effect) =>
      effect.do === "write" && effect.as === "hardlink" && effect.from !== undefined
        ? [{ target: effect.from, recursive: effect.recursive, ...patternOf(effect.from) }]
        : [],
    ),
  );

const patternOf = ({ path, certainty }: Target): Pick<WrittenPlace, "pattern"> =>
  certainty === "glob" ? { pattern: path } : {};

/** Each place that is said, and what the patterns among them match now; a tree stands for itself. */
export const saidPlaces = (call: PolicyCall): readonly Target[] =>
  saidHere(call).flatMap(({ target, pattern }) =>
    pattern === undefined ? [target] : matchedOutside(pattern, call).map(exact),
  );

/** In the project a pattern that names no hidden file changes the person's own: formatters are given such. */
export function matchedOutside(pattern: string, { projectRoot, world }: PolicyCall): readonly string[] {
  const hidden = /\/\.[^/.*?[]/.test(pattern.slice(projectRoot.length));
  return isInside(pattern, projectRoot) && !hidden ? [] : (matchesNow(pattern, world) ?? []);
}
