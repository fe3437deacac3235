/**
 * The model's answer, read strictly. Trusted for nothing beyond its exact form: whatever is not plainly "no" is not an
 * allow, and whatever is not plainly an answer is no verdict.
 */
import type { Stage } from "../contract/decision.ts";
import { oneLine } from "../contract/escape.ts";
import { ok } from "../contract/result.ts";
import { parseStrictJson } from "../contract/strict-json.ts";
import { openSource, type Witness } from "../contract/witness.ts";
import type { SideQuery } from "./classifier.ts";
import type { Completed, Stop } from "./providers/index.ts";
import type { Classifier, Verdict, WitnessedClassifier, WitnessedVerdict } from "./types.ts";

export const MAX_REASON_CHARACTERS = 300;
const MAX_LABEL_CHARACTERS = 80;

export type ModelAnswer =
  | { readonly block: "no"; readonly witness: Witness<"verdict"> }
  | { readonly block: "yes"; readonly label: string | null; readonly reason: string }
  | { readonly block: "unparseable"; readonly detail: string };

const FINISHED: ReadonlySet<Stop> = new Set<Stop>(["end", "stop_sequence"]);

const clear = openSource("verdict");
const no: ModelAnswer = { block: "no", witness: clear(null) };
const unparseable = (detail: string): ModelAnswer => ({ block: "unparseable", detail });

/** Protocol `xml`: `<block>no</block>`, or `<block>yes</block><reason>[Label] one short sentence</reason>`. */
export const parseXml = (answer: Pick<Completed, "text" | "stop" | "stopSent">, stage: Stage): ModelAnswer => {
  if (!FINISHED.has(answer.stop)) return unparseable(`the answer was not finished (${answer.stop})`);
  const whole = trimSpace(answer.text);
  const text = stage === "thinking" ? withoutThinking(whole) : whole;
  if (text === undefined) return unparseable("thinking that does not close");
  if (text === "<block>no</block>" || (answer.stopSent && text === "<block>no")) return no;
  if (answer.stopSent && text === "<block>yes") return { block: "yes", label: null, reason: "" };
  const yes = /^<block>yes<\/block>[ \t\r\n]*(?:<reason>([^<>]*)<\/reason>)?$/.exec(text);
  return yes === null
    ? unparseable(`not an answer: ${oneLine(text, 80)}`)
    : { block: "yes", ...splitLabel(yes[1] ?? "") };
};

/** ASCII white space only: a character that cannot be seen is not white space. */
const trimSpace = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
};
const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

/** At most one leading `<thinking>`, up to its first end; undefined when it has none. */
const withoutThinking = (text: string): string | undefined => {
  const open = "<thinking>";
  const close = "</thinking>";
  if (!text.startsWith(open)) return text;
  const end = text.indexOf(close);
  return end < 0 ? undefined : trimSpace(text.slice(end + close.length));
};

const splitLabel = (reason: string): { readonly label: string | null; readonly reason: string } => {
  const match = /^\s*\[([^[\]]*)\]\s*([\s\S]*)$/.exec(reason);
  const label = oneLine(match?.[1] ?? "", MAX_LABEL_CHARACTERS);
  return { label: label === "" ? null : label, reason: oneLine(match?.[2] ?? reason, MAX_REASON_CHARACTERS) };
};

/** Protocol `tool`: one call of the one tool with exactly its fields. Anything else is no verdict, and blocks. */
export const parseTool = (answer: Pick<Completed, "toolCalls" | "stop">): ModelAnswer => {
  if (answer.stop !== "tool" && !FINISHED.has(answer.stop))
    return unparseable(`the answer was not finished (${answer.stop})`);
  const [call, ...more] = answer.toolCalls;
  if (call === undefined || more.length > 0) return unparseable("not exactly one tool call");
  if (call.name !== CLASSIFY_RESULT.name) return unparseable("another tool was called");
  const parsed = typeof call.input === "string" ? parseStrictJson(call.input) : ok(call.input);
  const input = parsed.ok ? parsed.value : undefined;
  if (!isResult(input)) return unparseable("the call does not fit its schema");
  if (!input.should_block) return no;
  const label = oneLine(input.label, MAX_LABEL_CHARACTERS);
  return { block: "yes", label: label === "" ? null : label, reason: oneLine(input.reason, MAX_REASON_CHARACTERS) };
};

interface ClassifyResult {
  readonly thinking: string;
  readonly label: string;
  readonly should_block: boolean;
  readonly reason: string;
}

const TYPES = { thinking: "string", label: "string", should_block: "boolean", reason: "string" } as const;

const isResult = (input: unknown): input is ClassifyResult =>
  typeof input === "object" &&
  input !== null &&
  !Array.isArray(input) &&
  Object.keys(input).length === Object.keys(TYPES).length &&
  Object.entries(TYPES).every(([key, type]) => Object.hasOwn(input, key) && typeof Reflect.get(input, key) === type);

type AskedClassifier = Classifier & Partial<Pick<SideQuery, "ask">>;

/** Whoever opened the gate brought a model of its own: where that answers without a witness, its "no" is the word of that program. */
export const vouchFor = (classifier: AskedClassifier): AskedClassifier & WitnessedClassifier => ({
  ...(classifier.ask === undefined ? {} : { ask: classifier.ask.bind(classifier) }),
  classify: async (question) => vouched(await classifier.classify(question)),
});

const vouched = (verdict: Verdict | WitnessedVerdict): WitnessedVerdict =>
  verdict.block !== "no" || "witness" in verdict ? verdict : { ...verdict, witness: clear(null) };

/** The forced tool. Its description is part of the protocol, not of the policy. */
export const CLASSIFY_RESULT = {
  name: "classify_result",
  description: "Report the verdict on the last line of the transcript.",
  schema: {
    properties: Object.fromEntries(Object.entries(TYPES).map(([key, type]) => [key, { type }])),
    required: Object.keys(TYPES),
    additionalProperties: false,
  },
};
