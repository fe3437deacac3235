/** The texts in a call that may come back as a prompt: what it gives another agent or a later turn to do, and what it types elsewhere. */
import { resolve } from "node:path";
import type { Action, Json } from "../contract/action.ts";
import { readTextFile } from "../machine/index.ts";
import { isMcpTool } from "../policy/tools/index.ts";
import { AGENT_PROGRAMS } from "./agent-programs.ts";
import { isList, isObject } from "./json.ts";

export interface GivenText {
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
