/**
 * Disks that the words of another language write: code, editors, terminals, databases and debuggers. Turned round where it is code:
 * a disk that such code names counts as written where anything in the code writes, unless the name is only read, compared or shown.
 */
import type { CallCommand } from "../offline/index.ts";
import { speaksLanguage } from "./languages.ts";

const DISK_TEXT = /(["'`])\s*(\+?[<>]{1,2}|\|)?\s*(\/dev\/[^"'`\s]+)\1/g;

/** Opens to write, or writes to something that it has opened. */
const WRITES =
  /\b\w*write\w*\b|\b(?:f?truncate|put_bytes|sendfile|binwrite|dump)\b|O_(?:WRONLY|RDWR)|["'](?:[rbt]*[wac]\w?|r[bt]*)\+?b?["'](?<!["']r[bt]*["'])|["']\s*(?:\+<|\+?>)|\bsysopen\b|\bprint\s+(?:\{\s*\$?\w+\s*\}|[A-Z]\w*\s|\$\w+\s+[^\s;,.}=])|\bfile_put_contents\b/;
/** Before a name that is only asked about, read, held against another or shown. */
const ONLY_ASKS =
  /(?:\b(?:\w*stat\w*|exists?\w*|\w*read\w*|access\w*|realpath|basename|dirname|is_?\w+|print\w*|puts|say|echo|log|info|warn\w*|debug|starts_?with|ends_?with|includes?|contains?|index_?of|match\w*|compile|split|get|lsblk|blkid)\s*\(?\s*|(?:==|!=|=~|!~|\beq|\bne|\bin|\bcase|\bwhen)\s*\(?\s*|["'`][\w./-]+["'`]\s*,\s*)$/i;
/** Behind a name that is opened to be read, or held against another. */
const ONLY_READ = /^\s*(?:,\s*(?:mode\s*=\s*)?["']r[bt]*["']|,\s*(?:os\.)?O_RDONLY|\s(?:in|not in)\s|===?|!=)/;
const COPIED_ONTO =
  /\b(?:copy\w*|cp\w*|move|rename\w*|replace)\s*\(\s*["'`][^"'`\n]*["'`]\s*,\s*["'`](\/dev\/[^"'`\s]+)["'`]/g;

/** What each of these programs is told with which it writes a file it names; the name is the first group. */
const TOLD: readonly (readonly [programs: RegExp, told: RegExp])[] = [
  [
    /^(?:r?g?vim?|nvim|view|vimdiff|ex|ed|red)$/,
    /(?:^|[|\n])\s*[:+]*\s*[\d,.$%'\w]{0,12}?(?:w(?:q|rite|ri|rit)?|W|x(?:it)?|sav(?:e|eas)?|up(?:date)?)!?\s+(?:>>\s*)?(\/dev\/[^\s|]+)/g,
  ],
  [/^tmux$/, /\b(?:save-buffer|saveb)\b(?:\s+-\w+(?:\s+(?!\/)[^\s-]\S*)?)*\s+(\/dev\/\S+)/g],
  [/^screen$/, /\b(?:hardcopy|writebuf|bufferfile|logfile|savebuf)\b(?:\s+-\w+)*\s+(\/dev\/\S+)/g],
  [
    /^(?:sqlite3?|litecli|duckdb)$/,
    /(?:^|\n|\s)\.(?:output|once|backup|save|clone|log|excel|archive)\s+(?:[\w-]+\s+)?["']?(\/dev\/[^\s"']+)/g,
  ],
  [/^(?:psql|pgcli|usql|duckdb)$/, /\bcopy\b[^;]*\bto\s+'(\/dev\/[^']+)'|\\(?:o|out|w|write|g)\s+(\/dev\/\S+)/gi],
  [
    /^(?:mysql|mariadb|mycli)$/,
    /\binto\s+(?:outfile|dumpfile)\s+["'](\/dev\/[^"']+)|(?:^|\n|\\)(?:tee|T)\s+(\/dev\/\S+)/gi,
  ],
  [
    /^(?:c?gdb|lldb)$/,
    /\b(?:dump|append|gcore|generate-core-file|set logging file|save \w+|process save-core|memory read .*--outfile)\b[^\n]*?\s(\/dev\/\S+)/g,
  ],
  [/^(?:[gmn]|original-)?awk$/, />\s*"(\/dev\/[^"\n]+)"/g],
  [
    /^(?:tclsh[\d.]*|wish|expect)$/,
    /\bopen\s+["{]?(\/dev\/[^\s"}]+)["}]?\s+["{]?(?:w|a|r\+|[A-Z ]*(?:WRONLY|RDWR))|\bfile\s+copy\s+(?:-force\s+|--\s+)*\S+\s+["{]?(\/dev\/[^\s"}\]]+)/g,
  ],
];

/** Every path below /dev that the command is told to write, whether a disk or not. */
export function devicesInWords(command: CallCommand): readonly string[] {
  const { name, words, effects, input = "" } = command;
  const values = words.slice(1).map(({ value }) => value ?? "");
  const told = [values.join(" "), ...values, input].flatMap((text) =>
    TOLD.flatMap(([programs, way]) => (programs.test(name ?? "") ? groupsOf(text, way) : [])),
  );
  const codes = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const said = speaksLanguage(name ?? "") ? [...values, input] : [];
  return [...told, ...[...codes, ...said].flatMap(writtenByCode)];
}

const groupsOf = (text: string, way: RegExp): readonly string[] =>
  [...text.matchAll(way)].flatMap(([, ...groups]) => groups.find(Boolean) ?? []);

function writtenByCode(code: string): readonly string[] {
  if (!code.includes("/dev/")) return [];
  const copied = groupsOf(code, COPIED_ONTO);
  if (!WRITES.test(code)) return copied;
  const named = [...code.matchAll(DISK_TEXT)].flatMap(({ 0: whole, 2: sign, 3: path = "", index }) => {
    if (sign === "<") return [];
    if (sign !== undefined) return [path];
    const before = code.slice(Math.max(0, index - BESIDE), index);
    const behind = code.slice(index + whole.length, index + whole.length + BESIDE);
    const isRead = /["'`]\s*<\s*["'`]\s*,\s*$/.test(before) || ONLY_READ.test(behind) || ONLY_ASKS.test(before);
    return isRead ? [] : [path];
  });
  return [...copied, ...named];
}
/** So many characters on either side say what a name is for. */
const BESIDE = 60;
