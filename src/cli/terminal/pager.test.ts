import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fakeIo } from "../testing.ts";
import { writePaged } from "./pager.ts";

const folder = mkdtempSync(join(tmpdir(), "pager-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = (count: number, text = "x"): string => `${text}\n`.repeat(count);
let n = 0;
/** What came out of the program, and what its pager was given. */
function show(text: string, { rows = 10, tty = true, pager = "cat >" }): readonly string[] {
  const file = join(folder, String(n++));
  const env = { PATH: process.env.PATH, PAGER: `${pager} ${file}` };
  const { io, out } = fakeIo({ tty, columns: 20, env });
  writePaged(text, { ...io, stdout: { ...io.stdout, rows } });
  try {
    return [out(), readFileSync(file, "utf8")];
  } catch {
    return [out(), ""];
  }
}

test.each([
  ["fits, with room for the question", lines(8), {}],
  ["colours take no room", lines(8, `\x1b[32m${"x".repeat(20)}\x1b[0m`), {}],
  ["no terminal", lines(50), { tty: false }],
  ["a pager that is not there", lines(50), { pager: "/no/such/pager" }],
  ["a pager that cannot be started", lines(50), { pager: folder }],
])("written: %s", (_, text, how) => expect(show(text, how)).toEqual([text, ""]));

test.each([
  ["too many lines", lines(9)],
  ["long lines take several", lines(3, "x".repeat(61))],
])("paged: %s", (_, text) => expect(show(text, {})).toEqual(["", text]));

test("no rows are known: it is no screen", () => {
  const { io, out } = fakeIo({ tty: true, env: { PAGER: "false" } });
  writePaged(lines(100), io);
  expect(out()).toBe(lines(100));
});
