import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { supposingGate } from "../rules/without-effect.ts";
import { type FakeTerminal, fakeIo, runCommand } from "../testing.ts";
import { allow, ask, deny } from "./allow.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
});
afterEach(() => box.remove());

const run = (command: typeof allow, args: readonly string[], more: FakeTerminal = {}) =>
  runCommand(command, args, { env: { HOME: box.folder }, ...more });
const settings = (): unknown => JSON.parse(readFileSync(join(box.folder, ".config/sallyport/settings.json"), "utf8"));

test.each([
  [allow, ["Bash(npm test)"], { permissions: { allow: ["Bash(npm test)"] } }],
  [
    allow,
    ["--free", "Bash(npm test)"],
    { permissions: { allow: ["Bash(npm test)"] }, contain: { free: ["Bash(npm test)"] } },
  ],
  [ask, ["Bash(git push:*)"], { permissions: { ask: ["Bash(git push:*)"] } }],
  [deny, ["Read(./secrets/**)"], { permissions: { deny: ["Read(./secrets/**)"] } }],
])("%#: adds to the person's settings, once", async (command, args, expected) => {
  expect((await run(command, [...args, "--yes"])).code).toBe(0);
  expect((await run(command, [...args, "--yes"])).err).toContain("had it already");
  expect(settings()).toEqual(expected);
});

test("what is there stays", async () => {
  const before = { mode: "default", contain: { free: ["Bash(make e2e)"] }, permissions: { allow: ["Bash(ls)"] } };
  box.write(".config/sallyport/settings.json", JSON.stringify(before));
  await run(allow, ["--free", "--yes", "Bash(npm test)"]);
  expect(settings()).toEqual({
    mode: "default",
    contain: { free: ["Bash(make e2e)", "Bash(npm test)"] },
    permissions: { allow: ["Bash(ls)", "Bash(npm test)"] },
  });
});

test.each([
  [["Bash(npm test"], "the parenthesis is not closed"],
  [["git push origin main"], "did you mean 'Bash(git push origin main)'?"],
  [["git", "push"], "in quotes: 'Bash(git push)'"],
  [["make"], "A rule for a command: 'Bash(make)'."],
  [["ssh prod"], "did you mean 'Bash(ssh prod)'?"],
  [[], "say which rule"],
  [["Bash(npm test)"], "nobody is there to agree"],
  [["--free", "--yes", "Bsh(x)"], "did you mean Bash?"],
  [["--yes", "bash(npm test)"], "did you mean Bash?"],
  [["--yes", "Wirte"], "did you mean Write?"],
  [
    ["--yes", "Task"],
    `"Task" is an agent's name for the tool Agent, and an allow rule wants ours: sallyport allow 'Agent'`,
  ],
  [["--yes", "run_shell_command(npm test)"], "sallyport allow 'Bash(npm test)'"],
  [["--yes", "WebFecth(domain:a.example)"], "did you mean WebFetch?"],
])("%j is refused", async (args, why) => {
  const { code, err } = await run(allow, args);
  expect(code).toBe(1);
  expect(err).toContain(why);
  expect(settings).toThrow();
});

test.each([
  ["Bash(npm run dev:*)", "Bash(npm run dev:*) rests in auto mode, where it does not count: npm run runs code. There"],
  ["Agent", "Agent rests in auto mode, where it does not count: hands work to another agent. There"],
])("of %s it is said that it rests, what that means and why", async (rule, words) => {
  expect((await run(allow, ["--yes", rule])).err).toContain(words);
});

test.each([ask, deny])("%#: what holds may be named as an agent names it", async (command) => {
  expect((await run(command, ["--yes", "Task"])).code).toBe(0);
});

test("a rule is taken out again, with its freedom; all else stays", async () => {
  box.write(
    ".config/sallyport/settings.json",
    '{\n  // mine\n  "permissions": {"allow": ["Bash(ls)", "Bash(npm test)"], "deny": ["Bash(ssh prod:*)"]},\n  "contain": {"free": ["Bash(npm test)"]}\n}\n',
  );
  expect((await run(deny, ["--remove", "Bash(ssh prod:*)", "--yes"])).err).toContain("is no longer in");
  expect((await run(allow, ["--remove", "Bash(npm test)"], { tty: true, typed: "y\n" })).code).toBe(0);
  const text = readFileSync(join(box.folder, ".config/sallyport/settings.json"), "utf8");
  expect(text).toContain("// mine");
  expect(JSON.parse(text.replace("// mine", ""))).toEqual({
    permissions: { allow: ["Bash(ls)"], deny: [] },
    contain: { free: [] },
  });
});

test("what a rule of the person's own refuses names its file and the command that takes it out; a project's names its file", async () => {
  const rule = "Bash(ssh 'prod':*)";
  await run(deny, [rule, "--yes"]);
  const file = join(box.folder, ".config/sallyport/settings.json");
  const told = async (cwd: string) => {
    const gate = supposingGate({ ...fakeIo({ env: { HOME: box.folder } }).io, cwd })(cwd);
    return gate.ok ? (await gate.value.check({ tool: "Bash", input: { command: "ssh 'prod' id" }, cwd })).reason : "";
  };
  expect(await told("/")).toMatch(
    /forbids this: ssh prod id\. It stands in \S+\. To settle it for good: sallyport deny --remove 'Bash\(ssh '\\''prod'\\'':\*\)'\.$/,
  );
  expect(await told("/")).toContain(file);
  expect((await run(deny, ["--remove", "--yes", rule])).code).toBe(0);
  expect(await told("/")).not.toContain("forbids this");
  const project = box.write("app/.sallyport/settings.json", JSON.stringify({ permissions: { deny: ["Bash(ssh:*)"] } }));
  expect(await told(join(box.folder, "app"))).toContain(`Only taking that rule out of ${project} settles it.`);
});

test.each([
  [["--remove"], "say which rule: sallyport deny --remove"],
  [["--remove", "--yes", "Bash(ls)"], "has no rule Bash(ls); there is Bash(ssh prod:*)"],
  [["--remove", "Bash(ssh prod:*)"], "nobody is there to agree"],
])("%j takes nothing out", async (args, why) => {
  box.write(".config/sallyport/settings.json", '{"permissions":{"deny":["Bash(ssh prod:*)"]}}');
  expect(await run(deny, args)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
  expect(settings()).toEqual({ permissions: { deny: ["Bash(ssh prod:*)"] } });
});

test.each([
  ["Bash(rm:*)", "every other rm, but with options that run code"],
  ["Bash(git push:everyday)", "every other push, except to the default or a protected branch, forced or deleting"],
  ["Bash(make)", "exactly this command, in every project"],
  ["WebFetch(domain:docs.example)", "every other page of that host"],
])("says before anything is written what %s lets pass", async (rule, reach) => {
  expect((await run(allow, [rule, "--yes"])).err).toMatch(new RegExp(`^sallyport: .* lets pass ${reach}\n`));
});

test.each<[typeof allow, string, RegExp]>([
  [allow, "Bash(rm -rf ~)", /changes nothing: rm -rf ~ is still denied\. .*The floor holds whatever rules say/],
  [allow, "Bash(rm -rf /:*)", /changes nothing: rm -rf \/ is still denied/],
  [ask, "Bash(dd if=/dev/zero of=/dev/sda)", /changes nothing: .* is still denied/],
  [
    allow,
    "Bash(ssh prod uptime)",
    /changes nothing: ssh prod uptime is still denied\. The rule Bash\(ssh prod:\*\) forbids/,
  ],
  [
    allow,
    "Write(~/.config/sallyport/settings.json)",
    /changes nothing: .*settings\.json is still (?:asked about|denied)/,
  ],
])("%#: a rule that can have no effect says so: %s", async (command, rule, why) => {
  box.write(".config/sallyport/settings.json", '{"permissions":{"deny":["Bash(ssh prod:*)"]}}');
  expect((await run(command, [rule, "--yes"])).err).toMatch(why);
});

test.each([
  [allow, "Bash(npm test)"],
  [allow, "Bash(git push origin main)"],
  [ask, "Bash(git commit:*)"],
  [deny, "Bash(rm -rf ~)"],
])("%#: a rule that has an effect is not called dead: %s", async (command, rule) => {
  expect((await run(command, [rule, "--yes"])).err).not.toContain("changes nothing");
});

test("a rule that rests in auto mode is said to", async () => {
  expect((await run(allow, ["Bash(node:*)", "--yes"])).err).toContain("rests");
});

test.each([deny, ask])("a wall for a tool nobody has is refused as well", async (command) => {
  expect(await run(command, ["--yes", "Bsh(git push:*)"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Bash"),
  });
  expect(settings).toThrow();
  expect((await run(command, ["--yes", "run_shell_command(git push:*)"])).code).toBe(0);
});
