/** Rules on commands, against simple commands as the row of the program says they mean. */
import { keepWith } from "../contract/kept.ts";
import type { SimpleCommand, Word } from "../contract/simple.ts";
import type { Meeting, RuleCall } from "./call.ts";
import { type Fit, fitWord, type GivenNames, optionGiven, splits } from "./fit-word.ts";
import { foldText } from "./fold.ts";
import { unsorted, wordsOf } from "./places.ts";
import type { Content } from "./rule.ts";
import { looseWords, mentionsAll, textsOf } from "./texts.ts";
import { wildcardMatches } from "./wildcard.ts";

/** One word of a rule, folded; options keep their case. */
interface Token {
  readonly is: "word" | "option" | "any";
  readonly text: string;
}

interface Wanted {
  readonly assignments: readonly string[];
  readonly program: string;
  readonly tokens: readonly Token[];
  /** More may follow. */
  readonly open: boolean;
}

/** How a command can be looked at: its words in order, and its options wherever they stand. */
interface View {
  readonly program: Word | null;
  readonly words: readonly Word[];
  readonly options: readonly GivenNames[];
  /** Options before the sub-command, which an exact rule does not count. */
  readonly front: number;
}

/** A rule on commands: by a command of the call, or by all its literal words in code. */
export function meetsCommand(content: Content, call: RuleCall): Meeting | undefined {
  const wanted = wantedBy(content);
  if (call.commands.length === 0 && call.text !== "" && isText(content, foldCommand(call.text)))
    return met("rule", call.text);
  let open: Meeting | undefined;
  for (const command of call.commands) {
    const fit = fitOf(content, wanted, command);
    if (fit === "yes") return met("rule", textOf(command.words));
    if (fit === "maybe") open ??= met("bare", textOf(command.words));
  }
  return mentioned(wanted, call) ?? open;
}

const met = (answer: Meeting["answer"], text: string): Meeting => ({ answer, met: text });
const textOf = (words: readonly Word[]): string => words.map(({ value, text }) => value ?? text).join(" ");

function mentioned(wanted: Wanted, call: RuleCall): Meeting | undefined {
  const words = literalWords(wanted);
  if (words.length === 0) return undefined;
  // A name alone is a common word: among the words of a program it says nothing.
  const loose = words.length < 2 ? [] : call.commands.map((command) => looseWords(command, words));
  const name = /^mcp__/.test(call.tool) ? [call.tool.replaceAll("_", " ")] : [];
  const found = [...name, ...textsOf(call), ...loose].find((text) => mentionsAll(words, text));
  return found === undefined ? undefined : met("ask", words.join(" "));
}

const literalWords = ({ program, tokens }: Wanted): readonly string[] =>
  [program, ...tokens.map(({ text }) => foldText(text))]
    .flatMap((text) => text.split("*"))
    .filter((text) => /\w/.test(text));

/** The words that a rule spells out, as they are written; a wildcard ends them. */
export function spelledWords(content: Content): readonly string[] {
  if (content.kind === "prefix") return splitWords(content.words);
  if (content.kind === "exact") return splitWords(content.text);
  return content.kind === "wildcard" ? splitWords(content.pattern) : [];
}

/** As the shell takes words apart and their quotes off. */
const splitWords = (text: string): readonly string[] =>
  (text.match(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? []).map((word) =>
    word.replace(
      /"([^"]*)"|'([^']*)'|\\(.)/gs,
      (_, double = "", single = "", escaped = "") => double + single + escaped,
    ),
  );

const wantedBy = keepWith((content: Content): Wanted => {
  const spelled = spelledWords(content);
  const start = spelled.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const words = start < 0 ? [] : spelled.slice(start);
  const last = words.at(-1) ?? "*";
  const open = content.kind === "prefix" || (content.kind === "wildcard" && last.endsWith("*"));
  const trimmed = content.kind === "wildcard" && last === "*" ? words.slice(0, -1) : words;
  const [program = "*", ...rest] = trimmed;
  const assignments = spelled.slice(0, Math.max(start, 0));
  return { assignments, program: foldText(program), tokens: rest.map(tokenOf), open };
});

function tokenOf(word: string): Token {
  if (/^\*+$/.test(word)) return { is: "any", text: "*" };
  const bare = word.replace(/^\*+(?=-)/, "");
  return /^-./.test(bare) ? { is: "option", text: foldOption(bare) } : { is: "word", text: foldText(word) };
}

/** `-D` is not `-d`; long names are as good in capitals. */
const foldOption = (option: string): string => (/^-[A-Za-z]{1,3}$/.test(option) ? option : foldText(option));

const foldCommand = (text: string): string =>
  text
    .split(" ")
    .map((word) => (/^-./.test(word) ? foldOption(word) : foldText(word)))
    .join(" ");

function fitOf(content: Content, wanted: Wanted, command: SimpleCommand): Fit {
  const given = command.assignments.map(({ name, value }) => `${name}=${value ?? ""}`);
  if (!wanted.assignments.every((one) => given.some((other) => wildcardMatches(foldText(one), foldText(other)))))
    return "no";
  if (writtenTexts(content, command).some((text) => isText(content, text))) return "yes";
  const fits = viewsOf(command).map((view) => fitView(wanted, view));
  return fits.includes("yes") ? "yes" : fits.includes("maybe") ? "maybe" : "no";
}

/** As written; the program by its name alone too. A wildcard does not stand for prose. */
function writtenTexts({ kind }: Content, command: SimpleCommand): readonly string[] {
  const prose = new Set(
    kind === "wildcard"
      ? wordsOf(command).flatMap(({ word, role }) => (role === "text" || role === "pattern" ? [word.value] : []))
      : [],
  );
  const [program = null, ...rest] = command.words;
  const behind = rest
    .filter(({ value }) => value === null || !prose.has(value))
    .map(({ value, text }) => value ?? text);
  const names = new Set([program?.value ?? program?.text ?? "", command.name ?? ""]);
  return [...names].filter((name) => name !== "").map((name) => foldCommand([name, ...behind].join(" ")));
}

/** `npm test *` is also `npm test` alone. */
function isText(content: Content, text: string): boolean {
  if (content.kind === "prefix") return content.words === "" || `${text} `.startsWith(`${foldCommand(content.words)} `);
  if (content.kind === "exact") return text === foldCommand(content.text);
  if (content.kind !== "wildcard") return false;
  const pattern = foldCommand(content.pattern);
  return wildcardMatches(pattern, text) || (pattern.endsWith(" *") && wildcardMatches(pattern.slice(0, -2), text));
}

const viewsOf = keepWith((command: SimpleCommand): readonly View[] => {
  const [program = null, ...rest] = command.words;
  const named = command.name === null ? program : literal(command.name, program?.text);
  const { use, words } = command;
  const sorted = use === undefined ? [] : [sortedView(command, named)];
  // A word nobody knows, of which the row does not say what it is for, may be a sub-command.
  const left = use === undefined ? [] : [...use.operands, ...unsorted(use, words)];
  const isLoose = use === undefined || left.some(({ word, role }) => role === "unknown" && word.value === null);
  const own = isLoose ? [...sorted, ...looseViews(named, rest)] : sorted;
  return [...own, ...own.flatMap(shortView), ...command.wrappers.flatMap((_, i) => wrappedViews(command, i))];
});

const literal = (value: string, text = value): Word => ({ value, text, prefix: value });

/** `sudo rm x` is a use of sudo as well. */
function wrappedViews({ wrappers, words }: SimpleCommand, at: number): readonly View[] {
  const [name = "", ...inner] = wrappers.slice(at);
  return looseViews(literal(name), [...inner.map((one) => literal(one)), ...words]);
}

/** Sub-commands with a shorter name: the first word before one of the second. */
const SHORT: Readonly<Record<string, RegExp>> = {
  docker: /^(?:container \w+|image (?:push|pull|build|save|load|tag|import))$/,
  podman: /^(?:container \w+|image (?:push|pull|build|save|load|tag|import))$/,
  npm: /^run(?:-script)? \S+$/,
  pnpm: /^run \S+$/,
  yarn: /^run \S+$/,
};

/** `docker container rm x` is `docker rm x`, `npm run test` is `npm test`. */
function shortView(view: View): readonly View[] {
  const [first, second] = view.words;
  const pair = `${first?.value} ${second?.value}`;
  const row = Object.hasOwn(SHORT, view.program?.value ?? "") ? SHORT[view.program?.value ?? ""] : undefined;
  return row?.test(pair) === true ? [{ ...view, words: view.words.slice(1) }] : [];
}

function sortedView({ use, words }: SimpleCommand, program: Word | null): View {
  const { path = [], options = [], operands = [] } = use ?? {};
  const [first] = path;
  const at = first === undefined ? 0 : words.findIndex(({ value }, i) => i > 0 && value === first);
  const behind = words.slice(Math.max(at, 0) + 1);
  const isFront = (names: readonly string[]): boolean =>
    !behind.some(({ value }) => names.some((name) => value?.startsWith(name)));
  return {
    program,
    words: [...path.map((name) => literal(name)), ...operands.map(({ word }) => word)],
    options: options.map(({ names, value }) => ({ names: names.map(foldOption), value })),
    front: first === undefined ? 0 : options.filter(({ names }) => isFront(names)).length,
  };
}

/** Of a program without a row: whether an option takes the word behind it nobody knows, so both ways count. */
function looseViews(program: Word | null, rest: readonly Word[]): readonly View[] {
  const isOption = (word: Word | undefined): boolean => /^-./.test(word?.value ?? word?.prefix ?? "");
  const options = rest.filter(isOption).map((word) => {
    const [name = "", value] = (word.value ?? word.prefix).split(/=(.*)/s);
    const letters = /^-[A-Za-z]{2,}$/.test(name) ? [...name.slice(1)].map((letter) => `-${letter}`) : [];
    return { names: [foldOption(name), ...letters], value: value === undefined ? null : literal(value) };
  });
  const words = rest.filter((word) => !isOption(word));
  const without = rest.filter((word, i) => !isOption(word) && (i === 0 || !isOption(rest[i - 1])));
  const view = { program, options, front: 0 };
  return words.length === without.length
    ? [{ ...view, words }]
    : [
        { ...view, words },
        { ...view, words: without },
      ];
}

function fitView(wanted: Wanted, view: View): Fit {
  const program = view.program === null ? "no" : fitWord(wanted.program, view.program);
  if (program === "no") return "no";
  const walk = walkTokens(wanted, view);
  if (walk === "no") return "no";
  return program === "maybe" ? "maybe" : walk;
}

/** How far a rule's words have been found in those of a command. */
interface Walk {
  at: number;
  /** A wildcard stands here. */
  skips: boolean;
  isSure: boolean;
  /** Options that the rule spells. */
  used: number;
}

function walkTokens({ tokens, open }: Wanted, view: View): Fit {
  const walk: Walk = { at: 0, skips: false, isSure: true, used: 0 };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const taken =
      token?.is === "word"
        ? takeWord(token.text, view, walk)
        : token?.is === "option"
          ? takeOption([token, tokens[i + 1]], view, walk)
          : "wild";
    if (taken === "no" || taken === "maybe") return taken;
    if (taken === "wild") walk.skips = true;
    if (taken === "with value") i += 1;
  }
  const isEnd = walk.at === view.words.length && walk.used + view.front >= view.options.length;
  if (!open && !walk.skips && !isEnd) return "no";
  return walk.isSure ? "yes" : "maybe";
}

type Taken = "no" | "maybe" | "wild" | "taken" | "with value";

/** The rule may spell the option's value behind it. */
function takeOption([{ text }, next]: readonly [Token, Token | undefined], view: View, walk: Walk): Taken {
  const found = optionGiven(text, view);
  if (found === undefined && ![...view.words, ...view.options.flatMap(({ value }) => value ?? [])].some(splits))
    return "no";
  walk.isSure &&= found !== undefined;
  walk.used += found?.count ?? 0;
  const value = found?.value?.value ?? "";
  return next?.is === "word" && value !== "" && wildcardMatches(next.text, foldText(value)) ? "with value" : "taken";
}

function takeWord(text: string, { words }: View, walk: Walk): Taken {
  const at = walk.skips ? findWord(text, words, walk.at) : walk.at;
  const word = words[at];
  const fit = word === undefined ? "no" : fitWord(text, word);
  if (fit === "no") return words.slice(0, walk.at).some(splits) ? "maybe" : "no";
  if (fit === "maybe" && word !== undefined && splits(word)) return "maybe";
  walk.isSure &&= fit === "yes";
  [walk.at, walk.skips] = [at + 1, false];
  return "taken";
}

/** Behind a wildcard: the last word that fits, as wildcards take what they can. */
const findWord = (text: string, words: readonly Word[], from: number): number =>
  words.findLastIndex((word, i) => i >= from && fitWord(text, word) !== "no");
