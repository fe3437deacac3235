/** Names that a text mentions, with what stands before them: the text is cut where no path goes on, in whatever language it is. */
import { HERE, HOME, type KnownPlaces } from "./places.ts";
import { isRule } from "./word.ts";

/** What a path is not written with, in shells, JSON, TOML, YAML and code. */
const BETWEEN = "\\s\"'`$(){}\\[\\]<>|&;,:=%@!?*#^\\\\";
const TOKEN = new RegExp(`[^${BETWEEN}]+`, "g");
/** A name with such signs in it is not a single token. */
export const isCut = (name: string): boolean => CUT.test(name);
const CUT = new RegExp(`[${BETWEEN}]`);

export interface MentionedName {
  /** As they are written; without `.` and what `..` leaves. */
  readonly segments: readonly string[];
  /** It stands behind something that is not known (`${X}/a`, `$(b)/a`): anything may be before it. */
  readonly open: boolean;
  readonly absolute: boolean;
  /** A sign of a path stands in front of its last segment. */
  readonly path: boolean;
  /** It leads upwards first. */
  readonly up: boolean;
  /** It stands behind `import` and its like. */
  readonly imported: boolean;
}

const IMPORTS = /\b(?:import|from|require(?:_relative)?)\b/;

/** Each once. `text`: as `plainText` gives it. */
export function tokensOf(text: string, most: number): readonly MentionedName[] {
  const found = new Map<string, MentionedName>();
  for (const line of text.split(/[\n;]/)) {
    const from = line.search(IMPORTS);
    for (const { 0: raw, index } of line.matchAll(TOKEN)) {
      const before = line[index - 1] ?? "";
      const imported = from >= 0 && index > from;
      const key = `${before}\0${imported}\0${raw}`;
      if (found.has(key) || before === "*" || before === "?") continue;
      for (const token of readingsOf(raw, before, imported)) found.set(`${key}\0${token.open}`, token);
      found.set(key, tokenOf(raw, { open: OPEN.test(before), imported }));
      if (found.size > most) return [...found.values()];
    }
  }
  return [...found.values()];
}
/** Behind these something ended that is not known. */
const OPEN = /[})`%$\]]/;

/** `$NAME/a/b`: behind the variable. */
const readingsOf = (raw: string, before: string, imported: boolean): readonly MentionedName[] =>
  before === "$" && raw.includes("/") ? [tokenOf(raw.slice(raw.indexOf("/")), { open: true, imported })] : [];

function tokenOf(raw: string, { open, imported }: Pick<MentionedName, "open" | "imported">): MentionedName {
  const segments: string[] = [];
  for (const segment of raw.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment.replace(/(?<=[^.])\.+$/, ""));
  }
  const absolute = raw.startsWith("/") && !open;
  return { segments, open, absolute, path: /\/[^/]/.test(raw), up: raw.startsWith(".."), imported };
}

const STRING = /"(?:[^"\\\n]|\\.)*"/g;

/** With the strings decoded, in every reading of a backslash, and without quotes: they change nothing of a name. */
export function plainText(text: string, { root, home }: KnownPlaces): string {
  const decoded: string[] = [];
  const kept = text.replace(STRING, (literal) => {
    const value = decode(literal);
    if (isRule(value)) return "";
    if (literal.includes("\\")) decoded.push(value);
    return literal;
  });
  const all = [kept, ...decoded].join("\n");
  const ways = all.includes("\\") ? [all.replace(/\\\n?/g, ""), all.replaceAll("\\", "/")] : [all];
  return ways
    .join("\n")
    .replace(/\$?["']/g, "")
    .replace(/\$env:/gi, "$")
    .replace(HERE, root)
    .replace(HOME, home)
    .replace(/(?<![\w/.~])~(?=\/)/g, home)
    .replace(/(\$\{!?\w*(?:\[[^\]\n]*\])?:?[-=?+])/g, "$1 ");
}

function decode(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
