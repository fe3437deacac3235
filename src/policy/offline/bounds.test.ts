/** Whatever the text, naming a topic ends: a pattern that runs away would hang here. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decide } from "../topics/index.ts";
import type { CallExample } from "./clue.ts";
import { callOf } from "./testing.ts";

const many = (text: string, count = 20_000): string => text.repeat(count);

test.each<[string, CallExample]>([
  ["code that fetches over and over", `python3 -c '${many('requests.get(open(x,"w") ')}'`],
  ["loops over and over", many("for x in y; do :; done; ", 2_000)],
  ["words of a script", { tool: "REPL", input: { code: many("urlopen exec( ") } }],
  ["sockets", { tool: "REPL", input: { code: many("socket ") } }],
  ["quotes", { tool: "REPL", input: { code: many("'") } }],
  ["slashes in quotes", { tool: "REPL", input: { code: many("'/a' ") } }],
  [
    "a start file",
    { tool: "Write", input: { file_path: "/nobody/me/.bashrc", content: many("alias a='b'\n", 5_000) } },
  ],
  ["a schedule", { tool: "Write", input: { file_path: "/etc/cron.d/x", content: many("* * * * * x | y\n", 5_000) } }],
  ["powershell", { tool: "PowerShell", input: { command: many("iex $x; downloadstring -outfile a.exe ", 4_000) } }],
  ["powershell brackets", { tool: "PowerShell", input: { command: many("({", 20_000) } }],
  ["powershell quotes", { tool: "PowerShell", input: { command: many("'a'+'b'", 8_000) } }],
  ["powershell variables", { tool: "PowerShell", input: { command: many("$a = 'b'; ", 5_000) } }],
  ["powershell base64", { tool: "PowerShell", input: { command: `powershell -e ${many("QUJD", 10_000)}` } }],
  ["an address", { tool: "WebFetch", input: { url: `https://x.example/?a=${many("b&c=", 10_000)}`, prompt: "x" } }],
  ["a long pipe", `${many("cat a | ", 400)}cat`],
  ["many variables", many("A=$(cat ~/.ssh/id_rsa); ", 300)],
])("%s", (_, example) => {
  expect(decide(callOf(example)).behavior).not.toBe("allow");
});

test("a directory too large to look through for links is not taken for the system", () => {
  const large = join(mkdtempSync(join(tmpdir(), "large-")), "data");
  mkdirSync(large);
  for (let i = 0; i <= 2_000; i += 1) writeFileSync(join(large, `${i}`), "");
  try {
    expect(decide(callOf(`rm -rf ${large}/*`))).toMatchObject({ behavior: "ask" });
    expect(decide(callOf("rm -rf /*"))).toMatchObject({ behavior: "deny", rule: "System Destruction" });
  } finally {
    rmSync(large, { recursive: true });
  }
});
