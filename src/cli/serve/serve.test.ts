/** What `serve` refuses, and what it would install. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ledgerStore, processFacts } from "../../memory/index.ts";
import { ENGINE_FLAGS } from "../../service/running/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { approveAt } from "../commands/approve.ts";
import { serveAt } from "../commands/serve.ts";
import { switchCommand } from "../commands/switch.ts";
import type { TerminalFacts } from "../terminal/person.ts";
import { runCommand } from "../testing.ts";
import { unitFor } from "./unit.ts";

const OWN: TerminalFacts = { hasTerminal: () => true, ancestors: () => [], orphan: () => null };

function home(): string {
  const box = scratchFolder();
  onTestFinished(box.remove);
  mkdirSync(join(box.folder, "state"), { mode: 0o700 });
  return box.folder;
}
const envOf = (folder: string) => ({ HOME: folder, SALLYPORT_STATE_DIR: join(folder, "state"), PATH: "/usr/bin:/bin" });

test.each([
  [["--host", "0.0.0.0"], /in the clear/],
  [["--host", "192.0.2.1"], /in the clear/],
  [["--host", "::"], /in the clear/],
  [["--host", "a b"], /must be an address/],
  [["--tls-cert", "x"], /go together/],
  [["--host", "::1", "--tls-cert", "/none", "--tls-key", "/none"], /cannot be read/],
  [["--port", "0"], /whole number/],
  [["--port", "99999"], /whole number/],
  [["nonsense"], /there is no "serve nonsense" \(/],
  [["stop"], /there is no "serve stop": did you mean sallyport serve --stop\?/],
  [["token", "add", "x"], /say what it may do/],
  [["token", "add", "x", "--scope", "root"], /say what it may do/],
  [["token", "remove", "x"], /no token named x/],
  [["link"], /no service runs/],
] as const)("serve %j: %s", async (args, why) => {
  const { code, err } = await runCommand(serveAt(OWN), args, { env: envOf(home()), tty: true });
  expect([code, err]).toEqual([1, expect.stringMatching(why)]);
});

describe("what makes somebody a person is asked where something is given out", () => {
  test.each([[["link"]], [["token", "add", "x", "--scope", "admin"]], [["token", "remove", "x"]]])(
    "%j",
    async (args) => {
      const folder = home();
      const agent = await runCommand(serveAt(OWN), args, { env: { ...envOf(folder), CLAUDECODE: "1" }, tty: true });
      expect([agent.code, agent.err]).toEqual([1, expect.stringMatching(/an agent cannot/)]);
      const piped = await runCommand(serveAt(OWN), args, { env: envOf(folder), tty: false });
      expect([piped.code, piped.err]).toEqual([1, expect.stringMatching(/terminal of your own/)]);
    },
  );
});

describe("a terminal that an agent at work could have made is nobody's", () => {
  const here = processFacts(process.pid);
  const agent = { pid: process.pid, start: here?.start ?? "" };
  const BELOW: TerminalFacts = { ...OWN, ancestors: () => [{ ...agent, words: ["-bash"] }] };
  const ORPHAN: TerminalFacts = { ...OWN, orphan: (of) => (of?.pid === agent.pid ? "it began after the agent" : null) };
  const LEFT: TerminalFacts = { ...OWN, orphan: () => "it left its session" };
  const COMMANDS = (at: TerminalFacts) =>
    [
      [serveAt(at), ["link"]],
      [serveAt(at), ["token", "add", "x", "--scope", "admin"]],
      [serveAt(at), ["token", "remove", "x"]],
      [switchCommand(at), ["pause"]],
      [switchCommand(at), ["watch"]],
      [approveAt(at), []],
    ] as const;
  test.each([
    ["below it", BELOW],
    ["in its place", ORPHAN],
    ["of nobody", LEFT],
  ])("%s", async (_how, at) => {
    const env = envOf(home());
    const store = ledgerStore({ stateDir: env.SALLYPORT_STATE_DIR });
    await store.open("s", { projectRoot: "/", host: "claude-code", agent });
    for (const [one, args] of COMMANDS(at)) {
      const { code, err } = await runCommand(one, args, { env, tty: true });
      expect([one.name, args, code, err]).toEqual([one.name, args, 1, expect.stringMatching(/an agent cannot/)]);
    }
  });

  test("one that has ended stands in nobody's way", async () => {
    const env = envOf(home());
    const store = ledgerStore({ stateDir: env.SALLYPORT_STATE_DIR });
    await store.open("s", { projectRoot: "/", host: "claude-code", agent: { pid: process.pid, start: "1" } });
    const { code } = await runCommand(switchCommand(ORPHAN), ["pause"], { env, tty: true });
    expect(code).toBe(process.platform === "linux" ? 0 : 1);
  });
});

test("a token is shown once, and then by its name", async () => {
  const env = envOf(home());
  const made = await runCommand(serveAt(OWN), ["token", "add", "ci", "--scope", "viewer"], { env, tty: true });
  expect(made.out).toMatch(/^spt_viewer_[\w-]{43}\n/);
  const listed = await runCommand(serveAt(OWN), ["token", "list", "--json"], { env });
  expect(JSON.parse(listed.out)).toMatchObject([{ name: "ci", scope: "viewer" }]);
  expect(listed.out).not.toContain("spt_");
});

test("without a person the link is nobody's", async () => {
  const end = new AbortController();
  end.abort();
  const { out, code } = await runCommand(serveAt(OWN), ["--json", "--port", "17719"], {
    env: envOf(home()),
    signal: end.signal,
  });
  expect([code, JSON.parse(out).link]).toEqual([0, null]);
});

describe("units", () => {
  test("systemd: every word quoted, nothing of the environment but where things are", () => {
    const unit = unitFor('/opt/a b/"100%"$x', { HOME: "/home/me", PATH: "/bin", ANTHROPIC_API_KEY: "sk-x" }, "linux");
    for (const flag of ENGINE_FLAGS) expect(unit.ok && unit.value.text).toContain(`"${flag}" "/opt/`);
    expect(unit.ok && unit.value.text).toContain(String.raw`"/opt/a b/\"100%%\"$$x/sallyport.cjs" "serve"`);
    expect(unit.ok && unit.value.text).not.toContain("sk-x");
    expect(unit.ok && unit.value.file).toBe("/home/me/.config/systemd/user/sallyport.service");
  });

  test("systemd: a dollar is itself in an assignment", () => {
    const unit = unitFor("/opt", { HOME: "/home/me", PATH: "/bin:/opt/$x" }, "linux");
    expect(unit.ok && unit.value.text).toContain('Environment="PATH=/bin:/opt/$x"');
  });

  test.each(["/opt/a\nExecStart=/bin/evil", "/opt/a\u0000b"])(
    "a path that would end its line is refused: %j",
    (program) => expect(unitFor(program, { HOME: "/home/me" }, "linux").ok).toBe(false),
  );

  test("macOS: markup is spelled out", () => {
    const unit = unitFor("/opt/<a>&b", { HOME: "/Users/me" }, "darwin");
    expect(unit.ok && unit.value.text).toContain("<string>/opt/&lt;a&gt;&amp;b/sallyport.cjs</string>");
  });

  test("elsewhere it says what to do instead", () => {
    expect(unitFor("/x", { HOME: "/x" }, "win32")).toMatchObject({ ok: false });
  });
});
