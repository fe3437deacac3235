/** Texts that start programs, cut into commands and their words. Nothing here is proven: what is found too much is not proven as an edit. */
import { expandBraces } from "../../machine/index.ts";
import { handedOn } from "./handed-on.ts";
import { importsIn } from "./imports.ts";
import { HERE, HOME, type KnownPlaces } from "./places.ts";
import { EVERY, isRule, UNKNOWN, type Words, wordsIn } from "./word.ts";

const HOLES =
  /\$\((?:[^()]|\([^()]*\))*\)|`[^`\n]*`|\$\{\{?[^{}\n]*\}\}?|\{\{[^{}\n]*\}\}|\$[\w@*#?]+|%\w+%|%[a-z](?=\/)/g;

/** `path=(a b)`: zsh's other name of PATH, and lists of any name. */
const LIST = /\b(\w+)\+?=\(([^()\n]{0,4096})\)/g;

/** Each command of a text of commands. Words inside what is not known count as words of their own too. */
export function commandsIn(text: string, { root, home }: KnownPlaces): readonly Words[] {
  const known = text
    .replace(/\\\n/g, " ")
    .replace(LIST, (_, name: string, values: string) =>
      values.replace(/\s*(\S+)\s*/g, ` ; ${name === "path" ? "PATH" : name} $1`),
    )
    .replace(HERE, root)
    .replace(HOME, home)
    .replace(/file:\/\//g, "")
    .replace(/\$[({]MAKE[)}]/g, "make")
    .replace(BRACES, (braced) => expandBraces(braced)?.join(" ") ?? braced);
  const inner = [...known.matchAll(HOLES)].map(([hole]) => hole.replace(/^[$`({%]+|[)`}%]+$/g, ""));
  const parts = [known.replace(HOLES, UNKNOWN), ...inner.filter((part) => /[\s/.]/.test(part))].map((part) =>
    part.replace(/["']/g, ""),
  );
  const cut = parts.flatMap((part) =>
    part
      .split(/[;&|\n()`]+/)
      .map(wordsIn)
      .filter((words) => words.length > 0),
  );
  return [...cut, ...parts.flatMap(handedOn), ...evaluatedIn(known)];
}

/** `{a,b}` of a shell. */
const BRACES = /(?<=^|[\s"'=:(])[^\s"'{}]{0,512}(?<!\$)(?:\{[^\s{}"']{0,512},[^\s{}"']{0,512}\}[^\s"'{}]{0,256})+/g;

/** What is printed and run: `eval "$(cat DIR/*)"`. */
const EVALUATED =
  /(?<=^|[\s;&|(])(?:source|\.|eval|[a-z]{0,3}sh(?:[ \t]+-c)?)[ \t]+["']?(?:\$\(|`)[ \t]*\w+([^()`\n]{0,1024})/g;
const evaluatedIn = (text: string): readonly Words[] =>
  [...text.matchAll(EVALUATED)].map(([, printed = ""]) => [EVERY, ...wordsIn(printed.replace(/["']/g, ""))]);

export const stringsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(([, double, single, back]) =>
    (double ?? single ?? back ?? "").replace(/\\(["\\/'])/g, "$1"),
  );

/** Strings as JSON, TOML and code quote them; single words that stand one behind the other are one command. */
export function quotedIn(text: string, places: KnownPlaces): readonly Words[] {
  const strings = stringsIn(text)
    .map((value) => value.replace(/\\[nrt]/g, "\n"))
    .filter((value) => !isRule(value) && !PARTS.test(value));
  const lines: string[] = [];
  let open = false;
  for (const value of strings) {
    const single = !/[\s;&|]/.test(value.replace(HOLES, "x"));
    if (open && (single || OPTIONS.test(lines.at(-1) ?? ""))) lines[lines.length - 1] += ` ${value}`;
    else lines.push(value);
    open = single;
  }
  return lines.flatMap((line) => commandsIn(line, places));
}

/** The key that stands between a program and its words. */
const PARTS = /^args$/;

/** A variable whose value is options of a program: `"PERL5OPT": "-I. -Mx"`. */
const OPTIONS = /\b(?:PERL5OPT|RUBYOPT)$/;

/** What code names: paths in quotes, and what it imports. */
export function codeIn(text: string, places: KnownPlaces): readonly Words[] {
  const quoted = quotedIn(text, places).map((words) => words.filter((word) => word === EVERY || NAMES_FILE.test(word)));
  return [...importsIn(text), ...quoted.filter((words) => words.length > 0)];
}
/** A path, or a module of Python as its frameworks are told of it (`app.settings`). */
const NAMES_FILE = /^\.|\/|\.\w{1,4}$|^[a-z_]\w*(?:\.[a-z_]\w*)+$/;

/** Keys of TOML stand before their values without quotes: mise's `_.path`. */
export const pathKeysIn = (text: string, places: KnownPlaces): readonly Words[] =>
  [...text.matchAll(/^[ \t]*(_\.path|path)[ \t]*=([^\n]*|[ \t]*\[[^\]]{0,4096}\])/gm)].flatMap(([, , values = ""]) =>
    commandsIn(values, places).flatMap((words) => words.map((word) => ["PATH", word])),
  );

/** Code that adds a directory to where it looks names up, with the variable that would do the same. */
const ADDS: readonly { readonly by: RegExp; readonly as: string }[] = [
  { by: /(?:\bsys\.path\b|\bsite\.addsitedir\b)([^\n;]{0,512})/g, as: "PYTHONPATH" },
  { by: /\buse lib\b([^\n;]{0,512})/g, as: "PERL5LIB" },
  { by: /(?:\$LOAD_PATH|\$:)(?=[.\s<])([^\n;]{0,512})/g, as: "RUBYLIB" },
  { by: /\bmodule\.paths\b([^\n;]{0,512})/g, as: "NODE_PATH" },
];

/** Its parts may be joined, and counted from where the code lies or from above that. */
export const searchesIn = (text: string): readonly Words[] =>
  ADDS.flatMap(({ by, as }) =>
    [...text.matchAll(by)].slice(0, MAX_SEARCHES).flatMap(([, behind = ""]) => {
      const parts = [...behind.matchAll(/["'`]([^"'`\n\\]{1,256})["'`\\]/g)].map(([, part = ""]) => part);
      const above = /__file__|__dirname|__FILE__|FindBin|\bcwd\b|parent/.test(behind) ? [".", "..", "../.."] : [];
      const joined = [...parts, parts.join("/")].filter((part) => part !== "" && part !== "..");
      const dirs =
        joined.length === 0 ? above : [...joined, ...above.flatMap((up) => joined.map((one) => `${up}/${one}`))];
      return [...new Set(dirs)].map((dir) => [as, dir]);
    }),
  );
const MAX_SEARCHES = 16;

/** Lua's patterns of where it looks, in variables of a shell and in code; what code puts in front of them may be home. */
export const luaSearchesIn = (text: string, home: string): readonly Words[] =>
  [...text.matchAll(/\b(?:LUA_C?PATH(?:_5_\d)?|package\.c?path)\b([^\n]{0,1024})/g)]
    .slice(0, MAX_SEARCHES)
    .flatMap(([, behind = ""]) => [...behind.replace(HOME, home).matchAll(/([^\s"';=,?]*)\?[^\s"';]*/g)])
    .flatMap(([, before = ""]) => {
      const dir = before.replace(/\/?[^/]*$/, "");
      return (dir.startsWith("/") ? [dir, home + dir] : [dir || "."]).map((one) => ["LUA_PATH", one]);
    });
