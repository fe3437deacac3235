/** What stands in the input of a tool nobody declared: any string of it may be a path or an address. */

import type { Json } from "../../contract/action.ts";
import { beside } from "../../contract/beside.ts";
import type { Target } from "../../contract/effect.ts";
import { groupsWrittenOut, hostsOfAddress } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { contactedBy, placesOf, readingsOf } from "../tools/index.ts";
import { namesWithin } from "./loose-spellings.ts";

/** How many strings are looked at, and how long a path may be, in characters. */
const MAX_STRINGS = 1024;
const MAX_PATH = 4096;
/** A directory beside a name below it: how many of either are put together. */
const MAX_JOINED = 16;
/** Text within text is unfolded so deep. */
const MAX_DEPTH = 8;

/** How servers call what holds a place. */
const PLACE_FIELD =
  /path|file|uri|url|dir|folder|cwd|root|target|dest|source|src|location|document|workspace|repo|^(?:from|to|in|out|input|output|old|new)$/i;
/** Fields with which a call goes through what lies below a place, and tools that do so by their own name. */
const SWEEPING_FIELD = /recurs|depth|glob|pattern|include|exclude|wildcard|regex|extension/i;
const SWEEPING_TOOL =
  /search|tree|recurs|grep|glob|find|walk|index|archive|zip|pack|sync|copy|move|rename|delete|remove/i;

/** `{"files": {"src/a.ts": "…"}}`: what is no name of a field is itself a path or an address. */
const KEY_IS_VALUE = /[/\\.~:%$]/;

/** Fields of texts for people and of what is looked for or left out: a bare name in them is no place to write to. */
const TEXT_FIELD =
  /exclud|ignor|skip|quer|question|regex|^(?:q|text|content|contents|message|body|title|prompt|description|search|term|keyword|label|tag)s?$/i;

export interface LooseString {
  readonly text: string;
  /** Its field, or the field of the list it stands in, is called as places are. */
  readonly isPlace: boolean;
  /** Its field holds words. */
  readonly isText: boolean;
  /** Its field holds the contents of a file. */
  readonly isContent?: boolean;
}

/** Between places in one text, or where a server stops reading. */
export const SEPARATOR = /[\n\0,;]/;

/** What is to stand in a file, or stood there: it names nothing. */
const CONTENT_FIELD = /^(?:(?:old|new|file)_?(?:text|str|string|content)|content)s?$/i;

interface LooseInput {
  readonly strings: readonly LooseString[];
  /** There is more of it than is looked at. */
  readonly hasMore: boolean;
}

const found = beside<PolicyCall, LooseInput>();
const NOTHING: LooseInput = { strings: [], hasMore: false };

function inputOf(call: PolicyCall): LooseInput {
  const command = unreadCommand(call);
  if (!call.spec.anyField && command === undefined) return NOTHING;
  const kept = found.get(call);
  if (kept !== undefined) return kept;
  const all = command === undefined ? collect(call.input, { field: "", depth: 0 }) : wordsOf(command);
  const strings = all.filter((one) => one !== TOO_DEEP).slice(0, MAX_STRINGS);
  const read = { strings: [...strings, ...strings.flatMap(writtenOut)], hasMore: strings.length < all.length };
  found.set(call, read);
  return read;
}

/** What a pattern with groups (`@(a|b)`) may name: servers match with libraries that know them. What has blanks in it is prose. */
const writtenOut = (one: LooseString): readonly LooseString[] =>
  one.text.length > MAX_PATH || one.isContent === true || /\s/.test(one.text)
    ? []
    : groupsWrittenOut(one.text).map((text) => ({ ...one, text }));

/** The command of a shell whose words only are read. */
function unreadCommand({ spec: { shell }, input }: PolicyCall): string | undefined {
  return shell === undefined || shell.dialect === "bash" ? undefined : shell.command(input);
}

/** Home, as PowerShell and cmd spell it. */
const HOME = /^(?:\$home|\$\{home\}|\$env:(?:home|userprofile)|%(?:home|userprofile)%)(?=[\\/]|$)/i;

const wordsOf = (command: string): readonly LooseString[] =>
  command
    .split(/[\s"'`=,;|(){}<>&@]+/)
    .filter((word) => word !== "")
    .map((word) => ({
      text: word
        .replace(/^-\w+:/, "")
        .replace(HOME, "~")
        .replaceAll("\\", "/"),
      isPlace: false,
      isText: false,
    }));

export const stringsOf = (call: PolicyCall): readonly LooseString[] => inputOf(call).strings;

/** More strings, or deeper ones, than anybody looks at: what they name is not known. */
export const saysMoreThanRead = (call: PolicyCall): boolean => inputOf(call).hasMore;

const TOO_DEEP: LooseString = { text: "", isPlace: false, isText: false };

function collect(value: Json, at: { readonly field: string; readonly depth: number }): readonly LooseString[] {
  if (at.depth > MAX_DEPTH) return typeof value === "string" || isNested(value) ? [TOO_DEEP] : [];
  const depth = at.depth + 1;
  if (typeof value === "string") {
    const isPlace = PLACE_FIELD.test(at.field);
    const isText = !isPlace && TEXT_FIELD.test(at.field);
    const inner = /^\s*[[{]/.test(value) ? collect(parsed(value), { ...at, depth }) : [];
    const parts = isPlace && SEPARATOR.test(value) ? value.split(SEPARATOR).map((one) => one.trim()) : [];
    const of = { isPlace, isText, isContent: CONTENT_FIELD.test(at.field) };
    return [...[value, ...parts].map((text) => ({ text, ...of })), ...inner];
  }
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => collect(one, { field: at.field, depth }));
  return Object.entries(value).flatMap(([field, one]) => [
    ...(KEY_IS_VALUE.test(field) ? collect(field, { ...at, depth }).map((key) => ({ ...key, isPlace: true })) : []),
    ...collect(one, { field, depth }),
  ]);
}

const isNested = (value: Json): boolean => typeof value === "object" && value !== null;

/** An input inside a text, as some servers take theirs. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const couldBePath = ({ text }: LooseString): boolean =>
  text !== "" && text.length <= MAX_PATH && !/[\n\0]/.test(text);

/** Places the input may name, a name below a directory that stands beside it among them. */
export function loosePlaces(call: PolicyCall): readonly Target[] {
  const strings = stringsOf(call).filter(couldBePath);
  const spelled = new Set(stringsOf(call).flatMap((one) => [...placesSpelledIn(one.text), ...namesWithin(one, call)]));
  return [
    ...[...strings.map(({ text }) => text), ...spelled].flatMap((text) => placesOf(text, call)),
    ...joined(strings, call),
  ];
}

/** Texts that are addresses of files: whoever takes one opens what it names, of a directory all that lies in it. */
export const fileAddresses = (call: PolicyCall): readonly string[] =>
  stringsOf(call)
    .filter(couldBePath)
    .filter(({ text }) => readingsOf(text, call.world).some((one) => FILE_ADDRESS.test(one)))
    .map(({ text }) => text);
const FILE_ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]+:)*file:/i;

/** Texts longer than this are not looked through for places, and of one no more than so many are taken. */
const MAX_TEXT = 65_536;
const MAX_SPELLED = 256;
/** How patches name their files. */
const PATCHED =
  /^(?:\+\+\+|---)[ \t]+(?:[abiw]\/)?([^\t\n]+)|^\*\*\* (?:Add|Update|Delete) File: *(.+)|^\*\*\* Move to: *(.+)|^rename (?:from|to) (.+)/gm;
/** A string in code that could be a path. */
const QUOTED = /"([^"\n]{1,512})"|'([^'\n]{1,512})'|`([^`\n]{1,512})`/g;

/** Within a patch, or code: what it names, and not what it says. */
const placesSpelledIn = (text: string): readonly string[] => namesIn(text, PATCHED, QUOTED);

function namesIn(text: string, ...patterns: readonly RegExp[]): readonly string[] {
  if (text.length > MAX_TEXT || !/[\n"'`]/.test(text)) return [];
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)]).slice(0, MAX_SPELLED);
  const names = found.map(([, ...groups]) => (groups.find((group) => group !== undefined) ?? "").trim());
  return names.filter((name) => /^[^\s]*[./\\~][^\s]*$/.test(name));
}

/**
 * Those that the tool may write to: what stands where servers take places from, what is written out from the root or from home
 * whatever its field is called, and any one word that looks like a path and stands in no field of words.
 */
export function namedLoosely(call: PolicyCall): readonly Target[] {
  const strings = stringsOf(call).filter((one) => couldBePath(one) && !/^https?:/i.test(one.text));
  const named = strings.filter(({ isPlace }) => isPlace);
  const others = strings.filter(
    ({ text, isPlace, isText }) =>
      !isPlace &&
      !(isText && /\s/.test(text.trim())) &&
      readingsOf(text, call.world).some(
        (one) => /^(?:[/~]|file:)/i.test(one) || (!isText && LOOKS_LIKE_PATH.test(one)),
      ),
  );
  const patched = stringsOf(call).flatMap(({ text }) => namesIn(text, PATCHED));
  const within = named.flatMap((one) => namesWithin(one, call));
  const texts = [...[...named, ...others].map(({ text }) => text), ...patched, ...within];
  return [...texts.flatMap((text) => placesOf(text, call)), ...joined(named, call)];
}

const LOOKS_LIKE_PATH = /^(?!https?:)[^\s]*[./\\~][^\s]*$/i;

function joined(strings: readonly LooseString[], call: PolicyCall): readonly Target[] {
  const isBase = (text: string): boolean =>
    readingsOf(text, call.world).some((one) => /^(?:[/~]|file:|[A-Za-z]:)/i.test(one));
  const bases = strings.filter(({ text, isPlace }) => isPlace && isBase(text)).slice(0, MAX_JOINED);
  const below = strings.filter(({ text }) => /^(?![/~])[^\s:]+$/.test(text)).slice(0, MAX_JOINED);
  return bases.flatMap((base) =>
    placesOf(base.text, call).flatMap(({ path }) =>
      below.flatMap(({ text }) => placesOf(text, { ...call, cwd: path })),
    ),
  );
}

/** The call may go through all that lies below the places it names. */
export const sweepsLoosely = (call: PolicyCall): boolean =>
  /(?:^|\s)[-/](?:r\w*|s)(?:\s|$)/i.test(unreadCommand(call) ?? "") ||
  (call.spec.anyField === true &&
    (SWEEPING_TOOL.test(call.tool.split("__").at(-1) ?? "") ||
      Object.keys(call.input).some((field) => SWEEPING_FIELD.test(field))));

/** Hosts the input may name, in every reading of it. */
export const looseHosts = (call: PolicyCall): readonly string[] =>
  stringsOf(call).flatMap(({ text }) => {
    const told = FETCHES.test(call.tool) ? [...text.matchAll(ADDRESS)].map(([address]) => address) : [];
    return [...[...told, text].flatMap(hostsOfAddress), ...hostsOfWord(text, call)];
  });

/** One word is an address in whatever form its reader takes one; among others, only what is written out is. */
function hostsOfWord(text: string, { world }: PolicyCall): readonly string[] {
  const word = text.replace(/[\t\r\n]/g, "").trim();
  if (word.includes(" ") || !/[.:@%\\&]/.test(word)) return [];
  return readingsOf(word.slice(0, MAX_WORD), world).flatMap((reading) => [
    ...contactedBy(reading).flatMap(({ host }) => host ?? []),
    ...(BARE_HOST.test(reading) ? hostsOfAddress(`http://${reading}`) : []),
    ...(REMOTE_PLACE.exec(reading)?.slice(1) ?? []),
  ]);
}

/** In characters: a host stands at the front. */
const MAX_WORD = 4_096;
/** Tools that go where a text says, and the addresses in such a text. */
const FETCHES = /fetch|brows|web|navigat|crawl|scrap|http|url/i;
const ADDRESS = /\bhttps?:[/\\]{2}[^\s"'`<>()[\]{}|^]+/gi;
/** As git takes one: `user@host:path`. */
const REMOTE_PLACE = /^[\w.+-]{1,128}@((?:[\w-]+\.)*[\w-]+):/;

/** As people type one: `docs.example.org/x`. */
const BARE_HOST = /^[\w-]+(?:\.[\w-]+)+\.?(?:[:/?#]\S*)?$/;
