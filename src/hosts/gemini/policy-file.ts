/** The rules in a policy file of Gemini CLI: `[[rule]]` and behind it keys with texts, lists of texts, numbers, yes or no. */
import type { Json, JsonObject } from "../../contract/action.ts";

const KEY = /^([\w-]+)\s*=\s*(.*)$/s;
const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
const VALUE = new RegExp(
  String.raw`^(?:(${TEXT})|(true|false)|([+-]?\d[\d_]*(?:\.\d+)?)|(\[\s*(?:(?:${TEXT})\s*(?:,\s*|(?=\])))*\]))\s*(?:#[^\n]*)?$`,
);

/** Undefined where anything is written otherwise: then nobody here knows what the file says. */
export function parsePolicies(text: string): { readonly rule: readonly JsonObject[] } | undefined {
  const rule: { [key: string]: Json }[] = [];
  let table: { [key: string]: Json } = {};
  for (const line of entriesOf(text)) {
    if (/^\[{1,2}[\w."' -]+\]{1,2}(?:\s*#.*)?$/.test(line)) {
      table = {};
      if (line.replace(/\s*#.*$/, "").replace(/\s/g, "") === "[[rule]]") rule.push(table);
      continue;
    }
    const [, key = "", written = ""] = KEY.exec(line) ?? [];
    const value = readValue(written);
    if (key === "" || value === undefined || Object.hasOwn(table, key)) return undefined;
    table[key] = value;
  }
  return { rule };
}

/** Lines that say something; a list may go over several. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let open = "";
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const entry = open === "" ? line : `${open} ${line}`;
    const isOpen = /^[\w-]+\s*=\s*\[/.test(entry) && !/\]\s*(?:#.*)?$/.test(entry);
    open = isOpen ? entry : "";
    if (!isOpen) entries.push(entry);
  }
  return open === "" ? entries : [...entries, open];
}

function readValue(written: string): Json | undefined {
  const [, text, truth, number, list] = VALUE.exec(written) ?? [];
  if (text !== undefined) return textOf(text);
  if (truth !== undefined) return truth === "true";
  if (number !== undefined) return Number(number.replaceAll("_", ""));
  if (list === undefined) return undefined;
  const items = (list.match(new RegExp(TEXT, "g")) ?? []).map(textOf);
  return items.includes(undefined) ? undefined : items.flatMap((item) => item ?? []);
}

/** Undefined for escapes that JSON does not have. */
function textOf(quoted: string): string | undefined {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}
