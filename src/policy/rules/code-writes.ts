/**
 * Places that code in a string writes by its own words, for rules that forbid editing: a literal that names a place, in code
 * that writes at all, unless it stands where it is only read. Code that makes its names up shows none.
 */
import { exact, globTarget } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, toTarget } from "../../machine/index.ts";
import { spellHome, spellingsIn } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { globbedByCode } from "./code-globs.ts";
import { mentionedFiles, mentionedPlaces } from "./code-mentions.ts";
import { withValues } from "./code-values.ts";
import { codeStands } from "./ground-writes.ts";
import { joinNames } from "./joined-names.ts";
import { isOpenEnded } from "./option-values.ts";
import type { WrittenPlace } from "./written-words.ts";

const MAX_CODE = 20_000;
const MAX_PLACES = 256;
const LITERAL = `(?:"[^"\\n]{1,1024}"|'[^'\\n]{1,1024}'|\`[^\`\\n]{1,1024}\`)`;

/** Words of languages and libraries with which something is written, moved or taken away. */
const WRITES =
  /\b(?:write\w*|append\w*|unlink\w*|rm(?:dir|tree|sync|_r?f?)?\w*|remove\w*|delete\w*|rename\w*|copy\w*|cp(?:Sync)?|move\w*|mkdir\w*|makedirs|truncate\w*|chmod\w*|chown\w*|\w*link(?:Sync)?|touch|save\w*|dump\w*|extract\w*|unpack\w*|creat\w*|put\w*|file_put\w*|fputs|fputcsv|fwrite|sink|to_\w+|outfile|dumpfile|vacuum|output|once|backup|clone|excel|log|w|wq|x|sav|saveas|up|update|set|edit|inplace)\b|Write|Append|Save|Delete|Remove|Create|Copy|Move|Output|os\.replace|\\(?:o|out|gx?|T)(?=\s)|[>]|["'`][rb]*[wax]\+?[bt]*["'`]|["'`]r[bt]*\+/;
const SHOWS = /\b(?:std(?:out|err)|process\.std(?:out|err)|console|STDOUT|STDERR)\.\w+|=>|->/g;

/** Where a literal is only read. */
const READ = new RegExp(
  [
    `\\b(?:open|fopen|File\\.open|io\\.open|Path|Pathname\\.new)\\(\\s*${LITERAL}\\s*(?:,\\s*(?:mode\\s*=\\s*)?["'][rbtU]+["']\\s*)?(?:,\\s*(?:encoding|errors|newline)\\s*=\\s*${LITERAL}\\s*)*\\)(?=\\.(?:read|glob|rglob|exists|is_|stat|iterdir(?!\\(\\)\\s*\\])|each_line|each|split|lines)|\\s*as\\b|\\s*[)\\],;\\n]|\\s*$)`,
    `\\b(?:\\w*[rR]ead\\w*|require|import|load(?!s\\b)\\w*|glob|walk\\w*|listdir|scandir|exists\\w*|isfile|isdir|l?stat(?:Sync)?|slurp|file_get_contents|getsize|source|spawn|exec\\w*|system|run)\\(\\s*${LITERAL}`,
    `\\b(?:from|import|require|require_relative|use)\\s+${LITERAL}`,
    `\\b(?:copy\\w*|cp(?:Sync)?|copytree)\\(\\s*${LITERAL}(?=\\s*,)`,
    `(?<!\\bos)\\.(?:replace(?:All)?|sub)\\(\\s*${LITERAL}\\s*,\\s*${LITERAL}`,
    `\\b(?:includes|starts[wW]ith|ends[wW]ith|split|index(?:Of)?|find|count|match|test|print|puts|echo)\\(\\s*${LITERAL}`,
    `(?:[=!]==?|(?<!\\bfor\\s[\\w$,\\s]{1,60})\\bin)\\s*${LITERAL}|${LITERAL}\\s+(?:not\\s+)?in\\b`,
    `\\b(?:run|call|Popen|check_\\w+|execFile\\w*|spawn\\w*)\\(\\s*(?:${LITERAL}\\s*,\\s*)?\\[[^\\]]*\\]`,
    `["']<[^"'\\n]*["'](?:\\s*,\\s*${LITERAL})?`,
  ].join("|"),
  "g",
);

/** Calls whose first words are places, so that a bare name among them is one too. */
const TAKES_PLACE =
  /(?:rm\w*|remove\w*|unlink\w*|delete\w*|rename\w*|move\w*|copy\w*|cp\w*|chdir|join|resolve|Path|mkdir\w*|makedirs|extract\w*|unpack\w*|chmod\w*|chown\w*|\w*link\w*|opendir|\w*[wW]rit\w*|rimraf\w*|RemoveAll|emptyDir\w*)\s*\(?\s*(?:(?:["'`][^"'`\n]*["'`]|[\w.]+)\s*,\s*)*$/;
/** A hidden name alone is a place where it is handed to a call, and not an element of a list that is left out or compared. */
const HIDDEN = /^\.[A-Za-z]/;
const IS_HANDED = /(?<!(?:exclud|ignor|skip|omit|filter|add|has|test|push|startsWith|endsWith)\w*\s*)\(\s*$/i;
/** With all that lies below. */
const WHOLE_TREE =
  /(?:rmtree|rm\w*|remove_tree|removeSync|rimraf\w*|RemoveAll|emptyDir\w*|delete\w*|extract\w*|unpack\w*|copytree|cp\w*|move\w*|rename\w*)\s*\(?\s*(?:(?:["'`][^"'`\n]*["'`]|[\w.]+)\s*,\s*)*$/i;

/** Programs whose own language names files without quotes. */
const BARE_NAMES =
  /^(?:sqlite3?|duckdb|litecli|psql|mysql|mariadb|g?vim?|n?vi|nvim|ex|ed|gnuplot|gdb|lldb|octave|tclsh|expect)$/;
/** Editors: whatever their commands name is opened to be changed, or written. */
const EDITORS = /^(?:g?vim?|n?vi|nvim|ex|ed|red|emacs|nano|pico|micro|hx|kak|joe)$/;

export function codeWrites(call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] {
  return commands
    .filter((command) => isOpenEnded(command) || [BARE_NAMES, EDITORS].some((names) => names.test(command.name ?? "")))
    .flatMap((command) => [...placesIn(command, call), ...editedPlaces(command, call)])
    .slice(0, MAX_PLACES);
}

const WRITES_BY_CODE = /^(?:[gmn]?awk|busybox)$/;

/** The same of what the call itself is read to run as code here: effects that were found (3c), which words of programs nobody knows are not. */
export const codeWritesHere = (call: PolicyCall): readonly WrittenPlace[] =>
  [...(call.reading?.commands ?? []), ...call.likely().flatMap(({ commands }) => commands)]
    .filter(
      ({ name, effects }) =>
        WRITES_BY_CODE.test(name ?? "") ||
        BARE_NAMES.test(name ?? "") ||
        effects.some((effect) => effect.do === "run" && effect.what === "code" && effect.code !== undefined),
    )
    .flatMap((command) =>
      placesIn(command, call, {
        without: WRITES_BY_CODE.test(command.name ?? "") ? NOTHING : COMPARES,
        mentioned: mentionedFiles,
      }),
    )
    .slice(0, MAX_PLACES);

/** One value is greater than another: no sign of writing where a language is known to write by words. */
const COMPARES = /[\w)\]]\s*>=?\s*[\w(-]/g;

const NOTHING = /(?!)/g;

interface Wanted {
  /** What of the code says nothing of writing. */
  readonly without: RegExp;
  /** What counts of the names that the code mentions. */
  readonly mentioned: typeof mentionedPlaces;
}
const ALL: Wanted = { without: NOTHING, mentioned: mentionedPlaces };

function placesIn(
  command: SubCommand,
  call: PolicyCall,
  { without, mentioned }: Wanted = ALL,
): readonly WrittenPlace[] {
  const { words, effects, name, input } = command;
  const { world } = call;
  const bare = BARE_NAMES.test(name ?? "");
  const given = words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  const code = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const texts = [...given.filter((word) => /["'`(\s]/.test(word)), ...(input === undefined ? [] : [input]), ...code];
  const read = [...new Set(texts)].flatMap((text) => spellingsIn(command, text)).map((text) => text.slice(0, MAX_CODE));
  const spelled = [...new Set([...read, ...read.map(withValues), ...read.map(joinNames)])];
  const grounds = codeStands(command, spelled, call);
  const found = grounds.flatMap((from) => read.flatMap((text) => globbedByCode(spellHome(text), from, call)));
  return [
    ...spelled
      .flatMap((text) => namesIn(text.replace(without, " "), bare))
      .flatMap(({ path, recursive }) =>
        grounds.map((from) => ({
          target: WILD.test(path) ? globTarget(absolutePath(path, from, world)) : toTarget(path, from, world),
          recursive,
          ...(WILD.test(path) ? { pattern: absolutePath(path, from, world) } : {}),
        })),
      ),
    ...found.map((path) => ({ target: exact(path), recursive: false })),
    ...grounds.flatMap((from) =>
      read.flatMap((text) => {
        const left = writingIn(text.replace(without, " "));
        return left === undefined ? [] : mentioned(left, from, call);
      }),
    ),
  ];
}

/** `-c "mksession! X"`, `-c "args *.tf | argdo %d"`, `--eval (write-region …)`: every name in the commands of an editor. */
function editedPlaces(
  { name, words, cwd, input }: SubCommand,
  { world, projectRoot }: PolicyCall,
): readonly WrittenPlace[] {
  if (!EDITORS.test(name ?? "")) return [];
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  const texts = [...words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix), input ?? ""];
  return texts
    .flatMap((text) => text.slice(0, MAX_CODE).split(/[\s|;!()"'`,=<>+]+/))
    .filter((text) => /[/.\w]/.test(text) && text.length <= 1_024 && !/\0|:\/\//.test(text))
    .map((text) => {
      const path = absolutePath(text, from, world);
      return WILD.test(text)
        ? { target: globTarget(path), recursive: false, pattern: path }
        : { target: toTarget(text, from, world), recursive: false };
    });
}

/** What is only read is taken out; that something is copied is kept. */
const blank = (read: string): string => (/^(?:copy|cp)/.test(read) ? "copy(_" : " ");

interface NamedPlace {
  readonly path: string;
  readonly recursive: boolean;
}

/** What is left of code that writes, without what it only shows and reads. */
function writingIn(code: string): string | undefined {
  const left = code.replace(SHOWS, " ").replace(READ, blank);
  return WRITES.test(left) ? left : undefined;
}

function namesIn(code: string, bare: boolean): readonly NamedPlace[] {
  const left = writingIn(code);
  if (left === undefined) return [];
  const literals = [...left.matchAll(new RegExp(LITERAL, "g"))].flatMap(([whole], i, all) => {
    const before = left.slice(0, all[i]?.index ?? 0).slice(-BEFORE);
    const path = whole.slice(1, -1).replace(/^\+?[<>]{0,2}\s*/, "");
    const recursive = WHOLE_TREE.test(before);
    const named =
      /[/\\]|[^.]\./.test(path) || TAKES_PLACE.test(before) || (HIDDEN.test(path) && IS_HANDED.test(before));
    return isPath(path) && named ? [{ path, recursive }] : [];
  });
  const words = bare ? left.split(/[\s|;]+/).filter((word) => /^[\w~.-]*[/.][\w/.~-]*\w$/.test(word)) : [];
  // What a pattern matches is written by the name it is given then: that it stands where names are looked up says nothing.
  const patterns = [...code.matchAll(PATTERN)].map(([, , path = ""]) => path);
  return [...literals, ...[...words, ...patterns].map((path) => ({ path, recursive: false }))];
}

const WILD = /[*?[]/;
/** A path with wildcards, from the root or from home, or with a hidden name in it. */
const PATTERN = /(["'`])((?:~\/|\/|(?:[^"'`\s]*\/)?\.[\w])[^"'`\s]*[*?][^"'`\s]*)\1/g;

/** How far before a literal its call is looked for, in characters. */
const BEFORE = 200;
const isPath = (text: string): boolean => text !== "" && !/[\s\0*?]|:\/\//.test(text);
