/**
 * Directories that a program is told to go to, or to start something in: by an option (`tmux new -c X`), by a command of its own
 * (`-c 'cd X'`, `.cd X`), or in code (`os.chdir(X)`). For what finds, and never proves: what is none of these only reads once more.
 */
import { beginsIn } from "./logins.ts";
import { spellHome } from "./spelled-home.ts";

const MAX_GROUNDS = 8;
const MAX_NAMES = 32;
const MAX_CHARACTERS = 20_000;

export interface GroundUse {
  readonly program: string;
  /** Behind its name. */
  readonly words: readonly string[];
  readonly input?: string | undefined;
  readonly files?: readonly string[];
}

/** Options by whose names a program goes somewhere first. */
const GOES_THERE =
  /^(?:--?(?:[a-z]+[-_])*(?:chdir|cwd|wd|pwd|workdir|work(?:ing)?[-_]?dir(?:ectory)?|start[-_]directory)|(?:--property=|-p)?WorkingDirectory)$/i;
/** Letters that say so, of these programs. */
const LETTERS: readonly (readonly [programs: RegExp, letters: RegExp])[] = [
  [/^tmux$/, /^-c$/],
  [/^(?:docker|podman|nerdctl|proot|nsenter|unshare)$/, /^-w$/],
  [/^(?:start-stop-daemon|kitty|alacritty)$/, /^-d$/],
  [/^(?:sudo|doas|daemon)$/, /^-D$/],
];
/** Options that may say so of a program nobody knows, or say where it finds its own. */
const MAY_GO =
  /^(?:-[cCdDw]|--(?!(?:exclude|ignore|skip|no|without|omit)[-_])(?:[a-z]+[-_])*(?:dir|directory|folder|prefix|root|path))$/i;
/** Searches have words of their own that look like such, and git's are read for themselves. */
const READ_ELSEWHERE = /^(?:g?find|bfs|fd|fdfind|git)$/;
/** Programs with a command of their own to go somewhere. */
const SPEAKS =
  /^(?:g?vim?|n?vi|nvim|r?view|vimdiff|ex|emacs\w*|sqlite3?|litecli|duckdb|psql|pgcli|usql|mysql|mariadb|c?gdb|lldb|gnuplot|octave|tclsh|wish|expect|lftp|sftp|ftp|ncftp|smbclient|screen)$/;

/** Wherever it may go, or begins. */
export const groundsOf = (use: GroundUse): readonly string[] => [
  ...beginsIn(use.program, use.words),
  ...grounds(use, MAY_GO, true),
];

/** Only where it is said to go there, and not where the option or the text may mean something else. */
export const groundsTold = (use: GroundUse): readonly string[] => grounds(use, /(?!)/, SPEAKS.test(use.program));

function grounds({ program, words, input, files = [] }: GroundUse, may: RegExp, speaks: boolean): readonly string[] {
  if (READ_ELSEWHERE.test(program)) return [];
  const goes = (option: string): boolean =>
    GOES_THERE.test(option) ||
    may.test(option) ||
    LETTERS.some(([programs, letters]) => programs.test(program) && letters.test(option));
  const given = words
    .flatMap((word, i) => optionValue(word, words[i - 1] ?? "", goes))
    // Behind `sh -c sh` stands a command.
    .filter(
      (place) =>
        program === "tmux" || !/^\w+$/.test(place) || !words.some((word, i) => word === "-c" && words[i + 1] === place),
    );
  const texts = speaks ? [...words, ...(input === undefined ? [] : [input]), ...files] : [];
  const typed = texts.flatMap((text) => goesIn(text, program));
  return mostTelling([...given, ...typed]);
}

function optionValue(word: string, before: string, goes: (option: string) => boolean): readonly string[] {
  const [, option, value] = /^(-{0,2}[\w-]+)=(.+)$/s.exec(word) ?? [];
  if (option !== undefined && value !== undefined && goes(option)) return [value];
  const [, letter, attached] = /^(-\w)([./~].*)$/s.exec(word) ?? [];
  if (letter !== undefined && attached !== undefined && goes(letter)) return [attached];
  const property = /^(?:--property=|-p)WorkingDirectory=(.+)$/.exec(word)?.[1];
  return property !== undefined ? [property] : goes(before) ? [word] : [];
}

const isPlace = (text: string): boolean => text !== "" && !/^-|[\s\0]|:\/\//.test(text);

const WORD = String.raw`(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|${"`"}([^${"`"}\n]{1,400})${"`"}|((?![-|;&"'${"`"}(])[^\s"'${"`"};|)&]{1,400}))`;
/** In a language for people, a debugger's or a database's; and in code, where a text for a shell goes nowhere by itself. */
const TYPED = "[lt]?cd|f?chdir|pushd|default-directory|Set-Location";
const CODED = "f?chdir|setwd|enterDir";
const goes = (by: string): RegExp =>
  new RegExp(
    String.raw`(?:^|[\s;|:("'${"`"}+.\\{>])(?:${by})!?(?:\s*\(\s*|\s+|(?=["']))(?:(?:\w+\.)*(?:open|opendir|Path)\(\s*)?${WORD}`,
    "g",
  );
const GOES = { typed: goes(TYPED), coded: goes(CODED) };
/** Without a word behind it: home. */
const GOES_HOME = {
  typed: /(?:^|[\s;|:("'`+.{])(?:[lt]?cd|chdir)!?\s*(?=$|[;|\n])/,
  coded: /(?:^|[\s;("'`.{])chdir\s*(?:\(\s*\)\s*)?(?=$|[;}{\n]|do\b)/,
};
/** What a program is started with. */
const STARTS_IN = /\bcwd["']?\s*[:=]\s*(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|`([^`\n]{1,400})`)/g;

/** One of these stands in all that goes anywhere: most words are told by it, and every launcher asks for every word behind it. */
const MENTIONS = /cd|cwd|chdir|pushd|default-directory|Set-Location|setwd|enterDir/;

/** Where a piece of code goes, or sends what it starts. `program`: whose language it is. */
export function goesIn(code: string, program = ""): readonly string[] {
  if (!MENTIONS.test(code)) return [];
  const way = SPEAKS.test(program) ? "typed" : "coded";
  const text = spellHome(code.slice(0, MAX_CHARACTERS));
  const said = [...text.matchAll(GOES[way]), ...text.matchAll(STARTS_IN)].map(([, one, two, three, bare = ""]) => {
    const literal = one ?? two ?? three;
    return { text: literal ?? bare, isName: literal === undefined && /^\$?[A-Za-z_]\w{0,60}$/.test(bare) };
  });
  const names = new Set(said.flatMap((one) => (one.isName ? [one.text] : [])));
  const given = [...names].slice(0, MAX_NAMES).flatMap((name) => valueGiven(name, text) ?? []);
  return mostTelling([...said.map((one) => one.text), ...given, ...(GOES_HOME[way].test(text) ? ["~"] : [])]);
}

/** What the code gave a name before: `d = "x"; os.chdir(d)`. */
const valueGiven = (name: string, code: string): string | undefined =>
  new RegExp(String.raw`(?<![\w.])${name.replace("$", "\\$")}\s*:?=\s*(["'${"`"}])([^"'${"`"}\n]{1,400})\1`).exec(
    code,
  )?.[2];

/** Places that lead out, or to a hidden name, before all others: many of those hide none of these. */
const mostTelling = (places: readonly string[]): readonly string[] => {
  const all = [...new Set(places)].filter(isPlace);
  const tells = (place: string): boolean => /^[~/]|(?:^|\/)\./.test(place);
  return [...all.filter(tells), ...all.filter((place) => !tells(place))].slice(0, MAX_GROUNDS);
};
