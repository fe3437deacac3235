import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { inQuotes } from "../../contract/shell-word.ts";
import { examineHost, scopesInPlace } from "../doctor/index.ts";
import { HOST_NAMES } from "../index.ts";
import { known, placeLine } from "../testing.ts";
import {
  changedHookFiles,
  forgetWritten,
  type HostEnvironment,
  hookFile,
  isInPlace,
  noteWritten,
  type Pins,
  pinnedPlaces,
  planInstall,
  planUninstall,
  putHookFile,
  replaceOwn,
  sweepHookFiles,
  writtenTo,
} from "./index.ts";
import { hostTimeoutSeconds, killAfterSeconds } from "./line.ts";

const top = mkdtempSync(join(tmpdir(), "install-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let at: HostEnvironment;
let n = 0;
beforeEach(() => {
  const home = join(top, String(n++));
  mkdirSync(join(home, "p"), { recursive: true });
  at = { home, cwd: join(home, "p"), env: {}, platform: "linux" };
});

const pins: Pins = {
  node: "/opt/node/bin/node",
  program: "/opt/it's here/dist",
  home: "/home/me",
  locale: "C.UTF-8",
  config: "/home/me/.config",
  state: "/home/me/.local/state/sallyport",
  keys: ["ANTHROPIC_API_KEY"],
  deadlineMs: 58_000,
};
const state = (): string => join(at.home, "state");
const fileOf = (host: string): string => known(host).install.file("user", at) ?? "";

/** With the state directory of the test. */
const own = (): Pins => ({ ...pins, state: state() });

function install(host: string, with_ = own()): void {
  const change = planInstall(known(host), { scope: "user", at, pins: with_ });
  if (!change.ok) throw new Error(change.error);
  const done = replaceOwn(change.value.file, change.value.after, change.value.before);
  if (!done.ok) throw new Error(done.error);
  putHookFile(with_);
  noteWritten(state(), change.value, with_);
}
function uninstall(host: string): void {
  const change = planUninstall(known(host), { scope: "user", at }, writtenTo(state(), fileOf(host)));
  if (!change.ok) throw new Error(change.error);
  const done = replaceOwn(change.value.file, change.value.after, change.value.before);
  if (!done.ok) throw new Error(done.error);
  forgetWritten(state(), fileOf(host));
}
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

test("what is pinned is known as long as a line names it", () => {
  install("claude-code");
  install("codex", { ...own(), program: "/opt/other/dist" });
  expect(new Set(pinnedPlaces(state()))).toEqual(new Set([pins.program, "/opt/other/dist", pins.node]));
  uninstall("codex");
  expect(new Set(pinnedPlaces(state()))).toEqual(new Set([pins.program, pins.node]));
});

const TEXTS: Readonly<Record<string, string>> = {
  "an empty object": "{}",
  "one line": '{"model":"opus","permissions":{"allow":["Bash(ls)"]}}',
  "four spaces, no line end":
    '{\n    "model": "opus",\n    "hooks": {\n        "Stop": [{"hooks": [{"type": "command", "command": "true"}]}]\n    }\n}',
  "tabs and CRLF": '{\r\n\t"hooks": {\r\n\t\t"PreToolUse": [ ],\r\n\t\t"BeforeTool": [ {"hooks":[]} ]\r\n\t}\r\n}\r\n',
  comments: '// mine\n{\n  "hooks": { /* none */ },\n  "a": [1, 2]\n}\n',
  "our event, others' entries":
    '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"lint"}]}],"beforeShellExecution":[{"command":"x"}]}}\n',
  "escapes and odd spacing": '{ "é\\u00e9" :"\\u0000" ,\n\n\n "hooks":{\n}}',
};
const withEntries = HOST_NAMES.filter((host) => known(host).install.content("user").kind === "entries");
const readsComments = (host: string): boolean => {
  const content = known(host).install.content("user");
  return content.kind === "entries" && content.comments === true;
};
const rows = withEntries.flatMap((host) =>
  Object.keys(TEXTS).flatMap((name) => (name === "comments" && !readsComments(host) ? [] : [[host, name] as const])),
);

describe("every other byte is kept", () => {
  test.each(rows)("%s, %s", (host, name) => {
    const text = TEXTS[name] ?? "";
    put(fileOf(host), text);
    install(host);
    const after = readFileSync(fileOf(host), "utf8");
    expect(isSubsequence(text, after)).toBe(true);
    expect(parse(after, [], { allowTrailingComma: true })).toMatchObject(
      JSON.parse(
        JSON.stringify(parse(text, [], { allowTrailingComma: true }), (key, value) =>
          key === "hooks" && !Array.isArray(value) ? {} : value,
        ),
      ),
    );
    expect(isInPlace(known(host), { scope: "user", at, pins: own() })).toEqual({ ok: true, value: "yes" });
    install(host);
    expect(readFileSync(fileOf(host), "utf8")).toBe(after);
    uninstall(host);
    expect(readFileSync(fileOf(host), "utf8")).toBe(text);
  });
});

describe.each(withEntries)("a file that %s cannot read as it is", (host) => {
  const comment = '{\n  // mine\n  "a": [1, 2]\n}\n';
  const faults: readonly (readonly [string, string, string])[] = [
    [
      "a last comma in an object",
      '{\n  "a": [1, 2],\n}\n',
      "line 2 is not valid JSON: its last comma has nothing after it",
    ],
    [
      "a last comma in a list",
      '{\n  "a": [1,\n 2,\n\n] }\n',
      "line 3 is not valid JSON: its last comma has nothing after it",
    ],
    ["a single quote", "{\n  'a': 1 }\n", "line 2 is not valid JSON"],
    ["a bare tab in a text", '{\n  "a": "\t" }\n', "line 2 is not valid JSON"],
    ...(readsComments(host) ? [] : [["a comment", comment, "line 2 is not valid JSON: it has a comment"] as const]),
  ];
  test.each(faults)("%s: nothing is planned", (_, text, why) => {
    put(fileOf(host), text);
    expect(planInstall(known(host), { scope: "user", at, pins })).toMatchObject({
      ok: false,
      error: expect.stringContaining(`${fileOf(host)}: ${why}`),
    });
  });
  test("come in later: doctor says that nothing is guarded, and it can be taken out", async () => {
    put(fileOf(host), '{\n  "a": [1, 2]\n}\n');
    install(host);
    const broken = readFileSync(fileOf(host), "utf8").replace(/\n\}\n$/, ",\n}\n");
    writeFileSync(fileOf(host), broken);
    const found = await examineHost(known(host), at, pins);
    expect(found.filter(({ state: how }) => how === "bad").map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/nothing is guarded: .*its last comma has nothing after it/),
    );
    expect(scopesInPlace(known(host), at, pins)).toEqual(["user"]);
    uninstall(host);
    expect(readFileSync(fileOf(host), "utf8")).toBe('{\n  "a": [1, 2],\n}\n');
  });
});

describe.each(HOST_NAMES.map((host) => [host]))("%s", (host) => {
  test("in the home directory one file is one place", () => {
    install(host);
    expect(scopesInPlace(known(host), { ...at, cwd: at.home }, pins)).toEqual(["user"]);
  });

  test("a new file comes and goes", () => {
    install(host);
    expect(isInPlace(known(host), { scope: "user", at, pins: own() })).toEqual({ ok: true, value: "yes" });
    expect(statSync(fileOf(host)).mode & 0o777).toBe(0o600);
    uninstall(host);
    expect(() => statSync(fileOf(host))).toThrow("ENOENT");
  });
  test("a newer line takes the place of an older one", () => {
    install(host, { ...pins, node: "/old/node" });
    expect(isInPlace(known(host), { scope: "user", at, pins: own() })).toEqual({ ok: true, value: "changed" });
    install(host);
    expect(isInPlace(known(host), { scope: "user", at, pins: own() })).toEqual({ ok: true, value: "yes" });
    expect(readFileSync(fileOf(host), "utf8")).not.toContain("/old/node");
    uninstall(host);
    expect(() => statSync(fileOf(host))).toThrow("ENOENT");
  });
  test("a link is refused", () => {
    put(join(at.home, "elsewhere"), "{}");
    mkdirSync(dirname(fileOf(host)), { recursive: true });
    symlinkSync(join(at.home, "elsewhere"), fileOf(host));
    expect(planInstall(known(host), { scope: "user", at, pins })).toMatchObject({
      ok: false,
      error: expect.stringContaining("is a link"),
    });
  });
  test("the line is absolute and short, and what it starts is handed nothing of the environment but what it names", () => {
    const here = livingPins(["ANTHROPIC_API_KEY"]);
    const line = placeLine(host, here, "call", (text) =>
      text.replaceAll("/usr/bin/env", () => "/usr/bin/printf '%s\\n'"),
    );
    expect(line).toMatch(/^\/bin\/sh -c '[^\n]{1,600}$/);
    const printed = execFileSync("/bin/sh", ["-c", line], {
      env: { ANTHROPIC_API_KEY: "k $(id)'\"", PATH: "/a b:/c" },
      encoding: "utf8",
    }).split("\n");
    expect(printed.slice(0, 3)).toEqual(["-i", `SALLYPORT_HOOK=${host}`, `HOME=${here.home}`]);
    expect(printed.join("\n")).not.toContain("k $(id)");
    expect(printed).toContain(`${here.program}/hook.sh`);
    expect(printed.slice(-4)).toEqual(["/a b:/c", "--key-fd", "3", ""]);
  });
  test("a key comes on a descriptor beside the event, and stands on no command line", () => {
    const line = placeLine(host, livingPins(["ANTHROPIC_API_KEY"]), "person", (text) =>
      text.replaceAll('/usr/bin/env "$@"', () => `/bin/sh -c 'cat; cat <&3; tr "\\0" " " < /proc/$$/cmdline' sh "$@"`),
    );
    const said = execFileSync("/bin/sh", ["-c", line], {
      env: { ANTHROPIC_API_KEY: "k-1 $(id)'" },
      input: "event\n",
      encoding: "utf8",
    });
    expect(said.split("\n").slice(0, 2)).toEqual(["event", "k-1 $(id)'"]);
    expect(said.split("\n").slice(2).join("")).not.toContain("k-1");
  });
  test.each<[string, (path: string) => void]>([
    ["gone", (path) => rmSync(path)],
    ["changed by a byte", (path) => writeFileSync(path, readFileSync(path, "utf8").replace("exit 2", "exit 0"))],
    ["empty", (path) => writeFileSync(path, "")],
    ["another file", (path) => copyFileSync(process.execPath, path)],
  ])("the file it starts is %s: the call is blocked, a person is told", (_, change) => {
    const here = { ...livingPins([]), compares: true };
    const call = placeLine(host, here, "call");
    const person = placeLine(host, here, "person");
    change(hookFile(here).path);
    const blocked = spawnSync("/bin/sh", ["-c", call], { encoding: "utf8", input: "{}" });
    expect(blocked).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("is gone or changed") });
    const told = spawnSync("/bin/sh", ["-c", person], { encoding: "utf8", input: "{}" });
    expect([told.status, JSON.parse(told.stdout)]).toMatchObject([0, { systemMessage: expect.any(String) }]);
  });
});

/** A program that is there, in a folder with a quote in its name. */
function livingPins(keys: readonly string[]): Pins {
  const program = join(at.home, "it's here/dist");
  put(join(program, "hook.sh"), "exit 0\n");
  return { ...pins, node: process.execPath, program, home: at.home, state: state(), keys };
}

test("a file stays while a line names it", () => {
  const [first, second] = [livingPins([]), { ...livingPins([]), locale: "de_DE.UTF-8" }];
  for (const one of [first, second]) expect(putHookFile(one)).toEqual({ ok: true, value: undefined });
  install("claude-code", first);
  install("codex", second);
  sweepHookFiles(state());
  expect([first, second].map((one) => existsSync(hookFile(one).path))).toEqual([true, true]);
  install("codex", first);
  sweepHookFiles(state());
  expect([first, second].map((one) => existsSync(hookFile(one).path))).toEqual([true, false]);
  uninstall("codex");
  uninstall("claude-code");
  sweepHookFiles(state());
  expect(existsSync(hookFile(first).path)).toBe(false);
});

/** As much as the system lets a shell start with, and nothing to spare for what that shell starts. */
function runInFullEnvironment(shell: string, line: string): SpawnSyncReturns<string> {
  const env: Record<string, string> = { PATH: "a".repeat(120_000), ANTHROPIC_API_KEY: "k" };
  for (let i = 0; i < 15; i += 1) env[`V${i}`] = "b".repeat(131_000);
  for (let rest = 131_000; rest > 0; rest -= 10_000) {
    const done = spawnSync(shell, ["-c", line], {
      env: { ...env, REST: "c".repeat(rest) },
      encoding: "utf8",
      input: "",
    });
    if (done.error === undefined) return done;
  }
  throw new Error("the system starts no shell with a large environment");
}

describe.each([["/bin/sh"], ["/bin/bash"]])("an environment as large as the system allows, %s", (shell) => {
  test.each([
    ["with a key", ["ANTHROPIC_API_KEY"], false],
    ["without", [], false],
    ["where the file is compared", [], true],
  ])("blocks a call, %s", (_, keys, compares) => {
    const line = placeLine("gemini", { ...livingPins(keys), compares }, "call");
    const { status, stdout, stderr } = runInFullEnvironment(shell, line);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/no call runs/);
  });
  test("lets a person type", () => {
    const { status } = runInFullEnvironment(shell, placeLine("gemini", livingPins([]), "person"));
    expect(status).not.toBe(2);
  });
});

describe("somebody else's work in the file", () => {
  test("changed since the installation: only our entries go", () => {
    put(fileOf("claude-code"), '{"model":"opus"}');
    install("claude-code");
    const text = readFileSync(fileOf("claude-code"), "utf8").replace("opus", "haiku");
    writeFileSync(fileOf("claude-code"), text);
    uninstall("claude-code");
    expect(JSON.parse(readFileSync(fileOf("claude-code"), "utf8"))).toEqual({ model: "haiku" });
  });
  test("entries of others beside ours stay", () => {
    put(fileOf("codex"), TEXTS["our event, others' entries"] ?? "");
    install("codex");
    writeFileSync(fileOf("codex"), `${readFileSync(fileOf("codex"), "utf8")}\n`);
    uninstall("codex");
    expect(JSON.parse(readFileSync(fileOf("codex"), "utf8"))).toEqual(
      JSON.parse(TEXTS["our event, others' entries"] ?? ""),
    );
  });
  test.each([
    ["not JSON", "{", "not valid JSON"],
    ["a list", "[]", "no JSON object"],
    ["hooks is no object", '{"hooks":[]}', "hooks is not an object"],
    ["the event is no list", '{"hooks":{"PreToolUse":{}}}', "hooks.PreToolUse is not a list"],
    ["a key twice, of which the host takes the other", '{"hooks":{},"hooks":{}}', "the key hooks twice"],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0x7d]), "not valid UTF-8"],
  ])("%s: refused, and nothing is written", (_, text, why) => {
    put(fileOf("claude-code"), "");
    writeFileSync(fileOf("claude-code"), text);
    expect(planInstall(known("claude-code"), { scope: "user", at, pins })).toMatchObject({
      ok: false,
      error: expect.stringContaining(why),
    });
  });
  test("a file of another name's owner under our name is not taken", () => {
    put(fileOf("opencode"), "export const mine = 1;\n");
    expect(planInstall(known("opencode"), { scope: "user", at, pins })).toMatchObject({
      ok: false,
      error: expect.stringContaining("not ours"),
    });
  });
  test("changed between showing and writing: nothing is written", () => {
    put(fileOf("codex"), "{}");
    const change = planInstall(known("codex"), { scope: "user", at, pins });
    writeFileSync(fileOf("codex"), '{"a":1}');
    expect(change.ok && replaceOwn(change.value.file, change.value.after, change.value.before)).toMatchObject({
      ok: false,
    });
    expect(readFileSync(fileOf("codex"), "utf8")).toBe('{"a":1}');
  });
  test("the file's mode is kept, and a hard link is not written through", () => {
    put(fileOf("codex"), "{}");
    chmodSync(fileOf("codex"), 0o640);
    linkSync(fileOf("codex"), join(at.home, "other"));
    install("codex");
    expect(statSync(fileOf("codex")).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(at.home, "other"), "utf8")).toBe("{}");
  });
});

test("each limit lies above the one inside it", () => {
  expect(killAfterSeconds(pins) * 1000).toBeGreaterThan(pins.deadlineMs);
  expect(hostTimeoutSeconds(pins)).toBeGreaterThan(killAfterSeconds(pins));
});

test.each(["a b", "it's", "$(id)", "`id`", '"', "\\", "a\nb", "*", ""])("%j is one word for the shell", (word) => {
  expect(execFileSync("/bin/sh", ["-c", `printf %s ${inQuotes(word)}`], { encoding: "utf8" })).toBe(word);
});

test.skipIf(!existsSync("/usr/bin/perl"))("the client is strict, though it does not ask for it when it runs", () => {
  const client = new URL("hook.pl", import.meta.url).pathname;
  expect(() => execFileSync("/usr/bin/perl", ["-Mstrict", "-c", client], { stdio: "pipe" })).not.toThrow();
});

function isSubsequence(part: string, whole: string): boolean {
  let i = 0;
  for (const character of whole) if (character === part[i]) i++;
  return i === part.length;
}

test("what stands in Claude Code's settings can be read: a line an event, under 3,000 bytes", () => {
  install("claude-code", { ...pins, compares: true });
  const text = readFileSync(fileOf("claude-code"), "utf8");
  expect(text.length).toBeLessThan(3_000);
  expect(text.split("\n").filter((line) => line.includes("SALLYPORT_HOOK="))).toHaveLength(8);
  expect(text.split("SALLYPORT_HOOK=")).toHaveLength(9);
});

test("what an agent's settings name and is gone or changed is told, and what is whole is not", () => {
  install("claude-code");
  install("codex", { ...own(), locale: "de_DE.UTF-8" });
  expect(changedHookFiles(state())).toEqual([]);
  const { path } = hookFile({ ...own(), locale: "de_DE.UTF-8" });
  put(path, `${readFileSync(path, "utf8")} `);
  expect(changedHookFiles(state())).toEqual([path]);
  rmSync(path);
  expect(changedHookFiles(state())).toEqual([path]);
  uninstall("codex");
  expect(changedHookFiles(state())).toEqual([]);
});
