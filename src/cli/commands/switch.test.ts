import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAX_PAUSE_MINUTES, openGate, pausedUntil, pauseUntil } from "../../app/index.ts";
import type { Decision } from "../../contract/decision.ts";
import type { TerminalFacts } from "../terminal/person.ts";
import { runCommand } from "../testing.ts";
import { switchCommand } from "./switch.ts";

const PERSON: TerminalFacts = { hasTerminal: () => true, ancestors: () => [], orphan: () => null };
let top = "";
let env: Record<string, string> = {};
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "pause-")));
  env = { HOME: top, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: join(top, "state") };
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const settingsFile = (): string => join(top, ".config/sallyport/settings.json");
const until = (): number | null => pausedUntil(join(top, "state"), Date.now());
const switchTo = (...args: readonly string[]) => runCommand(switchCommand(PERSON), args, { env, tty: true });
const pause = (...args: readonly string[]) => switchTo("pause", ...args);
/** From anywhere: what makes the gate stricter needs no person. */
const live = (...args: readonly string[]) => runCommand(switchCommand(PERSON), ["live", ...args], { env });

/** Which step decides on a call that nothing proves. */
async function decided(settings?: string): Promise<string> {
  const { by, behavior } = await decide(settings);
  return `${by} ${behavior}`;
}

async function decide(settings?: string): Promise<Decision> {
  const opened = openGate({ env, cwd: top, now: Date.now }, { projectRoot: top, settings });
  if (!opened.ok) throw new Error(opened.error);
  const decision = await opened.value.gate.check({
    tool: "Bash",
    input: { command: "python3 a.py" },
    cwd: top,
  });
  await opened.value.close();
  return decision;
}

test("what is asked because of the pause names it and when it ends, and teaches no rule", async () => {
  await pause("5");
  const { reason } = await decide();
  expect(reason).toMatch(
    /; Sallyport is paused until \d\d:\d\d, so that you are asked\. sallyport switch live ends the pause\.$/,
  );
  expect(reason).not.toContain("sallyport allow");
  expect((await decide('{"mode":"default"}')).reason).not.toContain("paused");
});

test("for its time the person is asked, and live ends it", async () => {
  expect(await decided()).toBe("offline ask");
  expect(await pause("5")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Paused until \d\d:\d\d: you are asked/),
  });
  expect((until() ?? 0) - Date.now()).toBeGreaterThan(4 * 60_000);
  expect(await decided()).toBe("prompt ask");
  expect(await live()).toMatchObject({
    code: 0,
    out: "The pause is over. Live: what is not allowed does not run.\n",
  });
  expect(await decided()).toBe("offline ask");
  expect(await live()).toMatchObject({ code: 0, out: "Live: what is not allowed does not run. It was so already.\n" });
});

test("a pause loosens no mode but auto", async () => {
  await pause();
  expect(await decided('{"mode":"dontAsk"}')).toBe("dontAskMode deny");
  expect(await decided('{"mode":"plan"}')).toBe("planMode deny");
});

test.each([
  ["7", 7],
  ["7m", 7],
  ["7min", 7],
  ["2h", 120],
])("%s are %i minutes", async (given, minutes) => {
  expect(await pause(given)).toMatchObject({ code: 0 });
  expect(Math.round(((until() ?? 0) - Date.now()) / 60_000)).toBe(minutes);
});

test.each(["0", "0m", "25h", "h", "5mm", "2h5", "x", "-1", "1.5", String(MAX_PAUSE_MINUTES + 1)])(
  "%s minutes are none",
  async (minutes) => {
    expect(await pause(minutes)).toMatchObject({ code: 1 });
    expect(until()).toBeNull();
  },
);

test.each([
  ["over", -1],
  ["longer than any we make", (MAX_PAUSE_MINUTES + 1) * 60_000],
])("a pause that is %s is none", (_, ms) => {
  pauseUntil(join(top, "state"), Date.now() + ms);
  expect(until()).toBeNull();
});

test("nobody but a person at a terminal pauses or only watches", async () => {
  const agent: TerminalFacts = { ...PERSON, ancestors: () => [{ pid: 2, start: "1", words: ["claude"] }] };
  for (const to of ["pause", "watch"])
    expect(await runCommand(switchCommand(agent), [to], { env, tty: true })).toMatchObject({
      code: 1,
      err: expect.stringContaining("agent"),
    });
  expect(await runCommand(switchCommand(PERSON), ["pause"], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining("terminal"),
  });
  expect(until()).toBeNull();
});

test("watch and live change one value and keep every comment", async () => {
  mkdirSync(join(settingsFile(), ".."), { recursive: true });
  const before = '{\n  // mine\n  "mode": "auto"\n}\n';
  writeFileSync(settingsFile(), before);
  expect(await live()).toMatchObject({ code: 0 });
  expect(readFileSync(settingsFile(), "utf8")).toBe(before);
  expect(await switchTo("watch")).toMatchObject({ code: 0 });
  expect(readFileSync(settingsFile(), "utf8")).toBe('{\n  // mine\n  "mode": "auto",\n  "shadow": true\n}\n');
  expect((await switchTo("watch")).out).toMatch(/It was\sso already\./);
  expect(await live()).toMatchObject({ code: 0, out: "Live: what is not allowed does not run.\n" });
  expect(readFileSync(settingsFile(), "utf8")).toContain('"shadow": false');
});

test("without a word it says which of the three it is", async () => {
  expect((await switchTo()).out).toBe("Live: what is not allowed does not run.\n");
  await pause("5");
  expect((await switchTo()).out).toMatch(/^Paused until \d\d:\d\d: [\s\S]* sallyport switch live ends it\.\n$/);
  await switchTo("watch");
  expect((await switchTo()).out).toMatch(/^Watching: /);
});

test.each([
  [["off"], "say live, watch or pause, not off"],
  [["live", "5"], "one word too many: 5"],
])("%j", async (args, said) => {
  expect(await switchTo(...args)).toMatchObject({ code: 1, err: expect.stringContaining(said) });
});

test("for programs", async () => {
  const json = async (...args: readonly string[]) => JSON.parse((await switchTo(...args, "--json")).out);
  const file = settingsFile();
  expect(await json("pause", "5")).toEqual({ state: "paused", pausedUntil: until() });
  expect(await json()).toEqual({ state: "paused", pausedUntil: until(), shadow: false });
  const nowLive = { state: "live", pausedUntil: null, shadow: false };
  expect(await json("live")).toEqual({ ...nowLive, changed: true });
  expect(await json("live")).toEqual({ ...nowLive, changed: false });
  expect(await json("watch")).toEqual({ state: "watching", shadow: true, file, changed: true });
  expect(await json("live")).toEqual({ ...nowLive, changed: true });
});

test("a settings file that cannot be read is left alone, with its line", async () => {
  mkdirSync(join(settingsFile(), ".."), { recursive: true });
  writeFileSync(settingsFile(), '{\n  "mode": "auto"\n  "x": 1\n}\n');
  const { code, err } = await live();
  expect([code, err]).toEqual([1, expect.stringContaining("settings.json: is not valid JSON in line 3")]);
  expect(readFileSync(settingsFile(), "utf8")).toContain('"x": 1');
});
