/**
 * Between an MCP client and a server: what makes the server act or read is judged first, everything else passes as it came, in
 * whatever revision of the protocol the two speak. A denial is a tool result the model can read; what the person must decide is
 * asked through a client that can show them a form. Calls are judged side by side; one that is cancelled meanwhile never
 * reaches the server.
 */

import { randomUUID } from "node:crypto";
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import { messageOf, type Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { approvalRefusal } from "../../memory/index.ts";
import { type AnsweringGate, refusalToRun } from "../answering.ts";
import { objectIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent, messageForPerson } from "../message.ts";
import { Continuing, type FormAnswer, FormQuestions, questionFor, withoutOurState } from "./mcp-asking.ts";
import { Listings, probeLine } from "./mcp-listing.ts";
import { isDisguisedMethod, passesUnjudged, readRequest, type Spoken, strangeSayings } from "./mcp-methods.ts";
import {
  APPROVED,
  ASKS_IN_RESULTS,
  capabilitiesOf,
  changedMessage,
  type HeardBefore,
  type JudgedRequest,
  PASS,
  type QuestionTopic,
  type RequestOutcome,
  refusalLine,
  refuse,
  showsForms,
  versionOf,
} from "./mcp-request.ts";
import {
  errorLine,
  isAnswer,
  type Message,
  type MessageId,
  type MessageLine,
  parseMessage,
  resultLine,
  unclearIn,
} from "./message.ts";
import { describeChange, type ToolPins } from "./pins.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;

export interface McpProxyParts {
  readonly gate: AnsweringGate & Pick<Gate, "probe">;
  /** The name under which rules know the server. */
  readonly server: string;
  readonly session: string;
  readonly cwd: string;
  readonly pins: ToolPins;
  readonly toClient: (line: string) => void;
  readonly toServer: (line: string) => void;
}

export interface McpProxy {
  /** A line from the client. Resolves when it is passed on or answered. */
  readonly fromClient: (line: string) => Promise<void>;
  /** A line from the server: passed on as it came, or with a warning where the probe found something in a result. */
  readonly fromServer: (line: string) => Promise<void>;
}

export function mcpProxy(parts: McpProxyParts): McpProxy {
  const proxy = new JudgingProxy(parts);
  return {
    fromClient: (line) => proxy.fromClient(line),
    fromServer: (line) => proxy.fromServer(line),
  };
}

class JudgingProxy {
  readonly #parts: McpProxyParts;
  readonly #pending = new Map<MessageId, AbortController>();
  /** The calls that went through here: all a proxy ever hears of the conversation. */
  readonly #turns: Turn[] = [];
  readonly #listings: Listings;
  /** Calls the server is working on. */
  readonly #running = new Map<MessageId, Action>();
  readonly #questions = new FormQuestions<QuestionTopic>();
  readonly #continuing = new Continuing();
  /** What the client said it can, in a handshake. */
  #capabilities: JsonObject | null = null;

  constructor(parts: McpProxyParts) {
    this.#parts = parts;
    this.#listings = new Listings(parts.pins);
  }

  async fromClient(line: string): Promise<void> {
    const got = parseMessage(line);
    if (!got.ok) this.#refuse(null, PARSE_ERROR, `the message is ${got.error}`);
    else if (got.value.kind === "batch") this.#passBatch(got.value.messages, line);
    else await this.#passOne(got.value.message, line);
  }

  async fromServer(came: string): Promise<void> {
    const line = this.#listings.hear(came);
    if (line === undefined) return;
    const asks = line.includes("method") || line.includes("\\u");
    const got = this.#continuing.isIdle && !asks ? undefined : parseMessage(line);
    if (asks && got !== undefined && !this.#mayPass(got, line)) return;
    if (got?.ok === true && got.value.kind === "one") this.#continuing.hear(got.value.message);
    this.#parts.toClient(
      this.#running.size === 0 ? line : await probeLine(line, (id) => this.#take(id), this.#parts.gate),
    );
  }

  /** What asks the client for something nobody knows is answered here; of what has two readings, answers pass. */
  #mayPass(got: Result<MessageLine>, line: string): boolean {
    if (!got.ok) return isAnswer(line);
    const messages = got.value.kind === "one" ? [got.value.message] : got.value.messages;
    const strange = strangeSayings(messages);
    for (const { id, why } of strange)
      if (id !== null) this.#parts.toServer(errorLine(id, METHOD_NOT_FOUND, `Sallyport: ${why}`));
    return strange.length === 0;
  }

  /** The call a result answers: told once. */
  #take(id: MessageId): Action | undefined {
    const action = this.#running.get(id);
    this.#running.delete(id);
    return action;
  }

  #refuse(id: MessageId | null, code: number, why: string): void {
    this.#parts.toClient(errorLine(id, code, `Sallyport: ${why}`));
  }

  async #passOne(message: Message, line: string): Promise<void> {
    const { id, method, params } = message;
    if (this.#questions.hear(message)) return;
    if (method !== null && isDisguisedMethod(method))
      return this.#refuse(id, INVALID_REQUEST, `"${method}" is not how this method is spelt`);
    // A request without an id asks for no answer; nothing could be told, and nothing would be judged in time.
    if (method !== null && !passesUnjudged(message)) return id === null ? undefined : this.#judge(id, message, line);
    if (method === "initialize") this.#capabilities = objectIn(params, "capabilities");
    if (method === "tools/list" && id !== null) this.#listings.asked(id, message);
    if (method === "notifications/cancelled" && this.#cancel(message)) return;
    this.#parts.toServer(line);
  }

  async #judge(id: MessageId, message: Message, line: string): Promise<void> {
    const spoken = unclearIn(line) ?? readRequest(message, this.#parts.server);
    if (!spoken.ok) return this.#refuse(id, INVALID_PARAMS, spoken.error);
    if (this.#pending.has(id)) return this.#refuse(id, INVALID_PARAMS, "its id is in use");
    const stop = new AbortController();
    this.#pending.set(id, stop);
    const request = this.#requestOf(message, stop.signal);
    const outcome = await this.#settle(spoken.value, request);
    this.#pending.delete(id);
    if (stop.signal.aborted) return;
    const [first] = spoken.value;
    if (outcome.kind === "pass" && first !== undefined)
      this.#running.set(id, this.#actionFor(first, request, request.callId));
    this.#answer(id, message, { line, outcome });
  }

  #answer(id: MessageId, message: Message, { line, outcome }: { line: string; outcome: RequestOutcome }): void {
    const { toClient, toServer } = this.#parts;
    if (outcome.kind === "question") toClient(resultLine(id, outcome.result));
    else if (outcome.kind === "refuse") toClient(refusalLine(id, message, outcome.why));
    else {
      if (outcome.approved) this.#continuing.send(id, message);
      toServer(withoutOurState(line, message));
    }
  }

  #requestOf(message: Message, signal: AbortSignal): JudgedRequest {
    const capabilities = versionOf(message.params) === null ? this.#capabilities : capabilitiesOf(message.params);
    return { message, signal, attended: showsForms(capabilities), callId: `mcp ${randomUUID()}` };
  }

  /** Never rejects. */
  async #settle(spoken: readonly Spoken[], request: JudgedRequest): Promise<RequestOutcome> {
    const { message, signal } = request;
    try {
      const asked = this.#questions.takeStated(message);
      const held = await this.#askAboutChange(
        request,
        asked !== undefined && "change" in asked.about ? asked : undefined,
      );
      if (held !== null) return held;
      if (signal.aborted) return refuse("Sallyport: the call was cancelled.");
      const outcome = await this.#judgeAll(spoken, request, {
        answered:
          asked !== undefined && "call" in asked.about ? { id: asked.about.call, answer: asked.answer } : undefined,
        goesOn: this.#continuing.take(message),
      });
      const unkept = outcome.kind === "pass" ? this.#pin(message) : undefined;
      return unkept === undefined ? outcome : refuse(`Held back by Sallyport: ${unkept}.`);
    } catch (error) {
      return refuse(faultMessage(messageOf(error)));
    }
  }

  async #judgeAll(spoken: readonly Spoken[], request: JudgedRequest, before: HeardBefore): Promise<RequestOutcome> {
    let outcome = PASS;
    for (const one of spoken) {
      const next = await this.#judgeOne(one, request, before);
      if (next.kind !== "pass") return next;
      if (next.approved) outcome = next;
    }
    this.#turns.push(...spoken.map((one) => ({ ...one, id: request.callId })));
    return outcome;
  }

  async #judgeOne(spoken: Spoken, request: JudgedRequest, { answered, goesOn }: HeardBefore): Promise<RequestOutcome> {
    const { gate } = this.#parts;
    const { signal, attended } = request;
    if (answered !== undefined && answered.answer !== "none")
      return this.#byAnswer(this.#actionFor(spoken, request, answered.id), answered.answer, signal);
    const action = this.#actionFor(spoken, request, request.callId);
    const canAsk = attended && answered === undefined;
    const decision = await gate.check({ ...action, headless: !canAsk }, { signal });
    if (isAllow(decision) || gate.shadow) return decision.by === "approval" ? APPROVED : PASS;
    if (goesOn && approvalRefusal(decision) === null) return APPROVED;
    return decision.behavior === "ask" && canAsk
      ? this.#ask(action, decision, request)
      : refuse(messageForAgent(decision));
  }

  async #byAnswer(action: Action, says: "yes" | "no", signal: AbortSignal): Promise<RequestOutcome> {
    const refusal = await refusalToRun(this.#parts.gate, action, { through: "an MCP client", says, signal });
    return refusal === null ? APPROVED : refuse(refusal);
  }

  /** Where the form would not hold the call, or nobody answers it, the person can still approve it at a terminal. */
  async #ask(action: Action, decision: Decision, request: JudgedRequest): Promise<RequestOutcome> {
    const { tool, input, toolUseId = "" } = action;
    const question = questionFor(messageForPerson(decision), { [tool]: input });
    const unasked = refuse(messageForAgent({ ...decision, behavior: "deny" }));
    if (question === null) return unasked;
    const said = await this.#put(question, request, { call: toolUseId });
    if (typeof said !== "string") return said;
    return said === "none" ? unasked : this.#byAnswer(action, said, request.signal);
  }

  /** Asks the person in the way of the request's era: the answer, or the result that asks for it. */
  async #put(
    question: string,
    { message, signal }: JudgedRequest,
    about: QuestionTopic,
  ): Promise<FormAnswer | RequestOutcome> {
    if (versionOf(message.params) === null) return this.#questions.ask(question, this.#parts.toClient, signal);
    if (!ASKS_IN_RESULTS.has(message.method ?? "")) return "none";
    return { kind: "question", result: this.#questions.stateQuestion(message, question, about) };
  }

  /** Null where the tool is as it was when it was first used, or the person has accepted what it became. */
  async #askAboutChange(
    request: JudgedRequest,
    asked: { readonly about: QuestionTopic; readonly answer: FormAnswer } | undefined,
  ): Promise<RequestOutcome | null> {
    const { pins, server, gate } = this.#parts;
    const { method, params } = request.message;
    const change = method === "tools/call" && !gate.shadow ? pins.changed(textIn(params, "name") ?? "") : undefined;
    if (change === undefined) return null;
    if (typeof change === "string") return refuse(`Held back by Sallyport: ${change}.`);
    const words = `The server "${server}" says something else of this tool than when it was first used:\n${describeChange(change)}\nMay its new words count?`;
    const question = asked === undefined && request.attended ? questionFor(words, { tool: change.tool }) : null;
    const said = asked?.answer ?? (question === null ? "none" : await this.#put(question, request, { change }));
    if (typeof said !== "string") return said;
    const unkept = said === "yes" ? pins.accept(change) : changedMessage(server, change);
    return unkept === undefined ? null : refuse(`Held back by Sallyport: ${unkept}.`);
  }

  #pin({ method, params }: Message): string | undefined {
    if (method !== "tools/call" || this.#parts.gate.shadow) return undefined;
    return this.#parts.pins.use(textIn(params, "name") ?? "");
  }

  #actionFor(spoken: Spoken, { message }: JudgedRequest, toolUseId: string): Action {
    const { cwd, session } = this.#parts;
    return { ...spoken, transcript: [...this.#turns], cwd, session, toolUseId, event: message.method ?? "" };
  }

  /** True when the call was still being judged: the server has never heard of it. */
  #cancel({ params }: Message): boolean {
    const id = params.requestId;
    const stop = typeof id === "string" || typeof id === "number" ? this.#pending.get(id) : undefined;
    stop?.abort();
    return stop !== undefined;
  }

  /** Several messages at once are passed on only if nothing in them is judged. */
  #passBatch(messages: readonly Message[], line: string): void {
    const isJudged = messages.some((one) => one.method !== null && !passesUnjudged(one));
    if (!isJudged) this.#parts.toServer(line);
    for (const { id, method } of isJudged ? messages : [])
      if (id !== null && method !== null) this.#refuse(id, INVALID_REQUEST, "send what is judged one by one");
  }
}
