import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addRule,
  enterAuto,
  inForce,
  LISTS,
  type List,
  parseRule,
  type Rule,
  removeRule,
  ruleBook,
  suspendedBecause,
} from "./index.ts";
import { wildcardMatches } from "./wildcard.ts";

const SETTINGS = { classifyAllShell: false, strictSuspension: false, suspendAlso: [] };
const rule = (text: string, list: List = "allow"): Rule => {
  const parsed = parseRule(text, list, "test");
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const resting = (text: string, settings = SETTINGS) => suspendedBecause(rule(text), settings);

describe("grammar", () => {
  test.each([
    ["Bash", null],
    ["*", null],
    ["mcp__github", null],
    ["mcp__github__get_*", null],
    ["Bash(npm test:*)", "prefix"],
    ["Bash(git push:everyday)", "prefix"],
    ["Bash(git * main)", "wildcard"],
    ["Bash(npm test)", "exact"],
    ["Read(./src/**)", "path"],
    ["Edit(//etc/**)", "path"],
    ["WebFetch(domain:Example.com)", "domain"],
    ["Agent(reviewer)", "name"],
    ["  Bash  ", null],
  ])("%s", (text, kind) => expect(rule(text).content?.kind ?? null).toBe(kind));

  test.each([
    ["", "must not be empty"],
    ["Bash(", "not closed"],
    ["Bash()", "parentheses are empty"],
    ["(x)", "begins with a tool's name"],
    ["*(x)", "takes no parentheses"],
    ["mcp__a__b(x)", "takes no parentheses"],
    ["WebFetch(example.com)", "domain:example.com"],
    ["Bash(a:* b)", "only stand at the end"],
    ["Bash(git push:everyday)", "is for allow rules"],
    ["Bash(a * b:*)", "not both"],
    ["Ba sh", "begins with a tool's name"],
    ["Read(a\0b)", "NUL"],
    ["WebSearch(x)", "takes no parentheses"],
  ])("%j is an error that says why", (text, why) => {
    const parsed = parseRule(text, "deny", "/etc/x.json");
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.error).toContain(why);
    expect(parsed.ok ? "" : parsed.error).toContain("/etc/x.json: permissions.deny");
  });

  test("`*` in a pattern stands for anything, as a regular expression would say", () => {
    const piece = fc.constantFrom("a", "b", "*", " ", "ab", ".");
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece.filter((p) => p !== "*")), (pattern, text) => {
        const regex = new RegExp(`^${pattern.map((p) => (p === "*" ? "[^]*" : p.replace(".", "\\."))).join("")}$`);
        return wildcardMatches(pattern.join(""), text.join("")) === regex.test(text.join(""));
      }),
    );
  });
});

describe("suspension on entering auto mode", () => {
  test.each([
    "*",
    "Bash",
    "Bash(*)",
    "Bash(:*)",
    "PowerShell",
    "PowerShell(*)",
    "Agent",
    "Agent(x)",
    "Bash(python:*)",
    "Bash(python3 *)",
    "Bash(npm run:*)",
    "Bash(sudo *)",
    "Bash(bash:*)",
    "Bash(node:*)",
    "Bash(npx:*)",
    "Bash(ssh:*)",
    "Bash(xargs:*)",
    "Bash(awk:*)",
    "Bash(env:*)",
    "Bash(eval:*)",
    "Bash(docker exec:*)",
    "Bash(watch:*)",
    "Bash(parallel:*)",
    "PowerShell(iex:*)",
    "PowerShell(Start-Process *)",
    "Bash(/usr/bin/python3:*)",
    "Bash(python3 -c *)",
    "Bash(pnpm run:*)",
    "Bash(yarn run:*)",
    "Bash(bun run:*)",
    "Bash(mise run:*)",
  ])("%s rests", (text) => expect(resting(text)).toBeTypeOf("string"));

  test.each([
    "Bash(npm test:*)",
    "Bash(git:*)",
    "Bash(git push:*)",
    "Bash(python3 x.py)",
    "Bash(ls:*)",
    "Edit(./src/**)",
    "WebFetch(domain:x.y)",
    "Read",
    "mcp__a__b",
    "Bash(make lint)",
    "Bash(pythonic:*)",
  ])("%s stays", (text) => expect(resting(text)).toBeUndefined());

  test.each(["Bash(git:*)", "Bash(gh api:*)", "Bash(curl:*)", "Bash(git push:*)", "Bash(kubectl *)"])(
    "%s rests when suspension is strict",
    (text) => {
      expect(resting(text, { ...SETTINGS, strictSuspension: true })).toBeTypeOf("string");
    },
  );
  test("an organisation adds its own", () => {
    expect(suspendedBecause(rule("Bash(deployctl up:*)"), { ...SETTINGS, suspendAlso: ["deployctl"] })).toBeTypeOf(
      "string",
    );
    expect(suspendedBecause(rule("Bash(deployctlx:*)"), { ...SETTINGS, suspendAlso: ["deployctl"] })).toBeUndefined();
  });
  test("classifyAllShell rests every shell rule and no other", () => {
    expect(suspendedBecause(rule("Bash(ls)"), { ...SETTINGS, classifyAllShell: true })).toBeTypeOf("string");
    expect(suspendedBecause(rule("Read"), { ...SETTINGS, classifyAllShell: true })).toBeUndefined();
  });
  test("deny and ask rules never rest", () => {
    for (const list of ["ask", "deny"] as const) expect(suspendedBecause(rule("Bash", list), SETTINGS)).toBeUndefined();
  });

  const text = fc.constantFrom("Bash", "Bash(python:*)", "Bash(ls:*)", "Edit", "Agent", "Read(./a)", "*");
  const move = fc.oneof(
    fc.record({ do: fc.constant("enter" as const) }),
    fc.record({ do: fc.constant("leave" as const) }),
    fc.record({ do: fc.constant("add" as const), list: fc.constantFrom(...LISTS), text }),
    fc.record({ do: fc.constant("remove" as const), list: fc.constantFrom(...LISTS), text }),
  );
  test("no sequence of enter, leave, add and remove loses or invents a rule", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        let book = ruleBook([rule("Bash"), rule("Bash(ls:*)"), rule("Edit", "deny")]);
        const expected = ["allow Bash", "allow Bash(ls:*)", "deny Edit"];
        for (const one of moves) {
          if (one.do === "enter") book = enterAuto(book, SETTINGS);
          else if (one.do === "leave") book = ruleBook(book.rules);
          else if (one.do === "add") {
            book = addRule(book, rule(one.text, one.list));
            expected.push(`${one.list} ${one.text}`);
          } else {
            book = removeRule(book, one.list, one.text);
            const at = expected.indexOf(`${one.list} ${one.text}`);
            if (at >= 0) expected.splice(at, 1);
          }
        }
        const restored = ruleBook(book.rules);
        const seen = LISTS.flatMap((list) => inForce(restored, list).map((one) => `${one.list} ${one.text}`));
        return (
          JSON.stringify(seen.sort()) === JSON.stringify([...expected].sort()) &&
          restored.rules.every((one, i) => `${one.list} ${one.text}` === expected[i])
        );
      }),
    );
  });
});
