import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ask, BEHAVIORS, type DecisionRecord, deny, STEPS, UNAVAILABLE } from "../../contract/decision.ts";
import { APPROVABLE_FOR_MS, APPROVAL_LIFE_MS, type LedgerEntry, type Memory } from "../../contract/session.ts";
import { allowedAs } from "../../testing/allowed.ts";
import { SAMPLE_START, sampleDecision, sampleEntry } from "../testing/samples.ts";
import { approvable, approvalRefusal, bindTargets, usableApproval } from "./approving.ts";
import { ABORT_REASON, applyLimits, counts, DEFAULT_LIMITS, findJoinable, isHardAtLimit } from "./counting.ts";
import { begin, remember } from "./remember.ts";

const fold = (...entries: readonly LedgerEntry[]): Memory => entries.reduce(remember, begin(SAMPLE_START, 0));
const counters = (memory: Memory) => [memory.consecutiveDenials, memory.totalDenials];

const denied = (more: Partial<DecisionRecord> = {}, call = "call-1"): LedgerEntry =>
  sampleEntry({ behavior: "deny", by: "classifier", ...more }, { call });
const allowed = sampleEntry({ behavior: "allow", by: "safeTool" });
const asked = (more: Partial<DecisionRecord> = {}) => sampleEntry({ behavior: "ask", by: "classifier", ...more });
const approval = (more = {}, decisionId = "d1"): LedgerEntry => ({
  kind: "approval",
  at: 2_000,
  approval: { id: "a1", call: "call-1", targets: bindTargets("/repo/x"), expiresAt: 2_000 + APPROVAL_LIFE_MS, ...more },
  decisionId,
  by: "terminal",
});

describe("what counts", () => {
  const rows: readonly (readonly [string, Partial<DecisionRecord>, boolean])[] = [
    ["a deny by the classifier", { behavior: "deny", by: "classifier" }, true],
    ["a deny by offline", { behavior: "deny", by: "offline" }, true],
    ["a deny from memory", { behavior: "deny", by: "deniedBefore" }, true],
    ["the ask that replaced a deny", { behavior: "ask", by: "denialLimit" }, true],
    ["the abort that replaced a deny", { behavior: "abort", by: "denialLimit", headless: true }, true],
    ["an outage", { behavior: "deny", by: "classifier", unavailable: "timeout" }, false],
    ["a deny rule", { behavior: "deny", by: "denyRule" }, false],
    ["a mode", { behavior: "deny", by: "dontAskMode" }, false],
    ["an ask by offline", { behavior: "ask", by: "offline" }, false],
    ["an ask by offline that nobody could answer", { behavior: "deny", by: "offline", headless: true }, false],
    ["an error", { behavior: "deny", by: "error" }, false],
    ["an allow", { behavior: "allow", by: "classifier" }, false],
  ];
  test.each(rows)("%s: %o counts %s", (_name, decision, expected) => {
    expect(counts(sampleDecision(decision))).toBe(expected);
    expect(fold(sampleEntry(decision)).totalDenials).toBe(expected ? 1 : 0);
  });

  const histories: readonly (readonly [string, readonly LedgerEntry[], readonly [number, number]])[] = [
    ["denials in a row", [denied(), denied(), denied()], [3, 3]],
    ["an allow ends the row, not the total", [denied(), denied(), allowed, denied()], [1, 3]],
    ["an uncounted deny changes nothing", [denied(), denied({ by: "denyRule" })], [1, 1]],
    ["an ask changes nothing", [denied(), asked()], [1, 1]],
    ["the person speaking does not end the row", [denied(), { kind: "prompt", at: 2, text: "go on" }], [1, 1]],
    ["an approval is a yes", [denied(), denied(), approval()], [0, 2]],
    ["an asked call that ran is a yes", [denied(), asked(), { kind: "ran", at: 3, call: "call-1" }], [0, 1]],
    ["a call nobody was asked about is none", [denied(), { kind: "ran", at: 3, call: "call-1" }], [1, 1]],
    ["one ask is one yes", [asked(), ran(), denied(), ran()], [1, 1]],
    [
      "a joined event does not count again",
      [denied(), { kind: "joined", at: 2, decisionId: "d1", event: "P" }],
      [1, 1],
    ],
    ["a notice changes nothing", [denied(), { kind: "notice", at: 2, text: "torn" }], [1, 1]],
  ];
  function ran(): LedgerEntry {
    return { kind: "ran", at: 3, call: "call-1" };
  }
  test.each(histories)("%s", (_name, entries, expected) => expect(counters(fold(...entries))).toEqual(expected));
});

describe("at a limit", () => {
  const draft = deny("classifier", "It rewrites.", { rule: "Git Destructive" });
  const rowOf = (n: number): Memory => fold(...Array.from({ length: n }, () => denied()));
  const spread = fold(...Array.from({ length: 19 }, () => [denied(), allowed]).flat());

  test.each([
    [0, "deny", "classifier"],
    [1, "deny", "classifier"],
    [2, "ask", "denialLimit"],
    [9, "ask", "denialLimit"],
  ] as const)("after %i denials in a row the next one is %s by %s", (n, behavior, by) => {
    expect(applyLimits(rowOf(n), draft, { limits: DEFAULT_LIMITS, headless: false })).toMatchObject({
      behavior,
      by,
      rule: "Git Destructive",
    });
  });
  test("the twentieth of a session asks, whatever was allowed in between", () => {
    expect(counters(spread)).toEqual([0, 19]);
    expect(applyLimits(spread, draft, { limits: DEFAULT_LIMITS, headless: false })).toMatchObject({
      behavior: "ask",
      by: "denialLimit",
    });
  });
  test("what nothing clears stays a deny of its step, and says how many there were", () => {
    const hard = { ...draft, hard: true };
    expect(applyLimits(rowOf(2), hard, { limits: DEFAULT_LIMITS, headless: false })).toMatchObject({
      behavior: "deny",
      by: "classifier",
      hard: true,
      reason: "3 denials in a row; the last one: It rewrites.",
    });
    expect(applyLimits(rowOf(2), hard, { limits: DEFAULT_LIMITS, headless: true }).behavior).toBe("abort");
    expect(isHardAtLimit(rowOf(3), hard, DEFAULT_LIMITS)).toBe(true);
    expect(isHardAtLimit(rowOf(2), hard, DEFAULT_LIMITS)).toBe(false);
    expect(isHardAtLimit(rowOf(3), draft, DEFAULT_LIMITS)).toBe(false);
  });
  test("headless aborts in the contract's words", () => {
    expect(applyLimits(rowOf(2), draft, { limits: DEFAULT_LIMITS, headless: true })).toMatchObject({
      behavior: "abort",
      reason: ABORT_REASON,
    });
    expect(ABORT_REASON).toBe("Agent aborted: too many classifier denials");
  });
  test.each([
    [deny("denyRule", "a rule")],
    [deny("classifier", "an outage", { unavailable: "timeout" })],
    [allowedAs({ by: "classifier" })],
    [ask("offline", "nobody knows")],
  ])("%o passes through at the limit", (other) => {
    expect(applyLimits(rowOf(5), other, { limits: DEFAULT_LIMITS, headless: false })).toBe(other);
  });
});

describe("denied before", () => {
  const rows: readonly (readonly [string, readonly LedgerEntry[], boolean])[] = [
    ["after a deny by the classifier", [denied()], true],
    ["after a deny by offline", [denied({ by: "offline" })], true],
    ["after the ask that replaced a deny", [asked({ by: "denialLimit" })], true],
    ["not after an outage", [denied({ unavailable: "network" })], false],
    ["not after a deny rule", [denied({ by: "denyRule" })], false],
    ["not once the person spoke", [denied(), { kind: "prompt", at: 2, text: "do it" }], false],
    ["not once the person approved it", [denied(), approval()], false],
    ["still, after an allow of another call", [denied(), sampleEntry({}, { call: "call-2" })], true],
  ];
  test.each(rows)("%s", (_name, entries, expected) => expect(fold(...entries).denied.has("call-1")).toBe(expected));
  test("carries rule and hard", () => {
    const memory = fold(denied({ rule: "Exfiltration", hard: true }));
    expect(memory.denied.get("call-1")).toMatchObject({ rule: "Exfiltration", hard: true });
  });
});

describe("two hooks of one call", () => {
  const first = (toolUseId: string | undefined, event: string | undefined, at = 1_000) =>
    sampleEntry(
      { behavior: "deny", by: "classifier" },
      { at, action: { tool: "Bash", input: {}, ...(toolUseId && { toolUseId }), ...(event && { event }) } },
    );
  type Occasion = Omit<Parameters<typeof findJoinable>[1], "since" | "targets"> & { readonly since?: number };
  const rows: readonly (readonly [string, LedgerEntry[], Occasion, boolean])[] = [
    ["one id, one kind", [first("t1", "Pre")], { call: "call-1", toolUseId: "t1", event: "Pre", at: 1_000 }, false],
    [
      "one id, one kind, decided while it waited",
      [first("t1", "Pre")],
      { call: "call-1", toolUseId: "t1", event: "Pre", at: 1_400, since: 999 },
      true,
    ],
    [
      "one id, one kind, begun in the moment of the decision",
      [first("t1", "Pre")],
      { call: "call-1", toolUseId: "t1", event: "Pre", at: 1_400, since: 1_000 },
      false,
    ],
    [
      "one id, one kind, begun later",
      [first("t1", "Pre")],
      { call: "call-1", toolUseId: "t1", event: "Pre", at: 1_400, since: 1_300 },
      false,
    ],
    [
      "one id, both without a kind",
      [first("t1", undefined)],
      { call: "call-1", toolUseId: "t1", event: null, at: 1_000 },
      false,
    ],
    [
      "one id, one kind, long ago, and it waited all the time",
      [first("t1", "Pre")],
      { call: "call-1", toolUseId: "t1", event: "Pre", at: 601_001, since: 0 },
      false,
    ],
    [
      "one id, a minute later",
      [first("t1", "Pre")],
      { call: "call-1", toolUseId: "t1", event: "Perm", at: 61_000 },
      true,
    ],
    ["one id, other input", [first("t1", "Pre")], { call: "call-2", toolUseId: "t1", event: "Perm", at: 1_000 }, false],
    ["two ids", [first("t1", "Pre")], { call: "call-1", toolUseId: "t2", event: "Perm", at: 1_000 }, false],
    ["another kind", [first(undefined, "Pre")], { call: "call-1", toolUseId: null, event: "Perm", at: 11_000 }, true],
    [
      "another kind, late",
      [first(undefined, "Pre")],
      { call: "call-1", toolUseId: null, event: "Perm", at: 11_001 },
      false,
    ],
    ["the same kind", [first(undefined, "Pre")], { call: "call-1", toolUseId: null, event: "Pre", at: 1_001 }, false],
    ["no kind", [first(undefined, undefined)], { call: "call-1", toolUseId: null, event: "Perm", at: 1_001 }, false],
    [
      "an id on one side only",
      [first("t1", "Pre")],
      { call: "call-1", toolUseId: null, event: "Perm", at: 1_001 },
      true,
    ],
    [
      "one that was joined",
      [first("t1", "Pre"), { kind: "joined", at: 1_000, decisionId: "d1", event: "Perm" }],
      { call: "call-1", toolUseId: "t1", event: "Perm", at: 1_001 },
      false,
    ],
  ];
  test.each(rows)("%s", (_name, entries, { since, ...event }, joins) => {
    expect(findJoinable(fold(...entries), { ...event, since: () => since, targets: () => "" }) !== undefined).toBe(
      joins,
    );
  });
  test("the newest one is joined, so an old allow does not answer a new ask", () => {
    const old = sampleEntry({ id: "old", by: "approval" }, { action: { tool: "Bash", input: {}, event: "Pre" } });
    const fresh = sampleEntry(
      { id: "new", behavior: "ask", by: "prompt" },
      { action: { tool: "Bash", input: {}, event: "Pre" } },
    );
    const event = {
      call: "call-1",
      toolUseId: null,
      event: "Perm",
      at: 1_500,
      since: () => undefined,
      targets: () => "",
    };
    const joined = findJoinable(fold(old, fresh), event);
    expect(joined?.decision.id).toBe("new");
  });
});

describe("approvals", () => {
  const waiting = fold(sampleEntry({ behavior: "ask", by: "safetyCheck" }, { targets: "/repo/x" }));
  const granted = remember(waiting, approval());
  const asked = (targets: string) => sampleEntry({ id: "d3", behavior: "ask", by: "prompt" }, { at: 2_001, targets });

  test.each([
    ["the same call and targets", "call-1", "/repo/x", 2_001, true],
    ["another call", "call-2", "/repo/x", 2_001, false],
    ["other targets", "call-1", "/repo/y", 2_001, false],
    ["its last moment", "call-1", "/repo/x", 2_000 + APPROVAL_LIFE_MS - 1, true],
    ["ten minutes later", "call-1", "/repo/x", 2_000 + APPROVAL_LIFE_MS, false],
  ] as const)("%s", (_name, call, targets, at, usable) => {
    expect(usableApproval(granted, call, targets, at) !== undefined).toBe(usable);
  });
  test("is spent once", () => {
    const used = remember(granted, sampleEntry({ id: "d2", by: "approval" }, { at: 3_000, approval: "a1" }));
    expect(usableApproval(used, "call-1", "/repo/x", 3_001)).toBeUndefined();
    expect(used.approvals.size).toBe(0);
  });
  test("is given once for one decision, and once at a time for one call", () => {
    expect(approvable(waiting, "d1", 2_000)).toMatchObject({ decisionId: "d1", targets: bindTargets("/repo/x") });
    expect(approvable(granted, "d1", 2_001)).toMatch(/already/);
    const again = remember(granted, asked("/repo/x"));
    expect(approvable(again, "d3", 2_002)).toMatch(/not used yet/);
    expect(approvable(again, "d3", 2_001 + APPROVAL_LIFE_MS)).toMatchObject({ decisionId: "d3" });
  });
  test("a void one is in nobody's way, and the new one takes its place", () => {
    const again = remember(granted, asked("/repo/y"));
    expect(approvable(again, "d3", 2_002)).toMatchObject({ decisionId: "d3" });
    const renewed = remember(again, approval({ id: "a2", targets: bindTargets("/repo/y") }, "d3"));
    expect(usableApproval(renewed, "call-1", "/repo/y", 2_003)?.id).toBe("a2");
    expect(usableApproval(renewed, "call-1", "/repo/x", 2_003)).toBeUndefined();
    expect(approvable(renewed, "d1", 2_003)).toMatch(/already/);
  });
  test("late or unknown is refused", () => {
    expect(approvable(waiting, "d1", 1_001 + APPROVABLE_FOR_MS)).toMatch(/too long ago/);
    expect(approvable(waiting, "nope", 1_001)).toMatch(/No such/);
  });

  const may: readonly (readonly [Partial<DecisionRecord>, boolean])[] = [
    [{ behavior: "ask", by: "askRule" }, true],
    [{ behavior: "deny", by: "askRule", headless: true }, true],
    [{ behavior: "ask", by: "safetyCheck" }, true],
    [{ behavior: "deny", by: "classifier" }, true],
    [{ behavior: "ask", by: "offline" }, true],
    [{ behavior: "deny", by: "deniedBefore" }, true],
    [{ behavior: "abort", by: "denialLimit" }, true],
    [{ behavior: "ask", by: "powershell" }, true],
    [{ behavior: "ask", by: "prompt" }, true],
    [{ behavior: "deny", by: "classifier", unavailable: "network" }, true],
    [{ behavior: "deny", by: "error", unavailable: "network" }, true],
    [{ behavior: "deny", by: "denyRule" }, false],
    [{ behavior: "deny", by: "denyRule", unavailable: "network" }, false],
    [{ behavior: "deny", by: "toolCheck" }, false],
    [{ behavior: "deny", by: "planMode" }, false],
    [{ behavior: "deny", by: "dontAskMode" }, false],
    [{ behavior: "ask", by: "userInteraction" }, false],
    [{ behavior: "deny", by: "error" }, false],
    [{ behavior: "deny", by: "classifier", hard: true }, false],
    [{ behavior: "ask", by: "denialLimit", hard: true }, false],
    [{ behavior: "allow", by: "classifier" }, false],
  ];
  test.each(may)("%o can be approved: %s", (decision, expected) => {
    expect(approvalRefusal(sampleDecision(decision)) === null).toBe(expected);
    const memory = fold(sampleEntry(decision));
    expect(typeof approvable(memory, "d1", 1_001) !== "string").toBe(expected);
  });
});

describe("places", () => {
  test("only what may have run has written", () => {
    const writes = { writes: ["/repo/a"], creates: ["/repo/a"], links: ["/repo/l"] };
    const none = fold(sampleEntry({ behavior: "deny", by: "classifier" }, writes));
    expect([none.written.size, none.created.size, none.links.size]).toEqual([0, 0, 0]);
    const both = fold(sampleEntry({}, writes), sampleEntry({ behavior: "ask", by: "prompt" }, { writes: ["/repo/b"] }));
    expect([...both.written]).toEqual(["/repo/a"]);
    expect(both.askedWrites?.map(({ path }) => path)).toEqual(["/repo/b"]);
    expect(both.created.has("/repo/a") && both.links.has("/repo/l")).toBe(true);
  });
  test("what is followed is remembered by its path, the newest word last, and only of what may have run", () => {
    const mark = (path: string, from: string) => ({ path, of: "secret", from, whole: true }) as const;
    const asked = fold(sampleEntry({ behavior: "ask", by: "offline" }, { marks: [mark("/a", "x"), mark("/b", "x")] }));
    expect(asked.marks?.map(({ path }) => path)).toEqual(["/a", "/b"]);
    expect(remember(asked, sampleEntry({}, { marks: [mark("/a", "y")] })).marks).toEqual([
      mark("/b", "x"),
      mark("/a", "y"),
    ]);
    expect(fold(sampleEntry({ behavior: "deny", by: "offline" }, { marks: [mark("/a", "x")] })).marks).toBeUndefined();
  });
  test("an earlier memory is not changed by a later one, and may branch", () => {
    const base = fold(sampleEntry({}, { writes: ["/a"] }));
    const left = remember(base, sampleEntry({}, { writes: ["/b"] }));
    const right = remember(base, sampleEntry({}, { writes: ["/c"] }));
    expect([[...base.written], [...left.written], [...right.written]]).toEqual([["/a"], ["/a", "/b"], ["/a", "/c"]]);
    expect([base.written.has("/b"), left.written.has("/c"), right.written.has("/b")]).toEqual([false, false, false]);
  });
});

describe("any history", () => {
  const decisions = fc
    .record({
      behavior: fc.constantFrom(...BEHAVIORS),
      by: fc.constantFrom(...STEPS),
      unavailable: fc.option(fc.constantFrom(...UNAVAILABLE), { freq: 3 }),
      headless: fc.boolean(),
      hard: fc.boolean(),
    })
    .map((more) => sampleDecision(more));
  const call = fc.constantFrom("c1", "c2", "c3");
  const entries: fc.Arbitrary<LedgerEntry> = fc.oneof(
    fc.tuple(decisions, call).map(([decision, of]) => sampleEntry(decision, { call: of, writes: [`/${of}`] })),
    call.map((of): LedgerEntry => ({ kind: "ran", at: 5, call: of })),
    call.map((of): LedgerEntry => approval({ call: of })),
    fc.constant<LedgerEntry>({ kind: "prompt", at: 6, text: "hi" }),
  );

  /** The counters by definition: from the history, not from the state. */
  function defined(history: readonly LedgerEntry[]): readonly [number, number] {
    let row = 0;
    let total = 0;
    let open: readonly string[] = [];
    for (const entry of history) {
      if (entry.kind === "approval") row = 0;
      if (entry.kind === "approval") open = open.filter((one) => one !== entry.approval.call);
      if (entry.kind === "ran" && open.includes(entry.call)) row = 0;
      if (entry.kind === "ran") open = open.filter((one) => one !== entry.call);
      if (entry.kind !== "decision") continue;
      const { behavior, by, unavailable, headless } = entry.decision;
      open = open.filter((one) => one !== entry.call);
      if (behavior === "ask") open = [...open, entry.call];
      const policy = by === "classifier" || by === "offline" || by === "deniedBefore";
      const counted = by === "denialLimit" || (behavior === "deny" && policy && unavailable === null && !headless);
      if (counted) total += 1;
      row = counted ? row + 1 : behavior === "allow" ? 0 : row;
    }
    return [row, total];
  }

  test("has the counters of the definition, and no step changes an earlier memory", () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 60 }), (history) => {
        const states = [begin(SAMPLE_START, 0)];
        const seen: string[] = [];
        for (const entry of history) {
          const before = states.at(-1) ?? begin(SAMPLE_START, 0);
          seen.push(shown(before));
          states.push(remember(before, entry));
        }
        expect(counters(states.at(-1) ?? begin(SAMPLE_START, 0))).toEqual(defined(history));
        expect(states.slice(0, -1).map(shown)).toEqual(seen);
      }),
      { numRuns: 300 },
    );
  });
  const shown = (memory: Memory): string =>
    JSON.stringify(memory, (_key, value) => (isBag(value) ? [...value] : value));
  const isBag = (value: unknown): value is Iterable<unknown> =>
    typeof value === "object" && value !== null && "has" in value && Symbol.iterator in value;
});
