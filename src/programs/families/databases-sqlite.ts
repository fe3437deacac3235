/** sqlite3: a file, SQL and dot commands. */
import type { Effect, Target } from "../../contract/effect.ts";
import { unknownTarget, unknownUse } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { opening, reads as readsPlace, refused, understood, writes } from "../disk-makers.ts";
import { given, line, valuesOf, word } from "../makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "../spec.ts";
import { database, shellEscape } from "./databases-effects.ts";
import { sqlOp } from "./sql.ts";

/** `sqlite3 FILE SQL…`: dot commands that only show, and SQL that only reads, leave the file as it is. */
const DOTS =
  /^\.(?:tables|schema|fullschema|indexes|indices|dbinfo|databases|headers?|mode|width|nullvalue|separator|show|stats|timer|dump|help|quit|exit|print|echo|changes|eqp|explain)\b[^|>]*$/;

function sqlite(use: Use): ReadAnswer {
  if (use.operands.length === 0 && given(use, "-version --version -help")) return understood([]);
  const [file, ...rest] = use.operands;
  const startup = valuesOf(use, "-init").map(
    (word): Effect => ({ do: "run", program: "sqlite3", what: "script", language: "sql", script: use.target(word) }),
  );
  const asked: readonly (string | null)[] = [...valuesOf(use, "-cmd"), ...rest].map((word) => word.value);
  const pieces = (asked.length > 0 ? asked : [use.stdin]).flatMap((text) =>
    text === null ? [null] : text.split("\n").reduce<string[]>(gather, []),
  );
  const reads = pieces.every(
    (piece) =>
      piece !== null &&
      (piece.trim() === "" || (piece.trim().startsWith(".") ? DOTS.test(piece.trim()) : sqlOp(piece) === "read")),
  );
  const dots: readonly Effect[] = pieces.some(
    (piece) =>
      piece === null ||
      (piece.trim().startsWith(".") && !DOTS.test(piece.trim())) ||
      /load_extension|writefile|edit\s*\(/i.test(piece),
  )
    ? [shellEscape(use)]
    : [];
  const place: readonly Effect[] =
    file === undefined || file.value === ":memory:"
      ? []
      : [
          reads
            ? { do: "read", target: placeOf(use, file), recursive: false, content: true }
            : writes(placeOf(use, file)),
        ];
  const address = file !== undefined && isAddress(file) ? [unknownUse("a database named by an address")] : [];
  const deletes = pieces.some((piece) => piece !== null && sqlOp(piece) === "delete");
  const named = pieces.flatMap((piece) => placesIn(use, piece));
  const effects: readonly Effect[] = reads
    ? []
    : [database(deletes ? "delete" : "change", line(rest).slice(0, 200), file?.value ?? null)];
  return understood([...startup, ...place, ...named, ...effects, ...dots, ...address]);
}

/** `file:/path?mode=ro`: an address, whose options choose other files and ways to open them. Never proven. */
const isAddress = (word: KnownWord): boolean => /^file:/i.test(word.value ?? word.prefix);

function placeOf(use: Use, word: KnownWord): Target {
  if (!isAddress(word)) return use.target(word);
  const path = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#%]+)(?:[?#]|$)/i.exec(word.value ?? "")?.[1];
  return path === undefined ? unknownTarget() : use.target({ ...word, value: path, text: path, prefix: path });
}

/** Functions that read a file or a tree, and dot commands that read one: null where its name is put together. */
function filesIn(piece: string): readonly (string | null)[] {
  const dot = /^\s*\.(?:read|import|open|restore|load|archive|ar|sha3sum|session)\b(.*)$/is.exec(piece)?.[1];
  if (dot !== undefined) return dot.split(/[\s"']+/).filter((word) => word !== "" && !word.startsWith("-"));
  return [...piece.matchAll(/\b(?:readfile|fsdir|lsdir|zipfile|csv|vsv)\s*\(\s*([^)]*)/gi)].flatMap(
    ([, inside = ""]) => {
      const literal = /^'([^']*)'\s*(?:,|$)/.exec(inside)?.[1];
      return literal === undefined ? [null] : [literal];
    },
  );
}

const placesIn = (use: Use, piece: string | null): readonly Effect[] =>
  piece === null
    ? []
    : [...filesIn(piece).map((path) => placeNamed(use, path)), ...filesMade(piece).map((path) => placeMade(use, path))];

/** Options behind the file, `-A` for archives among them: what stands behind those is read or written. */
function readSqlite(use: Use): ReadAnswer {
  const [file, ...rest] = use.operands;
  if (file === undefined || !rest.some((word) => opening(word).startsWith("-"))) return sqlite(use);
  return refused("options behind the file", [
    writes(placeOf(use, file)),
    ...rest.filter((word) => !opening(word).startsWith("-")).map((word) => readsPlace(use.target(word), true)),
    shellEscape(use),
  ]);
}

/** `ATTACH`, `VACUUM INTO` and dot commands that write a file: null where its name is put together. */
function filesMade(piece: string): readonly (string | null)[] {
  const dot = /^\s*\.(?:backup|save|output|once|clone|excel|log|trace|recover|www)\b(.*)$/is.exec(piece)?.[1];
  if (dot !== undefined) return dot.split(/[\s"']+/).filter((word) => word !== "" && !word.startsWith("-"));
  return [...piece.matchAll(/\b(?:attach(?:\s+database)?|vacuum\b[^;]*?\binto)\b\s*([^;]*)/gi)].map(
    ([, behind = ""]) => {
      const [, single, double, bare] = /^(?:'([^']*)'|"([^"]*)"|([\w./~-]+))\s*(?:as\b|$)/i.exec(behind.trim()) ?? [];
      return single ?? double ?? bare ?? null;
    },
  );
}

const placeMade = (use: Use, path: string | null): Effect =>
  writes(path === null ? unknownTarget() : placeOf(use, word(path)));

const placeNamed = (use: Use, path: string | null): Effect =>
  readsPlace(path === null ? unknownTarget() : use.target(word(path)), true);

/** Dot commands are lines of their own; other lines belong together. */
function gather(pieces: string[], text: string): string[] {
  const last = pieces.at(-1);
  if (text.trimStart().startsWith(".") || last === undefined || last.trimStart().startsWith("."))
    return [...pieces, text];
  return [...pieces.slice(0, -1), `${last}\n${text}`];
}

export const databasesSqlite: readonly ProgramSpec[] = [
  {
    names: "sqlite3",
    style: "go",
    flags:
      "-version --version -help -batch -bail -column -csv -json -line -list -markdown -table -box -html -header -noheader -readonly -echo -quote -safe -nofollow -tabs -stats -memtrace",
    values: { text: "-cmd -separator -newline -nullvalue -mode -maxsize -vfs -init" },
    read: readSqlite,
    safe: [
      "sqlite3 --version",
      "sqlite3 x.db 'select count(*) from users'",
      "sqlite3 -readonly x.db .tables",
      "sqlite3 -json x.db 'pragma table_info(users)'",
    ],
    unsafe: [
      ["sqlite3 'file:x.db?mode=ro' 'select 1'", ["file.read", "unknown.use"]],
      ["sqlite3 file:/etc/x.db 'select 1'", ["file.read", "unknown.use"]],
      ["sqlite3 x.db 'delete from users'", ["file.write", "database.delete"]],
      ["sqlite3 x.db \"select readfile('.env')\"", ["file.write", "file.read", "database.change"]],
      ["sqlite3 x.db '.read a.sql'", ["file.write", "file.read", "database.change", "run.code"]],
      ["sqlite3 x.db '.shell id'", ["file.write", "database.change", "run.code"]],
      ["sqlite3 x.db \"select load_extension('x')\"", ["file.write", "database.change", "run.code"]],
      ["sqlite3 x.db \"select writefile('/tmp/x', 'y')\"", ["file.write", "database.change", "run.code"]],
      ["sqlite3 x.db '.output /tmp/x'", ["file.write", "file.write", "database.change", "run.code"]],
      ["sqlite3 x.db \"attach 'y.db' as y; select 1\"", ["file.write", "file.write", "database.change"]],
      ["sqlite3 x.db \"vacuum into 'y.db'\"", ["file.write", "file.write", "database.change"]],
      ["sqlite3 x.db -Ac src", ["file.write", "file.read", "run.code", "unknown.use"]],
      ["sqlite3 x.db 'drop table users'", ["file.write", "database.delete"]],
      ["sqlite3 x.db 'with a as (select 1) insert into b select * from a'", ["file.write", "database.change"]],
      ["sqlite3 x.db", ["file.write", "database.change", "run.code"]],
      ["sqlite3 x.db 'pragma journal_mode=wal'", ["file.write", "database.change"]],
    ],
  },
];
