/** What a piece of SQL would do. Only statements that can be nothing but reads, with functions that are known, are reads. */

export type SqlOp = "read" | "change" | "delete";

const READS = /^(?:select|show|describe|desc|explain|values|with|pragma)\b/i;
const DELETES = /^(?:drop|truncate)\b|\bdrop\s+(?:table|database|schema|view|index|user|role|column)\b/i;
const DELETE_ALL = /^delete\b(?!.*\bwhere\b)/is;
/** Words that write, run or reach outside, wherever in a statement they stand. */
const ACTS =
  /\b(?:insert|update|delete|drop|truncate|alter|create|grant|revoke|copy|call|do|merge|attach|detach|vacuum|reindex|lock|into|outfile|dumpfile|execute|prepare|load|install|refresh|import|kill|shutdown|flush|handler|rename|optimize|repair|fsdir|zipfile|readfile|writefile|load_extension|edit|lsdir|sqlite_dbdata|pg_read_file|pg_ls_dir|load_file)\b/i;
/** Pragmas that only report. */
const PRAGMA =
  /^pragma\s+(?:\w+\.)?(?:table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|database_list|integrity_check|quick_check|foreign_key_check|compile_options|collation_list|function_list|page_count|freelist_count)\b[^=]*$/i;
/** Names that may stand before a parenthesis: functions that only compute, and words of the language. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "count sum avg min max total group_concat string_agg array_agg length lower upper substr substring coalesce ifnull nullif iif round abs trim ltrim rtrim instr " +
    "date datetime time timestamp strftime julianday unixepoch now extract date_trunc to_char to_date age typeof cast convert json_extract json_each json_array_length json_type " +
    "row_number rank dense_rank lag lead first_value last_value ntile over hex quote char unicode printf format concat concat_ws left right position reverse sqlite_version version " +
    "in exists and or not on from where select as join using distinct by when then else case like glob between values any all some with recursive union except intersect having limit filter partition pg_size_pretty pg_total_relation_size pg_relation_size pg_database_size"
  ).split(" "),
);

/** Literals become `0`, quoted names a name that is no function, comments blanks. `null`: quoting that cannot be followed. */
export function withoutLiterals(sql: string): string | null {
  const bare = sql.replace(
    /'(?:[^'\\]|'')*'|"(?:[^"\\]|"")*"|`[^`\\]*`|--[^\n]*|\/\*(?!!)[^*]*\*+(?:[^/*][^*]*\*+)*\//g,
    (found) => (found.startsWith("'") ? " 0 " : /^["`]/.test(found) ? " quoted_name " : " "),
  );
  return /['"`\\$[\]{}]|\/\*|\*\//.test(bare) ? null : bare;
}

/** The strictest of all statements; what cannot be followed is a change. */
export function sqlOp(sql: string | null): SqlOp {
  if (sql === null) return "change";
  const bare = withoutLiterals(sql);
  const parts = (bare ?? sql)
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.some((part) => DELETES.test(part) || DELETE_ALL.test(part))) return "delete";
  return bare === null || parts.some((part) => !isRead(part)) ? "change" : "read";
}

function isRead(part: string): boolean {
  if (/^pragma\b/i.test(part)) return PRAGMA.test(part);
  if (!READS.test(part) || ACTS.test(part)) return false;
  const called = [...part.matchAll(/([A-Za-z_][\w.]*)\s*\(/g)].map((match) => match[1]?.toLowerCase() ?? "");
  return called.every((name) => FUNCTIONS.has(name));
}
