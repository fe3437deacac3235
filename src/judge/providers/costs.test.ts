import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ChoiceCost, COST_BASIS, costOfChoice, describeCost, money } from "./costs.ts";
import { CLAUDE, GPT } from "./models.ts";

const priced = (cost: ChoiceCost) => {
  if (typeof cost === "string") throw new Error(cost);
  return cost;
};

describe("what a choice costs", () => {
  test("is worked out from the price, the cache counted", () => {
    // $1 a million in, $5 out, a tenth for what is read from the cache, a quarter more for what is written to it.
    const thinking = priced(costOfChoice({ provider: "anthropic" }, { stages: "thinking" }));
    expect(thinking.decision).toBeCloseTo((24 + 12_105 / 10 + 1_089 * 1.25 + 350 * 5) / 1e6, 10);
    const fast = priced(costOfChoice({ provider: "anthropic" }, { stages: "fast" }));
    expect(fast.decision).toBeCloseTo((24 + 12_105 / 10 + 1_089 * 1.25 + 12 * 5) / 1e6, 10);
    const both = priced(costOfChoice({ provider: "anthropic" }));
    expect(both.decision - fast.decision).toBeCloseTo((0.2 * (24 + 13_194 / 10 + 350 * 5)) / 1e6, 10);
    expect(both.day.walls).toBeCloseTo(both.decision * 120 * 0.066 * 6, 10);
    expect(both.day.alone).toBeGreaterThan(3 * both.day.walls);
  });

  test.each<readonly [Parameters<typeof costOfChoice>[0], string]>([
    [{ provider: "claude-code" }, "counts against your plan's limits"],
    [{ provider: "codex", model: "gpt-5.6-sol" }, "counts against your plan's limits"],
    [{ provider: "openai-compatible", model: "qwen3:8b" }, "costs what its server costs"],
    [{ provider: "command" }, "costs what its server costs"],
    [{ provider: "offline" }, "costs nothing"],
  ])("%j: %s", (endpoint, says) => {
    expect(describeCost(costOfChoice(endpoint))).toBe(says);
  });

  test("an agent that is given a key costs what the key costs; a price of one's own counts", () => {
    const own = costOfChoice({ provider: "claude-code", apiKeyEnv: "ANTHROPIC_API_KEY" });
    expect(own).toEqual(costOfChoice({ provider: "anthropic" }));
    const models = { mine: { price: { input: 0, output: 0 } } };
    expect(priced(costOfChoice({ provider: "openai-compatible", model: "mine" }, { models })).day.alone).toBe(0);
  });
});

/** One row for each model with a price. */
const rows = [
  ["anthropic", CLAUDE],
  ["openai", GPT],
] as const;
const table = rows.flatMap(([provider, { known }]) =>
  Object.keys(known).flatMap((model) => {
    const cost = costOfChoice({ provider, model });
    if (typeof cost === "string") return [];
    const { decision, hour, day } = cost;
    return [`| \`${model}\` | ${[decision, hour.walls, day.walls, hour.alone, day.alone].map(money).join(" | ")} |`];
  }),
);

test("the documentation's table is this one, with what it stands on", () => {
  const page = readFileSync(new URL("../../../docs/classifier.md", import.meta.url), "utf8");
  expect(page).toContain(COST_BASIS);
  expect(page).toContain(table.join("\n"));
});
