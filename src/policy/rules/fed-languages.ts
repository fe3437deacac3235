/**
 * Programs that take orders in a language of their own from their input: what is fed to one is code, of which an open rule for the
 * program says nothing. One closed list; where only a sub-command or an option does that, a rule that spells it out covers it.
 */
import type { SubCommand } from "../../contract/reading.ts";

interface LanguageRow {
  readonly programs: RegExp;
  /** The word with which it listens; absent: it always does. */
  readonly when?: RegExp;
  /** Whole known texts that start, read and write nothing. */
  readonly plain?: RegExp;
}

const ROWS: readonly LanguageRow[] = [
  {
    programs: /^(?:terraform|tofu|terragrunt|sbt|rails|bundle|ansible|hanami|pulumi)$/,
    when: /^(?:console|c|runner|dbconsole|db)$/,
  },
  {
    programs:
      /^(?:c?gdb|gdb-multiarch|rust-gdb|lldb(?:-\d+)?|rust-lldb|dlv|rr|crash|r2|radare2|rizin|jdb|pdb3?|ipdb3?)$/,
  },
  { programs: /^tmux$/, when: /^(?:-[a-zA-Z]*C+|source(?:-file)?)$/ },
  {
    programs:
      /^(?:jshell|groovysh|kotlinc?|scala(?:-cli)?|amm|clj|clojure|bb|lein|ghci|stack|cabal|ocaml|utop|sbcl|clisp|guile|racket|swipl|iex|erl|irb|pry|psysh|evcxr)$/,
  },
  { programs: /^(?:r?ed|ex|g?vim?|nvim|n?vi|emacs|kak)$/ },
  { programs: /^dc$/, plain: /^[^!?]*$/ },
  { programs: /^(?:lftp|ftp|sftp|tnftp|ncftp|smbclient|mail|mailx|s-nail|mutt|telnet)$/ },
  {
    programs:
      /^(?:gnuplot|octave(?:-cli)?|maxima|gp|sage|R|julia|gs|m4|tclsh\S*|wish\S*|expect|xonsh|ipython3?|msfconsole)$/,
  },
  { programs: /^(?:sqlplus|isql|mongosh?|cqlsh|clickhouse(?:-client|-local)?|influx|usql)$/ },
  {
    programs: /^(?:at|batch|parted|s?fdisk|gdisk|debugfs|guestfish|virsh|nft|ip6?tables-restore|bluetoothctl|wpa_cli)$/,
  },
  { programs: /^(?:nix|deno|dotnet|flask|php|az|gcloud)$/, when: /^(?:repl|fsi|shell|-a|interactive|-)$/ },
  // Statements are its work; signs of the client's own are more than that.
  {
    programs: /^(?:mysql|mariadb|mycli)$/,
    plain: /^(?![\s\S]*(?:\\[!.TPReo]|^[ \t]*(?:system|source|tee|pager|edit)\b))/m,
  },
  {
    programs: /^(?:sqlite3?|litecli|duckdb)$/,
    plain:
      /^(?![\s\S]*(?:^|\n)[ \t]*\.(?!(?:tables?|schema|headers?|mode|width|quit|exit|indexes|indices|databases|timer|stats|show|bail|nullvalue|separator|echo|changes|help)\b))/,
  },
];
/** Of these what comes from a file or a pipe is as ever: people load their own statements so. */
const LOADS_STATEMENTS = /^(?:mysql|mariadb|mycli|sqlite3?|litecli|duckdb)$/;

/** `fixed`: the words the rule spells out. */
export function obeysInput(command: SubCommand, fixed: readonly string[]): boolean {
  const name = (command.name ?? "").slice((command.name ?? "").lastIndexOf("/") + 1);
  const row = ROWS.find(({ programs }) => programs.test(name));
  if (row === undefined || !isFed(command)) return false;
  const { when, plain } = row;
  const { input } = command;
  if (input === undefined && LOADS_STATEMENTS.test(name)) return false;
  if (plain !== undefined && input !== undefined && plain.test(input)) return false;
  const listening = command.words.slice(1).filter(({ value }) => value === null || when?.test(value) !== false);
  return when === undefined || listening.some(({ value }) => value === null || !fixed.includes(value));
}

/** By a here-document, a here-string, a pipe or a file. */
const isFed = ({ input, fedBy = [], redirections = [], text }: SubCommand): boolean =>
  input !== undefined ||
  fedBy.length > 0 ||
  redirections.some((effect) => effect.do === "read") ||
  /(?:^|\s)\d*<(?![<(])/.test(text.replace(/"[^"]*"|'[^']*'/g, "_"));
