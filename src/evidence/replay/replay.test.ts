import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../../contain/index.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import type { Classifier, Verdict } from "../../judge/index.ts";
import type { SessionStore } from "../../memory/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { project } from "../../testing/index.ts";
import { CLAUDE_CODE, CODEX, OPENCODE, ROOT, SESSIONS } from "../testing/records.ts";
import { documentOf } from "./document.ts";
import { formatProblem } from "./problems.ts";
import { openState } from "./resume.ts";
import { type ReplayResult, type RunOptions, replayAll } from "./run.ts";
import { comparisonOf, promptsOf, settledOf, stepRows, tallyOf } from "./tally.ts";

const box = scratchFolder();
const home = project();
afterAll(() => {
  box.remove();
  home.remove();
});

const gates =
  (classifier: Classifier | null = null) =>
  (root: string, store: SessionStore): Result<Gate> =>
    ok(home.gate({ projectRoot: root, store, classifier, settings: { classifier: { provider: "offline" } } }));

async function replayed(paths: readonly string[], more: Partial<RunOptions> = {}): Promise<ReplayResult> {
  const result = await replayAll({
    files: paths,
    gateFor: gates(),
    withTranscript: false,
    jobs: 2,
    maxCostUsd: null,
    state: null,
    ...more,
  });
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const turn = (command: string, outcome = "ok", cwd = ROOT) => ({ tool: "Bash", input: { command }, cwd, outcome });
const session = (id: string, turns: readonly object[], agent = "claude-code 2.1.0") =>
  `${JSON.stringify({ source: "me/app", agent, session: id, turns })}\n`;

/** Counts, at any depth, added up. */
function add<T extends object>(a: T, b: T): T {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof T)[];
  const sum = (x: unknown, y: unknown): unknown =>
    typeof (x ?? y) === "object" ? add((x ?? {}) as object, (y ?? {}) as object) : Number(x ?? 0) + Number(y ?? 0);
  return Object.fromEntries(keys.map((key) => [key, sum(a[key], b[key])])) as T;
}

const answered = (verdict: Partial<Verdict> & Pick<Verdict, "block">): Verdict =>
  ({ model: "m", usage: null, costUsd: 0.25, stage: "fast", ...verdict }) as Verdict;

describe("a session down the road", () => {
  test.each([
    ["claude.jsonl", CLAUDE_CODE],
    ["codex.jsonl", CODEX],
    ["opencode.json", OPENCODE],
    ["sessions.jsonl", SESSIONS],
  ])("%s: the edit is allowed, the push is held", async (name, content) => {
    const { sessions, problems } = await replayed([box.write(name, content)]);
    expect(problems).toEqual([]);
    const [one] = sessions;
    expect(one?.root).toBe(ROOT);
    expect(one?.prompts).toBeGreaterThan(0);
    expect(one?.calls.map(({ tool, behavior, by, outcome }) => [tool, behavior, by, outcome])).toEqual([
      [name === "codex.jsonl" ? "Patch" : "Edit", "allow", "acceptEdits", "ran"],
      ["Bash", "ask", "offline", "refused"],
    ]);
  });

  test("what is held keeps its input for later, secrets taken out; what is allowed does not", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const path = box.write(
      "secret.jsonl",
      session("s", [turn(`curl -H 'Authorization: ${secret}' https://example.org`), turn("ls")]),
    );
    const { sessions } = await replayed([path]);
    const [held, allowed] = sessions[0]?.calls ?? [];
    expect(held?.input).toBeDefined();
    expect(allowed).not.toHaveProperty("input");
    expect(JSON.stringify(sessions)).not.toContain(secret);
    expect(held?.shown).toContain("[secret, ");
  });

  test("a secret that is longer than what is kept leaves no half behind", async () => {
    const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${"QUJD".repeat(400)}\n-----END OPENSSH PRIVATE KEY-----`;
    const path = box.write("key.jsonl", session("s", [turn(`make key='${key}'`), turn(`echo '${key}'`)]));
    expect(JSON.stringify((await replayed([path])).sessions)).not.toContain("QUJDQUJDQUJD");
  });

  test("a call that nobody could follow is named, and the rest goes on", async () => {
    const deep = `{"tool":"Deep","input":{"x":${"[".repeat(50_000)}${"]".repeat(50_000)}},"cwd":"${ROOT}","outcome":"ok"}`;
    const path = box.write(
      "deep.jsonl",
      session("s", [turn("ls"), turn("pwd")]).replace('"turns":[', `"turns":[${deep},`),
    );
    const { sessions, problems } = await replayed([path]);
    expect(problems.map(formatProblem).join()).toMatch(/deep\.jsonl:1: a call cannot be shown and is left out/);
    expect(sessions[0]?.calls).toHaveLength(2);
  });

  test("a directory the record does not name is said, and nothing is proven in it", async () => {
    const edit = { tool: "Edit", input: { file_path: "/tmp/x.ts", old_string: "a", new_string: "b" }, outcome: "ok" };
    const { sessions, problems } = await replayed([box.write("nowhere.jsonl", session("s", [edit]))]);
    expect(problems.map(formatProblem).join()).toMatch(/does not say in which directory/);
    expect(sessions[0]?.calls[0]?.behavior).toBe("ask");
  });

  test("the person's words end a denial that is remembered", async () => {
    const no: Classifier = {
      classify: async () =>
        answered({ block: "yes", label: null, reason: "no", clearsWhen: null, hard: false } as Verdict),
    };
    const said = { role: "user", text: "yes, do it" };
    const path = box.write("denied.jsonl", session("s", [turn("make x"), turn("make x"), said, turn("make x")]));
    const { sessions } = await replayed([path], { gateFor: gates(no), withTranscript: true });
    expect(sessions[0]?.calls.map(({ by }) => by)).toEqual(["classifier", "deniedBefore", "denialLimit"]);
  });

  test.each([
    ["ok", "classifier"],
    ["user_rejected", "denialLimit"],
  ])("a call that was asked about and ended %s: the next denial is by %s", async (outcome, by) => {
    const classifier: Classifier = {
      classify: async ({ encoding }) =>
        encoding === "make ask"
          ? answered({ block: "unavailable", why: "too_long", detail: "" } as Verdict)
          : answered({ block: "yes", label: null, reason: "no", clearsWhen: null, hard: false } as Verdict),
    };
    const turns = [turn("make a"), turn("make b"), turn("make ask", outcome), turn("make c")];
    const { sessions } = await replayed([box.write("yes.jsonl", session("s", turns))], {
      gateFor: gates(classifier),
      withTranscript: true,
    });
    expect(sessions[0]?.calls.map((call) => call.by)).toEqual(["classifier", "classifier", "classifier", by]);
  });

  test("a model sees the conversation before the call, and only that", async () => {
    const heard: string[] = [];
    const classifier: Classifier = {
      classify: async ({ transcript, encoding }) => {
        heard.push(
          `${transcript.map((one) => ("user" in one ? one.user : "tool" in one ? one.encoding : "")).join(" | ")} => ${encoding}`,
        );
        return answered({ block: "no" });
      },
    };
    const turns = [{ role: "user", text: "build it" }, turn("make x"), { role: "user", text: "again" }, turn("make y")];
    await replayed([box.write("talk.jsonl", session("s", turns))], {
      gateFor: gates(classifier),
      withTranscript: true,
    });
    expect(heard).toEqual(["build it => make x", "build it | make x | again => make y"]);
  });

  test("a call that a resumed session repeats in another file counts once", async () => {
    const resumed = CLAUDE_CODE.replaceAll('"c-1"', '"c-2"');
    const { sessions } = await replayed([box.write("first.jsonl", CLAUDE_CODE), box.write("second.jsonl", resumed)], {
      jobs: 1,
    });
    expect(tallyOf(sessions).calls).toBe(2);
  });
});

describe("sums", () => {
  const many = Array.from({ length: 30 }, (_, i) =>
    session(`s${i}`, [
      turn("ls"),
      turn(i % 2 === 0 ? "make x" : "git status", i % 5 === 0 ? "user_rejected" : "ok"),
      {
        tool: "Edit",
        input: { file_path: `${ROOT}/a.ts`, old_string: "a", new_string: "b" },
        cwd: ROOT,
        outcome: "error",
      },
    ]),
  ).join("");

  test("the totals are the sum of the parts, by session, by agent and by project", async () => {
    const codex = session(
      "c",
      [{ tool: "exec_command", input: { cmd: "ls" }, cwd: "/home/me/two", outcome: "ok" }],
      "codex",
    );
    const result = await replayed([box.write("many.jsonl", many + codex)]);
    const document = documentOf(result, { classifier: "offline", mode: "auto" });
    const { tally } = document.totals;
    expect(tally.sessions).toBe(31);
    expect(tally.calls).toBe(91);
    const plain = (one: typeof tally) => ({ ...one, ms: 0 });
    for (const parts of [
      result.sessions.map((one) => tallyOf([one])),
      Object.values(document.byAgent).map((one) => one.tally),
      Object.values(document.byProject).map((one) => one.tally),
    ]) {
      const sum = parts.reduce(add);
      expect(plain(sum)).toEqual(plain(tally));
      expect(sum.ms).toBeCloseTo(tally.ms, 6);
      expect(parts.map(settledOf).reduce((a, b) => a + b, 0)).toBe(settledOf(tally));
      expect(parts.map((one) => promptsOf(one).saved).reduce((a, b) => a + b, 0)).toBe(promptsOf(tally).saved);
      expect(parts.map((one) => comparisonOf(one).agreed).reduce((a, b) => a + b, 0)).toBe(comparisonOf(tally).agreed);
    }
    expect(stepRows(tally).reduce((sum, { calls }) => sum + calls, 0)).toBe(tally.calls);
    expect(Object.values(tally.behaviors).reduce((a, b) => a + b, 0)).toBe(tally.calls);
    expect(Object.values(tally.answers).reduce((a, b) => a + b, 0)).toBe(tally.calls);
  });

  test("prompts and answers are counted as they are described", async () => {
    const { sessions } = await replayed([
      box.write(
        "few.jsonl",
        session("s", [
          turn("ls"),
          turn("make x"),
          turn("make y", "user_rejected"),
          turn("ls -l", "user_rejected"),
          turn("pwd", "unknown"),
        ]),
      ),
    ]);
    const tally = tallyOf(sessions);
    expect(promptsOf(tally)).toEqual({ before: 2, after: 2, saved: 0 });
    expect(comparisonOf(tally)).toEqual({ agreed: 2, bothered: 1, stopped: 0, letThrough: 1, refused: 2, compared: 4 });
  });

  test("the order and the number of jobs change nothing", async () => {
    const path = box.write("order.jsonl", many);
    const [one, eight] = [await replayed([path], { jobs: 1 }), await replayed([path], { jobs: 8 })];
    const plain = ({ sessions }: ReplayResult) => JSON.stringify(sessions).replace(/"ms":[\d.]+/g, "");
    expect(plain(eight)).toBe(plain(one));
  });
});

describe("going on", () => {
  const content = ["a", "b", "c"].map((id) => session(id, [turn(`make ${id}`)])).join("");
  const counting = (counted: string[]): Classifier => ({
    classify: async ({ encoding }) => {
      counted.push(encoding);
      return answered({ block: "no" });
    },
  });

  test("what is done is not done again; what a half-written line holds is", async () => {
    const path = box.write("go.jsonl", content);
    const file = join(box.folder, "state.jsonl");
    const asked: string[] = [];
    const state = () => {
      const opened = openState(file, "made");
      if (!opened.ok) throw new Error(opened.error);
      return opened.value;
    };
    const options = { gateFor: gates(counting(asked)), withTranscript: true, jobs: 1 };
    const first = await replayed([path], { ...options, state: state(), maxCostUsd: 0.5 });
    expect(first.stopped).toMatch(/the cost reached 0.5 dollars/);
    expect(asked).toEqual(["make a", "make b"]);
    writeFileSync(file, `${readFileSync(file, "utf8")}{"key":"half`);
    const second = await replayed([path], { ...options, state: state() });
    expect(second.stopped).toBeNull();
    expect(asked).toEqual(["make a", "make b", "make b", "make c"]);
    expect(second.sessions.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    const third = await replayed([path], { ...options, state: state() });
    expect(asked).toHaveLength(4);
    expect(tallyOf(third.sessions)).toEqual(tallyOf(second.sessions));
  });

  test.each([
    ["other settings", '{"replay":1,"made":"other"}\n', /was begun with other settings/],
    ["no state", "hello\n", /is no state of a replay/],
    ["a later version", '{"replay":2,"made":"made"}\n', /is no state of a replay/],
  ])("%s", (_, text, why) => {
    const opened = openState(box.write("wrong.jsonl", text), "made");
    expect(opened.ok ? "" : opened.error).toMatch(why);
  });

  test("an interrupted replay says so and keeps what is whole", async () => {
    const stop = new AbortController();
    const result = await replayed([box.write("stop.jsonl", content)], {
      jobs: 1,
      signal: stop.signal,
      progress: ({ sessions }) => {
        if (sessions === 1) stop.abort();
      },
    });
    expect(result.stopped).toBe("it was interrupted");
    expect(result.sessions).toHaveLength(1);
  });

  test("settings that cannot be used end it", async () => {
    const result = await replayAll({
      files: [box.write("bad.jsonl", content)],
      gateFor: () => ({ ok: false, error: "permissions.deny: not a rule" }),
      withTranscript: false,
      jobs: 1,
      maxCostUsd: null,
      state: null,
    });
    expect(result).toEqual({ ok: false, error: expect.stringContaining("permissions.deny: not a rule") });
  });

  test("nothing is written where nobody asked for it", () => {
    expect(existsSync(join(home.home, ".local"))).toBe(false);
  });
});

describe("calls that ran inside walls", () => {
  const line = "# npm test #\nif [ -r '/s/run' ]; then . '/s/run'; fi";
  const walled: RunOptions["gateFor"] = (root, store) =>
    ok(
      home.gate({
        ...{ projectRoot: root, store, classifier: null, walls: supposeWalls() },
        settings: { classifier: { provider: "offline" } },
      }),
    );
  const calls = async (more: Partial<RunOptions>) => {
    const file = box.write("walled.jsonl", session("w", [turn("npm test"), turn(line), turn("ls -la")]));
    const { sessions, problems } = await replayed([file], more);
    const shown = (sessions[0]?.calls ?? []).map(({ behavior, by, walls = "bare", shown: text }) =>
      [behavior, by, walls, text].join(" "),
    );
    return { shown, walled: tallyOf(sessions).walled, problems };
  };

  test("count as the command they were written for, and say their walls", async () => {
    const {
      shown,
      walled: count,
      problems,
    } = await calls({
      gateFor: walled,
      originalOf: (text) => (text === line ? { command: "npm test", shown: false } : undefined),
    });
    expect(shown[1]).toBe(shown[0]);
    expect(shown[0]).toMatch(/^allow contained work .*npm test$/);
    expect(shown[2]).toMatch(/^allow readOnly bare /);
    expect([count, problems.length]).toEqual([2, 0]);
  });

  test("whose ticket is gone are named", async () => {
    const { problems } = await calls({
      originalOf: (text) => (text === line ? { command: "npm test", shown: true } : undefined),
    });
    expect(problems.map(({ reason }) => reason)).toEqual([expect.stringContaining("from a ticket that is gone")]);
  });
});
