/** An ask waits for a person: yes is an approval and the call is judged again, no and silence are a deny. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AppContext, answerHook, openStore, recordApproval, recordRefusal, stateDir } from "../app/index.ts";
import { adoptedRules, hostNamed } from "../hosts/index.ts";
import { removeTree } from "../testing/remove-tree.ts";
import { type DesktopNotice, noticeCommand } from "./desktop-notice.ts";
import { openWaitingRoom } from "./waiting.ts";

let home = "";
let context: AppContext;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "waiting-")));
  mkdirSync(join(home, "app"));
  context = { env: { HOME: home, PATH: "/usr/bin:/bin" }, cwd: home, now: Date.now };
});
afterEach(() => removeTree(home));

function settings(value: object): void {
  mkdirSync(join(home, ".config/sallyport"), { recursive: true });
  writeFileSync(join(home, ".config/sallyport/settings.json"), JSON.stringify(value));
}

const PERSON = { by: "a person", at: 0 };

/** One ask of a host, with a room to wait in. */
function asking({
  host = "claude-code",
  mostMs = 60_000,
  id = "t1" as string | undefined,
  command = "npm version major",
} = {}) {
  const notices: DesktopNotice[] = [];
  const counts: number[] = [];
  const room = openWaitingRoom({
    now: Date.now,
    changed: (held) => counts.push(held.length),
    show: (notice) => notices.push(notice),
  });
  const event = {
    ...{ session_id: "s", cwd: join(home, "app"), hook_event_name: "PreToolUse", tool_name: "Bash" },
    ...{ tool_input: { command }, tool_use_id: id },
  };
  const found = hostNamed(host);
  if (found === undefined) throw new Error(host);
  const answer = answerHook({
    ...{ host: found, context, hold: room.hold, mostMs, agent: () => undefined },
    stdin: (async function* () {
      yield JSON.stringify(event);
    })(),
  });
  const held = async () => {
    for (;;) {
      const [first] = room.held();
      if (first !== undefined) return first;
      await sleep(10);
    }
  };
  return { answer, held, room, notices, counts };
}

const behaviour = (answer: Awaited<ReturnType<typeof answerHook>>) =>
  (answer.stdout as { hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string } })
    .hookSpecificOutput;

async function say(what: "yes" | "no", id: string): Promise<void> {
  const store = openStore(context);
  const found = (await store.waiting(Date.now())).find(({ decision }) => decision.id === id);
  if (found === undefined) throw new Error("nothing waits");
  const word = { ...PERSON, at: Date.now() };
  const done = await (what === "yes" ? recordApproval(store, found, word) : recordRefusal(store, found, word));
  if (!done.ok) throw new Error(done.error);
}

const kinds = async (): Promise<readonly string[]> =>
  (await openStore(context).newest({ limit: 100, matches: () => true })).records.map(({ entry }) => entry.kind);

describe.each(["t1", undefined])("under the id %s", (id) => {
  beforeEach(() => settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 30 } }));

  test("yes lets it pass, and spends the approval", async () => {
    const { answer, held, counts } = asking({ id });
    const first = await held();
    expect(first.deadline).toBeGreaterThan(Date.now() + 20_000);
    await say("yes", first.id);
    expect(behaviour(await answer).permissionDecision).toBe("allow");
    expect(await kinds()).toEqual(["start", "decision", "approval", "decision"]);
    expect(counts).toEqual([1, 0]);
  });

  test("no is a deny, and stays one", async () => {
    const { answer, held } = asking({ id });
    const { id: decision } = await held();
    await say("no", decision);
    expect(behaviour(await answer)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("said no"),
    });
    await expect(say("yes", decision)).rejects.toThrow("refused");
  });

  test("silence is a deny when the time is over, on record, and no denial of policy", async () => {
    settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 1 } });
    const { answer } = asking({ id });
    expect(behaviour(await answer)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("nobody answered in 1 second"),
    });
    expect(await kinds()).toEqual(["start", "decision", "notice"]);
    const [session] = (await openStore(context).waiting(Date.now())).map(({ refusal }) => refusal);
    expect(session).toBeNull();
  });
});

describe("what was changed while the person was waited for counts", () => {
  const WAITING = { service: { waitSeconds: 30 } };
  const ASK = { ask: ["Bash(npm version:*)"] };
  test.each<[string, () => void]>([
    ["a deny rule", () => settings({ ...WAITING, permissions: { ...ASK, deny: ["Bash(npm version:*)"] } })],
    ["a deny rule of the project", () => projectSettings({ permissions: { deny: ["Bash(npm version:*)"] } })],
    ["a mode in which nothing runs", () => settings({ ...WAITING, mode: "plan", permissions: ASK })],
    ["settings that cannot be read", () => writeFileSync(join(home, ".config/sallyport/settings.json"), "{oops")],
  ])("%s", async (_, change) => {
    settings({ ...WAITING, permissions: ASK });
    const { answer, held } = asking();
    const { id } = await held();
    change();
    await say("yes", id);
    expect(behaviour(await answer).permissionDecision).toBe("deny");
  });
  const projectSettings = (value: object): void => {
    mkdirSync(join(home, "app/.sallyport"), { recursive: true });
    writeFileSync(join(home, "app/.sallyport/settings.json"), JSON.stringify(value));
  };
});

describe("a rule that appears while the person is asked elsewhere is not theirs", () => {
  const LOCAL = () => join(home, "app/.claude/settings.local.json");
  const save = (...allow: readonly string[]): void => {
    mkdirSync(join(home, "app/.claude"), { recursive: true });
    writeFileSync(LOCAL(), JSON.stringify({ permissions: { allow } }));
  };
  const adopted = () => adoptedRules(stateDir(context.env)).map(({ rule }) => rule);
  const COMMAND = "npm version major";
  const RULE = `Bash(${COMMAND})`;
  const tell = (event: string) => {
    const host = hostNamed("claude-code");
    if (host === undefined) throw new Error("no host");
    const given = { session_id: "s", cwd: join(home, "app"), hook_event_name: event, tool_name: "Bash" };
    return answerHook({
      ...{ host, context, agent: () => undefined },
      stdin: (async function* () {
        yield JSON.stringify({ ...given, tool_input: { command: COMMAND }, tool_use_id: "t9", tool_response: {} });
      })(),
    });
  };
  beforeEach(() => {
    settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 30 } });
    save();
    execFileSync("git", ["init", "-q"], { cwd: join(home, "app") });
  });

  test("held and approved once", async () => {
    const { answer, held } = asking();
    await say("yes", (await held()).id);
    expect(behaviour(await answer).permissionDecision).toBe("allow");
    save(RULE);
    await tell("PostToolUse");
    expect(adopted()).toEqual([]);
  });

  test("asked by the host first, and approved elsewhere for another try", async () => {
    settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 0 } });
    expect(behaviour(await tell("PreToolUse")).permissionDecision).toBe("ask");
    const [waits] = await openStore(context).waiting(Date.now());
    await say("yes", waits?.decision.id ?? "");
    expect(behaviour(await tell("PreToolUse")).permissionDecision).toBe("allow");
    save(RULE);
    await tell("PostToolUse");
    expect(adopted()).toEqual([]);
  });

  test("asked by the host: it is", async () => {
    settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 0 } });
    expect(behaviour(await tell("PreToolUse")).permissionDecision).toBe("ask");
    save(RULE);
    await tell("PostToolUse");
    expect(adopted()).toEqual([RULE]);
  });
});

test("what it would do is another thing after the yes: it does not run", async () => {
  settings({ permissions: { ask: ["Bash(npm run x)"] }, service: { waitSeconds: 30 } });
  const script = (text: string): void =>
    writeFileSync(join(home, "app/package.json"), JSON.stringify({ scripts: { x: text } }));
  script("ls");
  const { answer, held } = asking({ command: "npm run x" });
  const { id } = await held();
  await say("yes", id);
  script("rm -rf ~");
  expect(behaviour(await answer)).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("is not what it was when they were asked"),
  });
});

test("the line's own limit is shorter than the setting: it counts", async () => {
  settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 300 } });
  const { answer } = asking({ mostMs: 4_000 });
  expect(behaviour(await answer).permissionDecision).toBe("deny");
});

test.each([
  ["without the setting", {}],
  ["with 0", { service: { waitSeconds: 0 } }],
])("%s nothing waits, and the host asks", async (_, more) => {
  settings({ permissions: { ask: ["Bash(npm version:*)"] }, ...more });
  const { answer, room } = asking();
  expect(behaviour(await answer).permissionDecision).toBe("ask");
  expect(room.held()).toEqual([]);
});

test("in shadow nobody is waited for", async () => {
  settings({ shadow: true, permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 30 } });
  expect((await asking().answer).stdout).toBeNull();
});

describe("a notice on the desktop", () => {
  test.each([
    [true, 1],
    [false, 0],
  ])("notify %s", async (notify, shown) => {
    settings({ permissions: { ask: ["Bash(npm version:*)"] }, service: { waitSeconds: 30, notify } });
    const { answer, held, notices } = asking();
    await say("no", (await held()).id);
    await answer;
    expect(notices).toHaveLength(shown);
    expect(JSON.stringify(notices)).not.toContain("npm version");
  });

  test("its words are words: no option, no markup, no script", () => {
    const notice = { title: "--icon=<b>x</b>", text: '"; do shell script "id" & "\n-u critical' };
    expect(noticeCommand(notice, "linux")).toEqual([
      ...["/usr/bin/notify-send", "--app-name=Sallyport", "--", "--icon=&lt;b&gt;x&lt;/b&gt;"],
      expect.not.stringContaining("\n"),
    ]);
    const [program, ...words] = noticeCommand(notice, "darwin") ?? [];
    expect([program, words.indexOf("--"), words.length]).toEqual(["/usr/bin/osascript", 6, 9]);
    expect(noticeCommand(notice, "win32")).toBeUndefined();
  });
});
