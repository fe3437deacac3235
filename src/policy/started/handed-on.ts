/** What a text does not start by its name, and hands to what does: a loop over a pattern, a pipe into a shell, a search with `-exec`. */
import { isLauncherPrefix, isReader, programNames, takesTrees } from "../../programs/index.ts";
import { EVERY, UNKNOWN, type Words, wordsIn } from "./word.ts";

interface Part {
  readonly text: string;
  readonly words: Words;
  /** The words of what is piped into it. */
  readonly given: Words;
}

/** `text`: without quotes, what is not known replaced. */
export function handedOn(text: string): readonly Words[] {
  if (!HANDS_ON.test(text)) return [];
  const parts = partsOf(text);
  const found = [...searches(parts), ...pipes(parts), ...loops(parts), ...substituted(parts)];
  return found.filter((words) => words.length > 0).map((words) => [EVERY, ...words]);
}
const HANDS_ON = /\||<\(|-exec|-ok|\b(?:for|while|until|foreach)\b/;

function partsOf(text: string): readonly Part[] {
  const pieces = text.split(/([;&|\n()`]+)/);
  const parts: Part[] = [];
  for (let i = 0; i < pieces.length; i += 2) {
    const before = /^\|&?$/.test(pieces[i - 1] ?? "") ? parts.at(-1) : undefined;
    const given = before === undefined ? [] : [...before.given, ...before.words.slice(1)].slice(0, MAX_GIVEN);
    const piece = pieces[i] ?? "";
    parts.push({ text: piece, words: withoutKeywords(piece), given });
  }
  return parts;
}
const MAX_GIVEN = 64;

const KEYWORDS: ReadonlySet<string> = new Set("do then else elif if ! time begin".split(" "));
function withoutKeywords(piece: string): Words {
  const words = wordsIn(piece);
  const first = words.findIndex((word) => !KEYWORDS.has(word));
  return first < 0 ? [] : words.slice(first);
}

/** `find DIR -exec sh {} +`. */
const searches = (parts: readonly Part[]): readonly Words[] =>
  parts.flatMap(({ words }) => {
    const at = words.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(word));
    return at < 0 || isAccounted(words.slice(at + 1)) ? [] : [words.slice(1, at)];
  });

/** `cat LIST | xargs sh`, `cat DIR/* | sh`. */
const pipes = (parts: readonly Part[]): readonly Words[] =>
  parts.flatMap(({ words, given }) => (given.length > 0 && runsInput(words) ? [given] : []));

function runsInput(words: Words): boolean {
  const at = words.findIndex((word) => programNames(word).some((name) => name === "xargs" || name === "parallel"));
  if (at >= 0) return !isAccounted(words.slice(at + 1).filter((word) => !/^\d+$/.test(word)));
  const launcher = words.findIndex((word) => isLauncherPrefix([word]));
  if (launcher < 0) return false;
  const behind = words.slice(launcher + 1);
  return behind.every((word) => /^-[a-z]*$/i.test(word) || word === "/dev/stdin") && !behind.some(isCodeOption);
}
const isCodeOption = (word: string): boolean => /^-[a-z]*[cemp]$/i.test(word);

interface Loop {
  readonly given: string[];
  runs: boolean;
}

/** `for f in DIR/*; do sh "$f"; done`, `while read f; do sh "$f"; done < LIST`. */
function loops(parts: readonly Part[]): readonly Words[] {
  const open: Loop[] = [];
  const found: Words[] = [];
  parts.forEach((part, i) => {
    const { words, given, text } = part;
    const [first = ""] = words;
    if (LOOP.test(first)) open.push({ given: [...words.slice(1), ...given], runs: false });
    else if (/^(?:done|end)$/.test(first)) closeLoop(open.pop(), [...words.slice(1), ...behind(parts, i, text)], found);
    else enterPart(part, parts[i - 1], open);
  });
  for (const loop of open) closeLoop(loop, [], found);
  return found;
}

/** In zsh the words of a loop may stand in parentheses: `for f (DIR/*) source $f`. */
function enterPart({ words }: Part, before: Part | undefined, open: readonly Loop[]): void {
  if (/\bfor\s+\w+\s*$/.test(before?.text ?? "")) open.at(-1)?.given.push(...words);
  else if (!isAccountedPart(words)) for (const loop of open.slice(-MAX_OPEN)) loop.runs = true;
}
const MAX_OPEN = 8;
const LOOP = /^(?:for|foreach|while|until)$/;

function closeLoop(loop: Loop | undefined, more: Words, found: Words[]): void {
  if (loop?.runs === true) found.push([...loop.given, ...more].filter((word) => !/^(?:in|read|-r|IFS)$/.test(word)));
}

/** `done < <(find DIR)`. */
const behind = (parts: readonly Part[], i: number, text: string): Words =>
  /<\s*$/.test(text) ? (parts[i + 1]?.words.slice(1) ?? []) : [];

/** `source <(cat DIR/*)`. */
const substituted = (parts: readonly Part[]): readonly Words[] =>
  parts.flatMap(({ words, text }, i) =>
    /<\s*$/.test(text) && words.length > 0 && !/^(?:done|end)$/.test(words[0] ?? "") && !isAccounted(words)
      ? [parts[i + 1]?.words.slice(1) ?? []]
      : [],
  );

const isAccountedPart = (words: Words): boolean => {
  const at = words.findIndex((word) => word.includes(UNKNOWN));
  return at < 0 || ASSIGNED.test(words[0] ?? "") || isAccounted(words.slice(0, at));
};
const ASSIGNED = /^(?:local|export|declare|typeset|readonly|set|case|cd|pushd)$/;

/** What comes behind these words is looked at, or given to a script that the text names. */
function isAccounted(words: Words): boolean {
  const names = words.flatMap(programNames);
  if (names.some((name) => LOOKS.has(name) || takesTrees(name))) return true;
  const [first = ""] = names;
  if (isReader(first, words)) return true;
  const launcher = words.findLastIndex((word) => isLauncherPrefix([word]));
  return launcher >= 0 && words.slice(launcher + 1).some((word) => !word.startsWith("-") && /\w/.test(word));
}
const LOOKS: ReadonlySet<string> = new Set(
  "[ [[ test echo printf basename dirname realpath readlink stat sed awk sort head tail diff cmp jq continue return".split(
    " ",
  ),
);
