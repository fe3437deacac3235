/** What every store keeps, whatever it keeps it in. A new store is one more row of `STORES`. */
import { describe, expect, test } from "vitest";
import { APPROVAL_LIFE_MS, type LedgerEntry, type Memory, type SessionStart } from "../../contract/session.ts";
import {
  type FoldedSession,
  foldRecord,
  formatSnapshot,
  type LoggedRecord,
  origin,
  sessionName,
} from "../record/index.ts";
import { approve, bindTargets, refuse } from "../session/index.ts";
import { SAMPLE_START, sampleEntry } from "../testing/samples.ts";
import { decided, record, scratchState } from "../testing/scratch.ts";
import { ledgerStore } from "./file/store.ts";
import { memoryStore } from "./memory.ts";
import { LedgerError, type RecordStore } from "./store.ts";

const NOON = Date.parse("2025-06-01T12:00:00Z");
const TOKEN = `ghp_${"a1".repeat(18)}`;

/** Opens the same record again and again: each call is another process, as far as the store can tell. */
type Opener = (more?: { readonly now?: () => number }) => RecordStore;

const STORES: readonly (readonly [string, () => Opener])[] = [
  [
    "memory",
    () => {
      const store = memoryStore({ now: () => NOON });
      return () => store;
    },
  ],
  [
    "file",
    () => {
      const stateDir = scratchState();
      return ({ now = () => NOON } = {}) => ledgerStore({ stateDir, now });
    },
  ],
  [
    "file, recording together",
    () => {
      const stateDir = scratchState();
      return ({ now = () => NOON } = {}) => ledgerStore({ stateDir, now, together: true });
    },
  ],
];

const textOf = (memory: Memory): string => formatSnapshot({ at: origin(""), memory });
const readAll = async (store: RecordStore): Promise<readonly LoggedRecord[]> => (await store.reader().next()).records;

/** The memory that the records of a session add up to, read back from the store. */
async function fold(store: RecordStore, id: string): Promise<Memory | undefined> {
  let folded: FoldedSession | undefined;
  for (const one of (await readAll(store)).filter(({ session }) => session === id)) {
    const next = foldRecord(folded, one, sessionName(id));
    if (!next.ok) throw new Error(next.error);
    folded = next.value;
  }
  return folded?.memory;
}

const HISTORY: readonly LedgerEntry[] = [
  { kind: "prompt", at: NOON + 1, text: "Go on." },
  decided("a"),
  {
    ...decided("b", { behavior: "allow" }),
    writes: ["/repo/a"],
    creates: ["/repo/a"],
    links: ["/repo/l"],
  } as LedgerEntry,
  decided("c", { behavior: "ask", by: "prompt" }),
  { kind: "ran", at: NOON + 2, call: "call-c" },
  { kind: "joined", at: NOON + 3, decisionId: "b", event: "Post" },
  { kind: "notice", at: NOON + 4, text: "so be it" },
  decided("d"),
  {
    kind: "approval",
    at: NOON + 5,
    approval: { id: "a1", call: "call-d", targets: "", expiresAt: NOON + 600_000 },
    decisionId: "d",
    by: "a person",
  },
];

describe.each(STORES)("%s", (_name, make) => {
  test("a session begins once, and keeps how it began", async () => {
    const open = make();
    await (await open().open("s1", SAMPLE_START)).memory();
    const again = await open().open("s1", { projectRoot: "/other", host: null });
    expect(await again.memory()).toMatchObject({ start: SAMPLE_START, startedAt: NOON, totalDenials: 0 });
    expect(await readAll(open())).toMatchObject([{ session: "s1", seq: 1, entry: { kind: "start" } }]);
  });

  test("what is found out at the start is found out once, and only by whoever begins", async () => {
    let asked = 0;
    const start: SessionStart = {
      ...SAMPLE_START,
      get agent() {
        asked += 1;
        return { pid: 7, start: "1" };
      },
    };
    const open = make();
    await open().open("s1", start);
    expect(asked).toBe(1);
    const again = await open().open("s1", start);
    expect((await again.memory()).start.agent).toEqual({ pid: 7, start: "1" });
    expect(asked).toBe(1);
  });

  test("memory is the fold of what is on record, in order, read back by anybody", async () => {
    const open = make();
    const session = await open().open("s1", SAMPLE_START);
    for (const entry of HISTORY) await record(session, entry);
    const live = textOf(await session.memory());
    expect((await readAll(open())).map(({ entry }) => entry.kind)).toEqual([
      "start",
      ...HISTORY.map(({ kind }) => kind),
    ]);
    const folded = await fold(open(), "s1");
    expect(folded && textOf(folded)).toBe(live);
    expect(textOf(await (await open().open("s1", SAMPLE_START)).memory())).toBe(live);
  });

  test("a transaction is on record wholly or not at all, and sees the newest memory", async () => {
    const open = make();
    const session = await open().open("s1", SAMPLE_START);
    await expect(
      session.transact(() => {
        throw new RangeError("mine");
      }),
    ).rejects.toThrow(RangeError);
    expect(await readAll(open())).toHaveLength(1);
    await record(session, decided("a"), decided("b"));
    const seen = await (await open().open("s1", SAMPLE_START)).transact((memory) => ({
      entries: [],
      value: memory.totalDenials,
    }));
    expect(seen).toBe(2);
    expect((await readAll(open())).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test("writers at once lose nothing and none sees what another has not finished", async () => {
    const open = make();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => open().open("s1", SAMPLE_START)));
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        sessions[n % 4]?.transact((memory) => ({
          entries: [decided(`${n}`), decided(`${n}'`)],
          value: memory.totalDenials,
        })),
      ),
    );
    expect([...seen].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 40 }, (_, n) => n * 2));
    expect((await open().verify()).findings).toEqual([]);
  });

  test("no secret is kept, and what was bound is what was there", async () => {
    const open = make();
    const remotes = [{ name: "origin", urls: [`https://me:${TOKEN}@example.org/x`], pushUrls: [] }];
    const session = await open().open("s1", { ...SAMPLE_START, remotes });
    await record(
      session,
      sampleEntry(
        { behavior: "ask", by: "prompt", reason: TOKEN },
        { targets: TOKEN, action: { tool: "Bash", input: { command: TOKEN } } },
      ),
      { kind: "prompt", at: NOON, text: TOKEN },
    );
    for (const memory of [await session.memory(), await (await open().open("s1", SAMPLE_START)).memory()]) {
      expect(textOf(memory)).not.toContain(TOKEN);
      expect(memory.start.remotes?.[0]?.urls).toEqual(["https://example.org/x"]);
      expect(memory.waiting[0]?.targets).toBe(bindTargets(TOKEN));
    }
    expect(JSON.stringify(await readAll(open()))).not.toContain(TOKEN);
  });

  test("sessions do not meet; a reader gets them in the order of time, and then what is new", async () => {
    const open = make();
    const reader = open().reader();
    for (const id of ["s1", "S1", "../x", ""]) await open().open(id, SAMPLE_START);
    const [one, two] = [await open().open("s1", SAMPLE_START), await open().open("S1", SAMPLE_START)];
    await record(
      one,
      { kind: "prompt", at: NOON + 30, text: "third" },
      { kind: "prompt", at: NOON + 1, text: "fourth" },
    );
    await record(two, { kind: "prompt", at: NOON + 20, text: "second" });
    const first = await reader.next();
    expect(first).toMatchObject({ unreadable: 0, newer: 0 });
    const texts = first.records.flatMap(({ entry }) => (entry.kind === "prompt" ? [entry.text] : []));
    expect(texts).toEqual(["second", "third", "fourth"]);
    expect((await reader.next()).records).toEqual([]);
    await record(two, { kind: "prompt", at: NOON + 40, text: "later" });
    expect((await reader.next()).records).toMatchObject([{ session: "S1", host: SAMPLE_START.host, seq: 3 }]);
    expect(await open().verify()).toMatchObject({ sessions: 4, records: 8, findings: [], notes: [] });
  });

  test("the newest are the last of what a reader gets, for every limit and filter", async () => {
    const open = make();
    for (let n = 0; n < 24; n += 1) {
      const session = await open({ now: () => NOON + n * 10 }).open(`s${n % 3}`, SAMPLE_START);
      const text = n % 4 === 0 ? "x".repeat(20_000) : `${n}`;
      await record(
        session,
        { kind: "prompt", at: NOON + n * 10 + 1, text },
        { ...decided(`d${n}`), at: NOON + n * 10 + 2 },
      );
    }
    const all = (await readAll(open())).filter(({ entry }) => entry.kind !== "start");
    const matches = ({ entry }: LoggedRecord) => entry.kind !== "start";
    for (const limit of [1, 2, 7, 30, 48, 1_000])
      expect((await open().newest({ limit, matches })).records).toEqual(all.slice(-limit));
    const decisions = ({ entry }: LoggedRecord) => entry.kind === "decision";
    expect((await open().newest({ limit: 5, matches: decisions })).records).toEqual(all.filter(decisions).slice(-5));
    const ofOne = all.filter(({ session }) => session === "s1");
    expect((await open().newest({ limit: 5, session: "s1", matches })).records).toEqual(ofOne.slice(-5));
    const since = NOON + 200;
    expect((await open().newest({ limit: 99, since, matches })).records).toEqual(
      all.filter((one) => one.entry.at >= since),
    );
    expect((await open().newest({ limit: 5, session: "nobody", matches })).records).toEqual([]);
  });

  test("a rehearsal leaves nothing behind", async () => {
    const open = make();
    await open().open("s1", SAMPLE_START);
    await open().rehearse();
    expect(await open().verify()).toMatchObject({ sessions: 1, records: 1, findings: [], notes: [] });
    expect(await open().verify({ newest: 1, maxBytes: 1e6 })).toMatchObject({ sessions: 1, findings: [] });
  });

  test("what waits is listed with why it may not be approved, and can be approved once", async () => {
    const open = make();
    const session = await open().open("s1", SAMPLE_START);
    const at = NOON + 1_000;
    await record(
      session,
      sampleEntry({ id: "d1", behavior: "ask", by: "classifier" }, { at, call: "k1", targets: "/repo/x" }),
      sampleEntry({ id: "d2", behavior: "deny", by: "denyRule" }, { at: at + 1, call: "k2" }),
      sampleEntry({ id: "d3" }, { at: at + 2, call: "k3" }),
      sampleEntry({ id: "d4", behavior: "ask", by: "classifier" }, { at: at - 90_000_000, call: "k4" }),
    );
    const store = open();
    const listed = (await store.waiting(at + 10)).map(({ decision, refusal, answered }) => [
      ...[decision.id, refusal, answered],
    ]);
    expect(listed).toEqual([
      ["d2", expect.stringMatching(/denyRule decided cannot be approved/), null],
      ["d1", null, null],
    ]);
    const yes = () => approve({ decisionId: "d1", by: "a person", at: at + 20, newId: () => "a1" });
    const mine = await store.open("s1", SAMPLE_START);
    expect(await mine.transact(yes())).toMatchObject({
      ok: true,
      value: { call: "k1", targets: bindTargets("/repo/x") },
    });
    expect(await mine.transact(yes())).toMatchObject({ ok: false });
    const [, first] = await open().waiting(at + 30);
    expect(first?.refusal).toMatch(/approved already/);
    expect(first?.answered).toEqual({ word: "approved", until: at + 20 + APPROVAL_LIFE_MS });
    // Spent, or over: the yes was given, and holds no more.
    expect((await open().waiting(at + 21 + APPROVAL_LIFE_MS)).at(-1)?.answered).toEqual({
      ...{ word: "approved", until: null },
    });
  });

  test("what was seen to run since it was asked about waits no more, until it is asked about again", async () => {
    const open = make();
    const at = NOON + 1_000;
    const asked = (id: string, later: number) =>
      sampleEntry({ id, behavior: "ask", by: "classifier" }, { at: at + later, call: "k1" });
    await record(
      await open().open("s1", SAMPLE_START),
      ...[asked("d1", 0), { kind: "ran", at: at + 1, call: "k1" } as const, asked("d2", 2)],
    );
    const listed = (await open().waiting(at + 10)).map(({ decision, refusal, answered }) => [
      ...[decision.id, refusal, answered?.word],
    ]);
    expect(listed).toEqual([
      ["d2", null, undefined],
      ["d1", expect.stringMatching(/has run already/), "ran"],
    ]);
    const mine = await open().open("s1", SAMPLE_START);
    await mine.transact(refuse({ decisionId: "d2", by: "a person", at: at + 3 }));
    expect((await open().waiting(at + 10))[0]?.answered).toEqual({ word: "refused", until: null });
  });

  test("old sessions go whole, and a handle to one that is gone begins anew", async () => {
    const open = make();
    const old = await open().open("old", SAMPLE_START);
    await record(old, decided("a"));
    await record(await open().open("new", SAMPLE_START), { kind: "prompt", at: NOON + 5_000, text: "hi" });
    const request = { before: NOON + 1, now: NOON + 9_000 };
    expect(await open().purge({ ...request, dryRun: true })).toMatchObject({ purged: [{ session: "old" }], left: [] });
    expect((await open().verify()).sessions).toBe(2);
    expect(await open().purge(request)).toMatchObject({ purged: [{ session: "old", records: 2 }], left: [] });
    expect((await readAll(open())).every(({ session }) => session === "new")).toBe(true);
    expect((await old.memory()).totalDenials).toBe(0);
    expect((await open().verify()).findings).toEqual([]);
  });

  test("closed and opened again, everything is there", async () => {
    const open = make();
    const store = open();
    const session = await store.open("s1", SAMPLE_START);
    await record(session, decided("a"));
    await store.close();
    await record(session, decided("b"));
    expect((await (await open().open("s1", SAMPLE_START)).memory()).totalDenials).toBe(2);
  });
});

test("what cannot be kept is a LedgerError", async () => {
  const store = ledgerStore({ stateDir: "/dev/null/state" });
  await expect(store.open("s1", SAMPLE_START)).rejects.toThrow(LedgerError);
  await expect(store.purge({ before: 1, now: 2 })).rejects.toThrow(LedgerError);
  await expect(store.verify()).rejects.toThrow(LedgerError);
  await expect(store.waiting(1)).rejects.toThrow(LedgerError);
  await expect(store.rehearse()).rejects.toThrow(LedgerError);
  await expect(store.reader().next()).rejects.toThrow(LedgerError);
});
