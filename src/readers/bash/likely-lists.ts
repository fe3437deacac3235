/**
 * Programs that print names of files, and those that give names on as they got them. In a likely reading such a name is one at or
 * below the place that was searched, whatever lies there by now: too much to list, names that fall apart.
 */
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import type { Stdin } from "./reader.ts";
import { eitherOf, type Value } from "./state.ts";

type Places = (words: readonly string[]) => readonly string[] | undefined;

/** Options whose next word is theirs. */
const VALUED =
  /^(?:-[EdtegTjSoABCmf]|--(?:exclude\S*|include|extension|max-depth|min-depth|type|glob|iglob|size|owner|changed-\S+|max-results|level|regexp|file))$/;

const operandsOf = (words: readonly string[]): readonly string[] =>
  words.filter((word, i) => !/^-./.test(word) && !VALUED.test(words[i - 1] ?? ""));

const orHere = (places: readonly string[]): readonly string[] => (places.length === 0 ? ["."] : places);

/** What stands before the first test. */
function byFind(words: readonly string[]): readonly string[] | undefined {
  if (/-maxdepth 0(?: |$)/.test(words.join(" "))) return undefined;
  const options = words.filter((word) => !/^-[HLP]$/.test(word));
  const first = options.findIndex((word) => /^[-!(]/.test(word));
  return orHere(first < 0 ? options : options.slice(0, first));
}

/** An expression first, then places. */
const behindPattern: Places = (words) => {
  const given = words.some((word) => /^(?:-e|-f|--regexp|--file)/.test(word));
  return orHere(operandsOf(words).slice(given ? 0 : 1));
};

/** Only the names of the files that a text stands in. */
const namesOnly: Places = (words) =>
  words.some((word) => /^(?:-[a-zA-Z]*[lL][a-zA-Z]*|--files-with\S*)$/.test(word)) ? behindPattern(words) : undefined;

/** `git -C DIR ls-files PLACE`, `git grep -l TEXT PLACE`, `git diff --name-only`. */
function byGit(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word, i) => !word.startsWith("-") && !/^-[Cc]$/.test(words[i - 1] ?? ""));
  const [dir] = words.slice(0, Math.max(at, 0)).filter((_, i) => words[i - 1] === "-C");
  const [verb, rest] = [words[at], words.slice(at + 1)];
  const dashes = rest.indexOf("--");
  const named = dashes < 0 ? undefined : rest.slice(dashes + 1);
  const below = (places: readonly string[] | undefined): readonly string[] | undefined =>
    places?.map((place) => (dir === undefined || /^[/~]/.test(place) ? place : `${dir}/${place}`));
  if (verb === "ls-files") return below(orHere(named ?? operandsOf(rest)));
  if (verb === "grep") return below(named === undefined ? namesOnly(rest) : orHere(named));
  return rest.includes("--name-only") ? below(orHere(named ?? [])) : undefined;
}

const LISTERS: Readonly<Record<string, Places>> = {
  find: byFind,
  gfind: byFind,
  fd: behindPattern,
  fdfind: behindPattern,
  rg: (words) => (words.includes("--files") ? orHere(operandsOf(words)) : namesOnly(words)),
  grep: namesOnly,
  egrep: namesOnly,
  fgrep: namesOnly,
  ag: namesOnly,
  ack: namesOnly,
  tree: (words) => (words.some((word) => /^-\w*f/.test(word)) ? orHere(operandsOf(words)) : undefined),
  du: (words) => (words.some((word) => /^-\w*a/.test(word)) ? orHere(operandsOf(words)) : undefined),
  git: byGit,
};

const PASSES =
  /^(?:cat|tac|sort|uniq|shuf|tr|tee|head|tail|[ef]?grep|rg|g?sed|[gmn]?awk|cut|nl|column|perl|realpath|readlink|fzf)$/;
const PRINTS = /^(?:echo|printf)$/;

/** Names, where the program prints some: what it lists itself, what it was given, and what its words hold. */
export function listedNames(
  program: string,
  { words, stdin, files }: { readonly words: readonly KnownWord[]; readonly stdin: Stdin; readonly files: number },
): Value | undefined {
  if (stdin.kind === "names" && files === 0 && PASSES.test(program)) return stdin;
  const held = PRINTS.test(program)
    ? words.find(({ value, under }) => value === null && under !== undefined)
    : undefined;
  if (held?.under !== undefined) return { kind: "names", under: held.under, nul: false };
  const values = words.map(({ value, outline }) => value ?? outline ?? HOLE);
  const places = Object.hasOwn(LISTERS, program) ? LISTERS[program]?.(values) : undefined;
  const nul = values.some((value) => /^(?:-print0|-0|-z|-Z|--null|-[a-zA-Z]*Z[a-zA-Z]*)$/.test(value));
  return places === undefined ? undefined : eitherOf(places.map((under) => ({ kind: "names", under, nul })));
}
