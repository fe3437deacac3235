/** SQL of a closed form: questions that change nothing, by functions that only reckon. */

const METAS = /^\s*\\(?:d[a-zA-Z]{0,3}[+S]{0,2}|l\+?|z|conninfo|sf\+?|sv\+?|timing|x|encoding|h)(?:\s+[\w.*"]+)?\s*$/;
const ASKS = /^\(*\s*(?:select|values|table|show|with|explain)\b/;
/** Words with which a statement does more than ask; as a name of a column they are quoted, and asked about. */
const DOES =
  /\b(?:into|copy|do|call|create|alter|drop|delete|update|insert|merge|truncate|grant|revoke|set|reset|execute|prepare|deallocate|load|listen|notify|unlisten|lock|vacuum|analyse|reindex|cluster|import|security|refresh|comment|declare|fetch|move|discard|begin|commit|rollback|share|program)\b/;

/** Functions that reckon, and words of the language that have a bracket behind them. */
const RECKONS = new Set(
  (
    "count sum avg min max coalesce nullif greatest least lower upper initcap length char_length octet_length trim btrim ltrim rtrim " +
    "substring substr replace split_part concat concat_ws left right position strpos lpad rpad reverse md5 format to_char to_date to_timestamp to_number " +
    "round ceil ceiling floor abs mod power sqrt sign trunc random now current_date date_trunc date_part extract age make_date justify_interval clock_timestamp " +
    "array_agg string_agg json_agg jsonb_agg json_build_object jsonb_build_object jsonb_pretty row_to_json to_json to_jsonb array_length unnest cardinality " +
    "jsonb_array_elements json_array_elements jsonb_array_length jsonb_object_keys jsonb_typeof bool_and bool_or every row_number rank dense_rank lag lead first_value " +
    "last_value ntile percentile_cont percentile_disc stddev variance generate_series version current_database current_user current_schema pg_size_pretty " +
    "pg_database_size pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size regexp_replace regexp_match regexp_matches cast row array " +
    "in and or not exists any some all as on using values over filter from where select join case when then else by having union except intersect " +
    "distinct interval with recursive group order limit offset within between like ilike is materialized explain lateral numeric decimal varchar char character varying timestamp time bit end"
  ).split(" "),
);

export function isAsking(text: string): boolean {
  if (METAS.test(text)) return true;
  // A backslash begins a command of the client, a dollar another kind of string, and comments hide where one ends.
  if (/[\\$`\0]|--|\/\*/.test(text)) return false;
  const plain = withoutStrings(text).toLowerCase();
  const statements = plain.split(";").filter((one) => one.trim() !== "");
  return statements.length > 0 && statements.every(isQuestion);
}

/** A quoted name as it is; what is no plain name, and a quote that does not end, stay as they are. */
const withoutStrings = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|"([^"]*)"/g, (all, name?: string) =>
    name === undefined ? " 0 " : /^[A-Za-z_]\w*$/.test(name) ? name : all,
  );

function isQuestion(statement: string): boolean {
  if (/['"]|[^\x20-\x7e\s]|\s\.|\.\s/.test(statement)) return false;
  if (!ASKS.test(statement.trim()) || DOES.test(statement)) return false;
  return [...statement.matchAll(/([\w.]+)\s*\(/g)].every(([, name = ""]) => RECKONS.has(name));
}
