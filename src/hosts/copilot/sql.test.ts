/** What Copilot asks its own databases is proven in a closed form alone. */
import { describe, expect, test } from "vitest";
import { isPlainLook, isPlainWork } from "./names.ts";

describe("the store of past sessions", () => {
  test.each([
    "SELECT id FROM sessions LIMIT 5",
    "select s.id, count(*) as n from sessions s join turns t on t.session_id = s.id where t.text like '%it''s https://x%' group by s.id order by n desc;",
    "WITH recent AS (SELECT id FROM sessions WHERE created_at > datetime('now', '-1 day')) SELECT * FROM recent",
    "WITH a(x) AS (SELECT 1), b(y) AS (SELECT 2) SELECT x, y FROM a, b",
    "SELECT * FROM search_index WHERE search_index MATCH 'login' AND id IN ('a', 'b') ORDER BY rank LIMIT 10",
    "SELECT replace(lower(name), 'a', 'b') FROM sessions WHERE NOT EXISTS (SELECT 1 FROM turns)",
  ])("%s", (query) => expect(isPlainLook(query)).toBe(true));

  test.each([
    "SELECT * FROM read_text('/home/x/.ssh/id_rsa')",
    "SELECT read_text ('/home/x/.ssh/id_rsa')",
    "SELECT * FROM '/home/x/.ssh/id_rsa'",
    "SELECT * FROM sessions, '/home/x/a.csv'",
    "SELECT * FROM (SELECT 'a') , '/home/x/a.csv'",
    'SELECT * FROM "/home/x/a.csv"',
    "SELECT * FROM sessions s JOIN 'a.csv' t ON 1 = 1",
    ".shell id",
    ".read x",
    "SELECT fts3_tokenizer('x', x'41')",
    "SELECT main.load_extension('x')",
    "SELECT \"readfile\"('x')",
    "SELECT E'\\'; DROP TABLE turns; --'",
    "SELECT 1 -- x",
    "SELECT /* x */ 1",
    "SELECT [x] FROM `y`",
    "SELECT $$x$$",
    "SELECT 1; SELECT 2",
    "WITH x AS (SELECT 1) INSERT INTO turns SELECT 1",
    "PRAGMA table_info(x)",
    "EXPLAIN SELECT 1",
    "SELECT count (*) FROM count('x')",
    "SELECT 1 INTO OUTFILE 'x'",
    "",
  ])("not: %s", (query) => expect(isPlainLook(query)).toBe(false));
});

describe("a session's own lists", () => {
  test.each([
    "INSERT INTO todos (id, title, status) VALUES ('a', 'Do it; now', 'pending'), ('b', 'Test', 'pending')",
    "UPDATE todos SET status = 'done' WHERE id = 'a'; SELECT * FROM todos",
    "CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, body TEXT DEFAULT '', who VARCHAR(20), FOREIGN KEY (who) REFERENCES people (id))",
    "CREATE INDEX i ON notes (body)",
    "INSERT OR REPLACE INTO todos VALUES ('a', 'b')",
    "DELETE FROM todos WHERE status = 'done'",
    "DROP TABLE IF EXISTS notes",
  ])("%s", (query) => expect(isPlainWork(query)).toBe(true));

  test.each([
    "create virtual table t using csv(filename='/home/x/.ssh/id_rsa')",
    "CREATE TABLE t AS SELECT * FROM read_text('x')",
    "INSERT INTO t SELECT readfile('x')",
    "ATTACH 'x' AS y",
    "VACUUM INTO 'x'",
    "UPDATE t SET a = writefile('x', 'y')",
    ".shell id",
    "CREATE TRIGGER t AFTER INSERT ON x BEGIN SELECT 1; END",
    "SELECT edit('x')",
  ])("not: %s", (query) => expect(isPlainWork(query)).toBe(false));
});
