/** Which fields of an input are secrets: by their own names, by what stands beside them, or because the tool sets one. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isSecretName } from "./named-values.ts";

/** `pwd` is a directory in a shell and a password in a form: a path is no password. */
const isPassword = (name: string, value: Json): boolean =>
  /^(?:pwd|pw|passw)$/i.test(name.trim()) && typeof value === "string" && !/^(?:[/~.$]|[A-Za-z]:[/\\])/.test(value);

/** What a person is told of the field that is filled in, or how it is found. */
const DESCRIBES = ["element", "selector", "label", "field", "locator", "placeholder", "name", "key", "title", "target"];
const FILLS = new Set(["text", "value", "keys", "input"]);
const DESCRIBED =
  /passw|passphrase|passcode|\bsecret\b|\botp\b|one-time|\bpin\b|\b(?:api|access|auth)[ _-]?(?:key|token)\b|type=\\*["']?password/i;
/** Nobody's words: letters of both cases and digits. No UUID, no hash. */
const RANDOM = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9_+/=.-]{20,512}$/;

/** By its name, by what stands beside it, a key that is one, or what `tool` sets. */
export function isSecretField(key: string, beside: JsonObject, tool = ""): boolean {
  const item = beside[key] ?? null;
  if (isSecretName(key) || isPassword(key, item) || isSetHere(key, beside, tool)) return true;
  if (key === "key") return typeof item === "string" && RANDOM.test(item) && !/[/.]\w+\.\w+$/.test(item);
  return FILLS.has(key) && DESCRIBES.some((name) => name !== key && isDescription(beside[name]));
}

const isDescription = (text: Json | undefined): boolean =>
  typeof text === "string" && text.length < 512 && DESCRIBED.test(text);

const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** The last word of a field that says what something is called, and of one that says what it is set to. */
const NAMES = new Set("name key variable var field option id header setting property parameter env path".split(" "));
const VALUES = new Set("value val values default argument plaintext string".split(" "));
/** What a secret was and is to be, for a tool that sets one. */
const STATES = new Set("new old current previous confirm confirmation repeat to from".split(" "));
/** Contents of anything: set to a secret only where they are one word. */
const CONTENTS = new Set("content contents data payload text body input".split(" "));

/** Something is called like a secret, said to be one, or set by what sets secrets; and this is what it is set to. */
function isSetHere(key: string, beside: JsonObject, tool: string): boolean {
  const last = wordsOf(key).at(-1) ?? "";
  const item = beside[key];
  const isValue =
    VALUES.has(last) ||
    (STATES.has(key.toLowerCase()) && setsSecrets(tool)) ||
    (CONTENTS.has(last) && typeof item === "string" && /^\S+$/.test(item));
  if (!isValue) return false;
  const others = tellingFields(beside).filter(({ name }) => name !== key);
  if (others.some(({ isSecret }) => isSecret)) return true;
  const set = [tool, ...others.flatMap(({ verb }) => verb ?? [])];
  return set.some((text) => setsSecrets(text)) || (set.some(setsVariables) && looksMade(item));
}

interface TellingField {
  readonly name: string;
  /** It is called like a secret, or marks one. */
  readonly isSecret: boolean;
  readonly verb?: string;
}

const tellingBefore = new WeakMap<JsonObject, readonly TellingField[]>();

/** Fields that say something of those beside them, looked for once. */
function tellingFields(fields: JsonObject): readonly TellingField[] {
  const known = tellingBefore.get(fields);
  if (known !== undefined) return known;
  const telling = Object.entries(fields).flatMap(([name, value]): readonly TellingField[] => {
    const isSecret = namesSecret(name, value) || marksSecret(name, value);
    if (isVerb(name) && typeof value === "string") return [{ name, isSecret, verb: value }];
    return isSecret ? [{ name, isSecret }] : [];
  });
  tellingBefore.set(fields, telling);
  return telling;
}

const isVerb = (name: string): boolean => /^(?:action|operation|op|method|command|tool|type|kind)$/i.test(name);

/** A file is called with its ending; what is in it is looked at for itself. */
const namesSecret = (name: string, value: Json): boolean => {
  const words = wordsOf(name);
  if (typeof value !== "string" || !NAMES.has(words.at(-1) ?? "")) return false;
  if (words.slice(0, -1).some((word) => /^(?:secret|credential|password)s?$/.test(word))) return true;
  return (
    name !== "path" && /^-{0,2}[\w.:/@-]{1,200}$/.test(value) && !/\.[a-z]{1,4}$/.test(value) && isSecretName(value)
  );
};

const MARKS = /^(?:is_?)?(?:secrets?|sensitive|masked|encrypted|secure|hidden)$/i;
const marksSecret = (name: string, value: Json): boolean =>
  value === true
    ? MARKS.test(name)
    : /^(?:type|kind)$/i.test(name) &&
      typeof value === "string" &&
      /^(?:secrets?|sensitive|encrypted|password|secure_?string|secret_text)$/i.test(value);

const SETS = new Set("set put add create update upsert write store save import rotate encrypt change reset".split(" "));
const SECRETS = /^(?:secrets?|credentials?|passwords?|passphrases?|token|apikeys?)$/;
const VARIABLES = /^(?:envs?|variables?|vars?|envvars?|environment)$/;

/** What a tool is called behind the server it is of. */
const ownWords = (tool: string): readonly string[] =>
  /^[\w.:/-]{1,200}$/.test(tool) ? wordsOf(tool.split("__").at(-1) ?? "") : [];
const sets = (words: readonly string[], subject: RegExp): boolean =>
  words.some((word) => SETS.has(word)) && words.some((word) => subject.test(word));

/** `mcp__x__set_secret`, `createCredential`; not `get_secret`. */
const setsSecrets = (tool: string): boolean => sets(ownWords(tool), SECRETS);
const setsVariables = (tool: string): boolean => sets(ownWords(tool), VARIABLES);

/** Letters and digits among each other, or longer than a word is. */
const looksMade = (value: Json | undefined): boolean =>
  typeof value === "string" &&
  /^\S{8,}$/.test(value) &&
  !/^(?:[/~.]|[a-z]+:\/\/[^@]*$)/.test(value) &&
  ((/\d/.test(value) && /[A-Za-z]/.test(value)) || value.length >= 24);
