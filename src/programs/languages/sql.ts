/** Database clients: what SQL on the command line or the input does, the server that is asked, files that SQL names. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { network, reads, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { given, hostOf, line, named, valuesOf, word } from "../words.ts";

type SqlOp = "read" | "change" | "delete";

const READS =
  /^(?:select|show|describe|desc|explain|values|with|pragma\s+[^=]*$|\\(?:d|l|c|conninfo|timing|x)|\.(?:tables|schema|indexes|databases|headers?|mode|dump|stats|help))\b/i;
const DELETES = /^(?:drop|truncate)\b|\bdrop\s+(?:table|database|schema|view|index|user|role|column)\b/i;
const DELETE_ALL = /^delete\b(?!.*\bwhere\b)/is;
/** Words that write, run or reach outside, wherever in a statement they stand. */
const ACTS =
  /\b(?:insert|update|delete|drop|truncate|alter|create|grant|revoke|copy|call|do|merge|attach|detach|vacuum|reindex|lock|into|outfile|dumpfile|execute|prepare|load|install|refresh|import|kill|shutdown|flush|handler|rename|optimize|repair|readfile|writefile|load_extension|edit|pg_read_file|pg_ls_dir|load_file)\b/i;

/** The strictest of all statements; what is not known is a change. */
function sqlOp(sql: string | null): SqlOp {
  if (sql === null) return "change";
  const bare = sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs, " 0 ");
  const parts = bare.split(";").map((part) => part.trim());
  if (parts.some((part) => DELETES.test(part) || DELETE_ALL.test(part))) return "delete";
  return parts.every((part) => part === "" || (READS.test(part) && !ACTS.test(part))) ? "read" : "change";
}

/** Words of SQL, or of a client, that take tables, databases or everything away. */
const SWEEPS = /drop|truncate|delete|reset|flush|volumes|everything|machine|database/i;

const database = (op: SqlOp, text: string, on: string | null): Effect =>
  act(op === "delete" && !SWEEPS.test(text) ? "database.remove" : `database.${op}`, {
    wording: text.slice(0, 200),
    on,
  });

/** The server: named, else the one on this machine. */
function server(use: Use): Effect {
  const [said] = valuesOf(use, "-h --host");
  const address = use.operands.find(({ value, prefix }) => /:\/\//.test(value ?? prefix));
  const host = said ? said.value : address ? hostOf(address) : "localhost";
  const isHere = host === "localhost" || host === "127.0.0.1" || host?.startsWith("/") === true;
  return network(host?.toLowerCase() ?? null, !isHere, "network.database");
}

/** Backslash and `system` commands of clients can run programs, read and write files. */
const META =
  /(?:^|[\n;])\s*\\(?!(?:d\w*\+?|l\+?|x|timing|conninfo|encoding|pset|t|a|q|c|connect)\b)|\\!|\\copy|\\[oi]\b|\\g|(?:^|[\n;])\s*(?:system|source|tee|pager|edit)\b|\\\|/;

const clientRuns = (use: Use): Effect => ({
  do: "run",
  program: use.program,
  what: "code",
  language: "sql",
  wording: "commands of the client may run programs or touch files",
});

const SQL: Readonly<Record<string, string>> = { psql: "-c --command", mysql: "-e --execute", mariadb: "-e --execute" };

/** psql, mysql and their kin. */
export function sqlClient(use: Use): Partial<Filled> {
  if (use.operands.length === 0 && use.options.size === 1 && given(use, "--version -V --help -?")) return {};
  const code = valuesOf(use, SQL[use.program] ?? "-c --command -e --execute").map(({ value }) => value);
  const isPostgres = use.options.has("-f") && !/^m/.test(use.program);
  const files = valuesOf(use, isPostgres ? "-f --file" : "--file").map(
    (file): Effect => ({ do: "run", program: use.program, what: "script", language: "sql", script: use.target(file) }),
  );
  const asked = code.length > 0 ? code : files.length > 0 ? [] : [use.stdin];
  const effects = asked.map((text) => database(sqlOp(text), text ?? "SQL that is not known", named(use)));
  const runs = asked.some((text) => text === null || META.test(text)) ? [clientRuns(use)] : [];
  return { effects: [server(use), ...effects, ...files, ...runs] };
}

const REDIS_READS =
  /^(?:get|mget|exists|keys|scan|ttl|pttl|type|strlen|hget|hgetall|hkeys|hlen|lrange|llen|smembers|scard|zrange|zcard|xlen|xrange|dbsize|info|ping|time|memory|object|client|config)$/i;
const REDIS_SETS = /^(?:set|kill|rewrite|resetstat|purge)$/i;

export function redis(use: Use): Partial<Filled> {
  if (use.operands.length === 0 && given(use, "--version -v --help")) return {};
  const verb = named(use) ?? "";
  const isReading = REDIS_READS.test(verb) && !REDIS_SETS.test(named(use, 1) ?? "");
  const op = /^(?:flushall|flushdb|del|unlink|shutdown)$/i.test(verb) ? "delete" : isReading ? "read" : "change";
  const evals = /^(?:eval|evalsha|fcall|script|module|debug|slaveof|replicaof)$/i.test(verb) || given(use, "--eval");
  return { effects: [server(use), database(op, line(use.operands), verb), ...(evals ? [clientRuns(use)] : [])] };
}

/** What code of sqlite names: files it reads, and files it makes. */
const FILES_READ =
  /(?:^|\n)\s*\.(?:read|import|open|restore|load)\s+(\S+)|\b(?:readfile|fsdir|lsdir)\s*\(\s*'([^']*)'/gi;
const FILES_MADE =
  /(?:^|\n)\s*\.(?:backup|save|output|once|clone)\s+(\S+)|\b(?:attach(?:\s+database)?|into|writefile\s*\()\s*'([^']*)'/gi;
const SQLITE_RUNS =
  /(?:^|\n)\s*\.(?!tables|schema|fullschema|ind|dbinfo|databases|header|mode|width|nullvalue|separator|show|stats|timer|dump|help|quit|exit|print|echo|changes|eqp|explain)|load_extension|writefile|edit\s*\(/i;

/** `sqlite3 FILE SQL…`. */
export function sqlite(use: Use): Partial<Filled> {
  const [file, ...rest] = use.operands;
  if (file === undefined && given(use, "-version --version -help")) return {};
  const asked = [...valuesOf(use, "-cmd"), ...rest];
  const codes = asked.length > 0 ? asked.map(({ value }) => value) : [use.stdin];
  const ops = codes.map(sqlOp);
  const op = (["delete", "change"] as const).find((one) => ops.includes(one)) ?? "read";
  const at = file === undefined || file.value === ":memory:" ? [] : [placeOf(use, file)];
  const named = (pattern: RegExp): readonly KnownWord[] =>
    codes.flatMap((code) => [...(code ?? "").matchAll(pattern)].map(([, bare, quoted]) => word(bare ?? quoted ?? "")));
  const effects: Effect[] = [
    ...at.map((place) => (op === "read" ? reads(place) : writes(place))),
    ...named(FILES_READ).map((each) => reads(use.target(each), true)),
    ...named(FILES_MADE).map((each) => writes(use.target(each))),
    ...(op === "read" ? [] : [database(op, line(rest), file?.value ?? null)]),
    ...(codes.some((code) => code === null || SQLITE_RUNS.test(code)) ? [clientRuns(use)] : []),
  ];
  return { effects };
}

/** `file:/path?mode=ro` names a file too. */
function placeOf(use: Use, file: KnownWord): ReturnType<Use["target"]> {
  const path = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/i.exec(file.value ?? "")?.[1];
  return use.target(path === undefined ? file : word(path));
}
