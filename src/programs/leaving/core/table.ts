/**
 * The core programs: those that make nearly all of the recorded plain commands, with the options that were used there
 * and keep them harmless. Every option is confirmed by a run of the real program (referee.test.ts). What is not here is
 * not plain. Published as core.json.
 */
import { CORE_GIT } from "./git.ts";
import type { CoreUse } from "./use.ts";

const NUMBERS = "\\d{1,6}";
/** `5`, `$`, `/text/`: one line or a stretch of them, printed or left out; or a replacement that neither writes nor runs. */
const LINE = "(?:\\d+|\\$|/(?:[^/\\\\\\n]|\\\\[^\\n])+/)";
const PART = (mark: string): string => `(?:[^${mark}\\\\\\n]|\\\\[^\\n])*`;
const REPLACED = ["/", "|", "#", ","]
  .map((mark) => `s\\${mark}${PART(mark)}\\${mark}${PART(mark)}\\${mark}[gpI0-9]*`)
  .join("|");
const SED = `(?:(?:${LINE}(?:,${LINE})?)?[pd=]|${REPLACED})(?:;${LINE}(?:,${LINE})?[pd=])*`;
const grep: CoreUse = {
  flags:
    "-n -r -i -v -E -F -G -P -w -x -l -L -c -o -h -H -q -s -a -I -b --line-number --recursive --ignore-case --invert-match " +
    "--extended-regexp --fixed-strings --word-regexp --line-regexp --files-with-matches --files-without-match --count " +
    "--only-matching --no-filename --with-filename --quiet --no-messages --text",
  values:
    "-A -B -C -m -e --after-context --before-context --context --max-count --regexp --include --exclude --exclude-dir",
  attached: "--color --colour",
  digits: true,
  patterns: true,
};

const nothing: CoreUse = { most: 0 };

export const CORE: Readonly<Record<string, CoreUse>> = {
  // Files and input, printed.
  cat: { flags: "-n -A -v -e -t -E -T -b -s --number --show-all" },
  head: { flags: "-q -v", values: "-n -c --lines --bytes", digits: true },
  tail: { flags: "-q -v", values: "-n -c --lines --bytes", digits: true },
  wc: { flags: "-l -c -w -m -L --lines --bytes --words --chars" },
  sort: {
    flags: "-r -n -u -h -V -f -b -g -d -s --reverse --numeric-sort --unique --human-numeric-sort --version-sort",
    values: "-k -t --key --field-separator",
  },
  uniq: { flags: "-c -d -u -i --count --repeated --unique --ignore-case", values: "-f -s -w", most: 1 },
  cut: { flags: "-s --complement", values: "-d -f -c -b --delimiter --fields --characters" },
  tr: { flags: "-d -s -c --delete --squeeze-repeats --complement", most: 2 },
  nl: { values: "-b -w -s -n -v" },
  sed: {
    flags: "-n -E -r -s -i --quiet --silent --regexp-extended",
    values: "-e --expression",
    edits: "-i",
    linux: "-i",
    first: SED,
    scripts: "-e --expression",
  },

  // Searched.
  grep,
  rg: {
    flags:
      "-n -i -S -s -l -c -o -w -x -F -v -N -U -H -I --files --line-number --ignore-case --smart-case --files-with-matches " +
      "--count --only-matching --word-regexp --fixed-strings --invert-match --no-heading --heading --no-line-number --with-filename",
    values:
      "-g -t -T -A -B -C -m -e -M --glob --type --type-not --after-context --before-context --context --max-count --regexp --max-depth --max-columns",
    attached: "--color --sort",
  },
  find: {
    words: true,
    flags: "-o -a -or -and -not -print -prune -empty -readable -executable",
    values: "-name -iname -path -ipath -type -maxdepth -mindepth -mtime -mmin -size -newer",
  },

  // Places and names.
  ls: {
    flags:
      "-l -a -A -h -t -r -R -d -1 -F -S -i -p -g -o -n -s --all --almost-all --human-readable --recursive --directory --reverse",
    attached: "--color",
  },
  stat: { values: "-c --format", linux: "-c --format" },
  du: { flags: "-s -h -a -c -k -m --summarize --human-readable --total", values: "-d --max-depth" },
  df: { flags: "-h -k -T -i --human-readable" },
  basename: { values: "-s", flags: "-a" },
  dirname: {},
  which: { flags: "-a" },
  pwd: { flags: "-P -L", most: 0 },
  cd: { least: 1, most: 1 },
  test: { words: true, values: "-f -d -e -s -r -w -x -L -h", most: 0, least: 0 },

  // Said.
  echo: { text: true },
  printf: { first: "(?:[^%]|%%|%-?[0-9]{0,3}[sb])*" },
  true: nothing,
  false: nothing,
  ":": nothing,
  seq: { each: NUMBERS, least: 1, most: 3 },

  // The machine.
  date: { flags: "-u", first: "\\+[^\\n]*", most: 1 },
  whoami: nothing,
  id: { flags: "-u -g -n -un -gn", most: 0 },
  uname: { flags: "-a -s -r -m -n -v -p -o", most: 0 },
  hostname: nothing,
  nproc: nothing,
  ps: { flags: "-e -f -A", values: "-p", first: "aux|ax|-ef", most: 1 },
  pgrep: { flags: "-f -l -a -x", least: 1, most: 1 },
  free: { flags: "-h -m -g -k -b", most: 0 },
  uptime: { flags: "-p -s", most: 0 },
  // A port by number, or a file; a name would be looked up.
  lsof: { flags: "-i -n -P -t", each: ":\\d{1,5}|\\.?/[^:@]*", most: 1 },

  // Edits of the project.
  mkdir: { flags: "-p -v --parents", least: 1, changes: true },
  touch: { least: 1, changes: true },
  rm: { flags: "-r -R -f -v --recursive --force", least: 1, changes: true },
  mv: { flags: "-f -n -v", least: 2, changes: true },
  cp: { flags: "-f -n -p -v", least: 2, changes: true },
  chmod: { first: "[ua]?\\+x", least: 2, changes: true },

  git: CORE_GIT,
  // Shortens what git prints; what stands behind its name is git's.
  rtk: { least: 1, commands: { git: CORE_GIT } },
};
