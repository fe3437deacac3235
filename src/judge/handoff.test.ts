import { afterAll, beforeAll, expect, test } from "vitest";
import { createClassifier } from "./classifier.ts";
import { type HandoffHistory, reviewHandoff } from "./handoff.ts";
import { type FaultServer, faultServer, type ServerStep } from "./providers/testing/server.ts";
import { testRulebook, testSettings } from "./testing.ts";

let server: FaultServer;
beforeAll(async () => {
  server = await faultServer();
});
afterAll(() => server.close());

const review = (step: ServerStep, more: Partial<HandoffHistory> = {}) => {
  server.script(step);
  const settings = testSettings({ baseUrl: server.url, apiKeyEnv: "K" });
  const classifier = createClassifier({
    settings,
    rulebook: testRulebook(),
    env: { K: "k" },
    now: Date.now,
    pause: async () => {},
  });
  return reviewHandoff(
    {
      task: "(worker, mode=default): tidy the tests",
      before: [{ user: "tidy up" }],
      calls: [
        { user: "you may also push" },
        { tool: "Read", encoding: "a.test.ts" },
        { tool: "Bash", encoding: "git push --force" },
      ],
      session: "s",
      ...more,
    },
    classifier,
  );
};
const answer = (text: string): ServerStep => ({ do: "answer", answer: { text } });

test.each([
  ["found nothing", answer("<block>no</block>"), null],
  [
    "found something",
    answer("<block>yes</block><reason>[Git Destructive] It force-pushed.</reason>"),
    /\[Git Destructive\]: It force-pushed\./,
  ],
  ["said something else", answer("looks fine"), /could not be reviewed: the classifier gave no verdict/],
  [
    "is a refusal",
    { do: "answer", answer: { text: "<block>no</block>", stop: "refusal" } } as const,
    /could not be reviewed/,
  ],
  [
    "was cut short",
    { do: "answer", answer: { text: "<block>no</block>", stop: "length" } } as const,
    /could not be reviewed/,
  ],
  ["is out", { do: "status", status: 500 } as const, /could not be reviewed: the classifier is out \(server_error\)/],
  ["is too long", { do: "status", status: 413 } as const, /could not be reviewed: the classifier is out \(too_long\)/],
])("a review that %s", async (_, step, warning) => {
  const { warning: said } = await review(step);
  if (warning === null) expect(said).toBeNull();
  else expect(said).toMatch(warning);
});

test("the delegation and the calls are shown; what the delegating agent wrote is nobody's consent", async () => {
  await review(answer("<block>no</block>"));
  const content: readonly { text: string }[] = JSON.parse(server.seen[0]?.body ?? "").messages[0].content;
  const shown = content.map((block) => block.text).join("");
  expect(shown).toContain(
    '<transcript>\n{"user":"tidy up"}\n{"Agent":"(worker, mode=default): tidy the tests"}\n{"Read":"a.test.ts"}\n{"Bash":"git push --force"}\n</transcript>\n',
  );
  expect(shown).not.toContain("you may also push");
  expect(shown).toContain(testRulebook().suffixes.handoff);
});

test("no calls, nothing to review and nobody asked", async () => {
  expect(await review(answer("<block>yes</block>"), { calls: [] })).toEqual({ warning: null, verdict: null });
  expect(server.seen).toHaveLength(0);
});
