/** Names of files on their way from the command that lists them to the one that opens them. */
import type { Effect } from "../../contract/effect.ts";
import type { CallCommand, DataMark, FlowContext } from "./flow.ts";
import { isKeyWord, usesAsKey } from "./key-use.ts";
import { filtered, type NameList, passesNames, readsOfListing } from "./listings.ts";
import { listedBy, marksOfListing } from "./sources.ts";

/** What each command prints names of: what it looks for itself, or what it was given and gives on. */
export function listingsOf(commands: readonly CallCommand[], context: FlowContext): readonly (readonly NameList[])[] {
  const listed: (readonly NameList[])[] = [];
  for (const command of commands) {
    const fed = (command.fedBy ?? []).flatMap(([from, to]) => listed.slice(from, to).flat());
    const own = fed.length > 0 && passesNames(command) ? undefined : listedBy(command, context);
    const given = passesNames(command) ? fed.map((listing) => filtered(command, listing)) : [];
    listed.push([...(own === undefined ? [] : [own]), ...given].slice(0, MAX_LISTINGS));
  }
  return listed;
}
const MAX_LISTINGS = 8;

interface Listed {
  readonly commands: readonly CallCommand[];
  readonly listed: readonly (readonly NameList[])[];
}

/** Of what feeds it, and of the search that runs it. */
export function listingsBehind(command: CallCommand, index: number, { commands, listed }: Listed): readonly NameList[] {
  const fed = (command.fedBy ?? []).flatMap(([from, to]) => listed.slice(from, to).flat());
  const search = RUN_BY_SEARCH.test(command.via ?? "")
    ? commands.findLastIndex((one, i) => i < index && one.depth < command.depth && SEARCHES.test(one.name ?? ""))
    : -1;
  return [...fed, ...(listed[search] ?? [])];
}

const SEARCHES = /^(?:g?find|fd(?:find)?)$/;
const RUN_BY_SEARCH = /^(?:find -|fd)/;

/** A name that a search found is one that it asked for: what is opened by it is no more than that. */
export function openingFound(
  command: CallCommand,
  behind: readonly NameList[],
  { projectRoot }: FlowContext,
): CallCommand {
  const named = behind.filter(({ names }) => names !== undefined);
  if (named.length === 0 || named.length < behind.length) return command;
  const found = named.flatMap((listing) => readsOfListing(listing, projectRoot));
  const isFound = (effect: Effect): boolean =>
    effect.do === "read" &&
    effect.target.certainty === "unknown" &&
    !usesAsKey(command, effect) &&
    named.some(({ roots }) => roots.some(({ path }) => path === effect.target.path));
  const others = command.effects.filter((effect) => !isFound(effect));
  return others.length === command.effects.length ? command : { ...command, effects: [...others, ...found] };
}

/** Keys among the files that an earlier command found and this one is given by name. */
export const marksOfListed = (
  command: CallCommand,
  behind: readonly NameList[],
  context: FlowContext,
): readonly DataMark[] => (opensGiven(command) ? behind.flatMap((listing) => marksOfListing(listing, context)) : []);

/** It opens the files whose names it is given: as words, or on its input. */
function opensGiven(command: CallCommand): boolean {
  const { name, words, wrappers, effects } = command;
  if (FILES_ON_INPUT.test(lineOf(command))) return true;
  const given = words.flatMap(({ value, prefix, text }, i) =>
    (value === null || value === "{}") && !isKeyWord(command, i) ? [{ said: prefix + text, prefix, i }] : [],
  );
  const fed = given.length > 0 || wrappers.some((one) => /^(?:xargs|parallel)$/.test(one));
  const opens = effects.some(
    (effect) => effect.do === "read" && effect.content && effect.target.certainty === "unknown",
  );
  return (
    (fed && READS_NAMED.test(name ?? "")) ||
    given.some(
      ({ said, prefix, i }) =>
        opens || /[@{<]/.test(said) || [prefix, words[i - 1]?.value ?? ""].some((one) => NAMES_FILE.test(one)),
    )
  );
}

const lineOf = ({ words }: CallCommand): string => words.map(({ value, prefix }) => value ?? prefix).join(" ");
const READS_NAMED = /^(?:cat|tac|tar|zip|base64|base32|xxd|od|gzip|xz|zstd|scp|rsync|cp|head|tail|nc|7z|strings)$/;
/** An option whose value is a file that is sent. */
const NAMES_FILE = /^-{1,2}(?:T|[\w-]*(?:file|upload|attach\w*|input))=?$/;
/** Programs that take the names of the files they pack from their input. */
const FILES_ON_INPUT =
  /^(?:cpio|pax) .*-\w*[ow]|^(?:g|bsd)?tar .*(?:-\w*T ?-|--files-from[= ]-)|^zip .*-@|^rsync .*--files-from[= ]-|^7z .*-si|^wget .*-i ?-/;
