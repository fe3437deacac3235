/** Shell rules: matched against each sub-command, wrappers taken off (§4). */

import { beside } from "../../contract/beside.ts";
import type { Effect } from "../../contract/effect.ts";
import { HOLE, type KnownWord, type ShellReading, type SubCommand } from "../../contract/reading.ts";
import { foldText, segmentMatches } from "../../machine/index.ts";
import { accountedWords, isReader, programNamed } from "../../programs/index.ts";
import { bareWords } from "./bare-commands.ts";
import { oneProgram } from "./command-names.ts";
import { mayRunWords } from "./hidden-code.ts";
import { ANY_WORD, bindsForm, couldBindForm, namesElsewhere, oneNames } from "./option-forms.ts";
import { isApiWrite, otherNames } from "./other-names.ts";
import type { Content, Rule } from "./rule.ts";
import { longestPart, wildcardMatches } from "./wildcard.ts";

export function contentMatches(content: Content, text: string): boolean {
  switch (content.kind) {
    case "prefix":
      return content.words === "" || text === content.words || text.startsWith(`${content.words} `);
    case "wildcard":
      // `npm test *` is also `npm test` alone.
      return (
        wildcardMatches(content.pattern, text) ||
        (content.pattern.endsWith(" *") && wildcardMatches(content.pattern.slice(0, -2), text))
      );
    case "exact":
      return text === content.text;
    default:
      return false;
  }
}

/** A piece of shell code: as written, and what was found in it. */
interface ReadCode {
  readonly text: string;
  readonly commands: readonly SubCommand[];
}

/** Deny and ask: under any spelling, past any assignment and any wrapper, whatever was not known spelled as written. */
export function bindsReading(content: Content, code: ReadCode): boolean {
  const folded = foldedContent(content);
  const { texts, all } = spelledOut(code);
  const needle = neededText(folded);
  if ((needle === "" || all.includes(needle)) && texts.some((text) => contentMatches(folded, text))) return true;
  return code.commands.some(
    (command) =>
      patternBinds(folded, command) || wordLists(command).some((words) => bindsForm(content, words, command)),
  );
}

/** The same of a likely reading, for words that even bash could not tell beforehand. */
export const mayBindReading = (content: Content, { command: text, commands }: ShellReading): boolean =>
  commands.some(({ words }) => {
    const values = words.map((word) => (isUnknown(word) ? ANY_WORD : spelledOutWord(word)));
    return namesElsewhere(content, values, text);
  });

const isUnknown = ({ value, outline }: KnownWord): boolean =>
  value === null && (outline ?? HOLE).replaceAll(HOLE, "").trim() === "";

/** `git p?sh` finds a file of the right name wherever somebody made one. */
function patternBinds(folded: Content, { words }: SubCommand): boolean {
  const wanted = spelledByRule(folded).split(" ");
  if (wanted[0] === "" || !words.some(({ glob }) => glob)) return false;
  return wanted.every((want, i) => {
    const word = words[i];
    if (word === undefined) return false;
    const pattern = foldText(spelled(word));
    return word.glob ? segmentMatches(pattern, want) : pattern === want || baseName(pattern) === want;
  });
}

const listedBefore = beside<SubCommand, readonly (readonly string[])[]>();

/** The words of a command, and of each it may pass on. */
function wordLists(command: SubCommand): readonly (readonly string[])[] {
  const before = listedBefore.get(command);
  if (before !== undefined) return before;
  const values = command.words.map(spelledOutWord);
  const lists = [values, ...passedOn(command, values)]
    .flatMap((list) => [list, ...otherNames(list)])
    .flatMap((list) => [list, ...oneNames(list)]);
  listedBefore.set(command, lists);
  return lists;
}

/** What every text holds that the rule matches: most rules are settled by looking for it once. */
function neededText(content: Content): string {
  switch (content.kind) {
    case "prefix":
      return content.words;
    case "wildcard":
      return longestPart(content.pattern).trimEnd();
    case "exact":
      return content.text;
    default:
      return "";
  }
}

interface SpelledOut {
  readonly texts: readonly string[];
  /** All of them, one behind the other. */
  readonly all: string;
}
const spelledBefore = beside<readonly SubCommand[], SpelledOut>();

/** Folding is dear, and every rule asks for it: done once for each reading. */
function spelledOut({ text, commands }: ReadCode): SpelledOut {
  const before = commands.length === 0 ? undefined : spelledBefore.get(commands);
  if (before !== undefined) return before;
  const texts = [...new Set([text, ...commands.flatMap(spellings)])].map(foldText);
  const out = { texts, all: texts.join("\n") };
  spelledBefore.set(commands, out);
  return out;
}

/** What is not known could be what the rule names: the command is then neither allowed by a rule nor proven. */
export function couldBind(folded: Content, command: SubCommand): boolean {
  const first = command.words.findIndex((word) => word.value === null || word.splits || word.glob);
  if (command.name === null) return true;
  if (command.name === "gh" && isAnyOfGitHub(command) && /^gh(?: |$)/.test(spelledByRule(folded))) return true;
  if (first < 0) return false;
  const before = command.words.slice(0, first).map(spelled);
  if (couldBindForm(folded, before)) return true;
  const start = spelledByRule(folded);
  const starts = [start, ...oneNames(start.split(" ")).map((words) => words.join(" "))];
  return [before, ...oneNames(before)].some((words) => {
    const known = foldText(words.join(" "));
    return starts.some((one) => one.startsWith(known) || known.startsWith(one));
  });
}

/** What is written to GitHub's interface may be what any other command does. */
function isAnyOfGitHub({ words }: SubCommand): boolean {
  const values = words.map(({ value, text }) => value ?? text);
  return values.includes("api") && isApiWrite(values.slice(1));
}

/** What a rule spells out before its first wildcard. */
function spelledByRule(folded: Content): string {
  switch (folded.kind) {
    case "prefix":
      return folded.words;
    case "wildcard":
      return (folded.pattern.split("*")[0] ?? "").trimEnd();
    case "exact":
      return folded.text;
    default:
      return "";
  }
}

/** Whether a rule is about a command of git's. */
export const speaksOfGit = (content: Content): boolean =>
  neededWords(foldedContent(content)).some((word) => baseName(word) === "git");

/** Of a folded rule. */
export const neededWords = (folded: Content): readonly string[] =>
  folded.kind === "wildcard" ? folded.pattern.split(/[\s*]+/) : spelledByRule(folded).split(" ");

/** Allow: every word as it will be passed, only plain wrappers off, only harmless assignments in front. */
export function permitsCommand(content: Content, command: SubCommand): boolean {
  if (command.name === null || hasWeightyAssignment(command)) return false;
  if (content.kind !== "exact" && (command.runsCodeByOption || loadsCode(command))) return false;
  const text = allowText(command);
  return text !== undefined && contentMatches(content, text) && keepsWords(content, command);
}

/** Options with which test runners and linters are told to load or to run other code than the project's. */
const LOADING =
  /^(?:--?(?:rulesdir|require|import|loader|plugins?|plugin-dir|load-plugins|init-hook|resolve-plugins-relative-to|parser|globalSetup|globalTeardown|setupFiles\w*|transform|runner|testRunner|testEnvironment|resolver|script-shell|node-options)(?:=|$)|-r$|-p(?!no:)[\w.]+$)/;

/** Here `-r` names a list of packages: whether this session wrote it is looked at elsewhere. */
const LISTS_PACKAGES = /^(?:pip[\d.]*|uv|pip-sync)$/;

function loadsCode({ words, effects, name }: SubCommand): boolean {
  if (!effects.some((effect) => effect.do === "run" && effect.what === "task")) return false;
  // Of these every word is accounted for by itself.
  if (accountedWords(words[0]?.value ?? "") !== undefined) return false;
  return words.some(
    ({ value, prefix }) => LOADING.test(value ?? prefix) && !(value === "-r" && LISTS_PACKAGES.test(name ?? "")),
  );
}

/** The words a rule spells out are words of the command: `npm run 'test x'` is no `npm run test`. */
function keepsWords(content: Content, command: SubCommand): boolean {
  const fixed = content.kind === "prefix" ? content.words : content.kind === "exact" ? content.text : "";
  if (/["'\\]/.test(fixed)) return true;
  const spaced = command.words.findIndex((word) => /\s/.test(spelled(word)));
  return spaced < 0 || (spaced > 0 && command.words.slice(0, spaced).map(spelled).join(" ").length >= fixed.length);
}

function hasWeightyAssignment(command: SubCommand): boolean {
  return command.effects.some((effect) => effect.do === "environment" && effect.matters);
}

/**
 * The command as one line. A word that is not known stands as written, so only a wildcard can cover it; it must not
 * be able to become another word in the part a rule spells out, which is why what splits is never the program's name.
 */
function allowText(command: SubCommand): string | undefined {
  const [program] = command.words;
  if (program === undefined || program.value === null || program.splits || program.glob) return undefined;
  const words = command.words.map(spelled).join(" ");
  const past = command.wrappers.findIndex((name) => programNamed(name)?.wrapper?.plain !== true);
  return past < 0 ? words : `${command.wrappers.slice(past).join(" ")} ${words}`;
}

/** Every way a person may have spelled the command in a rule. */
function spellings(command: SubCommand): readonly string[] {
  const values = command.words.map(spelledOutWord);
  const name = baseName(values[0] ?? "");
  const plain = [
    values.join(" "),
    [name, ...values.slice(1)].join(" "),
    [oneProgram(name) ?? name, ...values.slice(1)].join(" "),
    command.text,
    command.text.replace(/\s+/g, " "),
  ];
  const unassigned = plain.map((text) => text.replace(/^(?:[A-Za-z_]\w*\+?=\S*\s+)+/, ""));
  const wrapped = command.wrappers.map((_, i) => [...command.wrappers.slice(i), ...values].join(" "));
  const bare = bareWords(command, values).map((words) => words.join(" "));
  const behind = passedOn(command, values).map(([program = "", ...rest]) => [baseName(program), ...rest].join(" "));
  return [...plain, ...unassigned, ...wrapped, ...bare, ...behind];
}

/** How many words behind an unknown program may begin the command it passes on. */
const MAX_PASSED_ON = 24;

/** A program nobody knows may pass on the command behind it, as wrappers do, or the one an option names. */
function passedOn(command: SubCommand, values: readonly string[]): readonly (readonly string[])[] {
  if (!mayRunWords(command)) return [];
  return values.slice(1, MAX_PASSED_ON).flatMap((value, i) => {
    const [, started] = /^(?:--?[\w-]+=)?([\w./@+-]+)$/.exec(value) ?? [];
    return started === undefined ? [] : [[started, ...values.slice(i + 2)]];
  });
}

const spelled = (word: KnownWord): string => word.value ?? word.text;

/** The same for deny and ask: what is known of a word is spelled out, however it is taken apart. */
const spelledOutWord = ({ value, outline, text }: KnownWord): string =>
  value ?? (outline === undefined || outline === HOLE ? text : outline.replaceAll(HOLE, "$…"));
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const foldedBefore = beside<Content, Content>();

/** The content as deny and ask compare it, folded once. */
export function foldedContent(content: Content): Content {
  const folded = foldedBefore.get(content) ?? foldContent(content);
  foldedBefore.set(content, folded);
  return folded;
}

function foldContent(content: Content): Content {
  switch (content.kind) {
    case "prefix":
      return { kind: "prefix", words: foldText(content.words) };
    case "wildcard":
      return { kind: "wildcard", pattern: foldText(content.pattern) };
    case "exact":
      return { kind: "exact", text: foldText(content.text) };
    default:
      return content;
  }
}

/**
 * What a program whose normal use only reads would write or delete, where the rule ends in a wildcard: an open rule
 * lets it read, and says nothing of what an option writes.
 */
export function strays({ name, words, effects }: SubCommand, { content }: Rule): readonly Effect[] {
  const open = content?.kind === "prefix" || (content?.kind === "wildcard" && content.pattern.endsWith("*"));
  if (!open || name === null) return [];
  const values = words.map(({ value }) => value);
  return isReader(name, values) ? effects.filter((effect) => effect.do === "write" || effect.do === "delete") : [];
}
