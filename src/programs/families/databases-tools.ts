/** Tools of databases: dumps, restores, servers, migrations. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { understood, writes } from "../disk-makers.ts";
import { line, network, runs } from "../makers.ts";
import type { ProgramSpec, UnsafeUses } from "../spec.ts";
import { database } from "./databases-effects.ts";
import { wholly } from "./packages-effects.ts";
import type { SqlOp } from "./sql.ts";

const tool = (names: string, op: SqlOp, words: string, unsafe: UnsafeUses): ProgramSpec => ({
  names,
  style: "words",
  operands: "text",
  read: (use) => {
    if (use.operands.length === 1 && /^(?:--version|-V|--help)$/.test(use.operands[0]?.value ?? ""))
      return understood([]);
    const files = use.operands.flatMap((word, index): readonly Effect[] => {
      const joined = /^(?:-f|--file=|--result-file=|-r|--out=|-o)(.+)$/s.exec(word.value ?? "")?.[1];
      const place: KnownWord | undefined =
        joined === undefined
          ? /^(?:-f|--file|--result-file|-r|--out|-o)$/.test(word.value ?? "")
            ? use.operands[index + 1]
            : undefined
          : { ...word, value: joined, prefix: joined };
      return place === undefined || op !== "read" ? [] : [writes(use.target(place), { recursive: true })];
    });
    return understood([
      act(`database.${op}`, { wording: `${words}: ${line(use.operands)}`, on: use.operands.at(-1)?.value ?? null }),
      network(null, op !== "read", "network.database"),
      ...files,
    ]);
  },
  safe: [`${names.split(" ")[0]} --version`],
  unsafe,
});

export const databasesTools: readonly ProgramSpec[] = [
  {
    names:
      "mongosh mongo cqlsh clickhouse clickhouse-client duckdb influx neo4j cypher-shell snowsql bq sqlcmd sqlplus bcp trino presto beeline isql iredis etcdctl consul nats kafka-topics kafka-console-producer kafka-console-consumer kcat rabbitmqctl rabbitmqadmin",
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
    safe: ["mongosh --version"],
    unsafe: [
      ["mongosh --eval 'db.dropDatabase()'", ["database.delete", "network.database", "run.code"]],
      ["duckdb x.db 'select 1'", ["database.change", "network.database", "run.code"]],
      ["kafka-topics --delete --topic x", ["database.delete", "network.database", "run.code"]],
    ],
  },
  tool(
    "pg_dump pg_dumpall mysqldump mongodump mongoexport pg_basebackup mariadb-dump",
    "read",
    "a copy of a database",
    [
      ["pg_dump -f /tmp/x db", ["database.read", "network.database", "file.write"]],
      ["mysqldump db", ["database.read", "network.database"]],
    ],
  ),
  tool("dropdb dropuser mysqladmin pg_resetwal pg_archivecleanup", "delete", "a database", [
    ["dropdb prod", ["database.delete", "network.database"]],
    ["mysqladmin drop x", ["database.delete", "network.database"]],
  ]),
  tool(
    "createdb createuser initdb pg_restore mongorestore mongoimport mysqlimport pg_ctl pg_upgrade vacuumdb reindexdb myloader pgloader",
    "change",
    "a database",
    [
      ["createdb x", ["database.change", "network.database"]],
      ["pg_restore -d x dump", ["database.change", "network.database"]],
    ],
  ),
  {
    names:
      "prisma drizzle-kit knex sequelize typeorm alembic flyway liquibase goose migrate dbmate atlas sqlx diesel supabase hasura graphile-migrate",
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
    unsafe: [
      ["prisma migrate reset --force", ["database.delete", "network.database", "run.code"]],
      ["alembic upgrade head", ["database.change", "network.database", "run.code"]],
      ["prisma generate", ["run.code"]],
    ],
  },
];
