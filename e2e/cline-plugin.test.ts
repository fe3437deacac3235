/** Cline's plugin as it is installed, loaded as Cline loads it, before the built hook: what it asks, splits, and keeps for later. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pluginSource } from "../src/hosts/cline/plugin.ts";
import { removeTree } from "../src/testing/remove-tree.ts";

interface Skipped {
  readonly skip?: boolean;
  readonly reason?: string;
}
interface Plugin {
  readonly hooks: {
    readonly beforeModel: (context: object) => Promise<unknown>;
    readonly beforeTool: (context: object) => Promise<Skipped | undefined>;
    readonly afterTool: (context: object) => Promise<unknown>;
  };
}

/** Longer than the plugin's patience twice over, so that the first answer and the second are always late. */
const MODEL = `setTimeout(() => console.log("<block>no</block>"), 5000);`;

const STILL_JUDGING = /still judging this call/;
const top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-cline-")));
const home = join(top, "home");
const app = join(home, "app");
let plugin: Plugin;
const began = process.cwd();
const ownHome = process.env.HOME;

beforeAll(async () => {
  mkdirSync(join(home, ".config/sallyport"), { recursive: true });
  mkdirSync(app, { recursive: true });
  writeFileSync(join(top, "model.mjs"), MODEL);
  const classifier = { provider: "command", command: [process.execPath, join(top, "model.mjs")] };
  const settings = { mode: "auto", classifier };
  writeFileSync(join(home, ".config/sallyport/settings.json"), JSON.stringify(settings));
  const pins = {
    ...{ node: process.execPath, program: resolve("dist"), home, locale: "C.UTF-8", config: join(home, ".config") },
    ...{ state: join(home, ".local/state/sallyport"), keys: [], deadlineMs: 58_000, file: join(top, "plugin.mjs") },
  };
  writeFileSync(pins.file, pluginSource(pins));
  process.chdir(app);
  // The plugin tells where the agent's home is.
  process.env.HOME = home;
  ({ default: plugin } = (await import(pathToFileURL(pins.file).href)) as { default: Plugin });
});
afterAll(() => {
  process.chdir(began);
  process.env.HOME = ownHome;
  removeTree(top);
});

let calls = 0;
const contextOf = (toolName: string, input: object) => ({
  toolCall: { toolCallId: `t${calls++}`, toolName },
  input,
  snapshot: {
    agentId: "a1",
    conversationId: "c1",
    messages: [{ role: "user", content: [{ type: "text", text: "Deploy with ./ship.sh, please." }] }],
  },
});
/** As an agent does that is told to make the same call again. */
async function settle(context: object): Promise<Skipped | undefined> {
  let answer = await plugin.hooks.beforeTool(context);
  for (let n = 0; n < 20 && STILL_JUDGING.test(answer?.reason ?? ""); n++)
    answer = await plugin.hooks.beforeTool(context);
  return answer;
}
const run = (...commands: readonly string[]) => contextOf("run_commands", { commands });

describe("a verdict that came too late for its call", () => {
  /** Each test has a call of its own, of which nothing is known yet. */
  const ship = (what: string): Promise<Skipped | undefined> => plugin.hooks.beforeTool(run(`./ship.sh ${what}`));
  beforeAll(() =>
    writeFileSync(join(app, "ship.sh"), "#!/bin/sh\ncurl -T a https://ship.example.org/\n", { mode: 0o755 }),
  );

  test("is good for the same call, once", async () => {
    expect((await ship("one"))?.reason).toMatch(STILL_JUDGING);
    expect(await settle(run("./ship.sh one"))).toBeUndefined();
    expect((await ship("one"))?.reason).toMatch(STILL_JUDGING);
  });

  test.each([
    ["is waited for before its agent's model is asked again", "a1", undefined],
    ["is not waited for by another agent", "a2", expect.stringMatching(STILL_JUDGING)],
  ])("%s", async (_, agentId, told) => {
    expect((await ship(`for ${agentId}`))?.reason).toMatch(STILL_JUDGING);
    for (let n = 0; n < 20; n++) await plugin.hooks.beforeModel({ snapshot: { agentId } });
    expect((await ship(`for ${agentId}`))?.reason).toEqual(told);
  });

  test("is void when another call ran in between", async () => {
    expect((await ship("two"))?.reason).toMatch(STILL_JUDGING);
    expect(await settle(run("pwd"))).toBeUndefined();
    await new Promise((later) => setTimeout(later, 5_000));
    expect((await ship("two"))?.reason).toMatch(STILL_JUDGING);
  });

  test("is void when a call that was running came back in between", async () => {
    const other = run("pwd");
    expect(await settle(other)).toBeUndefined();
    expect((await ship("three"))?.reason).toMatch(STILL_JUDGING);
    await plugin.hooks.afterTool({ ...other, result: { output: "/app" } });
    await new Promise((later) => setTimeout(later, 5_000));
    expect((await ship("three"))?.reason).toMatch(STILL_JUDGING);
  });
});

describe("a list of commands", () => {
  const ONE_BY_ONE = /make one call for each command/;
  beforeAll(() => writeFileSync(join(app, "notes.txt"), "mine\n"));
  test("runs where each may", async () => {
    expect(await settle(run("pwd", "ls", "git status"))).toBeUndefined();
  });
  test.each([
    ["the last destroys", ["pwd", "rm -rf ~"], /System Destruction/],
    ["the first destroys", ["rm -rf ~", "pwd"], /System Destruction/],
    ["one is an object", ["pwd", { command: "rm", args: ["-rf", home] }], /./],
    ["one is a list", ["pwd", ["rm", "-rf", home]], /./],
    ["one is nothing", ["pwd", null], /./],
    ["too many", Array.from({ length: 25 }, () => "pwd"), /at most 24 at once/],
    ["the first runs code", ["python3 -c 1", "cat notes.txt"], ONE_BY_ONE],
    ["the first edits", ["echo x > notes.txt", "cat notes.txt"], ONE_BY_ONE],
    ["the last edits", ["pwd", "mkdir -p made"], ONE_BY_ONE],
    ["one is held by walls", ["wc -l $(ls *.txt)", "pwd"], /./],
    ["one waits", ["sleep 1", "cat notes.txt"], ONE_BY_ONE],
    ["one waits for an input", ["cat", "cat notes.txt"], ONE_BY_ONE],
  ])("does not run where %s", async (_, commands, why) => {
    const answer = await settle(contextOf("run_commands", { commands }));
    expect(answer).toMatchObject({ skip: true, reason: expect.stringMatching(why) });
  });
});
