/** A model on loopback that follows a script, in the four wire formats the clients speak. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Step =
  | {
      readonly tool: string;
      readonly input: object;
      /** Waited for before the model says it. */
      readonly before?: () => Promise<void>;
      /** More calls in the same message, for Claude Code. */
      readonly also?: readonly { readonly tool: string; readonly input: object }[];
    }
  | { readonly text: string };

export interface ScriptedModel {
  readonly port: number;
  /** What the model was told of its calls, newest request last; each as the text it came in. */
  readonly results: () => readonly string[];
  readonly requests: () => number;
  /** The tools it was offered, each with the names of its fields. */
  readonly offered: () => ReadonlyMap<string, readonly string[]>;
  /** Everything the main conversation held in its last request. */
  readonly heard: () => string;
  /** Questions of a gate that was led here, or asks its agent: answered with a pass, or as `judging` says. */
  readonly misled: () => number;
  /** The bodies of those questions. */
  readonly asides: () => readonly string[];
  /** What a question is answered, after how long. */
  judging(answer: string, delayMs?: number): void;
  /** `inTask`: what a sub-agent does, whose conversation does not hold the person's prompt. */
  script(steps: readonly Step[], inTask?: { readonly prompt: string; readonly steps: readonly Step[] }): void;
  close(): Promise<void>;
}

/** A call that was not judged in time and has to be made again. */
const REPEAT = /Sallyport is still judging this call/;

type Body = Record<string, unknown>;
type Reply = { readonly json: Body } | { readonly events: string };

export async function scriptedModel(): Promise<ScriptedModel> {
  let steps: readonly Step[] = [];
  let task: { readonly prompt: string; readonly steps: readonly Step[] } | undefined;
  let results: readonly string[] = [];
  let requests = 0;
  let heard = "";
  /** The step is the number of results already in the conversation. */
  const nextIn =
    (body: Body) =>
    (all: readonly string[], hasTools: boolean): Step => {
      if (!hasTools) return { text: "ok" };
      const told = all.filter((result) => !REPEAT.test(result));
      requests++;
      if (task !== undefined && !JSON.stringify(body).includes(task.prompt))
        return task.steps[told.length] ?? { text: "done" };
      results = told;
      heard = JSON.stringify(body);
      return stepAfter(told.length, steps) ?? { text: "done" };
    };
  const offered = new Map<string, readonly string[]>();
  const asides: string[] = [];
  let judged = { text: "<block>no</block>", delayMs: 0 };
  const server = createServer((request, response) => {
    read(request).then(
      (body) => {
        for (const [name, fields] of toolsIn(body)) offered.set(name, fields);
        const led = list(body.tools).length === 0 && JSON.stringify(body).includes("<transcript>");
        if (led) asides.push(JSON.stringify(body));
        const { text, delayMs } = judged;
        let waited: Promise<void> | undefined;
        const next = nextIn(body);
        const stepping: Next = (told, hasTools) => {
          const step = next(told, hasTools);
          waited = "tool" in step ? step.before?.() : undefined;
          return step;
        };
        const replied = answer(request.url ?? "", body, led ? () => ({ text }) : stepping);
        if (led && delayMs > 0) setTimeout(() => reply(response, replied), delayMs);
        else
          (waited ?? Promise.resolve()).then(
            () => reply(response, replied),
            () => response.destroy(),
          );
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    results: () => results,
    requests: () => requests,
    offered: () => offered,
    heard: () => heard,
    misled: () => asides.length,
    asides: () => asides,
    judging: (text, delayMs = 0) => {
      judged = { text, delayMs };
    },
    script: (wanted, inTask) => {
      steps = wanted;
      task = inTask;
      results = [];
      requests = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A step with more calls has as many results. */
const stepAfter = (results: number, steps: readonly Step[]): Step | undefined =>
  steps.flatMap((step): readonly Step[] => ("tool" in step ? [step, ...(step.also ?? [])] : [step]))[results];

async function read(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body;
  } catch {
    return {};
  }
}

function reply(response: ServerResponse, what: Reply): void {
  const stream = "events" in what;
  response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
  response.end(stream ? what.events : JSON.stringify(what.json));
}

type Next = (told: readonly string[], hasTools: boolean) => Step;

function answer(url: string, body: Body, next: Next): Reply {
  const path = url.split("?")[0] ?? "";
  if (path.includes("count_tokens")) return { json: { input_tokens: 10 } };
  if (path.endsWith("/messages")) return anthropic(body, next);
  if (path.endsWith("/responses")) return responses(body, next);
  if (path.endsWith("/chat/completions")) return chat(body, next);
  if (path.endsWith(":countTokens")) return { json: { totalTokens: 10 } };
  if (/:(?:streamG|g)enerateContent$/.test(path)) return gemini(path, body, next);
  return { json: path.endsWith("/models") ? { object: "list", data: [], models: [] } : {} };
}

const list = (value: unknown): readonly Body[] => (Array.isArray(value) ? (value as Body[]) : []);
/** Who counts too few is taken to have cut the prompt. */
const tokensIn = (body: Body): number => Math.ceil(JSON.stringify(body).length / 4);
const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const id = (): string => `${Date.now()}${Math.floor(Math.random() * 1e6)}`;

/** The tools a request declares, in any of the four formats. */
const toolsIn = (body: Body): readonly (readonly [string, readonly string[]])[] =>
  list(body.tools)
    .flatMap((tool) => (Array.isArray(tool.functionDeclarations) ? list(tool.functionDeclarations) : [tool]))
    .flatMap((tool) => (tool.type === "namespace" ? inSpace(tool) : [tool]))
    .map((tool) => (tool.function as Body | undefined) ?? tool)
    .flatMap((tool): readonly (readonly [string, readonly string[]])[] => {
      const schema = (tool.parameters ?? tool.parametersJsonSchema ?? tool.input_schema ?? {}) as Body;
      return typeof tool.name === "string" ? [[tool.name, Object.keys((schema.properties ?? {}) as Body)]] : [];
    });

/** Under the names a hook is told: the space stands right in front. */
const inSpace = ({ name, tools }: Body): readonly Body[] =>
  list(tools).map((tool) => ({ ...tool, name: `${name}${tool.name}` }));

function anthropic(body: Body, next: Next): Reply {
  const told = list(body.messages)
    .flatMap((message) => list(message.content))
    .filter(({ type }) => type === "tool_result");
  const step = next(
    told.map(({ content }) => text(content)),
    list(body.tools).length > 0,
  );
  const blocks =
    "tool" in step
      ? [step, ...(step.also ?? [])].map(({ tool, input }) => ({
          type: "tool_use",
          id: `toolu_${id()}`,
          name: tool,
          input,
        }))
      : [{ type: "text", text: step.text }];
  const stop_reason = "tool" in step ? "tool_use" : "end_turn";
  const message = {
    id: `msg_${id()}`,
    type: "message",
    role: "assistant",
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: tokensIn(body), output_tokens: 1 },
  };
  if (body.stream !== true) return { json: { ...message, content: blocks, stop_reason } };
  return {
    events: sse([
      ["message_start", { message }],
      ...blocks.flatMap(blockEvents),
      ["message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }],
      ["message_stop", {}],
    ]),
  };
}

function blockEvents(block: Body, index: number): readonly (readonly [string, object])[] {
  const started = "input" in block ? { ...block, input: {} } : { ...block, text: "" };
  const delta =
    "input" in block
      ? { type: "input_json_delta", partial_json: JSON.stringify(block.input) }
      : { type: "text_delta", text: block.text };
  return [
    ["content_block_start", { index, content_block: started }],
    ["content_block_delta", { index, delta }],
    ["content_block_stop", { index }],
  ];
}

/** A tool of a group is called by both names. */
function namespaced(tool: string): Body {
  const [namespace, name] = tool.split("/");
  return name === undefined ? { name: tool } : { namespace, name };
}

function responses(body: Body, next: Next): Reply {
  const told = list(body.input).filter(({ type }) => /_output$/.test(text(type)));
  const step = next(
    told.map(({ output }) => text(output)),
    list(body.tools).length > 0,
  );
  const item =
    "tool" in step
      ? {
          type: "function_call",
          id: `fc_${id()}`,
          call_id: `call_${id()}`,
          ...namespaced(step.tool),
          arguments: JSON.stringify(step.input),
          status: "completed",
        }
      : {
          type: "message",
          id: `m_${id()}`,
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: step.text, annotations: [] }],
        };
  const usage = {
    input_tokens: tokensIn(body),
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokensIn(body) + 5,
  };
  const response = { id: `resp_${id()}`, object: "response", status: "completed", output: [item], usage };
  if (body.stream !== true) return { json: response };
  return {
    events: sse([
      ["response.created", { response: { ...response, status: "in_progress", output: [] } }],
      ["response.output_item.added", { output_index: 0, item }],
      ["response.output_item.done", { output_index: 0, item }],
      ["response.completed", { response }],
    ]),
  };
}

function chat(body: Body, next: Next): Reply {
  const told = list(body.messages).filter(({ role }) => role === "tool");
  const step = next(
    told.map(({ content }) => text(content)),
    list(body.tools).length > 0,
  );
  const base = { id: `cc_${id()}`, created: 1, model: body.model };
  const call =
    "tool" in step
      ? {
          tool_calls: [
            {
              index: 0,
              id: `call_${id()}`,
              type: "function",
              function: { name: step.tool, arguments: JSON.stringify(step.input) },
            },
          ],
        }
      : {};
  const message = { role: "assistant", content: "text" in step ? step.text : null, ...call };
  const finish_reason = "tool" in step ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (body.stream !== true)
    return { json: { ...base, object: "chat.completion", choices: [{ index: 0, finish_reason, message }], usage } };
  const chunk = (choice: Body, more = {}): string =>
    `data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  return {
    events: `${chunk({ delta: message, finish_reason: null })}${chunk({ delta: {}, finish_reason }, { usage })}data: [DONE]\n\n`,
  };
}

function gemini(path: string, body: Body, next: Next): Reply {
  const told = list(body.contents)
    .flatMap(({ parts }) => list(parts))
    .filter(({ functionResponse }) => functionResponse !== undefined);
  const wantsJson = (body.generationConfig as Body | undefined)?.responseMimeType === "application/json";
  const tools = list(body.tools).flatMap(({ functionDeclarations }) => list(functionDeclarations));
  const step = wantsJson
    ? { text: "{}" }
    : next(
        told.map(({ functionResponse }) => text(functionResponse)),
        tools.length > 0,
      );
  const part =
    "tool" in step ? { functionCall: { id: `fc${id()}`, name: step.tool, args: step.input } } : { text: step.text };
  const json = {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
  return path.endsWith(":streamGenerateContent") ? { events: `data: ${JSON.stringify(json)}\n\n` } : { json };
}

const sse = (events: readonly (readonly [string, object])[]): string =>
  events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`).join("");
