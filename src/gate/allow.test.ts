/** An allow is what was made, for the compiler and when it runs. */
import { describe, expect, test } from "vitest";
import { isAllow } from "../contract/allow.ts";
import {
  type Allow,
  type AllowDraft,
  type Decision,
  deny,
  type HeldDraft,
  stampHeld,
  toRecord,
} from "../contract/decision.ts";
import { openSource, type Witness } from "../contract/witness.ts";
import { refusalToRun } from "../hosts/answering.ts";
import { answerBy, SILENCE } from "../hosts/host.ts";
import { allHosts } from "../hosts/list.ts";
import { parseXml } from "../judge/index.ts";
import { allowedAs } from "../testing/allowed.ts";
import {
  allowAgain,
  allowByVerdict,
  allowInside,
  bareVerdict,
  noteUnasked,
  type Room,
  stampAllow,
  wallVerdict,
} from "./allow.ts";
import type { Call } from "./call.ts";
import { wallsIn } from "./walls.ts";

const LINE = { id: "d", ms: 0 };
const held = stampHeld(deny("classifier", "It rewrites history."), LINE);
const made = allowedAs({ by: "readOnly", reason: "It only reads." });
/** As a compiler would have to be lied to. */
const forged = <T>(value: object): T => value as T;

describe("the compiler takes none of these for an allow", () => {
  test("what only looks like one", () => {
    // @ts-expect-error a literal
    const literal: Allow = { ...held, behavior: "allow" };
    // @ts-expect-error a copy: what is in it may have been changed
    const copy: Allow = { ...made };
    // @ts-expect-error a decision that nobody looked at
    const either: Allow = held;
    // @ts-expect-error a draft
    const draft: AllowDraft = { behavior: "allow", by: "readOnly", reason: "" };
    // @ts-expect-error what holds a call says so
    const silent: HeldDraft = { behavior: "allow", by: "readOnly", reason: "" };
    // @ts-expect-error a decision, too
    const decision: Decision = { ...held, behavior: "allow" };
    // @ts-expect-error another source's witness
    const witness: Witness<"edits"> = forged<Witness<"reading">>({});
    expect([literal, copy, either, draft, silent, decision].filter((one) => isAllow(one))).toEqual([]);
    expect(witness).toEqual({});
  });
});

describe("when it runs", () => {
  test.each([
    ["a literal", { ...held, behavior: "allow" }],
    ["a copy", { ...made }],
    ["what was read from its own text", JSON.parse(JSON.stringify(made))],
    ["a clone", structuredClone(made)],
    ["what inherits from it", Object.create(made)],
  ])("%s is no allow, and no host is told one", async (_, value) => {
    const decision = forged<Decision>(value);
    expect(isAllow(decision)).toBe(false);
    expect(() => toRecord(decision)).toThrow("nobody made");
    const said = { allow: () => SILENCE, ask: () => SILENCE, abort: () => SILENCE };
    const denied = { stdout: { no: true }, stderr: null, exit: 0 } as const;
    expect(answerBy({ ...said, deny: () => denied }, decision)).toBe(denied);
    const gate = { check: async () => decision, answered: async () => forged<never>({}), shadow: false };
    expect(await refusalToRun(gate, { tool: "Bash", input: {} }, { through: "x", says: undefined })).not.toBeNull();
  });

  test("what was made reads as it is", () => {
    expect(toRecord(made)).toBe(made);
    expect(toRecord(held)).toBe(held);
  });

  test("it does not change any more", () => {
    expect(() => Object.assign(made, { walls: null })).toThrow();
  });

  test("a draft that nobody made is stamped by neither stamp", () => {
    const draft = { behavior: "allow", by: "readOnly", reason: "" };
    expect(() => stampAllow(forged(draft), LINE, null)).toThrow("nobody made");
    expect(() => stampHeld(forged(draft), LINE)).toThrow("nobody made");
    expect(() => noteUnasked(forged(draft), { degraded: "auth", notice: "", unasked: "" })).toThrow("nobody made");
  });

  test("a witness is its source's own: none that looks like it, none of another kind, and the maker is given once", () => {
    expect(() => allowAgain(forged({ facts: { decision: held } }))).toThrow("no witness");
    expect(() => allowInside(forged({ facts: { walls: "work" } }), "runs")).toThrow("no witness");
    expect(() => allowByVerdict(forged(verdict()), {})).not.toThrow();
    expect(() => allowAgain(forged(verdict()))).toThrow("no witness");
    expect(() => openSource("verdict")).toThrow("already");
  });

  test("inside walls it is an allow only where they stand", () => {
    const walled = wallVerdict(allowByVerdict(verdict(), {}), room());
    expect(() => stampAllow(walled, LINE, null)).toThrow("do not stand");
    expect(() => stampAllow(walled, LINE, forged({ run: "x", ticket: null, stand: {} }))).toThrow("no witness");
    expect(bareVerdict(walled)?.walls ?? null).toBeNull();
  });
});

test("every host's own answer to what only says allow holds the call", () => {
  const action = { tool: "Bash", input: { command: "ls" }, session: "s", event: "PreToolUse" };
  const event = { kind: "call", action, event: "PreToolUse", session: "s", cwd: "/p", record: null } as const;
  for (const { name, protocol } of allHosts()) {
    const answer = (decision: Decision) => protocol.answer(event, { decision, joined: false, run: null });
    const allowed = answer(made);
    const copied = answer(forged<Decision>({ ...made }));
    expect([name, copied]).not.toEqual([name, allowed]);
    expect([name, JSON.stringify(copied.stdout)]).not.toEqual([name, "null"]);
  }
});

function room(): Room {
  const around = wallsIn(forged<Call>({ around: "gate" }), "work");
  if (around === undefined) throw new Error("there is no room");
  return around;
}

function verdict(): Witness<"verdict"> {
  const answer = parseXml({ text: "<block>no</block>", stop: "end", stopSent: false }, "fast");
  if (answer.block !== "no") throw new Error("it was blocked");
  return answer.witness;
}
