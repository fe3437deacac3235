/**
 * Commands that print names of files, and what those names may be: a search says by what it asks for whether keys are among
 * what it finds, and what opens what was found opens that.
 */
import { exact, type ReadEffect, type Target } from "../../contract/effect.ts";
import { callPattern, isInside, secretsPicked, segmentMatches } from "../../machine/index.ts";
import type { CallCommand } from "./flow.ts";
import { findsEverything } from "./search.ts";

export interface NameList {
  /** Below these it looks. */
  readonly roots: readonly Target[];
  /** Names by which it chooses, an example of each; absent: anything below its roots. */
  readonly names?: readonly string[];
  /** It chooses files in which the text of a key stands. */
  readonly byKeyText?: true;
}

/** What a command lists; undefined: it lists nothing, or chooses by what tells nothing of names. */
export function listingOf(command: CallCommand): NameList | undefined {
  const list = LISTERS.find(([name]) => name.test(command.name ?? ""))?.[1];
  return list?.(command);
}

type Lister = (command: CallCommand) => NameList | undefined;

const LISTERS: readonly (readonly [name: RegExp, lister: Lister])[] = [
  [/^g?find$/, byFind],
  [/^fd(?:find)?$/, byFd],
  [/^(?:[gp]?locate|mdfind)$/, byLocate],
  [/^(?:[efz]?grep|rg|ag|ack)$/, byContents],
];

const valuesOf = ({ words }: CallCommand): readonly string[] =>
  words.slice(1).map(({ value, prefix }) => value ?? prefix);

const rootsOf = ({ effects }: CallCommand): readonly Target[] =>
  effects.flatMap((effect) => (effect.do === "read" && effect.recursive ? [effect.target] : []));

const BY_GLOB = /^-i?(?:name|path|wholename)$/;

/** A name that is kept out chooses nothing, and what is chosen by age or size alone has any name. */
function byFind(command: CallCommand): NameList | undefined {
  const roots = rootsOf(command);
  if (findsEverything(command)) return { roots };
  const values = valuesOf(command);
  const asked = values.flatMap((value, i): readonly string[] => {
    const test = values[i - 1] ?? "";
    if (/^(?:!|-not)$/.test(values[i - 2] ?? "")) return [];
    if (BY_GLOB.test(test)) return examplesOf(value);
    return /^-i?regex$/.test(test) ? namesFitting(value) : [];
  });
  return asked.length === 0 ? undefined : { roots, names: asked };
}

/** `-e pem`, `-g 'id_*'`, or an expression; without one, everything. */
function byFd(command: CallCommand): NameList {
  const roots = rootsOf(command);
  const { endings, pattern, isGlob } = askedOfFd(valuesOf(command));
  if (endings.length > 0) return { roots, names: endings.flatMap((ending) => examplesOf(`*.${ending}`)) };
  if (pattern === undefined || FITS_ALL.test(pattern)) return { roots };
  return { roots, names: isGlob ? examplesOf(pattern) : namesFitting(pattern) };
}

interface AskedOfFd {
  readonly endings: readonly string[];
  readonly pattern: string | undefined;
  readonly isGlob: boolean;
}

const askedOfFd = (values: readonly string[]): AskedOfFd => ({
  endings: values.filter((_, i) => /^(?:-e|--extension)$/.test(values[i - 1] ?? "")),
  pattern: values.find((value, i) => !value.startsWith("-") && !/^-[dtEcjSe]$/.test(values[i - 1] ?? "")),
  isGlob: values.some((value) => /^(?:-\w*g|--glob)$/.test(value)),
});

/** Of the whole machine. */
function byLocate(command: CallCommand): NameList {
  const asked = valuesOf(command).filter((value) => !value.startsWith("-"));
  const names = asked.flatMap((value) => (/[*?[]/.test(value) ? examplesOf(value) : namesFitting(value)));
  return { roots: [exact("/")], names };
}

const ONLY_NAMES = /^(?:-[a-zA-Z]*l[a-zA-Z]*|--files-with-matches)$/;
/** The text with which a key begins, as far as people spell it when they look for one. */
const KEY_TEXT = /PRIVATE\W{0,6}K|BEGIN\W{0,6}(?:RSA|DSA|EC|OPENSSH|PGP|ENC)|PuTTY-User|AGE-SECRET|b3BlbnNzaC1rZXk/i;

const globsOf = (values: readonly string[]): readonly string[] =>
  values.flatMap((value, i) => {
    const [, attached] = /^--(?:include|glob|iglob)=(.+)$/.exec(value) ?? [];
    return attached ?? (/^(?:-g|--i?glob|--include)$/.test(values[i - 1] ?? "") ? value : []);
  });

function byContents(command: CallCommand): NameList | undefined {
  const values = valuesOf(command);
  const globs = globsOf(values);
  const roots = rootsOf(command);
  if (command.name === "rg" && values.includes("--files"))
    return globs.length === 0 ? { roots } : { roots, names: globs.flatMap(examplesOf) };
  if (!values.some((value) => ONLY_NAMES.test(value))) return undefined;
  if (values.some((value) => KEY_TEXT.test(value))) return { roots, byKeyText: true };
  return globs.length === 0 ? undefined : { roots, names: globs.flatMap(examplesOf) };
}

/** The secrets a pattern picks out; of one that picks none, a name as it asks for them. */
function examplesOf(pattern: string): readonly string[] {
  const picked = secretsPicked(pattern);
  return [
    ...picked,
    ...STORE_NAMES.filter((name) => pattern === name),
    ...(picked.length > 0 ? [] : [plainName(pattern)]),
  ];
}
const plainName = (pattern: string): string =>
  pattern
    .replace(/^.*\//s, "")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/[*?{},]+/g, "x");

/** Keys and stores by their own names, wherever somebody has a home. */
const KEY_NAMES = [
  "id_rsa",
  "id_ed25519",
  "id_ecdsa",
  "id_dsa",
  "x.pem",
  "x.key",
  "x.p12",
  "x.pfx",
  "x.jks",
  "x.kdbx",
  "x.ppk",
];
const STORE_NAMES = [
  "credentials",
  "wallet.dat",
  "logins.json",
  "key4.db",
  "secring.gpg",
  "application_default_credentials.json",
];
const ORDINARY = ["/home/u/src/main.ts", "/home/u/notes.md", "/home/u/photo.jpg", "/home/u/.bashrc"];
const FITS_ALL = /^[.*^$]*$/;

/** The names that an expression chooses: none of which, it chooses what nobody keeps a key in. */
function namesFitting(expression: string): readonly string[] {
  const fits = expressionOf(expression);
  const keys = [
    ...KEY_NAMES.map((name) => `/home/u/.ssh/${name}`),
    ...STORE_NAMES.map((name) => `/home/u/.aws/${name}`),
  ];
  if (ORDINARY.some(fits)) return ["x"];
  const chosen = keys.filter(fits).map((path) => path.slice(path.lastIndexOf("/") + 1));
  return chosen.length === 0 ? ["x"] : chosen;
}

/** Of the path or of its last name; what is no expression is looked for as it stands. */
function expressionOf(text: string): (path: string) => boolean {
  const plain = text.toLowerCase();
  const usual = compile(text);
  return (path) => {
    const compiled = path.length <= MAX_NAME ? usual : compile(text, path.length);
    const name = path.slice(path.lastIndexOf("/") + 1);
    return compiled === undefined ? path.includes(plain) : compiled.test(path) || compiled.test(name);
  };
}

/** Most names, and paths to them, are no longer. */
const MAX_NAME = 60;
const compile = (text: string, longest = MAX_NAME): RegExp | undefined =>
  callPattern(text.replaceAll("\\|", "|").replaceAll("\\(", "(").replaceAll("\\)", ")"), "i", longest);

/** `… | grep id_`: what is left of a list of names. */
export function filtered(command: CallCommand, listing: NameList): NameList {
  const values = valuesOf(command);
  if (!/^(?:[ef]?grep|rg)$/.test(command.name ?? "") || values.some((value) => /^(?:-[a-zA-Z]*v|--invert)/.test(value)))
    return listing;
  const [pattern] = values.filter((value) => !value.startsWith("-"));
  return listing.names !== undefined || listing.byKeyText === true || pattern === undefined
    ? listing
    : { roots: listing.roots, names: namesFitting(pattern) };
}

/** Whether a name is among those that a list or a filter of one chooses; undefined where it leaves all, or tells by more than a name. */
export function chosenBy(command: CallCommand): ((name: string) => boolean) | undefined {
  const values = valuesOf(command);
  if (/^fd(?:find)?$/.test(command.name ?? "")) return chosenByFd(values);
  if (command.name === "rg" && values.includes("--files")) return byGlobs(globsOf(values));
  if (!/^[ef]?grep$/.test(command.name ?? "") || values.some((value) => /^-\w*[vrRlLf]|^--/.test(value)))
    return undefined;
  const [pattern, ...files] = values.filter((value) => !value.startsWith("-"));
  return pattern === undefined || pattern.includes("/") || files.length > 0 ? undefined : expressionOf(pattern);
}

const byGlobs = (globs: readonly string[]): ((name: string) => boolean) | undefined => {
  const chosen = globs.filter((glob) => !glob.startsWith("!")).map((glob) => glob.slice(glob.lastIndexOf("/") + 1));
  return chosen.length === 0 ? undefined : (name) => chosen.some((glob) => segmentMatches(glob, name));
};

function chosenByFd(values: readonly string[]): ((name: string) => boolean) | undefined {
  const { endings, pattern, isGlob } = askedOfFd(values);
  if (endings.length > 0) return byGlobs(endings.map((ending) => `*.${ending}`));
  if (pattern === undefined || FITS_ALL.test(pattern)) return undefined;
  return isGlob ? byGlobs([pattern]) : expressionOf(pattern);
}

/** Gives names on as it got them, or some of them. */
export const passesNames = ({ name }: CallCommand): boolean =>
  /^(?:head|tail|sort|uniq|[ef]?grep|rg|g?sed|[gmn]?awk|cut|tr|tee|cat|tac|shuf|read|mapfile|readarray|echo|printf|realpath|readlink|ls|fzf|nl|perl|column)$/.test(
    name ?? "",
  );

/** What opening what it lists would read, the project's own apart: a place for each name it may find. */
export function readsOfListing(listing: NameList, projectRoot: string): readonly ReadEffect[] {
  const roots = listing.roots.filter(({ path }) => path !== "" && !isInside(path, projectRoot));
  const places = roots.flatMap((root) =>
    listing.names === undefined
      ? [{ target: root, recursive: true }]
      : listing.names.map((name) => ({
          target: exact(`${root.path === "/" ? "" : root.path}/${name}`),
          recursive: false,
        })),
  );
  return places.map((place) => ({ do: "read", ...place, content: true }));
}
