/** Definitions that are not worked out: files of the session that a pattern in their text has, where the text runs or includes such files. */
import { basename, dirname } from "node:path/posix";
import { isInside, pathBelow } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/** Bytes of a definition that are looked at; in a longer one every file is meant. */
const MAX_TEXT_BYTES = 256 * 1024;

interface Runner {
  /** The text hands this program a name that is put together. */
  readonly when: RegExp;
  /** What such a program takes. */
  readonly takes: RegExp;
}

const COMPUTED = String.raw`(?:[ \t]+-\S+)*[ \t]+["']?(?:\.\/)?(?:\S*\$|\S*[*?])`;
const runs = (programs: string): RegExp => new RegExp(String.raw`(?:^|[\s;&|(@/"'])(?:${programs})${COMPUTED}`, "m");

/** Names that a rule of make has by itself: what it is made from, what is made, and what `%` stood for. */
const AUTOMATIC = String.raw`\$(?:[<^*@+?]|[({][<^*@+?][DF]?[)}])`;
const INTERPRETERS = String.raw`(?:ba|da|z|k)?sh|source|\.|(?:python|pypy)[\d.]*|node|bun|tsx|ts-node|deno run|bun run|ruby|perl|php|lua|Rscript|julia|awk -f|sed -f`;
const STARTS = String.raw`(?:^|[\s;&|(@/"'])`;
const ANYTHING = /^/;
/** Compiled first: as it stands nothing starts it. */
const NOT_COMPILED = /(?<!\.(?:c|cc|cpp|cxx|m|mm|s|S|asm|h|hh|hpp|hxx|rs|go|java|kt|o|d|hs|ml|zig|f90|pas))$/;

/** A recipe that runs such a name runs whatever has it, whichever ending the rule gives to it. */
const RUNS_AUTOMATIC: readonly Runner[] = [
  {
    when: new RegExp(
      String.raw`${STARTS}(?:${INTERPRETERS})(?:[ \t]+-\S+)*[ \t]+(?:<[ \t]*)?["']?[^\s;|&]*${AUTOMATIC}`,
      "m",
    ),
    takes: ANYTHING,
  },
  {
    when: new RegExp(
      String.raw`(?:\bg?make|\$[({]MAKE[)}])[^\n;|&]*[ \t](?:-f|--file|--makefile)[ \t=]*["']?[^\s;|&]*${AUTOMATIC}`,
      "m",
    ),
    takes: ANYTHING,
  },
  { when: new RegExp(String.raw`${AUTOMATIC}[^\n;]*\|[ \t]*(?:${INTERPRETERS})(?:[\s;]|$)`, "m"), takes: ANYTHING },
  { when: new RegExp(String.raw`\$?\$\([ \t]*(?:cat|<)[ \t]*["']?\S*${AUTOMATIC}`, "m"), takes: ANYTHING },
  {
    when: new RegExp(
      String.raw`\bfor[ \t]+\w+[ \t]+in[^;\n]*${AUTOMATIC}[^\n]*[\s;](?:${INTERPRETERS})[ \t]+["']?\$\$`,
      "m",
    ),
    takes: ANYTHING,
  },
  {
    when: new RegExp(String.raw`(?:^\t[@+-]*|[;&|][ \t]*)["']?(?:[\w./-]*/)?${AUTOMATIC}`, "m"),
    takes: NOT_COMPILED,
  },
];

const RUNNERS: readonly Runner[] = [
  ...RUNS_AUTOMATIC,
  { when: /^[ \t]*[-s]?include[ \t]+[^\n]*[$*?]/m, takes: /\.(?:mk|mak|make|inc|in)$|(?:^|\/)[^.]+$|makefile[^/]*$/i },
  { when: runs(String.raw`(?:ba|da|z|k)?sh|source|\.`), takes: /\.(?:sh|bash|zsh)$|(?:^|\/)[^.]+$/ },
  { when: runs(String.raw`(?:python|pypy)[\d.]*`), takes: /\.py$/ },
  { when: runs("node|bun|tsx|ts-node|deno run|bun run"), takes: /\.[cm]?[jt]sx?$/ },
  { when: runs("ruby|perl|php|lua|Rscript|julia"), takes: /\.(?:rb|pl|php|lua|R|jl)$/ },
  // The name is itself what is started.
  {
    when: /^\t[@+-]*(?:\.\/)?\$[<^({]|xargs|-exec|run-parts/m,
    takes: /\.(?:sh|bash|py|rb|pl|[cm]?js)$|(?:^|\/)[^.]+$/,
  },
];

/** A makefile that looks names up elsewhere runs what it finds there, understood or not. */
export function searchedRun(file: string, fresh: readonly string[], call: PolicyCall): string | undefined {
  const bytes = call.world.stat(file).kind === "file" ? call.world.readFile(file, MAX_TEXT_BYTES) : undefined;
  return bytes !== undefined && SEARCHES.test(new TextDecoder().decode(bytes))
    ? patternsRun(file, fresh, call)
    : undefined;
}

/** `fresh`: absolute. */
export function patternsRun(file: string, fresh: readonly string[], { world }: PolicyCall): string | undefined {
  const base = dirname(file);
  const near = fresh.filter((path) => path !== file && isInside(path, base));
  if (near.length === 0 || world.stat(file).kind !== "file") return undefined;
  const bytes = world.readFile(file, MAX_TEXT_BYTES);
  const text = bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  return text === undefined ? near[0] : near.find((path) => isRunBy(text, pathBelow(path, base)));
}

function isRunBy(text: string, path: string): boolean {
  if (!RUNNERS.some(({ when, takes }) => takes.test(path) && when.test(text))) return false;
  const patterns = patternsIn(text);
  return patterns.length > MAX_PATTERNS || patterns.some((pattern) => hasName(pattern, path));
}

/** make looks names up in other directories too: what a plain name says may lie anywhere. */
const SEARCHES = /^[ \t]*(?:(?:export|override)[ \t]+)*(?:VPATH[ \t]*(?:::?:?|\?|\+)?=|GPATH\b|vpath[ \t])/m;

/** `mk/*.mk`, `%.py`, `scripts/**`, `jobs/$*`, `.in.out:`: what a name or a path could be. */
const patternsIn = (text: string): readonly string[] =>
  [
    ...new Set([
      ...[...text.matchAll(/^(\.\w+)(?:\.\w+)?[ \t]*:(?!=)/gm)].map(([, ending = ""]) => `%${ending}`),
      ...[
        ...text
          .replace(new RegExp(AUTOMATIC, "g"), "%")
          .matchAll(/(?<![\w./@-])[\w./@-]{0,256}[*?%][\w./@*?%-]{0,256}/g),
      ].map(([word]) => word.replace(/^\.\//, "")),
      ...(SEARCHES.test(text)
        ? [...text.matchAll(/(?<![\w./@-])[\w@-][\w.@-]{0,256}(?![\w./@%*?-])/g)].map(([name]) => name)
        : []),
    ]),
  ].filter((word) => /[\w/]/.test(word));

const hasName = (pattern: string, path: string): boolean =>
  new RegExp(
    `^${pattern
      .split(/([*?%]+)/)
      .map(toPart)
      .join("")}$`,
  ).test(pattern.includes("/") ? path : basename(path));
const MAX_PATTERNS = 400;

const toPart = (part: string): string => {
  if (part === "?") return "[^/]";
  if (/^[*?]$/.test(part)) return "[^/]*";
  return /^[*?%]/.test(part) ? ".*" : part.replace(/[.+^$()|[\]{}\\]/g, "\\$&");
};
