/**
 * Queries to Copilot's own databases, in a closed form: statements of plain names, literals, operators and functions that only
 * compute. A database's language grows with every extension; what is not known here is not proven.
 */

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
