/** Database clients. SQL on the command line or standard input is read as far as it goes; files of SQL are code. */
import { act, type Effect } from "../contract/effect.ts";
import type { KnownWord } from "../contract/reading.ts";
import { database, shellEscape } from "./databases-effects.ts";
import { databasesSqlite } from "./databases-sqlite.ts";
import { given, hostOf, line, named, network, runs, texts, valuesOf } from "./makers.ts";
import { wholly } from "./packages-effects.ts";
import type { ProgramSpec, ReadAnswer, Use } from "./spec.ts";
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
      return { understood: true, effects: [] };
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
    return { understood: true, effects: [server(use, hosts), ...effects, ...files_, ...meta] };
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
  if (use.operands.length === 0 && given(use, "--version -v --help")) return { understood: true, effects: [] };
  const verb = named(use) ?? "";
  const sub = (named(use, 1) ?? "").toLowerCase();
  const reading = REDIS_READS.test(verb) && !/^(?:set|kill|rewrite|resetstat|purge)$/.test(sub);
  const op = REDIS_DELETES.test(verb) ? "delete" : reading ? "read" : "change";
  const evals: readonly Effect[] =
    /^(?:eval|evalsha|fcall|script|module|debug|slaveof|replicaof)$/i.test(verb) || given(use, "--eval")
      ? [shellEscape(use)]
      : [];
  return {
    understood: true,
    effects: [server(use, "-h -u"), database(op, line(use.operands).slice(0, 200), verb), ...evals],
  };
}

const tool = (
  names: readonly string[],
  op: SqlOp,
  words: string,
  unsafe: ProgramSpec["examples"]["unsafe"],
): ProgramSpec => ({
  names,
  style: "words",
  operands: "text",
  read: (use) => {
    if (use.operands.length === 1 && /^(?:--version|-V|--help)$/.test(use.operands[0]?.value ?? ""))
      return { understood: true, effects: [] };
    const files = use.operands.flatMap((word, index): readonly Effect[] => {
      const joined = /^(?:-f|--file=|--result-file=|-r|--out=|-o)(.+)$/s.exec(word.value ?? "")?.[1];
      const place: KnownWord | undefined =
        joined === undefined
          ? /^(?:-f|--file|--result-file|-r|--out|-o)$/.test(word.value ?? "")
            ? use.operands[index + 1]
            : undefined
          : { ...word, value: joined, prefix: joined };
      return place === undefined || op !== "read" ? [] : [{ do: "write", target: use.target(place), recursive: true }];
    });
    return {
      understood: true,
      effects: [
        act(`database.${op}`, { wording: `${words}: ${line(use.operands)}`, on: use.operands.at(-1)?.value ?? null }),
        network(null, op !== "read", "network.database"),
        ...files,
      ],
    };
  },
  examples: { safe: [`${names[0]} --version`], unsafe },
});

export const databases: readonly ProgramSpec[] = [
  {
    names: ["psql", "pgcli", "cockroach", "usql"],
    flags:
      "--version -V --help -? -a -A -b -e -E -l --list -n -q --quiet -s -S -t --tuples-only -x --expanded -X --no-psqlrc -1 --single-transaction -w --no-password -W --password -z -0 --csv -H --html --echo-all --no-align",
    values: {
      ...texts(
        "-c --command -d --dbname -h --host -p --port -U --username -v --set --variable -F --field-separator -P --pset -R -T",
      ),
      "-f": "text",
      "--file": "text",
      "-o": "write",
      "--output": "write",
      "-L": "write",
      "--log-file": "write",
    },
    read: client({ sql: "-c --command", files: "-f --file", hosts: "-h --host" }),
    examples: {
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
  },
  {
    names: ["mysql", "mariadb", "mycli", "mysqlsh"],
    flags:
      "--version -V --help -? -B --batch -N --skip-column-names -s --silent -t --table -v --verbose -E --vertical -f --force -A -q --quick --ssl -C",
    values: texts(
      "-e --execute -h --host -P --port -u --user -D --database --default-character-set -S --socket --protocol",
    ),
    attached: texts("-p --password"),
    read: client({ sql: "-e --execute", files: "", hosts: "-h --host" }),
    examples: {
      safe: ["mysql --version"],
      unsafe: [
        ["mysql -u root -e 'drop database x'", ["network.database", "database.delete"]],
        ["mysql -e 'show tables'", ["network.database", "database.read"]],
        ["mysql x < dump.sql", ["network.database", "database.change", "run.code", "file.read"]],
      ],
    },
  },
  {
    names: ["redis-cli", "valkey-cli", "keydb-cli"],
    style: "posix",
    flags:
      "--version -v --help --raw --no-raw --csv --scan --bigkeys --tls --insecure -c -x --stat --latency --no-auth-warning --json",
    values: texts("-h -p -a -u -n -r -i --user --pass --pattern --count --eval --rdb --cacert"),
    read: redis,
    examples: {
      safe: ["redis-cli --version"],
      unsafe: [
        ["redis-cli get x", ["network.database", "database.read"]],
        ["redis-cli del x", ["network.database", "database.remove"]],
        ["redis-cli flushall", ["network.database", "database.delete"]],
        ["redis-cli eval 'x' 0", ["network.database", "database.change", "run.code"]],
        ["redis-cli config set dir /tmp", ["network.database", "database.change"]],
      ],
    },
  },
  {
    names: [
      "mongosh",
      "mongo",
      "cqlsh",
      "clickhouse",
      "clickhouse-client",
      "duckdb",
      "influx",
      "neo4j",
      "cypher-shell",
      "snowsql",
      "bq",
      "sqlcmd",
      "sqlplus",
      "bcp",
      "trino",
      "presto",
      "beeline",
      "isql",
      "iredis",
      "etcdctl",
      "consul",
      "nats",
      "kafka-topics",
      "kafka-console-producer",
      "kafka-console-consumer",
      "kcat",
      "rabbitmqctl",
      "rabbitmqadmin",
    ],
    ...wholly((use) => {
      const text = line(use.operands);
      if (/^(?:--version|-V|--help|version)$/.test(text)) return [];
      const op =
        /\b(?:drop\w*|deleteMany|remove|truncate|delete|del|flush\w*|purge\w*|reset|deleteOne|dropDatabase)\b/i.test(
          text,
        )
          ? "delete"
          : "change";
      return [
        database(op, text.slice(0, 200), null),
        network(null, true, "network.database"),
        { do: "run", program: use.program, what: "code", language: "query" },
      ];
    }),
    examples: {
      safe: ["mongosh --version"],
      unsafe: [
        ["mongosh --eval 'db.dropDatabase()'", ["database.delete", "network.database", "run.code"]],
        ["duckdb x.db 'select 1'", ["database.change", "network.database", "run.code"]],
        ["kafka-topics --delete --topic x", ["database.delete", "network.database", "run.code"]],
      ],
    },
  },
  tool(
    ["pg_dump", "pg_dumpall", "mysqldump", "mongodump", "mongoexport", "pg_basebackup", "mariadb-dump"],
    "read",
    "a copy of a database",
    [
      ["pg_dump -f /tmp/x db", ["database.read", "network.database", "file.write"]],
      ["mysqldump db", ["database.read", "network.database"]],
    ],
  ),
  tool(["dropdb", "dropuser", "mysqladmin", "pg_resetwal", "pg_archivecleanup"], "delete", "a database", [
    ["dropdb prod", ["database.delete", "network.database"]],
    ["mysqladmin drop x", ["database.delete", "network.database"]],
  ]),
  tool(
    [
      "createdb",
      "createuser",
      "initdb",
      "pg_restore",
      "mongorestore",
      "mongoimport",
      "mysqlimport",
      "pg_ctl",
      "pg_upgrade",
      "vacuumdb",
      "reindexdb",
      "myloader",
      "pgloader",
    ],
    "change",
    "a database",
    [
      ["createdb x", ["database.change", "network.database"]],
      ["pg_restore -d x dump", ["database.change", "network.database"]],
    ],
  ),
  {
    names: [
      "prisma",
      "drizzle-kit",
      "knex",
      "sequelize",
      "typeorm",
      "alembic",
      "flyway",
      "liquibase",
      "goose",
      "migrate",
      "dbmate",
      "atlas",
      "sqlx",
      "diesel",
      "supabase",
      "hasura",
      "graphile-migrate",
    ],
    ...wholly(
      (use) => {
        const text = line(use.operands);
        if (/^(?:--version|-v|version|--help|status|info|history|current|validate|format|generate|check)\b/.test(text))
          return [];
        return [
          database(
            /\b(?:reset|drop|clean|down|undo|rollback|revert|destroy|force)\b|--accept-data-loss|--force-reset/i.test(
              text,
            )
              ? "delete"
              : "change",
            text,
            null,
          ),
          network(null, true, "network.database"),
        ];
      },
      runs("code", "migrations and configuration of the project"),
    ),
    examples: {
      safe: [],
      unsafe: [
        ["prisma migrate reset --force", ["database.delete", "network.database", "run.code"]],
        ["alembic upgrade head", ["database.change", "network.database", "run.code"]],
        ["prisma generate", ["run.code"]],
      ],
    },
  },
  ...databasesSqlite,
];
