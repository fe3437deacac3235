/** Files that a program takes code of its own language from, and those that such a file takes in turn. For likely readings only. */

interface CodeFilesRow {
  readonly programs: RegExp;
  /** Options whose value is the file: the word behind, or what stands behind the letter or `=`. */
  readonly options?: RegExp;
  /** What names a file in the code itself, as in its words; the name is the first group. */
  readonly inCode?: RegExp;
  /** What it takes in a directory, by itself. */
  readonly here?: (words: readonly string[]) => readonly string[];
}

const ROWS: readonly CodeFilesRow[] = [
  {
    programs: /^(?:[gmn]|original-)?awk$/,
    options: /^(?:-f|-E|-i|--file|--exec|--include)$/,
    inCode: /^\s*@include\s+"([^"\n]+)"/m,
  },
  {
    programs: /^cmake3?$/,
    options: /^(?:-P|-C)$/,
    inCode: /\binclude\s*\(\s*"?([^\s")]+)/i,
    here: (words) => (words.some((word) => /^(?:-P|-E|--build|--install)$/.test(word)) ? [] : projectOf(words)),
  },
  {
    programs: /^(?:sqlite3?|litecli|duckdb)$/,
    options: /^(?:--?init|-f|--file)$/,
    inCode: /(?:^|\n)\s*\.read\s+["']?([^\s"']+)/,
  },
  {
    programs: /^(?:psql|pgcli|usql)$/,
    options: /^(?:-f|--file)$/,
    inCode: /\\(?:i|ir|include|include_relative)\s+["']?([^\s"']+)/,
  },
  { programs: /^(?:mysql|mariadb|mycli)$/, inCode: /(?:^|[;\n])\s*(?:source\s|\\\.)\s*([^\s;]+)/ },
  { programs: /^(?:c?gdb|lldb)$/, options: /^(?:-x|-s|--command|--source|-ix|--init-command)$/ },
];

/** `cmake DIR`, `cmake -S DIR -B build`. */
function projectOf(words: readonly string[]): readonly string[] {
  const dirs = words.flatMap((word, i) => {
    if (/^-S./.test(word)) return [word.slice(2)];
    return words[i - 1] === "-S" || (!word.startsWith("-") && !/^-[BDGATCUS]$/.test(words[i - 1] ?? "")) ? [word] : [];
  });
  return (dirs.length === 0 ? ["."] : dirs).map((dir) => `${dir.replace(/\/+$/, "")}/CMakeLists.txt`);
}

const MAX_FILES = 8;
/** Of one file; what stands behind is not looked at. */
const MAX_CHARACTERS = 20_000;

/** The texts of all of them. */
export function codeFiles(
  { program, words }: { readonly program: string; readonly words: readonly string[] },
  textOf: (file: string) => string | undefined,
): readonly string[] {
  const row = ROWS.find(({ programs }) => programs.test(program));
  if (row === undefined) return [];
  const { options, inCode, here } = row;
  const files = [
    ...(options === undefined ? [] : words.flatMap((word, i) => fileValue(word, words[i - 1] ?? "", options))),
    ...words.flatMap((word) => namedIn(word, inCode)),
    ...(here?.(words) ?? []),
  ];
  const texts: string[] = [];
  for (let i = 0; i < Math.min(files.length, MAX_FILES); i += 1) {
    const text = textOf(files[i] ?? "");
    if (text === undefined) continue;
    texts.push(text.slice(0, MAX_CHARACTERS));
    files.push(...namedIn(text.slice(0, MAX_CHARACTERS), inCode).filter((name) => !files.includes(name)));
  }
  return texts;
}

/** Shells of other languages, in which a line that is a command is nearly always the same. */
const FOREIGN_SHELL = /^(?:fish|t?csh|nu|xonsh|elvish|rc|es|ion)$/;
const MAX_LINES = 64;

/** The lines of a script for such a shell. */
export function foreignScripts(
  { program, words }: { readonly program: string; readonly words: readonly string[] },
  textOf: (file: string) => string | undefined,
): readonly string[] {
  const file = FOREIGN_SHELL.test(program) ? words.find((word) => !word.startsWith("-")) : undefined;
  const text = file === undefined ? undefined : textOf(file);
  const lines = (text ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:and|or|not|if|else if|while|begin;?|[\^&])\s+/, ""));
  return lines.filter((line) => /^\s*[\w./~"'$]/.test(line)).slice(0, MAX_LINES);
}

const namedIn = (text: string, pattern: RegExp | undefined): readonly string[] =>
  pattern === undefined
    ? []
    : [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].flatMap(([, name]) => name ?? []);

function fileValue(word: string, before: string, options: RegExp): readonly string[] {
  if (options.test(before)) return [word];
  const [, long = "", value = ""] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (options.test(long)) return [value];
  return /^-\w./.test(word) && options.test(word.slice(0, 2)) ? [word.slice(2)] : [];
}
