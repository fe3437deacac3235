/**
 * Functions with which a statement of SQL reads files of this machine: covered by a rule for the program only where the file is one
 * literal name. What they are given otherwise (a directory, a pattern, a name that is put together) may be any secret.
 */
import type { SubCommand } from "../../contract/reading.ts";

const SPEAKS_SQL =
  /^(?:sqlite3?|sqlite3?\.exe|litecli|duckdb|psql|pgcli|mysql|mariadb|mycli|usql|clickhouse(?:-\w+)?)$/;

/** A function by its name, quoted or not, and what it is given where that is one literal. */
const READS_FILES =
  /\b(?:readfile|fsdir|lsdir|fsstat|zipfile|read_(?:text|blob|csv(?:_auto)?|json\w*|ndjson\w*|parquet)|(?:csv|tsv|vsv|parquet|json)_scan|sniff_csv|glob|pg_(?:read|ls|stat)\w*|lo_import|load_file)\b["'`\]]*\s*(?:\(\s*(?:'([^']*)'\s*[,)])?|(?=where\b|,|;|\s|$))/gi;
/** Virtual tables over files. */
const VIRTUAL = /\busing\s+["'`[]?(?:csv|vsv|zipfile|fsdir|lsdir|fileio|lines|files?)\b/i;
/** Functions that go through more than the file they are given. */
const GOES_THROUGH = /^(?:fsdir|lsdir|glob|pg_ls)/i;
/** Words of statements that are functions only with something behind them. */
const NEEDS_CALL = /^(?:glob|zipfile|read_|.*_scan$|load_file|pg_)/i;

export const readsFilesBySql = ({ name, words, input }: SubCommand): boolean =>
  SPEAKS_SQL.test(name ?? "") &&
  [...words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix), input ?? ""].some(readsLoosely);

function readsLoosely(text: string): boolean {
  if (VIRTUAL.test(text)) return true;
  return [...text.matchAll(READS_FILES)].some(([whole, literal]) => {
    const isCall = whole.includes("(");
    if (!isCall && NEEDS_CALL.test(whole)) return false;
    return literal === undefined || GOES_THROUGH.test(whole) || /[*?[{]|^$/.test(literal);
  });
}
