/** A bound mode and a caller's: what the two together allow is what both allow, whichever of them is asked for. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { bothModes, MODES, type Mode, standingIn } from "../contract/action.ts";
import { bash, call, type Project, project, SAYS_YES, scripted } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const ALLOW = ["Bash(npm test:*)", "Bash(git push:*)", "Bash(node:*)", "Edit(src/**)"];

function gateIn(mode: Mode, managed: boolean) {
  const loaded = settingsFrom({ mode, permissions: { allow: ALLOW, ask: ["Bash(cat asked.txt)"] } });
  if (!loaded.ok) throw new Error(loaded.error);
  const settings = { ...loaded.value.settings, managed: new Set(managed ? ["mode"] : []) };
  return here.gate({ settings, classifier: scripted(SAYS_YES) });
}

const CALLS = {
  test: () => bash("npm test"),
  push: () => bash("git push"),
  node: () => bash("node x.js"),
  make: () => bash("make deploy"),
  write: () => call("Write", { file_path: here.at("src/q.js"), content: "x" }),
  asked: () => bash("cat asked.txt"),
  look: () => bash("ls"),
};

/** Bound, asked for, the call, what it must come to. */
const ROWS: readonly (readonly [Mode, Mode, keyof typeof CALLS, string])[] = [
  ["plan", "default", "test", "deny"],
  ["plan", "default", "push", "deny"],
  ["plan", "default", "write", "deny"],
  ["plan", "dontAsk", "test", "deny"],
  ["plan", "dontAsk", "asked", "deny"],
  ["dontAsk", "default", "make", "deny"],
  ["dontAsk", "default", "asked", "deny"],
  ["dontAsk", "plan", "asked", "deny"],
  ["dontAsk", "plan", "test", "deny"],
  ["auto", "default", "node", "ask"],
  ["auto", "dontAsk", "node", "deny"],
  ["auto", "plan", "test", "deny"],
  ["acceptEdits", "default", "make", "ask"],
  // What both allow stays allowed.
  ["plan", "default", "look", "allow"],
  ["plan", "dontAsk", "look", "allow"],
  ["dontAsk", "default", "test", "allow"],
  ["default", "dontAsk", "test", "allow"],
  ["default", "plan", "look", "allow"],
  ["auto", "default", "look", "allow"],
  ["default", "default", "node", "allow"],
];

describe("a bound mode is only tightened", () => {
  test.each(ROWS)("%s, asked for %s: %s is %s", async (bound, mode, name, behavior) => {
    const managed = gateIn(bound, true);
    const entered = gateIn(bound, true);
    entered.enter(mode);
    const told = [
      await managed.check({ ...CALLS[name](), mode }),
      await entered.check(CALLS[name]()),
      await gateIn(bound, false).check({ ...CALLS[name](), mode, onlyTighter: true }),
    ];
    expect(told.map((one) => one.behavior)).toEqual([behavior, behavior, behavior]);
  });

  const PAIRS = MODES.flatMap((bound) => MODES.map((asked) => [bound, asked] as const));
  test.each(PAIRS)("%s and %s allow nothing that the bound one does not", async (bound, mode) => {
    for (const make of Object.values(CALLS)) {
      const alone = await gateIn(bound, true).check(make());
      const both = await gateIn(bound, true).check({ ...make(), mode });
      if (both.behavior === "allow") expect(alone.behavior).toBe("allow");
      if (alone.behavior === "deny" && bound !== "auto") expect(both.behavior).toBe("deny");
    }
  });

  test("a mode that is not bound is the caller's, and leaving brings back what was", async () => {
    expect((await gateIn("plan", false).check({ ...bash("npm test"), mode: "default" })).behavior).toBe("allow");
    const gate = gateIn("default", true);
    gate.enter("plan");
    gate.leave();
    expect((await gate.check(bash("npm test"))).behavior).toBe("allow");
    gate.enter("plan");
    gate.enter("default");
    expect(gate.mode).toBe("default");
  });

  test("strictest and unattended together", () => {
    expect(bothModes(standingIn("dontAsk"), "plan")).toMatchObject({ mode: "plan", unattended: true });
    expect(bothModes(standingIn("plan"), "dontAsk")).toMatchObject({ mode: "plan", unattended: true });
  });
});
