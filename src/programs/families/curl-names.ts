/** Which files and addresses curl makes of one word: braces and ranges of its own, percent codes, lists of files in a form. */

/** How many names one word may stand for; with more of them none is known. */
const MAX_NAMES = 256;

/** Every name a word with curl's braces and ranges stands for; undefined: too many, or not to be read. */
export function expandGlobs(text: string): readonly string[] | undefined {
  let names: readonly string[] = [""];
  for (let at = 0; at < text.length; ) {
    const part = partAt(text, at);
    if (part === undefined || names.length * part.names.length > MAX_NAMES) return undefined;
    names = names.flatMap((name) => part.names.map((more) => name + more));
    at = part.end;
  }
  return names;
}

interface GlobPart {
  readonly names: readonly string[];
  readonly end: number;
}

const ADDRESS = /\[[\da-f:.]*:[\da-f:.]*(?:%[\w.-]*)?\]/iy;
const SET = /\{((?:\\.|[^\\{}])*)\}/sy;
const NUMBERS = /\[(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?\]/y;
const LETTERS = /\[([a-z])-([a-z])(?::(\d{1,3}))?\]/iy;
const PLAIN = /[^\\{}[\]]+|\\[{}[\]]|\\/sy;

function partAt(text: string, at: number): GlobPart | undefined {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const plain = match(PLAIN) ?? match(ADDRESS);
  if (plain !== null) return { names: [plain[0].replace(/^\\(?=.)/s, "")], end: at + plain[0].length };
  const set = match(SET);
  if (set !== null) {
    const names = (set[1] ?? "").match(/(?:\\.|[^\\,])+|(?<=,|^)(?=,|$)/gs) ?? [""];
    return { names: names.map((name) => name.replace(/\\(.)/gs, "$1")), end: at + set[0].length };
  }
  const range = match(NUMBERS) ?? match(LETTERS);
  return range === null ? undefined : rangePart(range, at);
}

function rangePart([whole, from = "", to = "", step = "1"]: RegExpExecArray, at: number): GlobPart | undefined {
  const isNumber = /^\d/.test(from);
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const by = Number(step);
  if (by < 1 || (last - first) / by >= MAX_NAMES || last < first) return undefined;
  const names = Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, i) => first + i * by).map((code) =>
    isNumber ? String(code).padStart(from.startsWith("0") ? from.length : 1, "0") : String.fromCharCode(code),
  );
  return { names, end: at + whole.length };
}

/** The paths a file's address may name: its codes decoded, with and without what stands behind `?` or `#`. */
export function pathsOfAddress(url: string): readonly string[] | undefined {
  const path = url.replace(/^file:(?:\/\/[^/]*)?/i, "");
  const ways = [path, path.replace(/[?#].*$/s, "")].map(decoded);
  return ways.some((way) => way === undefined) ? undefined : [...new Set(ways.flatMap((way) => way ?? []))];
}

function decoded(text: string): string | undefined {
  try {
    const path = decodeURIComponent(text);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

const QUOTED = '"((?:\\\\.|[^"\\\\])*)"';
const FORM_PIECE = new RegExp(`\\s*(?:${QUOTED}|([^",;][^,;]*))\\s*[,;]?`, "gs");
const FORM_HEADERS = new RegExp(`;\\s*headers=[@<]\\s*(?:${QUOTED}|([^,;]*))`, "gis");

/** Every file that a value of `-F` names: `a=@x,y`, `a=@"x","y"`, `a=<x`, `;headers=@x`. */
export function filesInForm(value: string): readonly string[] {
  const named = ([, quoted, bare = ""]: RegExpMatchArray): string =>
    quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/gs, "$1");
  const headers = [...value.matchAll(FORM_HEADERS)].map(named);
  const list = /^[^=]*=\s*[@<](.*)$/s.exec(value)?.[1];
  const files = list === undefined ? [] : [...list.matchAll(FORM_PIECE)].map(named);
  return [...files.filter((file) => !/^(?:type|filename|encoder|headers)=/i.test(file)), ...headers];
}
