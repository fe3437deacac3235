/**
 * What agents gave others, or a later turn, to do: remembered over sessions, as hashes. A host may hand it on as a prompt in another
 * session, days later; it stays the agent's. A person who types the very same sentence loses that it consents, and is told so.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Action, Json } from "../../contract/action.ts";
import { sha256 } from "../../contract/key.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { readTextFile } from "../../machine/index.ts";
import { isMcpTool } from "../../policy/tools/index.ts";
import { isList, isObject } from "../json.ts";
import { personsWords } from "../records/person.ts";
import { AGENT_PROGRAMS } from "../started-by.ts";

// The texts in a call that may come back as a prompt: what it gives another agent or a later turn to do, and what it types elsewhere.

interface GivenText {
  readonly text: string;
  /** It is to arrive as a prompt, at a time or at once: even a word of it counts. */
  readonly arrives: boolean;
}

const DELEGATES =
  /agent|task|cron|schedul|wake|message|spawn|delegat|loop|prompt|plan|trigger|remind|workflow|team|goal/i;
const ARRIVES = /cron|schedul|wake|loop|trigger|remind|goal/i;
const TASK_FIELD =
  /^(?:prompts?|messages?|tasks?|instructions?|plan|text|input|goal|objective|body|content|items|agents|jobs|args|query|script)$/i;
const COMMAND_FIELD = /^(?:command|cmd|script|chars|input|commands)$/i;
const ANY_FIELD = /^/;
const TYPING_SERVER = /term|tmux|tty|pty|shell|keys|typ|console|send|input/i;
/** Programs that type into a terminal or a window: what they type into an agent's comes as a prompt. Multiplexers do more than that. */
const TYPES = /\b(?:xdotool|ydotool|wtype|dotool|osascript|expect|pexpect|TIOCSTI)\b/;
const MULTIPLEXES = /\b(?:tmux|screen|zellij|byobu|abduco|dtach|kitty|kitten|wezterm)\b/;
const SENDS =
  /\b(?:send|send-keys|send-text|stuff|write|write-chars|paste|pasteb|paste-?buffer|load-?buffer|set-?buffer|push)\b/;
const RUNS_AGENT = new RegExp(
  `(?:^|[\\s;&|()\`{}/=@!])(?:${AGENT_PROGRAMS.map((name) => name.replace(/\W/g, "\\$&")).join("|")}|claude-code|gemini-cli|qwen-code)(?=[\\s;&|()@]|$)`,
  "i",
);
/** The end of a line, as programs that type are told of it. */
const KEYS = /\\(?:[nrt]|0?1[25]|x0[ad])|\^M/;
const HERE_DOCUMENT = /<<-?\s*\\?["']?([\w-]+)/;

const MAX_TEXTS = 1_000;
const MAX_DEPTH = 6;
const MAX_DOCUMENTS = 20;
const MAX_WORDS_LOOKED_AT = 200;
const MAX_FILES = 8;
const MAX_FILE_BYTES = 64_000;
const MAX_PATH = 1_000;

/** Looks into the files a command names; never throws. */
export function givenTexts({ tool, input, cwd = "/" }: Pick<Action, "tool" | "input" | "cwd">): readonly GivenText[] {
  const found: GivenText[] = [];
  if (DELEGATES.test(tool)) {
    const arrives = ARRIVES.test(tool);
    for (const text of textsBelow(input, TASK_FIELD)) found.push({ text, arrives });
  }
  // What a server does with a text nobody knows: it may type it, schedule it, or ask an agent with it.
  if (isMcpTool(tool)) {
    const arrives = ARRIVES.test(tool) || TYPING_SERVER.test(tool);
    for (const text of textsBelow(input, ANY_FIELD)) found.push({ text, arrives });
  }
  for (const command of textsBelow(input, COMMAND_FIELD)) found.push(...textsInCommand(command, cwd));
  return found.slice(0, MAX_TEXTS);
}

/** The texts under fields of these names, at any depth; of a field that counts everything below it does. */
function textsBelow(value: Json | undefined, names: RegExp, depth = 0): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (isList(value)) return value.flatMap((one) => textsBelow(one, names, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (!names.test(name)) return isObject(one) || isList(one) ? textsBelow(one, names, depth + 1) : [];
    if (typeof one === "string") return [one, ...textsBelow(parsed(one), names, depth + 1)];
    const words = isList(one) ? one.filter((word) => typeof word === "string") : [];
    return [...words, ...(words.length > 1 ? [words.join(" ")] : []), ...textsBelow(one, names, depth + 1)];
  });
}

/** An input inside a text, as some servers take theirs. */
function parsed(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsInCommand(command: string, cwd: string): readonly GivenText[] {
  const plain = command.replace(/["'\\]/g, "");
  const arrives = TYPES.test(plain) || (MULTIPLEXES.test(plain) && SENDS.test(plain));
  if (!arrives && !RUNS_AGENT.test(plain)) return [];
  const quoted = quotedIn(command);
  // What is quoted inside of what is quoted: `bash -c "claude -p 'go on'"`.
  const inner = quoted.flatMap(quotedIn);
  const bare = command.split(/(?<!\\)[\s;&|<>()]+/).map(withoutEscapes);
  const named = [...quoted, ...bare].filter((word) => word !== "" && word.length <= MAX_PATH);
  const files = named.slice(0, MAX_WORDS_LOOKED_AT).flatMap((word) => contentOf(word, cwd));
  return [...documentsIn(command), ...quoted, ...inner, ...bare, ...files.slice(0, MAX_FILES)]
    .flatMap((text) => (KEYS.test(text) ? [text, text.replaceAll(new RegExp(KEYS, "g"), "\n")] : [text]))
    .map((text) => ({ text, arrives }));
}

/** The texts between quotes, from left to right; one that is left open reaches to the end. */
function quotedIn(command: string): readonly string[] {
  const found: string[] = [];
  let [quote, text] = ["", ""];
  for (let i = 0; i < command.length; i++) {
    const at = command.charAt(i);
    if (at === "\\" && quote !== "'") text += command.charAt(++i);
    else if (quote === "" && (at === "'" || at === '"')) [quote, text] = [at, ""];
    else if (at === quote) {
      found.push(text);
      quote = "";
    } else text += at;
  }
  return quote === "" ? found : [...found, text];
}

function documentsIn(command: string): readonly string[] {
  const lines = command.split("\n");
  const opened = lines.flatMap((line, i) => {
    const word = HERE_DOCUMENT.exec(line)?.[1];
    return word === undefined ? [] : [{ word, from: i + 1 }];
  });
  return opened.slice(0, MAX_DOCUMENTS).map(({ word, from }) => {
    const end = lines.findIndex((line, i) => i >= from && line.trim() === word);
    return lines.slice(from, end < 0 ? lines.length : end).join("\n");
  });
}

const withoutEscapes = (text: string): string => text.replace(/\\([\s\S])/g, "$1");

function contentOf(word: string, cwd: string): readonly string[] {
  try {
    return [readTextFile(resolve(cwd, word.replace(/^@/, "")), MAX_FILE_BYTES)];
  } catch {
    return [];
  }
}

/** Forgotten first: the oldest. */
const MAX_KEPT = 20_000;
const MAX_OF_CALL = 2_000;
/** Whatever is shorter is said by everybody: it counts only where it is to arrive as a prompt, in its own project and for a while. */
const LONG_ENOUGH = 20;
const SHORT_FOR_DAYS = 8;
const DAY_MS = 86_400_000;
const HASH_LENGTH = 32;

export interface GivenAt {
  readonly stateDir: string;
  readonly projectRoot: string;
  readonly now: number;
}

/** Throws where it cannot be written: what is given away unseen could come back as the person's. */
export function noteGiven(texts: readonly GivenText[], at: GivenAt): void {
  const keys = texts.flatMap(({ text, arrives }) => keysOf(text, arrives, at));
  if (keys.length === 0) return;
  const { folder, file } = placeOf(at);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readKnown(at);
  const day = Math.floor(at.now / DAY_MS);
  const fresh = [...new Set(keys)].filter((key) => known.get(key) !== day).slice(0, MAX_OF_CALL);
  if (fresh.length === 0) return;
  appendFileSync(file, fresh.map((key) => `${key} ${day}\n`).join(""), { mode: 0o600 });
  if (known.size + fresh.length > 2 * MAX_KEPT) shorten(at);
}

/** Whether an agent gave this as a task: the whole of it, or each of its lines. Throws where that cannot be read. */
export function wasGiven(text: string, at: GivenAt): boolean {
  const words = plainWords(text);
  if (words === "") return false;
  const known = readKnown(at);
  if (known.size === 0) return false;
  const today = Math.floor(at.now / DAY_MS);
  if (words.length < LONG_ENOUGH) return (known.get(shortKey(words, at)) ?? 0) >= today - SHORT_FOR_DAYS;
  if (known.has(longKey(words))) return true;
  const lines = longLines(text);
  return lines.length > 0 && lines.every((line) => known.has(longKey(line)));
}

function keysOf(given: string, arrives: boolean, at: GivenAt): readonly string[] {
  const whole = [given, personsWords(given)].map(plainWords);
  const long = [...whole, ...longLines(given)].filter((words) => words.length >= LONG_ENOUGH).map(longKey);
  const short = whole.filter((words) => arrives && words !== "" && words.length < LONG_ENOUGH);
  return [...long, ...short.map((words) => shortKey(words, at))];
}

const longLines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map(plainWords)
    .filter((line) => line.length >= LONG_ENOUGH);

/** Letters and digits alone: quotes, spaces and punctuation are lost on the way through shells and hosts. */
const plainWords = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const longKey = (words: string): string => sha256(words).slice(0, HASH_LENGTH);
const shortKey = (words: string, { projectRoot }: GivenAt): string => longKey(`${projectRoot}\0${words}`);

const placeOf = ({ stateDir }: GivenAt) => ({ folder: stateDir, file: stateLayout(stateDir).given });

/** When each was given last, in days since 1970. */
function readKnown(at: GivenAt): ReadonlyMap<string, number> {
  let text: string;
  try {
    text = readFileSync(placeOf(at).file, "latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw error;
  }
  return new Map([...text.matchAll(/^([0-9a-f]{32}) (\d+)$/gm)].map(([, key = "", day]) => [key, Number(day)]));
}

/** What another process adds in this moment may be lost, among thousands. */
function shorten(at: GivenAt): void {
  const { file } = placeOf(at);
  const newest = [...readKnown(at)].slice(-MAX_KEPT);
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, newest.map(([key, day]) => `${key} ${day}\n`).join(""), { mode: 0o600 });
  renameSync(beside, file);
}
