/** Database clients. SQL on the command line or standard input is read as far as it goes; files of SQL are code. */
import type { Effect } from "../../contract/effect.ts";
import { understood } from "../disk-makers.ts";
import { given, hostOf, line, named, network, valuesOf } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import { database, shellEscape } from "./databases-effects.ts";
import { databasesSqlite } from "./databases-sqlite.ts";
import { databasesTools } from "./databases-tools.ts";
import { type SqlOp, sqlOp } from "./sql.ts";

/** The server: named, else the one on this machine. */
function server(use: Use, hosts: string): Effect {
  const said = valuesOf(use, hosts)[0];
  const address = use.operands.find((word) => /:\/\//.test(word.value ?? word.prefix));
  const host = said ? (said.value ?? null) : address ? hostOf(address) : "localhost";
  return network(
    host?.toLowerCase() ?? null,
    host !== "localhost" && host !== "127.0.0.1" && !host?.startsWith("/"),
    "network.database",
  );
}

interface Client {
  /** Options whose value is SQL, and whose value is a file of SQL. */
  readonly sql: string;
  readonly files: string;
  readonly hosts: string;
  /** Where SQL may stand as an operand: from this one on; absent: nowhere. */
  readonly operandsFrom?: number;
}

const client =
  ({ sql, files, hosts, operandsFrom }: Client) =>
  (use: Use): ReadAnswer => {
    if (use.operands.length === 0 && given(use, "--version -V --help -?") && use.options.size === 1)
      return understood([]);
    const code: readonly (string | null)[] = [
      ...valuesOf(use, sql),
      ...(operandsFrom === undefined ? [] : use.operands.slice(operandsFrom)),
    ].map((word) => word.value);
    const files_ = valuesOf(use, files).map(
      (word): Effect => ({
        do: "run",
        program: use.program,
        what: "script",
        language: "sql",
        script: use.target(word),
      }),
    );
    const asked = code.length > 0 ? code : files_.length > 0 ? [] : [use.stdin];
    const effects = asked.map(
      (text): Effect => database(opOf(text), (text ?? "SQL that is not known").slice(0, 200), named(use)),
    );
    const meta = asked.some((text) => text === null || META.test(text)) ? [shellEscape(use)] : [];
    return understood([server(use, hosts), ...effects, ...files_, ...meta]);
  };

/** Backslash and `system` commands of clients can run programs, read and write files. Those that only list are told apart. */
const META =
  /(?:^|[\n;])\s*\\(?!(?:d\w*\+?|l\+?|x|timing|conninfo|encoding|pset|t|a|q|c|connect|dt|di|dv|du|dn)\b)|\\!|\\copy|\\o\b|\\i\b|\\g|(?:^|[\n;])\s*(?:system|source|tee|pager|edit)\b|\\\|/;

const opOf = (text: string | null): SqlOp =>
  text !== null && /^\s*\\(?:d|l|dt|du|dn|dv|di|conninfo|timing|x)[\w+]*(?:\s+[\w.*"]+)?\s*$/.test(text)
    ? "read"
    : sqlOp(text);

const REDIS_READS =
  /^(?:get|mget|exists|keys|scan|ttl|pttl|type|strlen|hget|hgetall|hkeys|hlen|lrange|llen|smembers|scard|zrange|zcard|xlen|xrange|dbsize|info|ping|time|memory|object|client|config)$/i;

const REDIS_DELETES = /^(?:flushall|flushdb|del|unlink|shutdown)$/i;

function redis(use: Use): ReadAnswer {
  if (use.operands.length === 0 && given(use, "--version -v --help")) return understood([]);
  const verb = named(use) ?? "";
  const sub = (named(use, 1) ?? "").toLowerCase();
  const reading = REDIS_READS.test(verb) && !/^(?:set|kill|rewrite|resetstat|purge)$/.test(sub);
  const op = REDIS_DELETES.test(verb) ? "delete" : reading ? "read" : "change";
  const evals: readonly Effect[] =
    /^(?:eval|evalsha|fcall|script|module|debug|slaveof|replicaof)$/i.test(verb) || given(use, "--eval")
      ? [shellEscape(use)]
      : [];
  return understood([server(use, "-h -u"), database(op, line(use.operands).slice(0, 200), verb), ...evals]);
}

export const databases: ProgramFamily = () => [
  {
    names: "psql pgcli cockroach usql",
    flags:
      "--version -V --help -? -a -A -b -e -E -l --list -n -q --quiet -s -S -t --tuples-only -x --expanded -X --no-psqlrc -1 --single-transaction -w --no-password -W --password -z -0 --csv -H --html --echo-all --no-align",
    values: {
      text: "-c --command -d --dbname -h --host -p --port -U --username -v --set --variable -F --field-separator -P --pset -R -T -f --file",
      write: "-o --output -L --log-file",
    },
    read: client({ sql: "-c --command", files: "-f --file", hosts: "-h --host" }),
    safe: ["psql --version"],
    unsafe: [
      ["psql -c 'select 1'", ["network.database", "database.read"]],
      ["psql -h db.example.com -c 'drop table users'", ["network.database", "database.delete"]],
      ["psql -c 'delete from users'", ["network.database", "database.delete"]],
      ["psql -c '\\! id'", ["network.database", "database.change", "run.code"]],
      ["psql -f x.sql", ["network.database", "run.script"]],
      ["psql postgres://db.example.com/x -c 'select 1'", ["network.database", "database.read"]],
      ["echo 'truncate t' | psql", ["network.database", "database.delete"]],
    ],
  },
  {
    names: "mysql mariadb mycli mysqlsh",
    flags:
      "--version -V --help -? -B --batch -N --skip-column-names -s --silent -t --table -v --verbose -E --vertical -f --force -A -q --quick --ssl -C",
    values: {
      text: "-e --execute -h --host -P --port -u --user -D --database --default-character-set -S --socket --protocol",
    },
    attached: { text: "-p --password" },
    read: client({ sql: "-e --execute", files: "", hosts: "-h --host" }),
    safe: ["mysql --version"],
    unsafe: [
      ["mysql -u root -e 'drop database x'", ["network.database", "database.delete"]],
      ["mysql -e 'show tables'", ["network.database", "database.read"]],
      ["mysql x < dump.sql", ["network.database", "database.change", "run.code", "file.read"]],
    ],
  },
  {
    names: "redis-cli valkey-cli keydb-cli",
    style: "posix",
    flags:
      "--version -v --help --raw --no-raw --csv --scan --bigkeys --tls --insecure -c -x --stat --latency --no-auth-warning --json",
    values: { text: "-h -p -a -u -n -r -i --user --pass --pattern --count --eval --rdb --cacert" },
    read: redis,
    safe: ["redis-cli --version"],
    unsafe: [
      ["redis-cli get x", ["network.database", "database.read"]],
      ["redis-cli del x", ["network.database", "database.remove"]],
      ["redis-cli flushall", ["network.database", "database.delete"]],
      ["redis-cli eval 'x' 0", ["network.database", "database.change", "run.code"]],
      ["redis-cli config set dir /tmp", ["network.database", "database.change"]],
    ],
  },
  ...databasesTools,
  ...databasesSqlite,
];
