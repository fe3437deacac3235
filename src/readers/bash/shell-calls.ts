/** Commands that code of another language hands to a shell, as far as they stand there in words. */

import { codeSpellings } from "./code-spellings.ts";
import { withLines } from "./code-texts.ts";
import { goesIn } from "./other-grounds.ts";
import { spellHome } from "./spelled-home.ts";
import { quoteWord, startedCalls } from "./started-calls.ts";

const MAX_CODE_CHARACTERS = 20_000;
const MAX_CALLS = 8;
const MAX_LIST_CHARACTERS = 400;
/** Of all spellings of one code. */
const MAX_TEXTS = 48;

const COMMAND = `["'\`]([^"'\`\\n]{2,400})["'\`]`;
const STARTERS =
  "(?:os\\.system|os\\.popen|subprocess\\.\\w+|Popen|check_output|execFile(?:Sync)?|execSync|exec|spawnSync|spawn|system|systemlist|popen|shell_exec|passthru|Open3\\.\\w+|do shell script|do script|os\\.execute|termopen|jobstart|(?:async-)?shell-command(?:-to-string)?|call-process-shell-command)";
const CALLS = new RegExp(`${STARTERS}\\s*\\(?\\s*\\[?\\s*[fFbBrRuU]{0,2}${COMMAND}`, "g");
const NAMED = new RegExp(`\\b(\\w+)\\s*=\\s*${COMMAND}`, "g");
const STARTS_NAMED = new RegExp(`${STARTERS}\\s*\\(?\\s*\\$?(\\w+)`, "g");
/** awk: `"cmd" | getline`, `print | "cmd"`. */
const PIPED = /"([^"\n]{2,400})"\s*\|&?\s*getline|\|&?\s*"([^"\n]{2,400})"/g;
/** Perl opens a file by one text: with this sign at either end it is a command. */
const OPENED = /["'`]\s*(?:\|([^"'`\n|]{2,400})|([^"'`\n|]{2,400})\|)\s*["'`]/g;
/** A template that is a command: `await $`git push``. */
const TEMPLATES = /(?<![\w$])(?:\w+\.)?\$\s*(?:\([^()`]*\)\s*)?`([^`\n]{2,400})`/g;
/** `program`: what the code is for; "" where nobody knows. `args`: the words behind it. `handed`: what it gets besides. */
export function shellCalls(
  code: string,
  program = "",
  args: readonly string[] = [],
  handed: Parameters<typeof codeSpellings>[3] = {},
): readonly string[] {
  const spelled = codeSpellings(code.slice(0, MAX_CODE_CHARACTERS), program, args, handed).map(spellHome);
  const calls = spelled.flatMap((text) => callsIn(text, program)).flatMap(asLines);
  const places = spelled.flatMap((text) => goesIn(text, program));
  const there = [...new Set(places)]
    .slice(0, MAX_CALLS)
    .flatMap((to) => calls.map((call) => `cd ${quoteWord(to)}; ${call}`));
  return [...new Set([...calls, ...there])].slice(0, MAX_TEXTS);
}

/** As it stands, and with its lines. */
const asLines = (call: string): readonly string[] => (/\\[nrt]/.test(call) ? [withLines(call), call] : [call]);

function callsIn(text: string, program: string): readonly string[] {
  const called = [...text.matchAll(CALLS)].flatMap(({ 0: whole, 1: found = "", index }) => [
    found.replaceAll('\\"', '"'),
    ...wordList(found, text.slice(index + whole.length, index + whole.length + MAX_LIST_CHARACTERS)),
  ]);
  const opened = /^perl/.test(program) ? groupsOf(text, OPENED) : [];
  const piped = /awk$/.test(program) ? groupsOf(text, PIPED) : [];
  const fed = /awk$/.test(program) ? printedInto(text) : [];
  return [
    ...called,
    ...startedCalls(text),
    ...namedCommands(text),
    ...opened,
    ...fed,
    ...piped,
    ...groupsOf(text, TEMPLATES),
  ];
}

/** awk: `print "push" | "xargs git"`. */
const printedInto = (text: string): readonly string[] =>
  [...text.matchAll(/\bprintf?\s*\(?\s*"([^"\n]{1,400})"[^|;}"]*\|&?\s*"([^"\n]{2,400})"/g)]
    .slice(0, MAX_CALLS)
    .map(([, said = "", command = ""]) => `printf '%s\\n' ${quoteWord(said)} | ${command}`);

const groupsOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].slice(0, MAX_CALLS).flatMap(([, one, other]) => one ?? other ?? []);

/** `cmd = "rm -rf x"; system(cmd)`. */
function namedCommands(text: string): readonly string[] {
  const started = new Set([...text.matchAll(STARTS_NAMED)].map(([, name]) => name));
  return started.size === 0
    ? []
    : [...text.matchAll(NAMED)]
        .flatMap(([, name, value = ""]) => (started.has(name) ? [value] : []))
        .slice(0, MAX_CALLS);
}

/** `run(['rm', '-rf', '/'])`: the words of one command, each in quotes. */
function wordList(first: string, behind: string): readonly string[] {
  if (!/^\s*,/.test(behind) || /\s/.test(first)) return [];
  const words = [...(behind.split(/[\]);]/, 1)[0] ?? "").matchAll(/["'`]([^"'`\n]{1,200})["'`]/g)];
  return words.length === 0 ? [] : [[first, ...words.map(([, word = ""]) => word)].join(" ")];
}
