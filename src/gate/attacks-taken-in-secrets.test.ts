/** Secrets of the project that an open rule does not speak of: taken in by a source, printed with a whole tree, read by a statement. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write(".env", "API_KEY=1\n");
  here.write("deploy/conf/id_rsa", "key\n");
  here.write("Makefile", "all:\n\tgcc -c src/ok.c -o ok.o\n");
  for (const file of ["src/ok.c", "src/ok.h", "docs/a.md", "notes.txt", "x.db"]) here.write(file, "int a;\n");
});
afterAll(() => here.remove());

const RULES = "sqlite3 duckdb psql tar zip gcc cargo go rustc nasm make git"
  .split(" ")
  .map((name) => `Bash(${name} *)`);

/** A session that writes the source, if any, and then gives the command. */
async function by(command: string, source?: readonly [file: string, content: string]): Promise<string> {
  const settings = { contain: { enabled: false }, permissions: { allow: [...RULES, "Edit(src/**)"] } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  if (source !== undefined) {
    const [file, content] = source;
    await gate.check(call("Write", { file_path: here.at(file), content }, { session: "s" }));
    here.write(file, content);
  }
  return (await gate.check(bash(command, { session: "s" }))).by;
}

describe("a statement that reads files", () => {
  test.each([
    `sqlite3 :memory: "select data from fsdir('.') where name like '%env'"`,
    `sqlite3 :memory: "select * from fsdir where path = '.'"`,
    `sqlite3 :memory: "select readfile('.e'||'nv')"`,
    `sqlite3 :memory: "select readfile(name) from t"`,
    `sqlite3 :memory: 'select data from "fsdir"(".")'`,
    `sqlite3 :memory: "create virtual table t using csv(filename='.env')"`,
    `sqlite3 :memory: "select edit('x','touch y')"`,
    `sqlite3 :memory: "select readfile('.env')"`,
    `duckdb -c "select * from read_text('.e*')"`,
    `duckdb -c "select content from read_text(getenv('X'))"`,
    `duckdb -c "select * from glob('**')"`,
    `psql -c "select pg_read_file('.e'||'nv')"`,
  ])("%s", async (command) => {
    expect(await by(command)).not.toBe("allowRule");
  });
  test.each([
    `sqlite3 x.db "select count(*) from users"`,
    `sqlite3 x.db "select * from files where path like 'src/%' and name glob '*.ts'"`,
    `sqlite3 -csv x.db "select csv, parquet from exports"`,
    "sqlite3 x.db .schema",
    `sqlite3 x.db "insert into t values (1)"`,
  ])("everyday: %s", async (command) => {
    expect(await by(command)).toBe("allowRule");
  });
});

describe("a source of the session that takes a secret in", () => {
  test.each<[command: string, file: string, content: string]>([
    ["gcc -E src/i.c", "src/i.c", '#include "../.env"\n'],
    ["gcc -E src/i.c", "src/i.c", '#define F "../.env"\n#include F\n'],
    ["gcc -E src/ok.c -Isrc", "src/i.h", "#  include <../.env>\n"],
    ["gcc -c src/i.c -o a.o", "src/i.c", '__asm__(".incbin \\".env\\"");\n'],
    ["gcc -c src/i.c -o a.o", "src/i.c", 'char a[] = {\n#embed ".env"\n};\n'],
    ["gcc -c src/i.s", "src/i.s", '.incbin ".env"\n'],
    ["gcc -c src/i.c", "src/i.c", '#include "../deploy/conf/id_rsa"\n'],
    ["nasm src/i.asm", "src/i.asm", 'incbin "../.env"\n'],
    ["rustc src/i.rs", "src/i.rs", 'fn main() { print!("{}", include_str!("../.env")); }\n'],
    ["cargo test", "src/i.rs", 'const A: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/.env"));\n'],
    ["go build ./src", "src/i.go", 'package a\nimport _ "embed"\n//go:embed .env\nvar a string\n'],
    ["make all", "src/i.c", '#include "../.env"\n'],
    ["gcc -E src/i.c", "src/i.c", `#include "../.env"\n${" ".repeat(300_000)}`],
  ])("%s, after %s: %s", async (command, file, content) => {
    expect(await by(command, [file, content])).not.toBe("allowRule");
    here.write(file, "\n");
  });
  test.each<[command: string, file: string, content: string]>([
    ["gcc -E src/i.c", "src/i.c", '#include "ok.h"\n#include <stdio.h>\nchar *a = "text";\n'],
    ["gcc -c src/i.c -o a.o", "src/i.c", '#include "../src/ok.h"\nint main(void) { return 0; }\n'],
    ["make all", "src/i.ts", 'import dotenv from "dotenv";\ndotenv.config({ path: ".env" });\n'],
    ["make all", "src/i.py", 'import os\nfrom dotenv import load_dotenv\nload_dotenv(".env")\n'],
    ["make all", "src/i.rs", 'const A: &str = include_str!("a.sql");\nfn b() { dotenv::from_filename(".env"); }\n'],
    ["make all", "src/i.c", '#include <stdio.h>\nint main(void) { fopen(".env", "r"); }\n'],
    ["git status", "src/i.c", '#include "../.env"\n'],
  ])("everyday: %s, after %s: %s", async (command, file, content) => {
    expect(["allowRule", "readOnly"]).toContain(await by(command, [file, content]));
    here.write(file, "\n");
  });
});

describe("a tree with a secret in it, printed", () => {
  test.each([
    "tar cf - --exclude=zz . | tar xO",
    "tar cf - . | tar -xO",
    "tar -c . | tar x --to-stdout",
    "tar czf - .",
    "tar cf /dev/stdout .",
    "tar cf - deploy | tar xO",
    "zip -q -r - .",
    "zip -r - deploy | tar xO",
  ])("%s", async (command) => {
    expect(await by(command)).not.toBe("allowRule");
  });
  test.each([
    "tar cf a.tar .",
    "tar czf a.tgz src",
    "tar cf - src docs | tar tf -",
    "tar cf - --exclude=.env --exclude=id_rsa . | tar tf -",
    "zip -r a.zip .",
    "zip -q -r a.zip src",
    "tar tf a.tar",
  ])("everyday: %s", async (command) => {
    expect(await by(command)).toMatch(/^(?:allowRule|readOnly)$/);
  });
});
