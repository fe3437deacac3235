/**
 * Copilot CLI 1.0: the tools it offers, and older names. A shell session that is named keeps state between calls, so `sessionId`
 * and `shellId` stay undeclared.
 */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { type HostNames, ignored, row, type ToolRow } from "../names.ts";

const RUNNING = [
  "command description timeout async:run_in_background",
  "mode detach initial_wait",
  { prepare: withBackground },
] as const;
const TYPED = row("BashInput", "shellId:id sessionId:id input:chars delay:timeout");
const LOOK = row("BashOutput", "shellId:shell_id sessionId:shell_id delay:timeout");
const STOP = row("TaskStop", "shellId:shell_id sessionId:shell_id");
const VIEW = row("Read", "path:file_path", "view_range forceReadLargeFiles");
const CREATE = row("Write", "path:file_path file_text:content");
const EDIT = row("Edit", "path:file_path old_str:old_string new_str:new_string");
const GREP = row("Grep", "pattern path paths glob output_mode -A -B -C -n -i type head_limit multiline", "", {
  prepare: listed,
});
const LOOKS = row("TaskList", "", "", { narrow: true });

export const copilotNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", ...RUNNING),
    powershell: row("PowerShell", ...RUNNING),
    write_bash: TYPED,
    write_powershell: TYPED,
    read_bash: LOOK,
    read_powershell: LOOK,
    stop_bash: STOP,
    stop_powershell: STOP,
    view: VIEW,
    create: CREATE,
    edit: EDIT,
    str_replace_editor: editor,
    apply_patch: row("Patch", "input:patch patch"),
    grep: GREP,
    rg: GREP,
    glob: row("Glob", "pattern path paths", "", { prepare: listed }),
    web_fetch: row("WebFetch", "url", "max_length start_index raw"),
    web_search: row("WebSearch", "query"),
    task: row("Agent", "description prompt model name agent_type:subagent_type", "reasoning_effort context_tier mode"),
    write_agent: row("Agent", "message:prompt agent_id:name", "agent_ids scope"),
    read_agent: row("TaskOutput", "agent_id:task_id", "wait timeout since_turn"),
    list_agents: row("TaskList", "", "include_completed scope"),
    list_bash: LOOKS,
    list_powershell: LOOKS,
    fetch_copilot_cli_documentation: LOOKS,
    // The session's own lists, in a database of its own.
    sql: row("TodoWrite", "", "query description", { prepare: insideDatabase, narrow: true }),
    // What was said and done in earlier sessions: the agent's own records, with its own vendor or on this machine.
    session_store_sql: row("TaskList", "", "query description source", { prepare: onlySelects, narrow: true }),
    update_todo: row("TodoWrite", "todos"),
    report_intent: row("TodoWrite", "", "intent", { narrow: true }),
    ask_user: row("AskUserQuestion", "question:questions", "choices allow_freeform"),
    skill: row("Skill", "skill"),
    exit_plan_mode: row("ExitPlanMode", "summary:plan", "actions recommendedAction"),
  })),
};

/** `paths` is one place or a list of them. */
function listed(input: JsonObject): JsonObject {
  const { paths, ...rest } = input;
  return paths === undefined ? rest : { ...rest, paths: Array.isArray(paths) ? paths : [paths] };
}

/** Two ways of saying that it goes on beside the agent. */
function withBackground(input: JsonObject): JsonObject {
  const { mode = "sync", detach = false } = input;
  return mode === "sync" && detach === false ? input : { ...input, async: true };
}

const insideDatabase = (input: JsonObject): JsonObject | undefined =>
  typeof input.query === "string" && isPlainWork(input.query) ? input : undefined;

const onlySelects = (input: JsonObject): JsonObject | undefined =>
  typeof input.query === "string" && isPlainLook(input.query) ? input : undefined;

/** One name for four tools: its `command` says which. */
function editor(input: JsonObject): ToolRow | undefined {
  const rows: Readonly<Record<string, ToolRow>> = {
    view: VIEW,
    create: CREATE,
    str_replace: EDIT,
    insert: { ...EDIT, fields: { ...EDIT.fields, ...ignored("insert_line") } },
  };
  const command = typeof input.command === "string" ? input.command : "";
  const row = Object.hasOwn(rows, command) ? rows[command] : undefined;
  return row === undefined ? undefined : { ...row, fields: { ...row.fields, command: null } };
}

// Queries to Copilot's own databases, in a closed form: statements of plain names, literals, operators and functions that only
// compute. A database's language grows with every extension; what is not known here is not proven.

/** The statements of a session's own lists, and what alone the store of past sessions is asked. */
const OWN_STATEMENT =
  /^(?:select|with|insert|replace|update|delete|create (?:temp )?(?:table|index|unique)|drop (?:table|index)|alter table)\b/;
const LOOK_STATEMENT = /^(?:select|with)\b/;

/** Words that make a statement another, or lead out of the database. */
const NEVER: ReadonlySet<string> = new Set(
  "attach detach vacuum pragma copy install load export import call execute prepare virtual trigger outfile dumpfile extension".split(
    " ",
  ),
);
const CHANGES: ReadonlySet<string> = new Set(
  "insert update delete into create drop alter replace set truncate merge".split(" "),
);

const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "count sum avg min max total group_concat string_agg coalesce ifnull nullif iif length lower upper trim ltrim rtrim substr substring " +
    "replace instr abs round date time datetime julianday strftime unixepoch cast typeof json_extract json_array_length row_number rank " +
    "dense_rank lag lead first_value last_value snippet highlight bm25 now random hex"
  ).split(" "),
);
/** Words of the language before which a parenthesis opens. */
const BEFORE_PARENTHESIS: ReadonlySet<string> = new Set(
  (
    "select from where and or not in exists as on using values when then else case between like having by join over filter partition union " +
    "all except intersect check key unique default distinct any limit with recursive set is varchar char decimal numeric"
  ).split(" "),
);
/** Behind these stands the name of a table, with its columns in parentheses. */
const BEFORE_TABLE: ReadonlySet<string> = new Set("into table exists references on with recursive".split(" "));

const TOKEN =
  /\s+|[A-Za-z_]\w*(?!\w*['"])|"[A-Za-z_]\w*"|'(?:[^']|'')*'|\d+(?:\.\d+)?(?![\w'"])|<>|!=|<=|>=|\|\||[-=<>+*/%(),.;]/y;

/** Only looks at what the database holds. */
export const isPlainLook = (query: string): boolean => isPlain(query, LOOK_STATEMENT, CHANGES);
/** Looks at and changes what the database holds. */
export const isPlainWork = (query: string): boolean => isPlain(query, OWN_STATEMENT, new Set());

function isPlain(query: string, begins: RegExp, without: ReadonlySet<string>): boolean {
  const tokens = tokensOf(query);
  if (tokens === undefined) return false;
  const statements = split(tokens);
  return (
    statements.length > 0 &&
    (begins === OWN_STATEMENT || statements.length === 1) &&
    statements.every((one) => begins.test(one.join(" ")) && isKnown(one, without) && !namesFile(one))
  );
}

/** Undefined where something is none of ours; a comment is none. */
function tokensOf(query: string): readonly string[] | undefined {
  if (/--|\/\*/.test(query) || query.length > MAX_CHARS) return undefined;
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < query.length; ) {
    const [token] = TOKEN.exec(query) ?? [];
    if (token === undefined) return undefined;
    if (token.trim() !== "") tokens.push(token.startsWith("'") ? token : token.toLowerCase());
  }
  return tokens;
}
const MAX_CHARS = 100_000;

function split(tokens: readonly string[]): readonly (readonly string[])[] {
  const statements: string[][] = [[]];
  for (const token of tokens) {
    if (token === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter((one) => one.length > 0);
}

const isName = (token: string | undefined): boolean => /^[a-z_"]/.test(token ?? "");

function isKnown(tokens: readonly string[], without: ReadonlySet<string>): boolean {
  return tokens.every((token, i) => {
    if (!isName(token)) return true;
    const opens = tokens[i + 1] === "(";
    if (opens && tokens[i - 1] !== "." && FUNCTIONS.has(token) && !isPlaceOfTable(tokens, i)) return true;
    if (NEVER.has(token) || without.has(token)) return false;
    return !opens || BEFORE_PARENTHESIS.has(token) || BEFORE_TABLE.has(tokens[i - 1] ?? "") || isNamedQuery(tokens, i);
  });
}

/** `, name (columns) AS (`: a further query with a name. */
const isNamedQuery = (tokens: readonly string[], i: number): boolean => {
  const closes = tokens.indexOf(")", i);
  return tokens[0] === "with" && tokens[i - 1] === "," && tokens[closes + 1] === "as" && tokens[closes + 2] === "(";
};

/** A function there would be one that makes rows. */
const isPlaceOfTable = (tokens: readonly string[], i: number): boolean => /^(?:from|join)$/.test(tokens[i - 1] ?? "");

const ENDS_TABLES = /^(?:where|group|order|limit|on|having|union|except|intersect|select|set|using|window|values)$/;

/** Where tables stand; in what is opened there stand more of them, behind the others the columns. */
const BEGINS_TABLES: Readonly<Record<string, boolean>> = {
  from: true,
  join: true,
  update: true,
  into: false,
  table: false,
};

/** A text where tables stand is a file to some databases. */
function namesFile(tokens: readonly string[]): boolean {
  const open: Tables[] = [];
  let among: Tables = null;
  for (const token of tokens) {
    if (token.startsWith("'") && among !== null) return true;
    if (token === "(") open.push(among);
    among = token === ")" ? (open.pop() ?? null) : tablesBehind(token, among);
  }
  return false;
}

/** Null where none stand; else whether what is opened now holds tables too. */
type Tables = boolean | null;

function tablesBehind(token: string, among: Tables): Tables {
  if (token === "(") return among === true ? true : null;
  if (Object.hasOwn(BEGINS_TABLES, token)) return BEGINS_TABLES[token] ?? null;
  return ENDS_TABLES.test(token) ? null : among;
}
