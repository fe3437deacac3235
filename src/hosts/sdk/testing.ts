/** A gate whose record can be read, models that follow a script in their SDK's own form, and what every door must hold. */
import type { Model, ModelResponse } from "@openai/agents-core";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";
import type { Gate } from "../../gate/index.ts";
import { memoryStore, type RecordStore } from "../../memory/index.ts";
import { project } from "../../testing/index.ts";

/** A shell command in each step, then a last word. */
export function aiModel(commands: readonly string[]): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const command = commands[step++];
      return command === undefined
        ? {
            content: [{ type: "text", text: "done" }],
            finishReason: { unified: "stop", raw: "stop" },
            usage,
            warnings: [],
          }
        : {
            content: [
              { type: "tool-call", toolCallId: `c${step}`, toolName: "shell", input: JSON.stringify({ command }) },
            ],
            finishReason: { unified: "tool-calls", raw: "tool_use" },
            usage,
            warnings: [],
          };
    },
  });
}

export function openaiModel(commands: readonly string[]): { readonly model: Model; readonly told: () => string } {
  let step = 0;
  let told = "";
  const getResponse: Model["getResponse"] = async ({ input }): Promise<ModelResponse> => {
    told = JSON.stringify(input);
    const command = commands[step++];
    const output: ModelResponse["output"] =
      command === undefined
        ? [
            {
              type: "message",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: "done" }],
            },
          ]
        : [
            {
              type: "function_call",
              callId: `c${step}`,
              name: "shell",
              status: "completed",
              arguments: JSON.stringify({ command }),
            },
          ];
    return {
      output,
      usage: { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 } as ModelResponse["usage"],
    };
  };
  const getStreamedResponse = (): never => {
    throw new Error("not used");
  };
  return { model: { getResponse, getStreamedResponse }, told: () => told };
}

export const place = project();

export interface Bench {
  readonly gate: Gate;
  readonly store: RecordStore;
  readonly ran: string[];
  readonly run: (command: string) => string;
}
export function bench(settings: object = {}): Bench {
  const store = memoryStore();
  const ran: string[] = [];
  const gate = place.gate({
    settings: { permissions: { deny: ["Bash(git push:*)"] }, ...settings },
    projectRoot: place.root,
    store,
    restore: null,
  });
  return { gate, store, ran, run: (command) => `ran ${ran.push(command)}` };
}
/** The record without its first line: what was decided, and what the person said to it. */
export async function recorded({ store }: Bench): Promise<readonly string[]> {
  const { records } = await store.reader().next();
  return records.flatMap(({ entry }) => {
    if (entry.kind === "decision") return [`${entry.decision.behavior} ${entry.decision.by}`];
    return entry.kind === "approval" || entry.kind === "refusal" ? [`${entry.kind} ${entry.by}`] : [];
  });
}

export type Says = (() => boolean) | undefined;
type Start = (at: Bench, commands: readonly string[], says: Says) => Promise<unknown>;

/** What holds for every door: a yes runs the call once, a no never, and the record says which. */
export function describeDoor(door: string, start: Start): void {
  describe(door, () => {
    test("a yes runs the call once and is spent; the same call again is asked about again", async () => {
      const at = bench();
      const answers = [true, false];
      await start(at, ["npm publish", "npm publish"], () => answers.shift() ?? false);
      expect(at.ran).toEqual(["npm publish"]);
      expect(answers).toEqual([]);
      expect(await recorded(at)).toEqual([
        ...["ask offline", `approval the person, through ${door}`, "allow approval"],
        ...["ask offline", `refusal the person, through ${door}`],
      ]);
    });
    test("a no never runs it", async () => {
      const at = bench();
      await start(at, ["npm publish"], () => false);
      expect(at.ran).toEqual([]);
      expect(await recorded(at)).toEqual(["ask offline", `refusal the person, through ${door}`]);
    });
    test("without a person it waits", async () => {
      const at = bench();
      await start(at, ["npm publish"], undefined);
      expect(at.ran).toEqual([]);
      expect(await recorded(at)).toEqual(["ask offline"]);
    });
    test("what is denied is not asked about, and reading runs unasked", async () => {
      const at = bench();
      await start(at, ["git status", "git push -f"], () => {
        throw new Error("asked");
      });
      expect(at.ran).toEqual(["git status"]);
      expect(await recorded(at)).toEqual(["allow readOnly", "deny denyRule"]);
    });
    test("a yes does not cover what the project has become since", async () => {
      const at = bench();
      await start(at, ["node build.js"], () => {
        place.write("build.js", `// ${Math.random()}`);
        return true;
      });
      expect(at.ran).toEqual([]);
    });
    test("in shadow everything runs, and nobody is asked", async () => {
      const at = bench({ shadow: true });
      await start(at, ["npm publish", "git push -f"], undefined);
      expect(at.ran).toEqual(["npm publish", "git push -f"]);
    });
  });
}
