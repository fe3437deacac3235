/**
 * Texts and values brought to one form, and a value found in a text only as a whole. Towards the person it is strict: what is
 * written with look-alikes, invisible characters or percent signs is another word than theirs. Towards everything else it is
 * lenient: a disguise does not hide where a value came from.
 */
import type { Json } from "../../contract/action.ts";

const ASCII = /^[\0-\x7f]*$/;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const MAX_DEPTH = 64;
const MAX_ADDRESS = 300;

/** ASCII letters alone: no other letter may become one of them. */
export const lowerAscii = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());

/** The person's words, as they wrote them. */
export const strictForm = (text: string): string => lowerAscii(ASCII.test(text) ? text : text.normalize("NFC"));

/** Every reading of a text somebody else wrote. */
export const lenientForms = (text: string): readonly string[] => {
  const isAscii = ASCII.test(text);
  const plain = isAscii ? text.toLowerCase() : text.normalize("NFKC").replace(UNSEEN, "").toLowerCase();
  const own = isAscii ? [plain] : [plain, lowerAscii(text)];
  const decoded = plain.includes("%") ? decodePercent(plain) : plain;
  const unescaped = decoded.includes("&amp;") ? decoded.replaceAll("&amp;", "&") : decoded;
  return unescaped === plain ? own : [...own, unescaped];
};

const decodePercent = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run).toLowerCase();
    } catch {
      return run;
    }
  });

/** The strings and numbers of a value, without recursion deeper than anything real. */
export function* leavesOf(value: Json | undefined, depth = 0): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null && depth < MAX_DEPTH)
    for (const one of Object.values(value)) yield* leavesOf(one, depth + 1);
}

/** What a word is made of; what is not seen belongs to the word it stands in, and makes it another. */
export const LETTERS = String.raw`\p{L}\p{M}\p{N}\p{Cf}\p{Default_Ignorable_Code_Point}`;
const WORD = new RegExp(`[${LETTERS}_-]`, "u");

/** How a text is searched for one spelling of a value. */
export interface Needle {
  /** Stands in every text that holds the value: looked for first. */
  readonly core: string;
  /** Whether what stands at `at` is the value and no part of a longer one. */
  readonly isWhole: (text: string, at: number) => boolean;
}

export const findNeedle = ({ core, isWhole }: Needle, text: string): boolean => {
  for (let at = text.indexOf(core); at >= 0; at = text.indexOf(core, at + 1)) if (isWhole(text, at)) return true;
  return false;
};

/** Names: a dot, a dash or another letter on either side makes it another one. */
export const nameNeedle = (core: string): Needle => ({
  core,
  isWhole: (text, at) => endsBefore(text, at) && endsAfter(text, at + core.length),
});

/** Hosts and addresses: what stands in the path of another address is no address. */
export const hostNeedle = (core: string): Needle => ({
  core,
  isWhole: (text, at) => endsBefore(text, at) && !isInPath(text, at) && endsAfter(text, at + core.length),
});

/** Paths and addresses with one: what goes on behind it is another one. */
export const pathNeedle = (core: string): Needle => ({
  core,
  isWhole: (text, at) => {
    const end = at + core.length;
    const slash = text[end] === "/" && !/[\p{L}\p{N}_.~%-]/u.test(text[end + 1] ?? "");
    if (!endsBefore(text, at) || isInPath(text, at)) return false;
    return slash || (!/[/?#=&%+~]/.test(text[end] ?? "") && endsAfter(text, end));
  },
});

/** `PATTERN` must begin with `core`; what stands behind it is looked at by the pattern. */
export const patternNeedle = (core: string, pattern: string): Needle => {
  const sticky = new RegExp(pattern, "uy");
  return {
    core,
    isWhole: (text, at) => {
      sticky.lastIndex = at;
      const [found] = endsBefore(text, at) ? (sticky.exec(text) ?? []) : [];
      return found !== undefined && !(/[,']/.test(found) && isGrouped(text, at));
    },
  };
};

/** `1,234,567` does not hold the number 234,567; in a table, `6199,3120` holds 3120. */
const isGrouped = (text: string, at: number): boolean => /\d[,']$/.test(text.slice(Math.max(0, at - 2), at));

/** The character before a place, a pair of surrogates as one. */
const before = (text: string, at: number): string => {
  const unit = text.slice(Math.max(0, at - 1), at);
  return /[\udc00-\udfff]/.test(unit) ? text.slice(Math.max(0, at - 2), at) : unit;
};

const after = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
};

function endsBefore(text: string, at: number): boolean {
  const last = before(text, at);
  if (WORD.test(last) || last === "~") return false;
  return last !== "." || !WORD.test(before(text, at - 1));
}

/** Whether what stands before this place, without a break, is an address: then this is in its path. */
function isInPath(text: string, at: number): boolean {
  const run = /[^\s"'`<>()[\]{},;=]*$/.exec(text.slice(Math.max(0, at - MAX_ADDRESS), at))?.[0] ?? "";
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]|^[^/]*\.[a-z]{2,}(?::\d+)?\//.test(run) && !run.endsWith("@");
}

function endsAfter(text: string, end: number): boolean {
  const next = after(text, end);
  if (next === "") return true;
  if (WORD.test(next) || next === "@") return false;
  return next !== "." || !WORD.test(after(text, end + 1));
}
