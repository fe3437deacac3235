/**
 * A file counts as started where a text that starts programs mentions it, however the way to it is spelled: nothing here is resolved, the
 * name and what is known of the directories before it are compared. Generous: a wrong guess is an edit that is not proven.
 */
import { basename, dirname, extname } from "node:path/posix";
import { compilePattern, foldPath, foldSegment, foldText, isInside, meets } from "../../machine/index.ts";
import { isCode, isDocument, isEntry } from "./named.ts";
import type { KnownPlaces } from "./places.ts";
import { isCut, type MentionedName, plainText, tokensOf } from "./tokens.ts";

/** Of one call. */
const MAX_TOKENS = 65_536;
const MAX_PATTERNS = 256;

export interface MentioningText {
  readonly text: string;
  /** Where it lies, or counts from. */
  readonly dir: string;
  /** Texts for people count too. */
  readonly documents: boolean;
  /** Of home: a bare name is not one of this project. */
  readonly home: boolean;
}

interface Reading extends Omit<MentioningText, "text"> {
  /** Folded. */
  readonly plain: string;
  /** Names of directories that are entered. */
  readonly entered: ReadonlySet<string>;
  /** One is entered that is not known. */
  readonly lost: boolean;
}

interface Mention {
  readonly token: MentionedName;
  readonly reading: Reading;
}

export interface Mentions {
  readonly byName: Map<string, Mention[]>;
  readonly readings: Reading[];
  readonly patterns: { readonly pattern: string; readonly reading: Reading }[];
  tokens: number;
  /** Something was too much to be read: what is code counts. */
  over: boolean;
}

export const nothingMentioned = (): Mentions => ({
  byName: new Map(),
  readings: [],
  patterns: [],
  tokens: 0,
  over: false,
});

/** Behind these stands a directory that the rest counts from, or is looked up in. */
const ENTERS =
  /(?<![\w.])(?:cd|pushd|CDPATH|-C|--?(?:prefix|directory|cwd|dir|project|chdir|workspace)|cwd|root|dir|source_dir|workdir|working-?[dD]irectory|from)[\s:=,(]{1,4}([^\s;&|,)\]]*)/g;

/** The tokens that stand behind something unknown are returned: to be looked for. */
export function addMentions(given: MentioningText, known: KnownPlaces, mentions: Mentions): readonly MentionedName[] {
  const plain = plainText(given.text, known);
  const places = [...plain.matchAll(ENTERS)].map(([, place = ""]) => place);
  const reading: Reading = {
    plain: foldText(plain),
    dir: foldPath(given.dir),
    documents: given.documents,
    home: given.home,
    entered: new Set(places.flatMap((place) => place.split(/[/.]/)).map(foldSegment)),
    lost: places.some((place) => /[$`*%{]/.test(place)),
  };
  mentions.readings.push(reading);
  const tokens = tokensOf(plain, MAX_TOKENS - mentions.tokens);
  mentions.tokens += tokens.length;
  mentions.over ||= mentions.tokens > MAX_TOKENS;
  for (const token of tokens) {
    const name = foldSegment(token.segments.at(-1) ?? "");
    const kept = mentions.byName.get(name);
    if (kept === undefined) mentions.byName.set(name, [{ token, reading }]);
    else kept.push({ token, reading });
  }
  addPatterns(given.text, reading, mentions);
  return tokens.filter(({ open, path }) => open && path);
}

/** One file under a pattern (`hk/[x].sh`), and texts that an agent's settings take in by one (`"oc/*.md"`). */
function addPatterns(text: string, reading: Reading, { patterns }: Mentions): void {
  const single = [
    ...reading.plain.matchAll(/(?<![^\s=:(,|&;])[^\s*[\]{}()$`,:=|&;]*\/[^\s*/(){}$`,:=|&;]*[[?][^\s*/(){}$`,:=|&;]*/g),
  ];
  const texts = reading.documents
    ? [...text.matchAll(/"([^"\n{}]*\*[^"\n{}]*\.(?:mdx?|mdc|txt|rst|adoc))"(?!\s*:)/gi)]
    : [];
  for (const pattern of [...single.map(([found]) => found), ...texts.map(([, found = ""]) => found)])
    if (patterns.length < MAX_PATTERNS)
      patterns.push({ pattern: pattern.replace(/^(?:\.\/)+/, "").toLowerCase(), reading });
}

/** `path`: absolute; `root`: the project it lies in. */
export function isMentioned(path: string, root: string, mentions: Mentions): boolean {
  const file = foldPath(path);
  const top = foldPath(root);
  if (mentions.over && isCode(file)) return true;
  if (!isInside(file, top) || file === top) return false;
  const name = basename(file);
  const dir = dirname(file);
  const ways: readonly Way[] = [
    { name, dir, top, by: name.lastIndexOf(".") > 0 ? "name" : "stem" },
    ...(isCode(name) ? [{ name: name.slice(0, -extname(name).length), dir, top, by: "stem" } as const] : []),
    ...(isEntry(name) ? [{ name: basename(dir), dir: dirname(dir), top, by: "entry" } as const] : []),
    // In TypeScript a file is imported by the name it is compiled to.
    ...(/\.[cm]?tsx?$/.test(name)
      ? [{ name: name.replace(/\.([cm]?)ts(x?)$/, ".$1js$2"), dir, top, by: "name" } as const]
      : []),
    ...(name.endsWith(".tsx")
      ? [{ name: name.replace(/x$/, "").replace(/ts$/, "js"), dir, top, by: "name" } as const]
      : []),
  ];
  const isText = isDocument(file);
  const counts = ({ documents }: Reading): boolean => documents || !isText;
  return (
    ways.some((way) =>
      mentions.byName.get(way.name)?.some(({ token, reading }) => counts(reading) && fits(way, token, reading)),
    ) ||
    (isEntry(name) && isEnteredByDots(dir, mentions)) ||
    (isCut(name) &&
      mentions.readings.some((reading) => counts(reading) && reading.plain.includes(name.replace(/["'\\]/g, "")))) ||
    mentions.patterns.some(({ pattern, reading }) => counts(reading) && matches(pattern, file, top, reading))
  );
}

/** `require("..")`, `import "."`: what a directory above begins with, or its own. */
const isEnteredByDots = (dir: string, { byName }: Mentions): boolean =>
  byName.get("")?.some(({ token, reading }) => token.imported && isInside(reading.dir, dir)) === true;

/** One of the names that a file may be mentioned by. */
interface Way {
  readonly name: string;
  readonly dir: string;
  readonly top: string;
  readonly by: "name" | "stem" | "entry";
}

/** A word alone (`build`, `lint`) is no file: without its ending a name counts with a sign of a path before it, or as what is imported. */
function fits(way: Way, token: MentionedName, reading: Reading): boolean {
  const { path, imported } = token;
  const counts = way.by === "stem" ? path : way.by === "name" && (path || !reading.home);
  return (imported || counts) && leadsTo(way, token, reading);
}

/** What is known of the directories before the name is how the directory of the file ends, or the other way round. */
function leadsTo({ dir, top, by }: Way, token: MentionedName, reading: Reading): boolean {
  const before = token.segments.slice(0, -1).map(foldSegment);
  const whole = segmentsOf(dir);
  if (token.absolute) return before.join("/") === whole.join("/");
  const inner = segmentsOf(dir.slice(top.length));
  if (before.length > inner.length && endsWith(before, inner) && (by === "name" || inner.length > 0)) return true;
  const rest = inner.slice(0, Math.max(0, inner.length - before.length));
  return endsWith(whole, before) && (rest.length === 0 || isEntered(rest, top, token, reading));
}

/** Directories of which the token says nothing: the text goes there, lies there, or nobody knows where it goes. */
function isEntered(rest: readonly string[], top: string, { open, up }: MentionedName, reading: Reading): boolean {
  if (open || reading.lost || reading.entered.has(rest.at(-1) ?? "")) return true;
  const place = `${top}/${rest.join("/")}`;
  return up ? isInside(reading.dir, place) : reading.dir === place;
}

const segmentsOf = (path: string): readonly string[] => path.split("/").filter(Boolean);
const endsWith = (all: readonly string[], end: readonly string[]): boolean =>
  end.length <= all.length && end.every((one, i) => one === all[all.length - end.length + i]);

const matches = (pattern: string, file: string, top: string, { dir }: Reading): boolean =>
  [top, dir].some((base) => {
    const compiled = compilePattern(`${base}/${pattern}`);
    return compiled !== undefined && meets(compiled, segmentsOf(file), false) === "at";
  });
