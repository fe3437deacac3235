/** Answers, kept by the hash of exactly what was asked: a stopped run goes on, a second run is free. */
import { appendFileSync, createReadStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import type { Usage } from "../../contract/decision.ts";
import { canonical, sha256 } from "../../contract/key.ts";
import { linesOf } from "../../contract/lines.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { isObject, objectIn, parseObject, textIn } from "../../hosts/index.ts";
import type { CallLimits, Suffix } from "../../judge/index.ts";
import { type Completed, joinParts, type Stop, type TextPart, type ToolSpec } from "../../judge/providers/index.ts";

/** One question to a model, in nobody's wire format. */
export interface EvalRequest {
  readonly model: string;
  /** Which model it is, for certain: two servers may call different ones by the same name. */
  readonly who: string;
  readonly stage: Suffix;
  readonly system: readonly TextPart[];
  readonly messages: readonly (readonly TextPart[])[];
  readonly limits: CallLimits;
  readonly tool: ToolSpec | null;
}

export interface Kept {
  readonly completion: Completed;
  /** How long it took; null where somebody else asked and did not say. */
  readonly ms: number | null;
}

export interface Answers {
  readonly get: (id: string) => Kept | undefined;
  readonly keep: (id: string, answer: Kept) => void;
  readonly size: () => number;
}

/** Where the words are cut into blocks does not matter: the words and the limits do. */
export const requestId = ({ who, system, messages, limits, tool }: EvalRequest): string =>
  sha256(
    canonical([
      who,
      joinParts(system),
      messages.map(joinParts),
      limits.maxTokens,
      [...limits.stop],
      tool === null ? null : { name: tool.name, description: tool.description, schema: tool.schema },
    ]),
  ).slice(0, 40);

/** What `--export` writes a line of: enough to ask any model by any means. */
export const exportRequest = (
  id: string,
  { model, stage, system, messages, limits, tool }: EvalRequest,
): JsonObject => ({
  id,
  stage,
  model,
  system: joinParts(system),
  messages: messages.map((parts) => ({ role: "user", content: joinParts(parts) })),
  max_tokens: limits.maxTokens,
  stop_sequences: [...limits.stop],
  temperature: 0,
  ...(tool === null ? {} : { tool: { name: tool.name, description: tool.description, input_schema: tool.schema } }),
});

/** A file that cannot be written is an error at once, not after the money is spent. */
export async function openAnswers(file: string): Promise<Result<Answers>> {
  const known = new Map<string, Kept>();
  try {
    if (existsSync(file)) {
      for await (const { id, kept } of keptIn(file)) known.set(id, kept);
      appendFileSync(file, "");
    } else {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, "", { mode: 0o600, flag: "wx" });
    }
  } catch (error) {
    return fail(`${file}: cannot be used for answers: ${messageOf(error)}`);
  }
  return ok({
    get: (id) => known.get(id),
    keep: (id, kept) => {
      known.set(id, kept);
      appendFileSync(file, `${JSON.stringify({ id, ...kept.completion, ms: kept.ms })}\n`);
    },
    size: () => known.size,
  });
}

export interface Imported {
  readonly read: number;
  readonly problems: readonly string[];
}

/** Lines of `{"id", "answer", "stop"?, "usage"?, "ms"?}`, or `"tool_input"` in place of `"answer"`. */
export async function importAnswers(file: string, answers: Answers): Promise<Result<Imported>> {
  const problems: string[] = [];
  let read = 0;
  let line = 0;
  try {
    for await (const one of linesOf(createReadStream(file))) {
      line++;
      if (one.ok && one.bytes.length === 0) continue;
      const answer = one.ok ? answerIn(one.bytes) : undefined;
      if (answer === undefined) problems.push(`${file}:${line}: is no answer ({"id": …, "answer": …}): left out`);
      else {
        answers.keep(answer.id, answer.kept);
        read++;
      }
    }
  } catch (error) {
    return fail(`${file}: cannot be read: ${messageOf(error)}`);
  }
  return ok({ read, problems });
}

async function* keptIn(file: string): AsyncGenerator<{ readonly id: string; readonly kept: Kept }> {
  for await (const one of linesOf(createReadStream(file))) {
    const answer = one.ok && one.bytes.length > 0 ? answerIn(one.bytes) : undefined;
    if (answer !== undefined) yield answer;
  }
}

const STOPS: readonly Stop[] = ["end", "stop_sequence", "tool", "length", "refusal", "other"];

/** The edge. What is not said is taken as a plain, finished answer in text. */
function answerIn(bytes: Uint8Array): { readonly id: string; readonly kept: Kept } | undefined {
  const row = parseObject(bytes);
  if (row === undefined) return undefined;
  const id = textIn(row, "id");
  const text = [row.answer, row.text].find((one) => typeof one === "string");
  const called = row.tool_input ?? firstInput(row);
  if (id === null || (text === undefined && called === undefined)) return undefined;
  const stop = stopIn(row) ?? (called === undefined ? "end" : "tool");
  const completion: Completed = {
    ok: true,
    text: text ?? "",
    toolCalls: called === undefined ? [] : [{ name: "classify_result", input: called }],
    stop,
    stopSent: row.stopSent === true || stop === "stop_sequence",
    usage: usageIn(objectIn(row, "usage")),
  };
  return { id, kept: { completion, ms: typeof row.ms === "number" && row.ms >= 0 ? row.ms : null } };
}

const stopIn = (row: JsonObject): Stop | undefined => STOPS.find((stop) => stop === row.stop);

function firstInput(row: JsonObject) {
  const [call] = Array.isArray(row.toolCalls) ? row.toolCalls : [];
  return isObject(call) ? call.input : undefined;
}

function usageIn(usage: JsonObject | null): Usage {
  const count = (name: string): number => {
    const value = usage?.[name];
    return typeof value === "number" && value >= 0 ? value : 0;
  };
  const [input, output] = [count("input"), count("output")];
  return { input, output, cacheRead: count("cacheRead"), cacheWrite: count("cacheWrite") };
}
