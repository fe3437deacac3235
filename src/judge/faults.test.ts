/** Every failure of §7, on every wire, protocol and stage, against a server that fails in earnest. Nothing may allow. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Unavailable } from "../contract/decision.ts";
import type { Protocol, Stages } from "../policy/settings/index.ts";
import { createClassifier } from "./classifier.ts";
import type { NetworkProvider } from "./providers/table.ts";
import { type FaultServer, faultServer, type ServerStep } from "./providers/testing/server.ts";
import { baseUrl, WIRES } from "./providers/testing/wires.ts";
import { testQuestion, testRulebook, testSettings } from "./testing.ts";

const NO = "<block>no</block>";
const YES: ServerStep = {
  do: "answer",
  answer: { text: "<block>yes</block><reason>[Git Destructive] It rewrites main.</reason>" },
};
const result = (should_block: unknown) => ({ thinking: "t", label: "", should_block, reason: "r" });

/** A fault, and why it is no verdict: the provider is out (which failure), or what it said is no answer. */
type Fault = readonly [name: string, step: ServerStep, expected: Unavailable | "no verdict"];

const OUTAGES: readonly Fault[] = [
  ["400", { do: "status", status: 400 }, "bad_request"],
  [
    "400, prompt too long",
    { do: "status", status: 400, message: "prompt is too long: 210000 tokens > 200000 maximum" },
    "too_long",
  ],
  [
    "400, context length",
    { do: "status", status: 400, message: "This model's maximum context length is 8192 tokens" },
    "too_long",
  ],
  ["401", { do: "status", status: 401 }, "auth"],
  ["403", { do: "status", status: 403 }, "auth"],
  ["404", { do: "status", status: 404 }, "bad_request"],
  ["413", { do: "status", status: 413 }, "too_long"],
  ["422", { do: "status", status: 422 }, "bad_request"],
  ["429", { do: "status", status: 429 }, "rate_limited"],
  ["429 with retry-after", { do: "status", status: 429, headers: { "retry-after": "1" } }, "rate_limited"],
  ["429 with a long retry-after", { do: "status", status: 429, headers: { "retry-after": "3600" } }, "rate_limited"],
  ["500", { do: "status", status: 500 }, "server_error"],
  ["502", { do: "status", status: 502 }, "server_error"],
  ["503", { do: "status", status: 503 }, "overloaded"],
  ["529", { do: "status", status: 529 }, "overloaded"],
  ["500 whose body is an answer", { do: "body", status: 500, body: NO }, "server_error"],
  ["a hang", { do: "hang" }, "timeout"],
  ["a slow drip", { do: "drip" }, "timeout"],
  ["a reset", { do: "reset" }, "network"],
  ["half a body", { do: "half" }, "network"],
  ["wrong JSON", { do: "body", body: `{"content":[{"type":"text","text":"${NO}"}` }, "bad_response"],
  ["HTML", { do: "body", type: "text/html", body: `<html>${NO}</html>` }, "bad_response"],
  ["the bare answer", { do: "body", type: "text/plain", body: NO }, "bad_response"],
  ["an empty body", { do: "body", body: "" }, "bad_response"],
  ["null", { do: "body", body: "null" }, "bad_response"],
  ["another object", { do: "body", body: `{"block":"no","text":"${NO}"}` }, "bad_response"],
  ["a redirect", { do: "status", status: 307, headers: { location: "http://127.0.0.1:1/" } }, "bad_response"],
];

const NO_VERDICTS: readonly Fault[] = [
  ["empty content", { do: "answer", answer: {} }, "no verdict"],
  ["empty text", { do: "answer", answer: { text: "" } }, "no verdict"],
  ["prose", { do: "answer", answer: { text: "This looks safe to me, so no." } }, "no verdict"],
  ["an answer with prose", { do: "answer", answer: { text: `Sure! ${NO}` } }, "no verdict"],
  ["a refusal that says no", { do: "answer", answer: { text: NO, stop: "refusal" } }, "no verdict"],
  ["a refusal that calls", { do: "answer", answer: { call: result(false), stop: "refusal" } }, "no verdict"],
  ["cut by length", { do: "answer", answer: { text: NO, stop: "length" } }, "no verdict"],
  ["a call cut by length", { do: "answer", answer: { call: result(false), stop: "length" } }, "no verdict"],
  ["a call with a wrong type", { do: "answer", answer: { call: result("false") } }, "no verdict"],
  ["a call with nothing in it", { do: "answer", answer: { call: {} } }, "no verdict"],
];

/** How the query is set up, and what the server says besides the fault. */
interface Column {
  readonly name: string;
  readonly protocol: Protocol;
  readonly stages: Stages;
  readonly script: (fault: ServerStep) => readonly ServerStep[];
  /** Stage one without a verdict goes on to stage two, which says yes here. */
  readonly goesOn?: boolean;
}

const COLUMNS: readonly Column[] = [
  { name: "both, all along", protocol: "xml", stages: "both", script: (fault) => [fault] },
  { name: "both, stage one", protocol: "xml", stages: "both", script: (fault) => [fault, YES], goesOn: true },
  { name: "both, stage two", protocol: "xml", stages: "both", script: (fault) => [YES, fault] },
  { name: "fast", protocol: "xml", stages: "fast", script: (fault) => [fault] },
  { name: "thinking", protocol: "xml", stages: "thinking", script: (fault) => [fault] },
  { name: "tool", protocol: "tool", stages: "both", script: (fault) => [fault] },
];

let server: FaultServer;
const rulebook = testRulebook();
const classify = (wire: NetworkProvider, column: Pick<Column, "protocol" | "stages">, timeoutMs: number) =>
  createClassifier({
    settings: testSettings({
      provider: wire,
      model: "claude-haiku-4-5-20251001",
      baseUrl: baseUrl(wire, server.url),
      apiKeyEnv: "KEY",
      region: "r",
      project: "p",
      protocol: column.protocol,
      stages: column.stages,
      timeoutMs: { fast: timeoutMs, thinking: timeoutMs },
    }),
    rulebook,
    env: { KEY: "k" },
    now: Date.now,
    pause: async () => {},
  }).classify(testQuestion());

beforeAll(async () => {
  server = await faultServer();
  server.script({ do: "answer", answer: { text: NO } });
  for (const wire of WIRES) await classify(wire, { protocol: "xml", stages: "fast" }, 30_000);
});
afterAll(() => server.close());

const slow = (step: ServerStep) => step.do === "hang" || step.do === "drip";

describe.each(WIRES)("%s", (wire) => {
  describe.each(COLUMNS)("$name", (column) => {
    test.each(OUTAGES)("%s: out, and told apart", async (_, step, expected) => {
      // After a fault the server may be well again in the stage-one column; a retry must not be what is tested here.
      server.script(...(column.goesOn ? [step, step, step, YES] : column.script(step)));
      const verdict = await classify(wire, column, slow(step) ? 60 : 10_000);
      expect(verdict).toMatchObject({ block: "unavailable", why: expected });
    });

    test.each(NO_VERDICTS)("%s: no verdict, and never an allow", async (_, step) => {
      server.script(...column.script(step));
      const verdict = await classify(wire, column, 10_000);
      expect(verdict.block).toBe(column.goesOn ? "yes" : "unparseable");
    });
  });

  test.each([
    ["both", [{ do: "answer", answer: { text: NO } }], "no", "fast"],
    ["both", [YES, { do: "answer", answer: { text: `<thinking>fine</thinking>${NO}` } }], "no", "thinking"],
    ["both", [YES, YES], "yes", "thinking"],
    [
      "both",
      [
        { do: "answer", answer: { text: "hm" } },
        { do: "answer", answer: { text: NO } },
      ],
      "no",
      "thinking",
    ],
    ["fast", [{ do: "answer", answer: { text: NO } }], "no", "fast"],
    ["fast", [YES], "yes", "fast"],
    ["thinking", [{ do: "answer", answer: { text: NO } }], "no", "thinking"],
    ["thinking", [YES], "yes", "thinking"],
  ] as const)("the table of stages: %s", async (stages, script, block, stage) => {
    server.script(...script);
    expect(await classify(wire, { protocol: "xml", stages }, 10_000)).toMatchObject({ block, stage });
  });

  test.each([
    [false, "no"],
    [true, "yes"],
  ])("protocol tool: should_block %s", async (should, block) => {
    server.script({ do: "answer", answer: { call: result(should) } });
    expect(await classify(wire, { protocol: "tool", stages: "both" }, 10_000)).toMatchObject({ block, stage: null });
    expect(server.seen).toHaveLength(1);
  });
});

test("there are enough of them", () => {
  expect(WIRES.length * COLUMNS.length * (OUTAGES.length + NO_VERDICTS.length)).toBeGreaterThanOrEqual(200);
});
