/** What a piece of SQL would do, judged word by word. Only statements that can be nothing but reads are reads. */

export type SqlOp = "read" | "change" | "delete";

const READS = /^(?:select|show|describe|desc|explain|values|table|with|pragma|use)\b/i;
const DELETES = /^(?:drop|truncate)\b/i;
const DELETE_ALL = /^delete\b(?!.*\bwhere\b)/is;
/** Words that write, run or reach outside, wherever in a statement they stand. */
const ACTS =
  /\b(?:insert|update|delete|drop|truncate|alter|create|grant|revoke|copy|call|do|merge|replace|attach|detach|vacuum|reindex|cluster|lock|into|execute|prepare|load|set|install|analyze|refresh|comment|import|kill|shutdown|flush|reset|handler|rename|optimize|repair|nextval|setval|lo_import|lo_export|lo_from_bytea|pg_read_file|pg_read_binary_file|pg_ls_dir|pg_stat_file|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile|pg_sleep|dblink\w*|load_extension|load_file|writefile|readfile|edit|fts3_tokenizer|sys_exec|sys_eval|xp_cmdshell|sp_\w+|openrowset|opendatasource|query_to_xml|database_to_xml|set_config|current_setting|zeroblob|sqlite_dbpage|shell|url|file|remote|s3|mysql|postgresql)\b/i;
/** Pragmas that only report. */
const PRAGMA =
  /^pragma\s+(?:\w+\.)?(?:table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|database_list|integrity_check|quick_check|foreign_key_check|compile_options|collation_list|function_list|page_count|freelist_count)\b[^=]*$/i;

/** Comments and literals hold no statements; what is left of them are blanks. `null`: quoting that cannot be followed. */
export function withoutLiterals(sql: string): string | null {
  const bare = sql.replace(
    /'(?:[^'\\]|'')*'|"(?:[^"\\]|"")*"|`[^`]*`|--[^\n]*|\/\*(?!!)[^*]*\*+(?:[^/*][^*]*\*+)*\//g,
    " ",
  );
  return /['"`\\$]|\/\*|\*\//.test(bare) ? null : bare;
}

/** The strictest of all statements; what cannot be followed is a change. */
export function sqlOp(sql: string | null): SqlOp {
  if (sql === null) return "change";
  const bare = withoutLiterals(sql);
  const parts = (bare ?? sql)
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (
    parts.some(
      (part) =>
        DELETES.test(part) ||
        DELETE_ALL.test(part) ||
        /\bdrop\s+(?:table|database|schema|view|index|user|role|column)\b/i.test(part),
    )
  )
    return "delete";
  if (bare === null || parts.some((part) => !isRead(part))) return "change";
  return "read";
}

function isRead(part: string): boolean {
  if (/^pragma\b/i.test(part)) return PRAGMA.test(part);
  return READS.test(part) && !ACTS.test(part);
}
