/**
 * Functions with which a statement of SQL reads files of this machine: covered by a rule for the program only where the file is one
 * literal name. What they are given otherwise (a directory, a pattern, a name that is put together) may be any secret.
 */
import type { SubCommand } from "../../contract/reading.ts";

const SPEAKS_SQL =
  /^(?:sqlite3?|sqlite3?\.exe|litecli|duckdb|psql|pgcli|mysql|mariadb|mycli|usql|clickhouse(?:-\w+)?)$/;

/** A function by its name, quoted or not, and what it is given where that is one literal. */
const READS_FILES =
  /\b(readfile|fsdir|lsdir|fsstat|zipfile|read_\w+|st_read\w*|\w+_scan|scan_\w+|parquet_\w+|sniff_csv|glob|pg_(?:read|ls|stat)\w*|lo_import|load_?file|files?|fileCluster|s3\w*|gcs|hdfs\w*|azureBlob\w*|url|urlCluster|deltaLake\w*|iceberg\w*|query|query_table)\b["'`\]]*\s*(?:\(\s*(?:[NE]?'([^']*)'\s*[,)])?|(?=where\b|,|;|\s|$))/gi;
/** Virtual tables over files. */
const VIRTUAL = /\busing\s+["'`[]?(?:csv|vsv|zipfile|fsdir|lsdir|fileio|lines|files?)\b/i;
/** Functions that go through more than the file they are given. */
const GOES_THROUGH = /^(?:fsdir|lsdir|glob|pg_ls)/i;
/** Tables that need nothing behind them; all others are words of statements as well. */
const IS_TABLE = /^(?:readfile|fsdir|lsdir|fsstat|sniff_csv|lo_import)$/i;
/** A file in the place of a table, as a pattern. */
const PATTERN_TABLE = /\b(?:from|join|describe|summarize)\s+(?:'[^']*[*?[{][^']*'|"[^"]*[*?[{][^"]*")/i;
/** Libraries, which are code of this machine; `load data` is none. */
const LOADS_CODE =
  /(?:^|;)\s*(?:force\s+)?install\s+(?:plugin\b|component\b|(?:\w+|'[^']*'|"[^"]*")\s*(?:;|$|from\b))|(?:^|;)\s*\.?load\s+(?:[^\s;'"]+|'[^']*'|"[^"]*")\s*(?:;|$)|\bload_extension\s*\(|\bsoname\s+'/i;
/** Code beside the database, and sources that are told in a way of their own. */
const STARTS_CODE = /\b(?:executable|openrowset|opendatasource)\s*\(|\bbulk\s+insert\b/i;

export const readsFilesBySql = ({ name, words, input }: SubCommand): boolean =>
  SPEAKS_SQL.test(name ?? "") &&
  [...words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix), input ?? ""].some(readsLoosely);

/** A statement that reads files other than by one literal name, or takes in native code; comments may stand anywhere, and in a text. */
export const readsLoosely = (statement: string): boolean =>
  [statement, statement.replace(/\/\*[\s\S]*?\*\/|--[^\n]*\n/g, " ")].some(readsOther);

function readsOther(text: string): boolean {
  if ([VIRTUAL, PATTERN_TABLE, LOADS_CODE, STARTS_CODE].some((one) => one.test(text))) return true;
  return [...text.matchAll(READS_FILES)].some(([whole, name = "", literal]) => {
    if (!whole.includes("(") && !IS_TABLE.test(name)) return false;
    return literal === undefined || GOES_THROUGH.test(name) || /[*?[{]|^$/.test(literal);
  });
}
