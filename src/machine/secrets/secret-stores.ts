/**
 * Commands that set secrets or variables of somebody's, whoever's they are: a sub-command that speaks of them (`secrets set`, `env:set`,
 * `variables --set`, `create secret`) makes the values behind it secret.
 */
import { objectRanges } from "./secret-objects.ts";
import type { Literal, SimpleCommand } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

const SUBJECT = "secrets?|variables?|vars?|envs?|credentials?|user-secrets|config-vars?";
const VERB = "set|put|add|create|update|upsert|import|upload|store|save|write|new|encrypt";
/** `env:set`, `functions:secrets:set`; of these `config:set`, too. */
const JOINED = new RegExp(`^(?:[\\w-]+:)*(?:${SUBJECT}|config):(${VERB})$`);
const ALONE = new RegExp(`^(?:${SUBJECT})$`);
const VERBS = new RegExp(`^(?:${VERB})$`);
/** Before an object of a cluster. */
const CHANGES = /^(?:create|set|add|put|update|patch|apply|replace)$/;
const OBJECT = /^(?:secrets?|credentials?)(?:\/[\w.-]+)?$/;
const MAX_BEFORE = 8;

interface Setting {
  /** The first word behind the sub-command. */
  readonly from: number;
  /** A name, and behind it its value. */
  readonly placed: boolean;
  /** An object is changed by its text. */
  readonly object: boolean;
  /** What stands alone behind it is encrypted. */
  readonly encrypted?: true;
}

function settingOf(values: readonly string[]): Setting | undefined {
  if (!/^[\w./@+-]+$/.test(values[0] ?? "")) return undefined;
  for (let i = 1; i < Math.min(values.length, MAX_BEFORE); i++) {
    const found = settingAt(values, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function settingAt(values: readonly string[], i: number): Setting | undefined {
  const [word = "", next = ""] = [values[i], values[i + 1]];
  const [, verb] = JOINED.exec(word) ?? [];
  if (verb !== undefined) return { from: i + 1, placed: isPlaced(verb), object: false };
  if (OBJECT.test(word) && values.slice(1, i).some((one) => CHANGES.test(one)))
    return { from: i + 1, placed: false, object: true };
  if (word === "encrypt" && i < 3) return { from: i + 1, placed: false, object: false, encrypted: true };
  if (!ALONE.test(word)) return undefined;
  if (VERBS.test(next)) return { from: i + 2, placed: isPlaced(next), object: false };
  const later = values.slice(i + 1, i + 4).findIndex((one) => VERBS.test(one) || /^--set(?:=|$)/.test(one));
  return later >= 0 ? { from: i + 1, placed: false, object: false } : undefined;
}

const isPlaced = (verb: string): boolean => /^(?:set|put|add|update|upsert)$/.test(verb);

/** Whether what the command is fed is what it sets. */
export function setsFromInput({ words }: SimpleCommand): boolean {
  return settingOf(words.map(({ text }) => text)) !== undefined;
}

/** Options whose value is what is set. */
const SETS = /^(?:-b|-v|--?(?:value|secret-value|plaintext|body|set|from-literal|data|secret-string|string))$/;
const PAIR = /^[A-Za-z_][\w.-]{0,127}\+?=(?!=)/;
const OPTION = /^(--?[A-Za-z][\w-]*)=/;
/** Which of somebody's variables, where the value comes otherwise. */
const PLACES =
  /^(?:prod(?:uction)?|preview|dev(?:elopment)?|staging|test(?:ing)?|all|project|account|shared|local|default)$/i;
/** Files, addresses, other options. */
const NO_VALUE = /^-|:\/\/|^[\w./@-]*\.[A-Za-z]\w{0,4}$/;

/** Letters and digits among each other, or longer than a word is. */
const looksMade = (text: string): boolean =>
  /^\S{6,}$/.test(text) && ((/\d/.test(text) && /[A-Za-z]/.test(text)) || text.length >= 24);

/** The values that are set: of options, of pairs, and the word behind a name. */
export function setValues({ words }: SimpleCommand): readonly Literal[] {
  const values = words.map(({ text }) => text);
  const setting = settingOf(values);
  if (setting === undefined) return [];
  const rest = words.slice(setting.from);
  const named = setting.object ? rest.flatMap(objectsIn) : [];
  return [
    ...named,
    ...rest.flatMap((word, i) => valueIn(word, rest[i - 1]?.text ?? "")),
    ...placedIn(rest, setting),
    ...encryptedIn(rest, setting),
  ];
}

/** Behind `-s`, or alone where it looks made: a file has a place or an ending. */
const encryptedIn = (rest: readonly ShellWord[], { encrypted }: Setting): readonly Literal[] =>
  encrypted === undefined
    ? []
    : rest.flatMap((word, i) => {
        const before = rest[i - 1]?.text ?? "";
        const isAlone = !before.startsWith("-") && looksMade(word.text) && !/\//.test(word.text);
        return !NO_VALUE.test(word.text) && pairIn(word.text) === 0 && (before === "-s" || isAlone)
          ? [{ word, from: 0 }]
          : [];
      });

const objectsIn = (word: ShellWord): readonly Literal[] =>
  objectRanges(word.text).map(({ from, to }) => ({ word, from, to }));

function valueIn(word: ShellWord, before: string): readonly Literal[] {
  const [option = "", name = ""] = OPTION.exec(word.text) ?? [];
  if (SETS.test(name)) return [{ word, from: option.length + pairIn(word.text.slice(option.length)) }];
  if (word.text.startsWith("-")) return [];
  const pair = pairIn(word.text);
  return pair > 0 || SETS.test(before) ? [{ word, from: pair }] : [];
}

const pairIn = (text: string): number => PAIR.exec(text)?.[0].length ?? 0;

function placedIn(rest: readonly ShellWord[], { placed }: Setting): readonly Literal[] {
  if (!placed) return [];
  const words = rest.filter(
    ({ text }, i) =>
      !text.startsWith("-") && !/^--?[A-Za-z][\w-]*$/.test(rest[i - 1]?.text ?? "") && pairIn(text) === 0,
  );
  return words.flatMap((word, i) => {
    const isNext = i === 1 && /^[A-Za-z_][\w.:-]*$/.test(words[0]?.text ?? "");
    const isValue = (isNext && isName(words[0]?.text ?? "")) || looksMade(word.text);
    return i > 0 && isValue && !PLACES.test(word.text) && !NO_VALUE.test(word.text) ? [{ word, from: 0 }] : [];
  });
}

/** As variables are called: in prose nothing is. */
const isName = (text: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(text);
