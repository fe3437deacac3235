/**
 * What stands beside a command in the input of a tool that nobody declared, and changes what is done: words of it in other fields,
 * variables it finds, the directory it runs in, what it is fed. In which order a server puts them together nobody knows.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import { quoteWord } from "../../readers/definitions/index.ts";

/** How deep an input is walked, how many commands and words are put together, and how long a word may be, in characters. */
const MAX_DEPTH = 6;
const MAX_COMMANDS = 4;
const MAX_WORDS = 12;
const MAX_WORD = 2_048;
const MAX_FOUND = 64;

/** Names of fields, in the order in which they are asked. */
const ROLES = [
  [
    "variables",
    /^(?:[a-z]+_)*(?:envs?|environ|environments?|env(?:ironment)?_?(?:vars?|variables?|map|list)|variables|vars)$/,
  ],
  ["variableFile", /^(?:[a-z]+_)*(?:env(?:ironment)?|rc|init|startup|profile)_?files?$|^dot_?env$/],
  [
    "directory",
    /^(?:cwd|pwd|chdir|dir|directory|(?:work|working|current|run|start|base|project)_?(?:dir|directory|path|folder|root)|workspace)$/,
  ],
  ["fed", /^(?:stdin|std_in|standard_?input|inputs?|piped?|heredoc)$/],
  [
    "words",
    /^(?:args?|argv|arguments?|arg_?list|params?|parameters?|sub_?commands?|flags?|switches|opts?|options?|operands?|rest|tail)$/,
  ],
] as const;
type Role = (typeof ROLES)[number][0] | "command" | "other";

interface Leaf {
  readonly role: Role;
  readonly text: string;
  /** The field of the input it stands in, and its own name. */
  readonly top: string;
  readonly field: string;
}

/** A shell that is told by its plain name, or where systems have it, is no word of the command. */
const PLAIN_SHELL = /^(?:(?:\/usr)?(?:\/local)?\/bin\/)?(?:ba|z|da|k|fi)?sh$/;

const snake = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();

export interface BesideCommands {
  /** As a server would likely put them together: for what finds, and never proves. */
  readonly found: readonly string[];
  /** Each command with all the other words of the input behind it. */
  readonly whole: readonly { readonly command: string; readonly joined: string }[];
  /** Each with what stands in fields for its words, for what it is fed and for where it runs. */
  readonly told: readonly { readonly command: string; readonly joined: string }[];
}

const NOTHING: BesideCommands = { found: [], whole: [], told: [] };

/** `isCommand`: fields that are called after commands; `runsAll`: the tool runs whatever it is given. */
export function besideCommands(input: JsonObject, isCommand: RegExp, runsAll: boolean): BesideCommands {
  const leaves = leavesOf(input, { role: "other", top: "", field: "", depth: 0 }, isCommand).filter(
    ({ role, text, field }) =>
      text.trim() !== "" &&
      text.length <= MAX_WORD &&
      role !== "variables" &&
      !(field === "shell" && PLAIN_SHELL.test(text)),
  );
  const heads = headsOf(leaves);
  if (heads.length === 0) return runsAll ? { ...NOTHING, found: suffixes(wordsOf(leaves)) } : NOTHING;
  const assigned = variablesIn(input)
    .map(([name, value]) => `${name}=${quoteWord(value)}`)
    .join(" ");
  const all = heads.map((head) => putTogether(head, leaves, assigned));
  return {
    found: [...new Set(all.flatMap(({ found }) => found))].slice(0, MAX_FOUND),
    whole: all.flatMap(({ whole }) => whole),
    told: all.flatMap(({ told }) => told),
  };
}

interface Head {
  readonly command: string;
  readonly leaves: readonly Leaf[];
}

/** A text is a command, and so are all the texts of a list or an object in one field, put in a row. */
function headsOf(leaves: readonly Leaf[]): readonly Head[] {
  const commands = leaves.filter(({ role }) => role === "command");
  const lists = [...new Set(commands.map(({ top }) => top))].map((top) => leaves.filter((one) => one.top === top));
  const rows = lists
    .filter((row) => row.length > 1)
    .map((row) => ({ command: inRow(row.map(({ text }) => text)), leaves: row }));
  return [...rows, ...commands.map((one) => ({ command: one.text, leaves: [one] }))].slice(0, MAX_COMMANDS);
}

function putTogether({ command, leaves: own }: Head, leaves: readonly Leaf[], assigned: string): BesideCommands {
  const others = leaves.filter((one) => !own.includes(one));
  const words = others.filter(({ role }) => role === "words" || role === "command" || role === "other");
  const told = [
    ...(own.length > 1 ? [command] : []),
    ...textsBy(others, "words").map((row) => `${command} ${row}`),
    ...others.filter(({ role }) => role === "fed").map(({ text }) => `${command} <<< ${quoteWord(text)}`),
  ];
  const placed = others.filter(({ role }) => role === "directory").map(({ text }) => `cd ${quoteWord(text)} && `);
  const joined = suffixes(wordsOf(words)).map((row) => `${command} ${row}`);
  const named = suffixes(words.flatMap(({ field, text }) => [field, asWords(text)])).map((row) => `${command} ${row}`);
  const started = [command, ...told, ...joined.slice(0, 1)];
  return {
    found: [
      ...told,
      ...(assigned === "" ? [] : started.map((one) => `${assigned} ${one}`)),
      ...(assigned === "" ? [] : [`export ${assigned}; ${command}`]),
      ...placed.flatMap((place) => started.map((one) => place + one)),
      ...joined,
      ...named,
    ],
    whole: joined.slice(0, 1).map((one) => ({ command, joined: one })),
    told: [...told, ...(/\s/.test(command.trim()) ? placed.map((place) => place + command) : [])].map((one) => ({
      command,
      joined: one,
    })),
  };
}

const textsBy = (leaves: readonly Leaf[], role: Role): readonly string[] => {
  const texts = leaves.filter((one) => one.role === role).map(({ text }) => text);
  return texts.length === 0 ? [] : [inRow(texts)];
};
const wordsOf = (leaves: readonly Leaf[]): readonly string[] => leaves.map(({ text }) => asWords(text));
const inRow = (texts: readonly string[]): string => texts.map(asWords).join(" ");

/** Plain words in one text may be several; all else is one. */
const asWords = (text: string): string => (/^[\w.,:@/+#~= -]*$/.test(text) ? text.trim() : quoteWord(text));

/** From each of the words on to the last. */
const suffixes = (words: readonly string[]): readonly string[] =>
  words.slice(0, MAX_WORDS).map((_, i) => words.slice(i, i + MAX_WORDS).join(" "));

interface At {
  readonly role: Role;
  readonly top: string;
  readonly field: string;
  readonly depth: number;
}

function leavesOf(value: Json, at: At, isCommand: RegExp): readonly Leaf[] {
  if (at.depth > MAX_DEPTH) return [];
  if (typeof value === "string" && /^\s*[[{]/.test(value)) {
    const inner = parsed(value);
    if (inner !== null) return leavesOf(inner, { ...at, depth: at.depth + 1 }, isCommand);
  }
  if (typeof value === "string") return [{ role: at.role, text: value, top: at.top, field: at.field }];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, { ...at, depth: at.depth + 1 }, isCommand));
  return Object.entries(value).flatMap(([name, one]) => {
    const role = roleOf(name, at.role, isCommand);
    const top =
      role === "command" && at.role !== "command" ? `${at.top}/${name}` : at.role === "command" ? at.top : name;
    return leavesOf(one, { role, top, field: name, depth: at.depth + 1 }, isCommand);
  });
}

/** What a name does not tell is what stands around it. */
function roleOf(name: string, around: Role, isCommand: RegExp): Role {
  if (around === "variables") return around;
  const folded = snake(name);
  const [role] = ROLES.find(([, pattern]) => pattern.test(folded)) ?? [];
  if (folded === "argv" && around !== "command") return "command";
  return role ?? (isCommand.test(folded) ? "command" : around);
}

const VARIABLE = /^[A-Za-z_]\w*$/;

/** Variables that are told beside a command, whatever shape they have. */
export const variablesIn = (input: JsonObject): readonly (readonly [string, string])[] =>
  namedVariables(input).filter(([name]) => VARIABLE.test(name));

/** A file of variables is read before the command; its field, and each variable's name, as they stand. */
export function namedVariables(value: Json, depth = 0): readonly (readonly [string, string])[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? namedVariables(parsed(value), depth + 1) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]: [string, Json]) => {
    const role = roleOf(name, "other", /(?!)/);
    if (role === "variables") return pairsOf(one, depth + 1);
    if (role === "variableFile" && one !== null && one !== "") return [["BASH_ENV", String(one)] as const];
    return namedVariables(one, depth + 1);
  });
}

function pairsOf(value: Json, depth: number): readonly (readonly [string, string])[] {
  if (depth > MAX_DEPTH) return [["", ""]];
  if (typeof value === "string") {
    const inner = /^\s*[[{]/.test(value) ? parsed(value) : null;
    return inner === null ? assignmentsIn(value) : pairsOf(inner, depth + 1);
  }
  if (typeof value !== "object" || value === null) return [];
  if (isList(value)) {
    const [name, text] = value;
    const isPair = value.length === 2 && typeof name === "string" && typeof text === "string" && !name.includes("=");
    return isPair ? [[name, text], ...assignmentsIn(text)] : value.flatMap((one) => pairsOf(one, depth + 1));
  }
  return pairsOfMap(value, depth);
}

/** `{"PATH": "x"}`, `{"name": "PATH", "value": "x"}`, `{"set": {"PATH": "x"}}`. */
function pairsOfMap(map: JsonObject, depth: number): readonly (readonly [string, string])[] {
  const entries = Object.entries(map);
  const name = entries.find(([key]) => /^(?:name|key|variable|var|k|n)$/i.test(key))?.[1];
  const value = entries.find(([key]) => /^(?:value|val|v|content|text)$/i.test(key))?.[1];
  const listed = typeof name === "string" ? [[name, String(value ?? "")] as const] : [];
  const mapped = entries.flatMap(([key, one]) =>
    typeof one === "object" ? pairsOf(one, depth + 1) : [[key, String(one)] as const],
  );
  return [...listed, ...mapped];
}

const assignmentsIn = (text: string): readonly (readonly [string, string])[] =>
  text
    .split(/[\n\0;,]|\s+(?=[^\s=]+=)/)
    .map((one) => /^\s*(?:export\s+)?([^\s=]+)\s*=(.*)$/s.exec(one))
    .flatMap((found) =>
      found === null ? [] : [[found[1] ?? "", (found[2] ?? "").replace(/^(["'])(.*)\1$/s, "$2")] as const],
    );

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
