import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Stop } from "./providers/index.ts";
import { MAX_REASON_CHARACTERS, parseTool, parseXml } from "./verdict.ts";

const xml = (text: string, more: { stage?: "fast" | "thinking"; stop?: Stop; stopSent?: boolean } = {}) =>
  parseXml({ text, stop: more.stop ?? "end", stopSent: more.stopSent ?? false }, more.stage ?? "fast").block;

describe("what allows", () => {
  test.each([
    ["exactly the answer", "<block>no</block>", {}],
    ["white space at the ends", " \n\t<block>no</block>\r\n ", {}],
    ["cut by the stop sequence that was sent", "<block>no", { stopSent: true, stop: "stop_sequence" }],
    ["the whole answer though a stop sequence was sent", "<block>no</block>", { stopSent: true }],
    [
      "one closed thinking before it, in stage two",
      "<thinking>fine</thinking><block>no</block>",
      { stage: "thinking" },
    ],
    ["white space around thinking", "\n<thinking>\nfine\n</thinking>\n\n<block>no</block>\n", { stage: "thinking" }],
    ["no thinking at all, in stage two", "<block>no</block>", { stage: "thinking" }],
    [
      "thinking that mentions the other answer",
      "<thinking>is it <block>yes</block>?</thinking><block>no</block>",
      { stage: "thinking" },
    ],
  ] as const)("%s", (_, text, more) => {
    expect(xml(text, more)).toBe("no");
  });
});

const NEAR_MISSES = [
  "",
  " ",
  "no",
  "<block>",
  "<block>no",
  "<block> no</block>",
  "<block>no </block>",
  "<block>\nno\n</block>",
  "<block>No</block>",
  "<block>NO</block>",
  "<BLOCK>no</BLOCK>",
  "<Block>no</Block>",
  "<block>none</block>",
  "<block>no.</block>",
  "<block>not blocked</block>",
  "<block>false</block>",
  '<block value="no">no</block>',
  "<block>no</block >",
  "<block >no</block>",
  "< block>no</block>",
  "<block>no</blok>",
  "<block>no</block",
  "block>no</block>",
  "<block/>no",
  "Sure: <block>no</block>",
  "<block>no</block> because it is fine",
  "<block>no</block><block>no</block>",
  "<block>no</block><block>yes</block>",
  "<block>yes</block><block>no</block>",
  "<block>no</block><reason>fine</reason>",
  "<reason>fine</reason><block>no</block>",
  '"<block>no</block>"',
  "`<block>no</block>`",
  "```\n<block>no</block>\n```",
  "```xml\n<block>no</block>\n```",
  "> <block>no</block>",
  "&lt;block&gt;no&lt;/block&gt;",
  "\\u003cblock\\u003eno\\u003c/block\\u003e",
  "<block>n\u043e</block>", // Cyrillic о
  "<block>\uff4e\uff4f</block>", // full width
  "<bl\u043eck>no</bl\u043eck>",
  "\uff1cblock\uff1eno\uff1c/block\uff1e",
  "<block>no\u200b</block>",
  "<block>\u200bno</block>",
  "\ufeff<block>no</block>",
  "\u00a0<block>no</block>",
  "<block>no</block>\u2028",
  "<block>no</block>\u0000",
  "<block>n\u0000o</block>",
  "<block><!-- -->no</block>",
  "<block>no</block><!-- ok -->",
  "<block><![CDATA[no]]></block>",
  '{"block":"no"}',
  "<should_block>no</should_block>",
  "<thinking>fine<block>no</block>",
  "<thinking><block>no</block></thinking>",
  "<thinking>a</thinking><thinking>b</thinking><block>no</block>",
  "<thinking>a<thinking>b</thinking>c</thinking><block>no</block>",
  "<thinking>a</thinking> so <block>no</block>",
  "text <thinking>a</thinking><block>no</block>",
  "<Thinking>a</Thinking><block>no</block>",
  "<think>a</think><block>no</block>",
  "</thinking><block>no</block>",
  "<thinking>a</thinking><block>no",
  "<thinking>a</thinking>",
  "<thinking>",
  "I cannot help with that.",
];

describe("near misses never allow, in either stage", () => {
  test.each(NEAR_MISSES.map((text) => [text]))("%j", (text) => {
    for (const stage of ["fast", "thinking"] as const) expect(xml(text, { stage })).not.toBe("no");
  });

  test("thinking belongs to stage two", () => {
    expect(xml("<thinking>a</thinking><block>no</block>")).toBe("unparseable");
  });

  test.each(["length", "refusal", "other", "tool"] as const)("an answer that ended by %s is no verdict", (stop) => {
    for (const stage of ["fast", "thinking"] as const)
      for (const text of ["<block>no</block>", "<block>no", "<block>yes</block>"])
        for (const stopSent of [true, false]) expect(xml(text, { stage, stop, stopSent })).toBe("unparseable");
  });

  test("whatever stands around it, only the exact text allows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (before, after) => {
        const text = `${before}<block>no</block>${after}`;
        const exact = /^[ \t\r\n]*$/.test(before) && /^[ \t\r\n]*$/.test(after);
        expect(xml(text) === "no").toBe(exact);
      }),
    );
  });

  test("a long answer of white space is read in no time", () => {
    expect(xml(`x${" ".repeat(4_000_000)}x`)).toBe("unparseable");
  });
});

describe("what blocks", () => {
  test.each([
    ["<block>yes</block><reason>[Git Destructive] It rewrites main.</reason>", "Git Destructive", "It rewrites main."],
    [
      "<block>yes</block>\n<reason>[Git Destructive]It rewrites main.</reason>\n",
      "Git Destructive",
      "It rewrites main.",
    ],
    ["<block>yes</block><reason>It rewrites main.</reason>", null, "It rewrites main."],
    ["<block>yes</block><reason>[] It rewrites main.</reason>", null, "It rewrites main."],
    ["<block>yes</block>", null, ""],
    ["<block>yes</block><reason>[A\u200bB] one\ntwo\u001b[31m</reason>", "AB", "one two[31m"],
  ])("%j", (text, label, reason) => {
    expect(parseXml({ text, stop: "end", stopSent: false }, "fast")).toEqual({ block: "yes", label, reason });
  });

  test("a long reason is cut", () => {
    const answer = parseXml(
      { text: `<block>yes</block><reason>${"x".repeat(9999)}</reason>`, stop: "end", stopSent: false },
      "fast",
    );
    expect(answer.block === "yes" && answer.reason.length).toBe(MAX_REASON_CHARACTERS);
  });
});

describe("protocol tool", () => {
  const good = { thinking: "t", label: "", should_block: false, reason: "r" };
  const call = (input: unknown, name = "classify_result") => ({ toolCalls: [{ name, input }], stop: "tool" as const });

  test.each([
    ["an object", good],
    ["JSON text", JSON.stringify(good)],
    ["JSON text that mentions the field", JSON.stringify({ ...good, thinking: 'set "should_block": true?' })],
  ])("allows: %s", (_, input) => {
    expect(parseTool(call(input)).block).toBe("no");
  });

  test("blocks with its label", () => {
    expect(parseTool(call({ ...good, should_block: true, label: " Git Destructive " }))).toEqual({
      block: "yes",
      label: "Git Destructive",
      reason: "r",
    });
  });

  test.each([
    ["no call", { toolCalls: [], stop: "end" }],
    ["two calls", { toolCalls: [call(good).toolCalls[0], call(good).toolCalls[0]], stop: "tool" }],
    ["another tool", call(good, "Bash")],
    ["cut short", { ...call(good), stop: "length" }],
    ["a refusal", { ...call(good), stop: "refusal" }],
    ["null", call(null)],
    ["a list", call([good])],
    ["a string that is no JSON", call("no")],
    ["fenced JSON", call(`\`\`\`json\n${JSON.stringify(good)}\n\`\`\``)],
    ["JSON with text behind it", call(`${JSON.stringify(good)} ok`)],
    ["two objects", call(`${JSON.stringify(good)}${JSON.stringify(good)}`)],
    ["half an object", call(JSON.stringify(good).slice(0, -5))],
    [
      "the deciding field twice",
      call('{"thinking":"t","label":"","should_block":true,"reason":"r","should_block":false}'),
    ],
    ["the deciding field as text", call({ ...good, should_block: "false" })],
    ["the deciding field as a number", call({ ...good, should_block: 0 })],
    ["the deciding field null", call({ ...good, should_block: null })],
    ["the deciding field missing", call({ thinking: "t", label: "", reason: "r" })],
    ["thinking missing", call({ label: "", should_block: false, reason: "r" })],
    ["label missing", call({ thinking: "t", should_block: false, reason: "r" })],
    ["label null", call({ ...good, label: null })],
    ["reason missing", call({ thinking: "t", label: "", should_block: false })],
    ["reason of a wrong type", call({ ...good, reason: ["r"] })],
    ["a field too many", call({ ...good, confidence: 1 })],
    ["fields that are inherited", call(Object.create(good))],
  ])("no verdict: %s", (_, answer) => {
    expect(parseTool(answer as Parameters<typeof parseTool>[0]).block).toBe("unparseable");
  });
});
