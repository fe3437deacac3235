/**
 * What a server may make of a text it takes for a path: as it is written, with escapes of addresses and of languages undone, with
 * backslashes as separators, and with home where a variable or a name of it stands. Every reading counts for what forbids.
 */
import { dirname } from "node:path/posix";
import type { World } from "../../contract/world.ts";

/** Escapes within escapes are undone so often, and so many readings are kept. */
const MAX_ROUNDS = 4;
const MAX_READINGS = 24;

type Change = (text: string, world: World) => string;

const CHANGES: readonly Change[] = [
  (text) => (text.includes("%") ? text.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes) : text),
  (text) => text.replace(/\\u\{?([0-9a-f]{4})\}?|\\x([0-9a-f]{2})|\\0?([0-7]{3})(?![0-9])/gi, fromEscape),
  (text) => text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(sol|period|bsol|Tab));/gi, fromEntity),
  (text) => text.replaceAll("\\", "/"),
  (text) => text.normalize("NFKC"),
  (text) => text.replace(HOME_VARIABLE, "~"),
  (text, { home }) => text.replace(/^~([\w.-]+)(?=\/|$)/, (_, user) => homeOf(user, home)),
];

/** How shells, templates and settings spell the variable that holds home. */
const HOME_VARIABLE =
  /\$\{?(?:env:)?(?:HOME|USERPROFILE)\}?|\$\{\{?\s*(?:process\.)?env[.:](?:HOME|USERPROFILE)\s*\}\}?|\{\{?\s*(?:env\.)?HOME\s*\}\}?|%(?:HOME|USERPROFILE)%|\$\(echo ~\)/gi;

const homeOf = (user: string, home: string): string => (user === "root" ? "/root" : `${dirname(home)}/${user}`);

function decodeBytes(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

const fromEscape = (_: string, unicode?: string, hex?: string, octal?: string): string =>
  String.fromCharCode(Number.parseInt(unicode ?? hex ?? octal ?? "", octal === undefined ? 16 : 8));

const ENTITIES: Readonly<Record<string, string>> = { sol: "/", period: ".", bsol: "\\", tab: "\t" };

const fromEntity = (_: string, decimal?: string, hex?: string, name?: string): string =>
  name === undefined
    ? String.fromCodePoint(Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10))
    : (ENTITIES[name.toLowerCase()] ?? "");

/** Nothing in it that any reader would take for something else. */
const PLAIN = /^(?!~\w)[\x20-\x23\x27-\x5b\x5d-\x7a\x7c-\x7e]*$/;
/** Longer text is no path. */
const MAX_TEXT = 4_096;

/** The text itself first; each once. */
export function readingsOf(text: string, world: World): readonly string[] {
  if (text.length > MAX_TEXT || PLAIN.test(text)) return [text];
  const found = new Set([text]);
  let fresh = [text];
  for (let round = 0; round < MAX_ROUNDS && fresh.length > 0 && found.size < MAX_READINGS; round++) {
    const next = fresh.flatMap((one) => CHANGES.map((change) => change(one, world))).filter((one) => !found.has(one));
    for (const one of next) found.add(one);
    fresh = [...new Set(next)];
  }
  return [...found];
}
