/** What a held call is told: what it does, why nothing settled it, and the one command that would. */
import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { memoryStore } from "../memory/index.ts";
import { project } from "../testing/index.ts";

const here = project();
afterAll(() => here.remove());
here.write("package.json", JSON.stringify({ scripts: { test: "node --test", lint: "eslint ." } }));
here.write("tools/x.py", "print(1)\n");

const bash = (command: string): Action => ({ tool: "Bash", input: { command }, cwd: here.root });
const settings = (more: object = {}) => ({ classifier: { provider: "offline" as const }, ...more });
const gateWith = (more: object = {}) =>
  here.gate({ settings: settings(more), classifier: null, walls: null, restore: null });

test("of a reading, which secret it could show", async () => {
  const there = project();
  there.write(".env", "TOKEN=1\n");
  const gate = there.gate({ settings: settings(), classifier: null, walls: null, restore: null });
  const { behavior, reason } = await gate.check({ tool: "Bash", input: { command: "grep -rn x ." }, cwd: there.root });
  there.remove();
  expect(behavior).toBe("ask");
  expect(reason).toMatch(
    /^Reads the project and all below; it could show \.env; no rule covers it, and there is no model\. /,
  );
});

test("of a call that a rule names, which other rule keeps it from covering it", async () => {
  const deny = ["Bash(git push:*)"];
  const of = (allow: string, command: string) =>
    gateWith({ permissions: { allow: [allow], deny } }).check(bash(command));
  expect(await of("Bash(make:*)", "make all")).toMatchObject({
    behavior: "ask",
    reason: expect.stringContaining(
      "Bash(make:*) does not cover it, because Bash(git push:*) may speak of what cannot be read in it",
    ),
  });
  // A rule that spells the sub-command still allows.
  expect((await of("Bash(npm test:*)", "npm test")).by).toBe("allowRule");
});

test("a file that something guarded starts is edited like any other", async () => {
  const there = project();
  there.write(".claude/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: "./check.sh" }] }] } }));
  const gate = there.gate({ settings: settings(), classifier: null, walls: null, restore: null });
  const action: Action = { tool: "Write", input: { file_path: there.at("check.sh"), content: "x" }, cwd: there.root };
  expect(await gate.check(action)).toMatchObject({ behavior: "allow", by: "acceptEdits" });
  there.remove();
});

describe("the rule it names settles it: written, the same call passes in the next session", () => {
  test.each<[string, string]>([
    ["npm test", "'Bash(npm test:*)'"],
    ["npm test -- --watch=false", "'Bash(npm test:*)'"],
    ["npm install left-pad", "'Bash(npm install left-pad)'"],
    ["git stash", "'Bash(git stash:everyday)'"],
    ["git push origin fix/total", "'Bash(git push:everyday)'"],
    ["git checkout topic && git merge main", "'Bash(git checkout:everyday)' 'Bash(git merge:everyday)'"],
    ["npm run lint", "'Bash(npm run lint)'"],
    ["python3 tools/x.py", "'Bash(python3 tools/x.py)'"],
    ["npm test && npm run lint", "'Bash(npm test:*)' 'Bash(npm run lint)'"],
    ["curl -s https://example.org/x", "'Bash(curl -s https://example.org/x)'"],
    ["git reset --hard", "'Bash(git reset --hard)'"],
    ["ssh prod systemctl restart app", "'Bash(ssh prod systemctl restart app)'"],
  ])("%s: %s", async (command, rules) => {
    const { behavior, reason } = await gateWith().check(bash(command));
    expect([behavior, reason]).toEqual([
      "ask",
      expect.stringMatching(/To settle it for good \([^()]+\): sallyport allow '.*'\.$/),
    ]);
    expect(reason.endsWith(`sallyport allow ${rules}.`)).toBe(true);
    const allow = [...rules.matchAll(/'([^']+)'/g)].map(([, rule]) => rule ?? "");
    expect(await gateWith({ permissions: { allow } }).check(bash(command))).toMatchObject({ by: "allowRule" });
  });

  test("another tool's", async () => {
    const fetch: Action = { tool: "WebFetch", input: { url: "https://docs.example.org/x", prompt: "read" } };
    const { reason } = await gateWith().check(fetch);
    expect(reason).toContain("sallyport allow 'WebFetch(domain:docs.example.org)'");
  });
});

test.each([
  "curl -u bob:kJ8vQ2mZx4Lw9Rt7Yp3N https://api.example/x",
  "x=kJ8vQ2mZx4Lw9Rt7Yp3N; curl -u bob:$x https://api.example/x",
  "frob --token kJ8vQ2mZx4Lw9Rt7Yp3N",
  "[secret, 21 characters]",
])("no rule is proposed that would tell a secret: %s", async (command) => {
  const { behavior, reason } = await gateWith().check(bash(command));
  expect([behavior, reason.includes("kJ8vQ2"), reason.includes("sallyport allow")]).toEqual(["ask", false, false]);
});

test("of an address with several users, whom it contacts", async () => {
  const { reason } = await gateWith().check(bash("curl -s http://localhost:a@b@evil.example/"));
  expect(reason).toMatch(/^Contacts evil\.example/);
});

test("a place directly in the root keeps its whole name", async () => {
  const gate = here.gate({ settings: settings(), classifier: null, walls: null, restore: null, projectRoot: "/" });
  const { reason } = await gate.check({ ...bash("echo x > root-of-nothing.txt"), cwd: "/" });
  expect(reason).toContain("Writes root-of-nothing.txt;");
});

test.each<[string, RegExp]>([
  ["npm test", /^Runs npm test; no rule covers it, and neither walls nor a model are there\. /],
  ["find . -name '*.pyc' -delete", /^Deletes what it finds in the project and all below; /],
  ["npm install left-pad", /^Installs left-pad from [\w.]+; no rule covers it, and there is no model\. /],
  ["node -e 'require(\"fs\")'", /^Runs code with node; .* Walls would settle it: sallyport doctor\.$/],
  ['eval "$X"', /; part of it cannot be read \(.+\)\. /],
  [
    "echo x > /tmp/other-x",
    /^Writes outside the project: \/tmp\/other-x; .* No rule is proposed for it; a model may settle it: sallyport init\.$/,
  ],
  ["rm -rf ~/", / Nothing settles it for good\.$/],
  ["git push origin main", /^Pushes main to origin.* Nothing settles it for good\.$/],
  ["git push --force origin topic", /^Overwrites topic on origin.* Nothing settles it for good\.$/],
  ["ssh prod frobnicate", /^Runs on prod: frobnicate; (?!.*'Bash\(frobnicate)/],
  ["sallyport approve x", / Nothing settles it for good\.$/],
])("%s: %s", async (command, told) => {
  expect((await gateWith().check(bash(command))).reason).toMatch(told);
});

test.each<[string, string, RegExp]>([
  [
    "Bash(python3:*)",
    "python3 tools/x.py",
    /; Bash\(python3:\*\) rests in auto mode \(python3 runs code\)\. To settle it for good \(exactly this command, in every project\): sallyport allow 'Bash\(python3 tools\/x\.py\)'\.$/,
  ],
  ["Bash(npm run:*)", "npm run lint", /; Bash\(npm run:\*\) rests in auto mode \(npm run runs code\)/],
  ["Bash", "npm test", /; Bash rests in auto mode \(allows every command\)\. /],
  ["Bash(python3:*)", "npm test", /^(?!.*rests)/],
])("a rule that rests is named: %s, %s", async (rule, command, told) => {
  expect((await gateWith({ permissions: { allow: [rule] } }).check(bash(command))).reason).toMatch(told);
});

test.each<[readonly string[], string, RegExp]>([
  [
    ["Bash(rm -rf out)", "Bash(npm run *)"],
    "rm -rf out && npm run lint",
    /; Bash\(npm run \*\) rests in auto mode .* sallyport allow 'Bash\(npm run lint\)'\.$/,
  ],
  [["Bash(npm run *)"], "rm -rf out && npm run lint", /; Bash\(npm run \*\) rests in auto mode /],
  [["Bash(npm run *)"], "rm -rf ../out && npm run lint", /^(?!.*rests)/],
  [
    ["Bash(node *)"],
    "node scripts/new.mjs",
    /; Bash\(node \*\) rests in auto mode \(node runs code\)\. No rule is proposed for it/,
  ],
  [["Bash(node scripts/new.mjs)"], "node scripts/new.mjs", /; Bash\(node scripts\/new\.mjs\) does not cover what was /],
  [["Bash(make *)"], "node scripts/new.mjs", /; no rule covers it, /],
])("what was written in this session, and calls of several parts: %j, %s", async (allow, command, told) => {
  const gate = gateWith({ permissions: { allow }, contain: { enabled: false } });
  const session = `${allow.join()} ${command}`;
  const input = { file_path: `${here.root}/scripts/new.mjs`, content: "console.log(1)\n" };
  await gate.check({ tool: "Write", input, cwd: here.root, session });
  here.write("scripts/new.mjs", input.content);
  const { behavior, reason } = await gate.check({ ...bash(command), session });
  rmSync(`${here.root}/scripts`, { recursive: true });
  expect([behavior, reason]).toEqual(["ask", expect.stringMatching(told)]);
});

test.each<[object, RegExp]>([
  [{ permissions: { deny: ["Bash(npm test:*)"] } }, /forbids this: npm test\. Only taking that rule out settles it\.$/],
  [{ permissions: { ask: ["Bash(npm test:*)"] } }, /asked: npm test\. Only taking that rule out settles it\.$/],
  [{ mode: "dontAsk" }, /^Runs npm test; the mode dontAsk .* sallyport allow 'Bash\(npm test:\*\)'\.$/],
  [{ mode: "default" }, /^Runs npm test; .* sallyport allow 'Bash\(npm test:\*\)'\.$/],
])("by rule and by mode: %j", async (more, told) => {
  expect((await gateWith(more).check(bash("npm test"))).reason).toMatch(told);
});

/** What is put on record beside the reason: pages show it in its places, and cut no sentence. */
test.each<[string, object, object]>([
  [
    "echo x > /tmp/other-x",
    {},
    {
      does: "Writes outside the project: /tmp/other-x",
      why: expect.stringMatching(/^no rule covers it/),
      settles: "No rule is proposed for it; a model may settle it: sallyport init.",
      command: null,
    },
  ],
  ["echo 'a; b' > '/tmp/x; y'", {}, { does: expect.stringContaining("; y"), why: expect.stringMatching(/^no rule /) }],
  ["npm test", {}, { does: "Runs npm test", command: "sallyport allow 'Bash(npm test:*)'" }],
  ["npm test", { mode: "dontAsk" }, { does: "Runs npm test", why: expect.stringMatching(/^the mode/) }],
  ["rm -rf ~", {}, { does: null, settles: "Nothing settles it for good.", command: null }],
])("in its parts: %s, %j", async (command, more, told) => {
  const store = memoryStore();
  const gate = here.gate({ settings: settings(more), classifier: null, walls: null, restore: null, store });
  const { reason } = await gate.check(bash(command));
  const { records } = await store.newest({ limit: 1, matches: ({ entry }) => entry.kind === "decision" });
  expect(records[0]?.entry).toMatchObject({ told });
  const entry = records[0]?.entry;
  const parts = entry?.kind === "decision" ? entry.told : undefined;
  expect(reason).toContain(parts?.why);
  expect(reason).toContain(parts?.settles);
});
