/** Searches by tools: Grep opens what it looks through, Glob tells names alone. */
import type { JsonObject } from "../contract/action.ts";
import { mayList, maySearch } from "./places/index.ts";
import { look, placesOf, type ToolCall, type ToolFinding, textOf } from "./tool-places.ts";
import type { Scene } from "./types.ts";

/** Hosts hand these texts to programs: one with a dash in front may be an option of theirs. */
const mayBeOption = (input: JsonObject): boolean =>
  ["pattern", "glob", "type", "path", "paths", "output_mode"]
    .flatMap((field) => [input[field] ?? ""].flat())
    .some((text) => /^\s*-/.test(String(text)));

/** How a host starts the program that searches for it, nobody here knows: its variables may hold for it. */
const isBent = ({ disk, process }: Scene): boolean =>
  process?.variables.has("RIPGREP_CONFIG_PATH") === true || disk.variables?.includes("RIPGREP_CONFIG_PATH") === true;

/** Where a search begins: at its `path` and at each of its `paths`, which are no patterns. */
function startsOf(input: JsonObject, call: ToolCall): readonly string[] | undefined {
  const { path, paths } = input;
  const named = [path, ...(Array.isArray(paths) ? paths : [])].filter((one) => typeof one === "string" && one !== "");
  if (mayBeOption(input) || isBent(call.scene)) return undefined;
  const places = (named.length === 0 ? ["."] : named).map((one) => placesOf(String(one), call));
  if (Array.isArray(paths) && paths.some((one) => /[*?[{]|[+@!]\(/.test(String(one)))) return undefined;
  return places.every((place) => place !== undefined) ? places.flat() : undefined;
}

/** Endings of the kinds of files that ripgrep knows and people search for. */
const ENDINGS: Readonly<Record<string, string>> = {
  ts: ".ts .tsx .cts .mts",
  js: ".js .jsx .cjs .mjs .vue",
  py: ".py .pyi",
  rust: ".rs",
  go: ".go",
};

/** `*.ts`, `src/**\/*.{ts,tsx}`, `hooks*.go`: only names that end so. */
const BY_ENDING = /^(?!\/|~)[\w./*-]*?(\.[\w.-]+|\.\{[\w.,-]+\})$/;

/** Undefined: all files may be meant. */
function endingsOf(input: JsonObject): readonly string[] | undefined {
  const filters = textOf(input, "glob").match(/(?:\{[^{}]*\}|[^\s,])+/g) ?? [];
  const type = textOf(input, "type");
  const chosen = [...filters.map(endingsIn), ...(type === "" ? [] : [ENDINGS[type]?.split(" ")])];
  const known = chosen.filter((endings) => endings !== undefined);
  return known.length === 0 || known.length < chosen.length ? undefined : known.flat();
}

function endingsIn(filter: string): readonly string[] | undefined {
  const ending = BY_ENDING.exec(filter)?.[1];
  if (ending === undefined) return undefined;
  return ending.startsWith(".{")
    ? ending
        .slice(2, -1)
        .split(",")
        .map((one) => `.${one}`)
    : [ending];
}

/** Files with a dot in front are searched, and links may be followed. A filter never leads out of where the search begins. */
export function proveSearch(input: JsonObject, call: ToolCall): ToolFinding {
  if (/\\|\.\.|^\s*[/~]|[?*+@!]\(/.test(textOf(input, "glob"))) return undefined;
  const endings = endingsOf(input);
  const search = { follow: true, ...(endings === undefined ? {} : { endings }) };
  return look("search", startsOf(input, call), call, (path, scene) => maySearch(path, scene, search));
}

/** Groups such as `+(…)`, escapes that spell a name, alternatives that begin elsewhere: libraries read them differently. */
const UNREAD_PATTERN = /[?*+@!]\(|\\|\{.*\.\.|[{,](?:[/~\\]|[A-Za-z]:)/;

/** The pattern may be absolute or climb: what is written out before its first sign is where the search begins. */
export function proveNames(input: JsonObject, call: ToolCall): ToolFinding {
  const pattern = textOf(input, "pattern");
  const fixed = pattern.split(/[*?[{]/)[0] ?? "";
  const dir = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  if (UNREAD_PATTERN.test(pattern) || pattern.slice(dir.length).split("/").includes("..")) return undefined;
  const bases = startsOf(input, call);
  const roots = bases?.map((base) => (dir === "" ? [base] : placesOf(dir, call, base)));
  return look("list", roots?.every((root) => root !== undefined) ? roots.flat() : undefined, call, mayList);
}
