/** From a ticket's line back to the command, while the ticket is there and after it is gone. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { originalOf, shownIn } from "./index.ts";
import { ticketLine } from "./line.ts";
import { BWRAP, type Stage, stage } from "./testing.ts";

let s: Stage;
beforeEach(() => {
  s = stage();
});
afterEach(() => s.remove());

const ID = "0123456789abcdef01234567";
const lineOf = (command: string, stateDir = "/state"): string =>
  ticketLine(`${stateDir}/walls/tickets/${ID}`, ID, command);

test.skipIf(BWRAP === undefined)("the ticket knows it byte for byte, its line what it shows", () => {
  const { id, line } = s.ticket("npm test\nls # 'x'");
  expect(originalOf(line, s.stateDir)?.command).toBe("npm test\nls # 'x'");
  rmSync(join(s.stateDir, "walls/tickets", id), { recursive: true });
  expect(originalOf(line, s.stateDir)).toBeUndefined();
  expect(shownIn(line, s.stateDir)).toBe("npm test ls # 'x'");
});

test.each<[string, string, string | undefined]>([
  ["a line of ours", lineOf("npm test"), "npm test"],
  ["quotes, a hash and a backslash", lineOf("echo 'a' # b \\ # c"), "echo 'a' # b \\ # c"],
  ["one that shows only a part", lineOf("x".repeat(400)), undefined],
  ["another state directory", lineOf("npm test", "/other"), undefined],
  ["something behind it", `${lineOf("npm test")}; rm -rf x`, undefined],
  ["something before it", `rm -rf x\n${lineOf("npm test")}`, undefined],
  ["another file is run", lineOf("npm test").replace(". '/state", ". '/evil"), undefined],
  ["no ticket", "npm test", undefined],
])("%s", (_, line, expected) => {
  expect(shownIn(line, "/state")).toBe(expected);
});
