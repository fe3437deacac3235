/**
 * bash, dash and zsh as referees of the reader: texts made from the published grammar and texts one step away from it. What the reader takes
 * apart is run, with programs that do nothing in place of the real ones: each that is started stands in the reader's list with these words,
 * and each file that is written or read among its redirections.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Event, readTrace } from "../../bench/corpus/trace.ts";
import { parseGrammar, sampler } from "../../src/core/testing/ebnf.ts";
import { type Random, seededRandom } from "./array.ts";
import { isNoise } from "./noise.ts";
import type { CoreBuild } from "./referee.ts";

const HOME = "/home/someone";
const CONTEXT = { home: HOME, platform: "linux" } as const;
export const SHELLS = ["bash", "dash", "zsh"].filter((shell) => existsSync(`/usr/bin/${shell}`));
export const STUBS = ["ls", "grep", "git", "head", "mkdir", "wc", "touch", "x.sh"];

const SAMPLES = 600;
const FROM_GRAMMAR = 60;
/** Of each sign that is put into a text so many are tried, and so many that the reader takes are run. */
const TRIED = 60;
const RUN_EACH = 5;

const BASES: readonly string[] = [
  ...[
    "ls a b",
    "grep 'a b' c",
    'ls "a b" c',
    "git log HEAD~1",
    "head a | wc b",
    "ls a > b",
    "wc < a; ls c",
    "ls; wc a",
    "ls c=d e",
  ],
  ...[
    "mkdir a && ls b || wc c",
    "grep x --include=*.js y",
    "ls a 2>&1",
    "ls ~/a",
    "ls a\nwc b",
    'git commit -m "x y"',
    "head -n 5 a.txt",
  ],
  ...[
    "grep <<'EOF' a\nx\nEOF\nls b",
    "head <<'EOF'\nx $(touch b) `touch c`\nEOF",
    "CI=1 ls a",
    "ls a >> b",
    "wc 'a'\"b\"c",
  ],
];
/** Each means something to one of the shells, somewhere. */
const SIGNS: readonly string[] = [
  ...[
    "$x",
    "${x}",
    "$(touch b)",
    "`touch b`",
    "$((1))",
    "\\",
    "\\\n",
    "&",
    "& ",
    "|&",
    ";;",
    "{a,b}",
    "{1..3}",
    "~",
    "~root",
    "#",
    " #",
    "!",
    "*",
    "?",
    "[a]",
  ],
  ...[
    "=ls",
    "=",
    "^",
    "\n",
    "\r",
    "\t",
    "'",
    '"',
    "''",
    "<(touch b)",
    ">(touch b)",
    ">&b",
    ">& b",
    ">|b",
    "<>b",
    "&>b",
    "<<<a",
    "(",
    ")",
    "\u00a0",
    "\f",
  ],
  ...[
    "if ",
    "time ",
    "! ",
    "$'\\x61'",
    "$'",
    '$"a"',
    "2>b",
    "3>b",
    "10>b",
    "2>&1",
    "2>&-",
    ">&2",
    " -",
    "--",
    "+",
    "%",
    "@",
    ":",
    "-\tEOF\ntouch b\n",
  ],
  ...[
    "<<EOF\n$(touch b)\nEOF\n",
    "<<-'EOF'\nhi\n\tEOF\ntouch b\nEOF\n",
    "; touch b",
    "#b; touch b",
    "&touch b",
    " & touch b",
    "PATH=.; ",
    "x=1 ",
    "\\x2e",
    "!!",
    "a=~ ",
  ],
];

export interface TextRun {
  readonly text: string;
  readonly commands: NonNullable<ReturnType<CoreBuild["readPlain"]>>;
}

/** What the document says in words besides: how a word begins, and a place that is a device. */
const isExcepted = (text: string): boolean => /(?:^|\s)["']+=/.test(text) || /[<>]\s*\/*(?:dev|proc)/.test(text);

export function textRuns(core: CoreBuild, seed: number): readonly TextRun[] {
  const grammar = parseGrammar(readFileSync("docs/core.md", "utf8"));
  const make = sampler(grammar, seed);
  const random = seededRandom(seed);
  const made = Array.from({ length: SAMPLES }, () => make("text")).filter(
    (text) => !isExcepted(text) && text.length < 400,
  );
  const read = (texts: readonly string[], most: number): readonly TextRun[] => {
    const found: TextRun[] = [];
    for (const text of texts) {
      const commands = found.length < most ? core.readPlain(text, CONTEXT) : undefined;
      if (commands !== undefined && isFit(commands) && !found.some((one) => one.text === text))
        found.push({ text, commands });
    }
    return found;
  };
  return [
    ...read(made, FROM_GRAMMAR),
    ...SIGNS.flatMap((sign) => read(mutants(sign, [...BASES, ...made.slice(0, 40)], random), RUN_EACH)),
  ];
}

/** What a glob stands for depends on what was written before. */
const isFit = (commands: TextRun["commands"]): boolean =>
  !(commands.some(({ words }) => words.some(({ glob }) => glob)) && commands.some(({ writes }) => writes.length > 0));

function mutants(sign: string, bases: readonly string[], random: Random): readonly string[] {
  return Array.from({ length: TRIED }, (_, i) => {
    const base = bases[i % BASES.length === i ? i : random(bases.length)] ?? "ls";
    const at = random(base.length + 1);
    return base.slice(0, at) + sign + base.slice(at + (random(3) === 0 ? 1 : 0));
  });
}

/** What each shell is given; zsh takes a pattern that matches nothing as it stands, as the others do. */
export const shellText = (shell: string, text: string): string =>
  shell === "zsh" ? `setopt nonomatch\n${text}` : text;

export const textEnv = (stubs: string): string => `HOME=${HOME} PATH=${stubs}`;

/** What ran there and the reader did not list. */
export function missesOf(
  { text, commands }: TextRun,
  trace: string,
  { dir, stubs }: { dir: string; stubs: string },
): readonly string[] {
  const events = readTrace(trace);
  const begun = events.findIndex(({ did, ok }) => did === "start" && ok);
  return [...new Set(events.slice(begun + 1).flatMap((event) => missOf(event)))].slice(0, 3);

  function missOf({ did, path, ok, words, program }: Event): readonly string[] {
    if (did === "start") return !ok || isListed(path, words) ? [] : [`ran ${JSON.stringify(words)}`];
    if (did === "connect") return isNoise(did, program, path) ? [] : [`asked ${path}`];
    if (!path.startsWith(`${dir}/`) || did === "other" || STUBS.includes(program)) return [];
    const isRead = did === "read";
    const named = commands
      .flatMap(({ reads, writes }) => (isRead ? reads : writes))
      .map(({ value }) => join(dir, value));
    return named.includes(path) || (isRead && !ok)
      ? []
      : [`${isRead ? "read" : "wrote"} ${path.slice(dir.length + 1)}`];
  }

  function isListed(path: string, words: readonly string[]): boolean {
    if (!path.startsWith(`${stubs}/`)) return false;
    if (words.length === 1 && words[0] === "cat" && text.includes("$(cat")) return true;
    return commands.some(
      (one) => one.words.length === words.length && one.words.every(({ value }, i) => value === words[i]),
    );
  }
}
