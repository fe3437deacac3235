/** Pathspecs: where they count from, and what they match. */
import { apart } from "../call-patterns.ts";

export const EXCLUDES = /^:(?:[!^]|\([^)]*exclude)/;

/** Words before a pathspec that say how its own text is matched. Any other picks files by what no text says (`attr`). */
const ABOUT_TEXT = /^:\((?:(?:top|icase|literal|glob|exclude)(?:,|(?=\))))*\)/;
export const isUnreadSpec = (spec: string): boolean => spec.startsWith(":(") && !ABOUT_TEXT.test(spec);

interface Counted {
  readonly from: string;
  readonly top: string;
}

/** Where a pathspec counts from, and what is left of it without its signs. */
export function spreadSpec(spec: string, { from, top }: Counted): { readonly base: string; readonly path: string } {
  const [signs = ""] = /^:(?:\([^)]*\)|[/!^]+:?)/.exec(spec) ?? [];
  const fromTop = /^:(?:[!^]*\/|\([^)]*top)/.test(signs);
  return { base: fromTop ? top : from, path: spec.slice(signs.length) };
}

/** Its `*` crosses directories; a class of characters and an escape are any character. A directory stands for what lies in it. */
export function specExpression(spec: string, counted: Counted): RegExp {
  const { base, path } = spreadSpec(spec, counted);
  const rest = path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const body = rest.replace(/\[[^\]]*\]|\\?[\s\S]/g, (part) => {
    if (part === "*") return part;
    return part === "?" || (part.length > 1 && part.startsWith("["))
      ? "."
      : `\\u{${part.codePointAt(part.length - 1)?.toString(16)}}`;
  });
  const start = [...(base === "/" ? "/" : `${base}/`)]
    .map((sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
    .join("");
  return new RegExp(`^${start}${rest === "." ? "" : apart(body.split("*"))}(?:/.*)?$`, "isu");
}
