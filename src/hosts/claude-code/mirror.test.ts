/** The deny mirror: what of the person's rules is said in Claude Code's own words, and that it comes and goes without a trace. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isCredentialPlace } from "../../core/places/index.ts";
import { parseRule } from "../../rules/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import {
  forgetWritten,
  guardedFiles,
  type HostEnvironment,
  noteWritten,
  type Pins,
  planInstall,
  planUninstall,
  replaceOwn,
  standingMirror,
  writtenTo,
} from "../install/index.ts";
import { ruleToolNames } from "../list.ts";
import { known } from "../testing.ts";
import { claudeRules } from "./rules.ts";

const claude = known("claude-code");
const STORES = claude.mirror?.say([]).texts ?? [];
const ruleOf = (text: string, list: "deny" | "ask" = "deny") => {
  const parsed = parseRule(text, list, "test", ruleToolNames);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const said = (...texts: readonly string[]) => {
  const mirror = claude.mirror?.say(texts.map((text) => ruleOf(text)));
  return {
    texts: (mirror?.texts ?? []).filter((text) => !STORES.includes(text)),
    leftOut: (mirror?.leftOut ?? []).map(({ text }) => text).filter((text) => texts.includes(text)),
  };
};

describe("in Claude Code's words", () => {
  test.each([
    ["Bash(rm -rf:*)", ["Bash(rm -rf:*)"]],
    ["Bash(git push)", ["Bash(git push)"]],
    ["Bash", ["Bash"]],
    ["WebSearch", ["WebSearch"]],
    ["WebFetch(domain:Evil.example)", ["WebFetch(domain:evil.example)", "WebFetch(domain:*.evil.example)"]],
    ["mcp__github__delete_repo", ["mcp__github__delete_repo"]],
    ["mcp__github", ["mcp__github"]],
    ["Read(~/private/**)", ["Read(~/private/**)"]],
    ["Edit(//etc/**)", ["Edit(//etc/**)"]],
    ["Write(//srv/live)", ["Edit(//srv/live)"]],
  ])("%s", (text, texts) => expect(said(text)).toEqual({ texts, leftOut: [] }));

  test.each([
    "Bash(git * main)",
    "Bash(echo \\*)",
    "Bash(f(x))",
    "Bash(:*)",
    "PowerShell(rm:*)",
    "run_shell_command",
    "constructor",
    "*",
    "mcp__github__get_*",
    "WebFetch(domain:*.evil.*)",
    "Read(./secrets/**)",
    "Read(/secrets)",
    "Edit(src/**)",
    "Read(~/[ab])",
    "Grep(~/x)",
    "Agent(reviewer)",
  ])("%s is left out, and listed", (text) => expect(said(text)).toEqual({ texts: [], leftOut: [text] }));

  test("a rule that asks is no rule that denies", () => {
    expect(claude.mirror?.say([ruleOf("Bash(rm:*)", "ask")]).texts).toEqual(STORES);
  });

  test("credential stores for reading and for writing, each one itself; nothing that would meet more than a store", () => {
    expect(STORES).toContain("Read(~/.ssh)");
    expect(STORES).toContain("Edit(~/.ssh)");
    expect(STORES).toContain("Read(//etc/shadow*)");
    const places = STORES.map((text) => /^(?:Read|Edit)\((~|\/)(\/[^()]+)\)$/.exec(text));
    for (const place of places) {
      expect(place).not.toBeNull();
      const path = (place?.[1] === "~" ? "/home/me" : "") + (place?.[2] ?? "").replace(/[*?]/g, "x");
      expect([path, isCredentialPlace(path, "/home/me")]).toEqual([path, true]);
    }
    expect(STORES.filter((text) => /\/\.?\*\)$|^\w+\(\/\/(?:proc|dev)\//.test(text))).toEqual([]);
  });
});

let at: HostEnvironment;
let pins: Pins;
beforeEach(() => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const home = box.folder;
  at = { home, cwd: join(home, "p"), env: {}, platform: "linux" };
  pins = {
    ...{ node: "/opt/node", program: "/opt/dist", home, locale: "C.UTF-8", config: join(home, ".config") },
    ...{ state: join(home, "state"), keys: [], deadlineMs: 58_000 },
  };
});
const file = (): string => join(at.home, ".claude/settings.json");
const text = (): string => readFileSync(file(), "utf8");
const put = (value: string): void => {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), value);
};
const denied = (): readonly string[] => JSON.parse(text()).permissions?.deny ?? [];
const RULES = ["Bash(rm:*)", "Read(~/private/**)", "Bash(git * main)"].map((one) => ruleOf(one));
const WANTED = claude.mirror?.say(RULES).texts ?? [];

function change(planned: ReturnType<typeof planInstall>) {
  if (!planned.ok) throw new Error(planned.error);
  const done = replaceOwn(planned.value.file, planned.value.after, planned.value.before);
  if (!done.ok) throw new Error(done.error);
  return planned.value;
}
/** As the command does it: `undefined` leaves a mirror as it is. */
function install(mirror: readonly string[] | undefined): void {
  const made = change(planInstall(claude, { scope: "user", at, pins, mirror }));
  expect(noteWritten(pins.state, made, pins).ok).toBe(true);
}
function uninstall(): void {
  change(planUninstall(claude, { scope: "user", at }, writtenTo(pins.state, file())));
  forgetWritten(pins.state, file());
}
const standing = (wanted = WANTED) => standingMirror(claude, { at, state: pins.state }, wanted);

const TEXTS: Readonly<Record<string, string>> = {
  "no rules": '{"model":"opus"}',
  "an empty list": '{\n\t"permissions": { "deny": [ ] , "allow": ["Bash(ls)"] }\n}\n',
  "rules of the person":
    '{\n    "permissions": {\n        "deny": [\n            "WebFetch",\n            "Read(~/.ssh)"\n        ]\n    }\n}',
  "one line, CRLF": '{"permissions":{"deny":["Bash(rm:*)"]},\r\n"a":1}\r\n',
};

describe.each(Object.entries(TEXTS))("%s", (_, before) => {
  test("comes once, whatever stood there, and goes byte for byte", () => {
    put(before);
    const theirs = denied();
    install(WANTED);
    expect([...denied()].sort()).toEqual([...new Set([...theirs, ...WANTED])].sort());
    expect(denied().slice(0, theirs.length)).toEqual(theirs);
    const after = text();
    install(WANTED);
    expect(text()).toBe(after);
    expect(standing()).toMatchObject({ file: file(), isCurrent: true });
    uninstall();
    expect(text()).toBe(before);
  });

  test("from a file that was changed since, ours go and nothing else", () => {
    put(before);
    const theirs = denied();
    install(WANTED);
    put(text().replace('"Read(~/private/**)"', '"Read(~/private/**)", "Bash(mine:*)"'));
    uninstall();
    expect(denied()).toEqual([...theirs, "Bash(mine:*)"]);
    expect(text()).not.toContain("SALLYPORT");
  });

  test("installing again without it takes it out, and only it; setting up leaves it", () => {
    put(before);
    install(WANTED);
    install(undefined);
    expect(standing()?.isCurrent).toBe(true);
    install([]);
    expect(standing()).toBeUndefined();
    expect(denied()).toEqual(JSON.parse(before).permissions?.deny ?? []);
    expect(text()).toContain("SALLYPORT_HOOK");
    uninstall();
    expect(text()).toBe(before);
  });
});

test("what the person had is not ours: it is not in the journal", () => {
  put(TEXTS["rules of the person"] ?? "");
  install(WANTED);
  expect(writtenTo(pins.state, file())?.texts).toEqual(WANTED.filter((one) => one !== "Read(~/.ssh)"));
});

test("a plan alone changes nothing", () => {
  put('{"model":"opus"}');
  const planned = planInstall(claude, { scope: "user", at, pins, mirror: WANTED });
  expect(planned.ok && planned.value.after?.toString()).toContain("Read(~/private/**)");
  expect(text()).toBe('{"model":"opus"}');
});

test("rules that changed since, and an entry that somebody took out, are told", () => {
  install(WANTED);
  expect(standing()?.isCurrent).toBe(true);
  expect(standing(WANTED.slice(1))?.isCurrent).toBe(false);
  expect(standing([...WANTED, "Bash(dd:*)"])?.isCurrent).toBe(false);
  put(text().replace('"Read(~/private/**)",', ""));
  expect(standing()).toMatchObject({ isCurrent: false, entries: WANTED.length - 1 });
});

test("without the hook it still stands, counts as written, and goes", () => {
  put('{"model":"opus"}');
  install(WANTED);
  const { hooks: _, ...rest } = JSON.parse(text());
  put(JSON.stringify(rest));
  expect(standing()?.entries).toBe(WANTED.length);
  expect(guardedFiles(pins.state)).toEqual([file()]);
  uninstall();
  expect(JSON.parse(text())).toEqual({ model: "opus" });
});

test("the gate takes no mirrored entry for a rule of Claude Code's; one more of the same text is the person's", () => {
  const rules = (stateDir: string | undefined, configDir?: string) =>
    claudeRules({
      ...{ home: at.home, projectRoot: at.cwd, toolNames: ruleToolNames, stateDir },
      agent: { words: ["claude"], env: configDir === undefined ? {} : { CLAUDE_CONFIG_DIR: configDir }, cwd: at.cwd },
      event: {
        ...{ kind: "call", event: "PreToolUse", session: "s", cwd: at.cwd, record: null },
        action: { tool: "Bash", input: { command: "ls" }, toolUseId: "c1" },
      },
    }).rules.map((one) => one.text);
  mkdirSync(at.cwd);
  put('{"permissions":{"deny":["WebFetch"]}}');
  const before = rules(pins.state);
  expect(before).toEqual(["WebFetch"]);
  install(WANTED);
  expect(rules(pins.state)).toEqual(before);
  expect(rules(pins.state, `${at.home}/p/../.claude`)).toEqual(["WebFetch", "WebFetch"]);
  put(text().replace('"WebFetch"', '"WebFetch", "Read(~/private/**)"'));
  expect(rules(pins.state)).toEqual(["WebFetch", "Read(~/private/**)"]);
});
