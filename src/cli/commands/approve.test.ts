import { readFileSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../contract/decision.ts";
import { callKey, sha256 } from "../../contract/key.ts";
import { APPROVAL_LIFE_MS, NOT_THERE } from "../../contract/session.ts";
import { type Ancestor, ancestors, begin, usableApproval } from "../../memory/index.ts";
import { openSession, placeOf, record, SAMPLE_START, sampleEntry, scratchState } from "../../memory/testing/index.ts";
import { orphanOf } from "../terminal/origin.ts";
import type { TerminalFacts } from "../terminal/person.ts";
import { fakeIo } from "../testing.ts";
import { approveAt } from "./approve.ts";

const CALL = callKey("Bash", { command: "git push --force" }, "/repo");
const ID = "0d8fbb7e-0000-4000-8000-000000000001";
const person: readonly Ancestor[] = [
  { pid: 900, start: "5", words: ["-zsh"] },
  { pid: 800, start: "4", words: ["/usr/bin/gnome-terminal-server"] },
];
const terminal = (more: Partial<TerminalFacts> = {}): TerminalFacts => ({
  hasTerminal: () => true,
  ancestors: () => person,
  orphan: () => null,
  ...more,
});

interface Case {
  readonly typed?: string;
  readonly args?: readonly string[];
  readonly decision?: Partial<Decision>;
  readonly ago?: number;
  readonly terminal?: Partial<TerminalFacts>;
  readonly env?: Record<string, string>;
  readonly tty?: boolean;
  readonly agent?: { readonly pid: number; readonly start: string };
  readonly before?: (stateDir: string) => Promise<unknown> | unknown;
}

async function approving(given: Case) {
  const stateDir = scratchState();
  const { ledgerStore } = await import("../../memory/index.ts");
  const start = { ...SAMPLE_START, ...(given.agent && { agent: given.agent }) };
  const session = await ledgerStore({ stateDir }).open("s1", start);
  const decision = {
    id: ID,
    behavior: "ask",
    by: "classifier",
    reason: "It rewrites.",
    rule: "Git Destructive",
    ...given.decision,
  } as const;
  const action = { tool: "Bash", input: { command: "git push --force" }, cwd: "/repo" };
  await record(
    session,
    sampleEntry(decision, { call: CALL, at: Date.now() - (given.ago ?? 0), action, targets: "contacts github.com" }),
  );
  await given.before?.(stateDir);
  const env = { SALLYPORT_STATE_DIR: stateDir, ...given.env };
  const heard = fakeIo({ env, tty: given.tty ?? true, typed: given.typed ?? "yes\n" });
  const code = await approveAt(terminal(given.terminal)).run(given.args ?? [ID], heard.io);
  const memory = await openSession(stateDir, "s1").then(
    (again) => again.memory(),
    () => begin(SAMPLE_START, 0),
  );
  return { code, out: heard.out(), err: heard.err(), memory, stateDir };
}

describe("a person at a terminal", () => {
  test("sees the exact call and its effects, and approves it once, for ten minutes", async () => {
    const before = Date.now();
    const { code, out, memory } = await approving({});
    expect(code).toBe(0);
    for (const part of ["git push --force", "contacts github.com", "/repo", "Git Destructive", "It rewrites."])
      expect(out).toContain(part);
    const approval = usableApproval(memory, CALL, "contacts github.com", Date.now());
    expect(approval?.expiresAt).toBeGreaterThanOrEqual(before + APPROVAL_LIFE_MS);
    expect(usableApproval(memory, CALL, "contacts gitlab.com", Date.now())).toBeUndefined();
    expect(usableApproval(memory, "another call", "contacts github.com", Date.now())).toBeUndefined();
  });
  test("chooses from a list", async () => {
    const { code, out, memory } = await approving({ args: [], typed: "1\nyes\n" });
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}1 {2}.*git push --force\S*\n {5}\S*ask, .*, in \/repo, session s1/);
    expect(memory.approvals.size).toBe(1);
  });
  test("sees first what each would do, then whose it is; what was refused in the agent is not offered", async () => {
    const told = {
      does: "Pushes x to origin (github.com/acme/app)",
      why: "no rule covers it",
      settles: "",
      command: null,
    };
    const asked = { id: "asked", behavior: "ask", by: "offline" } as const;
    const action = { tool: "Bash", input: { command: "git push" }, cwd: "/repo", toolUseId: "t1" };
    const { out } = await approving({
      before: async (stateDir) => {
        const file = `${stateDir}/record.jsonl`;
        const content = [{ type: "tool_result", tool_use_id: "t1", is_error: true, content: "User rejected tool use" }];
        writeFileSync(
          file,
          `${JSON.stringify({ type: "user", sessionId: "s2", message: { role: "user", content } })}\n`,
        );
        const { ledgerStore } = await import("../../memory/index.ts");
        const start = { ...SAMPLE_START, host: "claude-code", record: file };
        const [refused, other] = [
          await ledgerStore({ stateDir }).open("s2", start),
          await ledgerStore({ stateDir }).open("s3", { ...start, projectRoot: "/home/me/shop" }),
        ];
        const at = Date.now();
        await record(refused, { ...sampleEntry({ ...asked, id: "refused" }, { at, call: "k1", action }), told });
        await record(other, {
          ...sampleEntry(asked, { at, call: "k2", action: { ...action, toolUseId: "t2" } }),
          told,
        });
      },
      args: [],
      typed: "\n",
    });
    expect(out).toMatch(
      / {2}1 {2}\S*Pushes x to origin \(github\.com\/acme\/app\)\S*\n {5}Bash git push\n {5}.*in \/home\/me\/shop, session s3/,
    );
    expect(out).not.toContain("session s2");
  });
  describe("may have it settled for good where it is asked", () => {
    const STASH = "Bash(git stash:everyday)";
    const told = {
      does: "Stashes changes",
      why: "no rule covers it",
      settles: "",
      command: `sallyport allow '${STASH}'`,
    };
    const settle = async (typed: string, command: string | null = told.command, more: Case = {}) => {
      const heard = await approving({
        before: async (stateDir) => {
          const action = { tool: "Bash", input: { command: "git stash" }, cwd: "/repo" };
          const entry = sampleEntry(
            { id: "stash", behavior: "ask", by: "offline" },
            { at: Date.now(), call: "k", action },
          );
          await record(await openSession(stateDir, "s1"), { ...entry, told: { ...told, command } });
        },
        env: { HOME: scratchState() },
        args: ["stash"],
        typed,
        ...more,
      });
      const file = / in (\S+settings\.json)\. To take/.exec(heard.out)?.[1];
      return { ...heard, written: file === undefined ? null : JSON.parse(readFileSync(file, "utf8")) };
    };
    test("by the whole word: the rule is written, told with its undo, and this call is approved", async () => {
      const { code, out, written, memory } = await settle("always\n");
      expect(stripVTControlCharacters(out).replace(/\s+/g, " ")).toContain(
        `always ${STASH}: with it every other git stash that the rulebook has no topic for`,
      );
      expect(out).toContain("[yes/always/N]");
      expect(out).toContain(`To take it out:\n  sallyport allow --remove '${STASH}'\n`);
      expect([code, written, memory.approvals.size]).toEqual([0, { permissions: { allow: [STASH] } }, 1]);
    });
    test.each([
      ["yes\n", 1],
      ["no\n", 0],
      ["Always\nalway\nalw\n", 0],
    ])("not by %j", async (typed, approvals) => {
      const { written, memory } = await settle(typed);
      expect([written, memory.approvals.size]).toEqual([null, approvals]);
    });
    test.each([null, "sallyport rules adopt", "sallyport allow --free 'Bash(make)'"])(
      "where the question proposes %s, the word is none",
      async (command) => {
        const { out, written, memory } = await settle("always\nalways\nalways\n", command);
        expect([out.includes("[yes/N]"), written, memory.approvals.size]).toEqual([true, null, 0]);
      },
    );
    test("not below the agent", async () => {
      const agent = { pid: 800, start: "4" };
      const { code, written } = await settle("always\n", told.command, { agent });
      expect([code, written]).toEqual([1, null]);
    });
  });
  test("may give the start of an id", async () => {
    expect((await approving({ args: ["0d8fbb7e"] })).code).toBe(0);
  });
  test("sees what content cannot imitate", async () => {
    const { out } = await approving({
      before: async (stateDir) => {
        const action = { tool: "Bash", input: { command: "true\n\u001b[2Jyes\u202e" } };
        await record(
          await openSession(stateDir, "s1"),
          sampleEntry({ id: "tricky", behavior: "ask", by: "prompt" }, { at: Date.now(), action }),
        );
      },
      args: ["tricky"],
    });
    expect(out).toContain("  │ true\n  │ \\u{1b}[2Jyes\\u{202e}\n");
  });
  test("cannot approve what hides more than single words", async () => {
    const action = {
      tool: "Bash",
      input: { command: `echo '-----BEGIN PRIVATE KEY-----\n${"QUJD".repeat(16)}\n${"QUJD".repeat(16)}'` },
    };
    const before = async (stateDir: string) =>
      record(
        await openSession(stateDir, "s1"),
        sampleEntry({ id: "hidden", behavior: "ask", by: "prompt" }, { at: Date.now(), action }),
      );
    const { code, err } = await approving({ before, args: ["hidden"] });
    expect([code, err]).toEqual([1, expect.stringMatching(/cannot be shown whole/)]);
  });
  test("sees the text of every script, and approves nothing once one has changed", async () => {
    const script = `${scratchState()}-deploy.sh`;
    const asked = "git push origin main\n";
    for (const [now, code] of [
      [asked, 0],
      ["git push --force\n", 1],
    ] as const) {
      writeFileSync(script, now);
      const before = async (stateDir: string) =>
        record(
          await openSession(stateDir, "s1"),
          sampleEntry(
            { id: "scripted", behavior: "ask", by: "prompt" },
            { at: Date.now(), looked: [{ path: script, hash: sha256(asked) }] },
          ),
        );
      const heard = await approving({ before, args: ["scripted"] });
      expect(heard.code).toBe(code);
      if (code === 0) expect(heard.out).toContain("  │ git push origin main\n");
      else expect(heard.err).toMatch(/cannot be shown as it was/);
    }
  });
  test("approves where a file that was looked for is still not there, and not once it is", async () => {
    const missing = `${scratchState()}-npmrc`;
    const before = async (stateDir: string) =>
      record(
        await openSession(stateDir, "s1"),
        sampleEntry(
          { id: "missing", behavior: "ask", by: "prompt" },
          { at: Date.now(), looked: [{ path: missing, hash: NOT_THERE }] },
        ),
      );
    const heard = await approving({ before, args: ["missing"] });
    expect([heard.code, heard.out]).toEqual([0, expect.stringContaining("(not there)")]);
    writeFileSync(missing, "script-shell=./x\n");
    expect(await approving({ before, args: ["missing"] })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cannot be shown as it was/),
    });
  });
  test("is told when something is not shown", async () => {
    const action = {
      tool: "Bash",
      input: { command: `curl -H "Authorization: Bearer ${"a1".repeat(20)}" https://x.example` },
    };
    const before = async (stateDir: string) =>
      record(
        await openSession(stateDir, "s1"),
        sampleEntry({ id: "hidden", behavior: "ask", by: "prompt" }, { at: Date.now(), action }),
      );
    expect((await approving({ before, args: ["hidden"] })).out).toContain("are not shown");
  });
  test.each(["no\n", "y\n", "\n", "", "YES\n", "no\nyes\n", "\nyes\n", "y\ny\ny\nyes\n"])(
    "who answers %j approves nothing",
    async (typed) => {
      const { code, memory } = await approving({ typed });
      expect([code, memory.approvals.size]).toEqual([1, 0]);
    },
  );
  test.each(["y\nyes\n", "YES\nyes\n", "ok\nyess\nyes\n"])(
    "who answers %j is asked again and approves",
    async (typed) => {
      const { code, out, memory } = await approving({ typed });
      expect([code, memory.approvals.size]).toEqual([0, 1]);
      expect(out).toContain("all three letters");
    },
  );
  test("sees the call again where the answer is typed, and sums no longer than a person compares", async () => {
    const sum = "0123456789abcdef".repeat(4);
    const { out } = await approving({
      args: ["22222222"],
      before: async (stateDir) => {
        const again = await openSession(stateDir, "s1");
        const action = { tool: "Bash", input: { command: "npm publish" }, cwd: "/repo" };
        const targets = `looked through /repo/a.js (sha256 ${sum})`;
        const decision = { id: "22222222-0000", behavior: "ask", by: "classifier" } as const;
        await record(again, sampleEntry(decision, { call: "k2", at: Date.now(), action, targets }));
      },
    });
    expect(out).toContain("(sha256 0123456789ab…)");
    expect(out).not.toContain(sum);
    expect(out).toMatch(/\n[^\n│]*Bash npm publish[^\n]*\nApprove exactly this/);
  });
  test("sees a call once that was asked about many times, and not at all once it ran", async () => {
    const asked = (call: string, command: string, n: number) =>
      sampleEntry(
        { id: `${n}${ID}`, behavior: "ask", by: "classifier" },
        { call, at: Date.now() + n, action: { tool: "Bash", input: { command }, cwd: "/repo" } },
      );
    const { out } = await approving({
      args: [],
      typed: "\n",
      before: async (stateDir) =>
        record(
          await openSession(stateDir, "s1"),
          ...[asked(CALL, "git push --force", 1), asked("k2", "npm publish", 2), asked(CALL, "git push --force", 3)],
          ...[{ kind: "ran", at: Date.now() + 4, call: "k2" } as const, asked("k3", "git tag -d v1", 5)],
        ),
    });
    expect(out.match(/git push --force/g)).toHaveLength(1);
    expect(out).not.toContain("npm publish");
    expect(out).toContain("git tag -d v1");
  });
  test("who chooses nothing approves nothing", async () => {
    const { code, memory } = await approving({ args: [], typed: "\n" });
    expect([code, memory.approvals.size]).toEqual([0, 0]);
  });
});

describe("refused", () => {
  const rows: readonly (readonly [string, Case, RegExp])[] = [
    ["without a terminal", { tty: false }, /terminal of your own/],
    ["without the terminal it was started from", { terminal: { hasTerminal: () => false } }, /terminal of your own/],
    ["inside Claude Code", { env: { CLAUDECODE: "1" } }, /CLAUDECODE is set/],
    ["inside Gemini CLI", { env: { GEMINI_CLI: "1" } }, /GEMINI_CLI is set/],
    ["inside Codex", { env: { CODEX_SANDBOX: "seatbelt" } }, /CODEX_SANDBOX is set/],
    ["below an agent", below(["/usr/local/bin/claude"]), /started by .*claude/],
    [
      "below an agent a runtime runs",
      below(["node", "/usr/lib/node_modules/@openai/codex/bin/codex.js"]),
      /cannot do this/,
    ],
    [
      "below an agent with another name",
      below(["/opt/node", "/x/node_modules/@anthropic-ai/claude-code/cli.js"]),
      /cannot do this/,
    ],
    ["where nobody can see what started it", { terminal: { ancestors: () => undefined } }, /cannot be seen/],
    ["after a double fork", { terminal: { orphan: () => "it left its session" } }, /left its session.*cannot do this/],
    ["below the session's own agent", { agent: { pid: 800, start: "4" } }, /agent of that session/],
    ["a deny rule", { decision: { behavior: "deny", by: "denyRule" } }, /denyRule decided cannot be approved/],
    ["a tool's own check", { decision: { behavior: "deny", by: "toolCheck" } }, /toolCheck/],
    ["a mode", { decision: { behavior: "deny", by: "planMode" } }, /planMode/],
    ["a hard topic", { decision: { behavior: "deny", hard: true } }, /Nothing clears this topic/],
    ["late", { ago: 25 * 3_600_000 }, /no decision/],
    ["an id that is none", { args: ["ffffffff"] }, /no decision/],
    ["an id that is too short", { args: ["0d8"] }, /no decision/],
    ["two ids", { args: [ID, ID] }, /one word too many/],
    ["a ledger that does not hold", { before: tamper }, /does not hold/],
  ];
  test.each(rows)("%s", async (_name, given, says) => {
    const { code, err, memory } = await approving(given);
    expect(code).toBe(1);
    expect(err).toMatch(says);
    expect(memory.approvals.size).toBe(0);
  });
  test("a pid that now belongs to another program is not the agent", async () => {
    expect((await approving({ agent: { pid: 800, start: "3" } })).code).toBe(0);
  });
  test("twice", async () => {
    const { stateDir } = await approving({});
    const again = fakeIo({ env: { SALLYPORT_STATE_DIR: stateDir }, tty: true, typed: "yes\n" });
    expect(await approveAt(terminal()).run([ID], again.io)).toBe(1);
    expect(again.err()).toMatch(/approved already/);
    const list = fakeIo({ env: { SALLYPORT_STATE_DIR: stateDir }, tty: true, typed: "1\nyes\n" });
    expect(await approveAt(terminal()).run([], list.io)).toBe(0);
    expect(list.out()).toMatch(/Nothing waits/);
  });

  function below(words: readonly string[]): Case {
    return { terminal: { ancestors: () => [...person, { pid: 700, start: "1", words }] } };
  }
  /** Changes what is shown, and tells the chain nothing. */
  function tamper(stateDir: string): void {
    const { file } = placeOf(stateDir, "s1");
    writeFileSync(file, readFileSync(file, "utf8").replace("git push --force", "git push"));
  }
});

describe("where a terminal comes from", () => {
  /** pid, parent, session, start, name, group. */
  type Row = readonly [pid: number, parent: number, session: number, start: number, name: string, group?: string];
  const AGENT: Row = [500, 400, 400, 1000, "node", "a"];
  const tableOf = (rows: readonly Row[]) => {
    const find = (pid: number) => [AGENT, ...rows].find(([one]) => one === pid);
    return {
      facts: (pid: number) => {
        const row = find(pid);
        if (row === undefined) return undefined;
        const [, parent, session, start, name] = row;
        return { pid, parent, session, start: String(start), name, ended: false };
      },
      group: (pid: number) => find(pid)?.[5] ?? "a",
    };
  };
  const INIT: Row = [1, 0, 1, 1, "systemd", "init"];
  test.each<[string, readonly Row[], boolean]>([
    [
      "a new tab of a terminal that was there",
      [[9, 8, 8, 2000, "node"], [8, 7, 8, 1900, "zsh"], [7, 1, 7, 10, "kitty"], INIT],
      true,
    ],
    [
      "a login after the agent",
      [[9, 8, 8, 2000, "node"], [8, 7, 8, 1900, "bash"], [7, 6, 7, 1890, "sshd"], [6, 1, 6, 5, "sshd"], INIT],
      true,
    ],
    [
      "a terminal the desktop started, in a group of its own",
      [[9, 8, 8, 2000, "node"], [8, 7, 8, 1900, "zsh"], [7, 1, 7, 1800, "kitty", "b"], INIT],
      true,
    ],
    [
      "a shell let into the container from outside",
      [
        [9, 8, 8, 2000, "node"],
        [8, 0, 8, 1900, "bash"],
      ],
      true,
    ],
    ["a double fork with a terminal of its own", [[9, 8, 8, 2000, "node"], [8, 1, 8, 1900, "python3"], INIT], false],
    [
      "the same below the user's service manager",
      [[9, 8, 8, 2000, "node"], [8, 2, 8, 1900, "script"], [2, 1, 2, 3, "systemd"], INIT],
      false,
    ],
    ["a double fork on the agent's own terminal", [[9, 1, 400, 2000, "node"], INIT], false],
    [
      "a multiplexer the agent left behind",
      [[9, 8, 8, 2000, "node"], [8, 7, 8, 1900, "bash"], [7, 1, 7, 1800, "tmux: server"], INIT],
      false,
    ],
  ])("%s", (_, rows, own) => {
    expect(orphanOf({ pid: 500, start: "1000" }, tableOf(rows), 9) === null).toBe(own);
  });
});

test("the processes above this one are seen", () => {
  const above = ancestors() ?? [];
  expect(above[0]?.pid).toBe(process.ppid);
  expect(above.every(({ words }) => words.length > 0)).toBe(true);
});
