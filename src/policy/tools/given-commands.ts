/** Commands in the input of a tool that nobody declared, by the names of the fields they stand in, at any depth of it. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { programNamed } from "../../programs/index.ts";
import { quoteWord } from "../../readers/definitions/index.ts";
import { type BesideCommands, besideCommands, namedVariables } from "./beside-commands.ts";
import { commandsByName } from "./named-commands.ts";

/** How deep lists and objects are walked, how many texts are taken, and how long one may be, in characters. */
const MAX_DEPTH = 6;
const MAX_TEXTS = 64;
const MAX_TEXT = 16_384;

/** Fields by whose names a tool that nobody declared takes a command, or code of a language nobody told. */
const COMMAND_NAMES =
  "commands?|cmds?|command_?line|cmd_?line|script|shell|bash|zsh|sh|exec|execute|program|executable|binary";
const fieldCalled = (names: string): RegExp =>
  new RegExp(
    `^(?:run|argv)$|(?:^|_)(?:${names})(?!(?:_[a-z]+)*_?(?:id|ids|name|type|kind|count|version|timeout|path)$)(?:_|$)`,
    "i",
  );
const COMMAND_FIELD = fieldCalled(COMMAND_NAMES);
/** What starts another program: for what finds, and never to say that the command is known. */
const STARTERS = "interpreter|launcher|wrapper";
const STARTER_FIELD = fieldCalled(STARTERS);
const STARTING_FIELD = fieldCalled(`${COMMAND_NAMES}|${STARTERS}`);
const CODE_FIELD = /^(?:code|script|source_?code|python|python_?code|javascript|js_?code)$/i;
/** More than a name or a number. */
const IS_CODE = /[\s(;=]/;
/** Of a terminal, whatever it is called there. */
const TYPED_FIELD =
  /^(?:keys?|keystrokes|text|input|inputs|line|lines|data|stdin|chars|content|string|value|message|prompt|body|statement|expression|payload)$/i;
/** Words in the name of a server or a tool that runs what it is given or types it somewhere. */
const RUNS_TEXT =
  /(?:^|[_-])(?:i?term|terminals?|tty|pty|shells?|bash|zsh|sh|cmd|powershell|pwsh|console|tmux|zellij|ssh|exec|execute|command|commands|commander|run|runner|process|subprocess|spawn|repl|keys|keystrokes|cron|crontab)(?=[_-]|$)/;

/** Words of a tool's own name by which it evaluates or runs what it is given, whatever its fields are called. */
const EVALUATES =
  /(?:^|[_-])(?:evals?|evaluates?|execs?|executes?|executor|spawn|shells?|bash|zsh|sh|pwsh|powershell|terminals?|tty|pty|commands?|cmd|scripts?|repl|python3?|ipython|nodejs|js|javascript|typescript|ruby|perl|php|lua|interpret(?:er)?|subprocess)(?=[_-]|$)|^(?:node|cell|code|console|jupyter)$|(?:^|[_-])(?:run|rerun|exec|execute|eval|evaluate)_?(?:command|code|script|shell|js|javascript|node|python|cell|bash|cmd|program|snippet|expression)/;
/** `run` is also said of tests, workflows and reports: it counts where more than a name is given. */
const RUNS = /(?:^|[_-])(?:run|runs|runner|rerun)(?=[_-]|$)/;
/** Tools that look something up are named so, and statements of a database are no code of this machine. */
const LOOKS =
  /^(?:get|list|search|find|read|show|view|describe|fetch|lookup|resolve|count|explain|browse|check|create|update|delete|add|write|edit|review|comment)(?=[_-]|$)|(?:^|[_-])(?:sql|soql|cypher|graphql|sparql|kql|promql|logql|bigquery|query|queries)(?=[_-]|$)/;

/** The tool's own name, behind its server's. */
const ownName = (tool: string): string =>
  snake(tool.startsWith("mcp__") ? tool.slice("mcp__".length).split("__").slice(1).join("__") : tool).toLowerCase();

/** By its name it evaluates or runs what it is given. */
export function evaluates(tool: string, input: JsonObject): boolean {
  const name = ownName(tool);
  if (LOOKS.test(name)) return false;
  return EVALUATES.test(name) || (RUNS.test(name) && stringsIn(input, 0).some((text) => !PLAIN.test(text)));
}
const ANY_FIELD = /^/;
/** A name, a number, a place: no code, and no command with words behind it. */
const PLAIN = /^[\w.,:@/+#~-]*$/;

/** What such a tool would likely run, the code of other languages as the word of an interpreter. */
export function likelyCommands(tool: string, input: JsonObject): readonly string[] {
  const all = evaluates(tool, input) ? commandsGiven(input, ANY_FIELD) : [];
  const { found } = beside(tool, input);
  const codes = all.filter(isCode).flatMap(codeCommands);
  const starters = commandsGiven(input, STARTER_FIELD);
  const named = commandsByName(tool, input);
  return [...new Set([...listedCommands(tool, input), ...all, ...codes, ...starters, ...found, ...named])];
}

const beside = (tool: string, input: JsonObject): BesideCommands =>
  besideCommands(input, STARTING_FIELD, evaluates(tool, input));

/** The first word of a command, as programs are called. */
export const programOf = (command: string): string => /^\s*(?:\S*\/)?([^\s/]*)/.exec(command)?.[1] ?? "";

/** Commands whose program a rule may speak of, with all other words of the input behind them. */
export const wholeCommands = (tool: string, input: JsonObject): BesideCommands["whole"] => beside(tool, input).whole;

/** Names of variables that are told to what runs a command. */
export const toldVariables = (tool: string, input: JsonObject): readonly string[] =>
  runsText(tool) || evaluates(tool, input) || commandsGiven(input, STARTING_FIELD).length > 0
    ? namedVariables(input).map(([name]) => name)
    : [];

/** Of these what stands in a field that is called after it, or where a database would start it. */
export function listedCommands(tool: string, input: JsonObject): readonly string[] {
  const commands = commandsGiven(input, COMMAND_FIELD);
  const typed = runsText(tool) ? commandsGiven(input, TYPED_FIELD) : [];
  const words = runsText(tool) && commands.length === 0 ? commandsGiven(input, WORDS) : [];
  const codes = commandsGiven(input, CODE_FIELD).filter(isCode).flatMap(codeCommands);
  const started = commandsGiven(input, ANY_FIELD).flatMap(startedByDatabase);
  return [...new Set([...commands, ...typed, ...words, ...codes, ...started])];
}

/** With what other fields say of them. Words like `create` are more often operations of the server's than programs. */
export const toldCommands = (tool: string, input: JsonObject): readonly string[] => [
  ...commandsGiven(input, STARTER_FIELD),
  ...beside(tool, input).told.flatMap(({ command, joined }) =>
    programNamed(programOf(command)) === undefined ? [] : [joined],
  ),
];

/** Code of a language nobody told. */
export const codeCommands = (code: string): readonly string[] => [
  `python3 -c ${quoteWord(code)}`,
  `node -e ${quoteWord(code)}`,
];
const isCode = (text: string): boolean => IS_CODE.test(text);

/** Texts of an input that are neither such commands nor plain names. */
export const saysBeside = (input: JsonObject, commands: readonly string[]): boolean =>
  stringsIn(input, 0).some((text) => !PLAIN.test(text) && !commands.some((one) => one.includes(text)));

/** As they stand; what is too deep is no plain name. */
function stringsIn(value: Json, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return depth > MAX_DEPTH ? [" "] : Object.values(value).flatMap((one: Json) => stringsIn(one, depth + 1));
}

/** `copy t to program 'gzip'`, `xp_cmdshell 'dir'`, `sys_exec('id')`, `.shell ls`, `\\! ls`. */
const STARTED =
  /\b(?:to|from)\s+program\s+E?'((?:[^']|'')*)'|\b(?:xp_cmdshell|sys_exec|sys_eval)\s*\(?\s*N?'((?:[^']|'')*)'|^\s*(?:\.(?:shell|system)\s|\\!)\s*(.+)$/gim;
const startedByDatabase = (text: string): readonly string[] =>
  [...text.matchAll(STARTED)].map(([, ...groups]) =>
    (groups.find((one) => one !== undefined) ?? "").replaceAll("''", "'"),
  );

const runsText = (tool: string): boolean => RUNS_TEXT.test(snake(tool.replace(/^mcp__/, "")).toLowerCase());

const snake = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1_$2");

/** Words that belong to a command beside them. */
const WORDS = /^(?:args?|argv|arguments)$/i;

/** The text of every field so named; of a list each element by itself, and all of them as the words of one command. */
export function commandsGiven(input: JsonObject, field: RegExp): readonly string[] {
  const texts = walk(input, field, 0).filter((text) => text.trim() !== "" && text.length <= MAX_TEXT);
  return [...new Set(texts)].slice(0, MAX_TEXTS);
}

function walk(value: Json, field: RegExp, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? walk(parsed(value), field, depth + 1) : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => walk(one, field, depth + 1));
  const own = Object.entries(value).flatMap(([name, one]) => (field.test(snake(name)) ? textsOf(one) : []));
  const words = Object.entries(value).flatMap(([name, one]) => (WORDS.test(name) ? joinWords(one) : []));
  const withWords = words.flatMap((rest) => own.map((text) => `${text} ${rest}`));
  return [...own, ...withWords, ...Object.values(value).flatMap((one) => walk(one, field, depth + 1))];
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? [...joinWords(value), ...value.filter((one) => typeof one === "string")] : [];
}

/** As a shell would be given them, and as somebody would who only puts them in a row. */
function joinWords(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  const words = Array.isArray(value) ? value.flat(MAX_DEPTH).filter((one) => typeof one === "string") : [];
  return words.length === 0 ? [] : [...new Set([words.map(quoteWord).join(" "), words.join(" ")])];
}

/** An input inside a text, as some tools take theirs. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
