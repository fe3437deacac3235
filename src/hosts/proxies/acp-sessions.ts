/** The sessions of an Agent Client Protocol agent: what was said and done in each, and the judgement of its next call. */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import { BEHAVIORS, type Decision } from "../../contract/decision.ts";
import { assertNever, messageOf } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { textsOf, wordsIn } from "../person.ts";
import { actionsFor, readEditorWork } from "./acp-action.ts";
import type { Message, MessageId } from "./message.ts";

export interface AcpSessionParts {
  readonly gate: Pick<Gate, "check" | "personSaid" | "probe" | "shadow">;
  /** Whose tool names the agent's `_meta` carries, where it does. */
  readonly host?: string;
  readonly cwd: string;
}

/** What is kept of a session: enough to judge its next call. */
interface AcpSession {
  readonly cwd: string;
  readonly turns: Turn[];
  readonly calls: Map<string, JsonObject>;
  /** Calls that have begun, and so are part of the conversation. */
  readonly begun: Set<string>;
  /** Calls whose results were looked at. */
  readonly probed: Set<string>;
  /** What the person has just said yes to in the editor: good for one use. */
  readonly granted: Set<string>;
}

/** A question that went on to the editor, and what a yes to it would be. */
interface OpenQuestion {
  readonly session: string;
  readonly grant: string;
  readonly yes: ReadonlySet<string>;
}

const grantOf = ({ tool, input, cwd }: Action): string => JSON.stringify([tool, input, cwd]);

type WorkVerdict =
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly why: string }
  | { readonly kind: "ask"; readonly decision: Decision };

export class AcpSessions {
  readonly #parts: AcpSessionParts;
  readonly #sessions = new Map<string, AcpSession>();
  /** Where a session that is being made will work, by the request that makes it. */
  readonly #making = new Map<MessageId, string>();
  readonly #asked = new Map<MessageId, OpenQuestion>();
  #probing: Promise<void> = Promise.resolve();

  constructor(parts: AcpSessionParts) {
    this.#parts = parts;
  }

  /** A question goes on to the editor: the person's yes there holds for the work that follows from it. */
  expectAnswer(id: MessageId, params: JsonObject): void {
    const session = textIn(params, "sessionId");
    const [action] = session === null ? [] : this.#actionsOf(session, objectIn(params, "toolCall") ?? {});
    const yes = objectsIn(params, "options").flatMap(({ kind, optionId }) =>
      (kind === "allow_once" || kind === "allow_always") && typeof optionId === "string" ? [optionId] : [],
    );
    if (session !== null && action !== undefined)
      this.#asked.set(id, { session, grant: grantOf(action), yes: new Set(yes) });
  }

  #hearAnswer(id: MessageId, result: JsonObject | null): void {
    const question = this.#asked.get(id);
    this.#asked.delete(id);
    const outcome = result === null ? null : objectIn(result, "outcome");
    const option = outcome?.outcome === "selected" ? textIn(outcome, "optionId") : null;
    if (question !== undefined && option !== null && question.yes.has(option))
      this.#named(question.session).granted.add(question.grant);
  }

  #actionsOf(session: string, call: JsonObject): readonly Action[] {
    const { calls, cwd } = this.#named(session);
    return actionsFor({ ...calls.get(textIn(call, "toolCallId") ?? ""), ...call }, this.#parts.host, cwd);
  }

  async hearEditor({ method, id, params, result }: Message): Promise<void> {
    if (method === null && id !== null) this.#hearAnswer(id, result);
    const cwd = pathIn(params, "cwd") ?? this.#parts.cwd;
    if (method === "session/new" && id !== null) this.#making.set(id, cwd);
    const session = textIn(params, "sessionId");
    if (session === null) return;
    if (method === "session/load" || method === "session/resume") this.#named(session, cwd);
    const text = method === "session/prompt" ? wordsIn(textsOf(params.prompt)) : "";
    if (text === "") return;
    remember(this.#named(session), { user: text });
    await this.#parts.gate.personSaid(text, session);
  }

  hearAgent({ method, id, params, result }: Message): void {
    if (method === "session/update") this.#update(params);
    const cwd = id === null || method !== null ? undefined : this.#making.get(id);
    if (id === null || cwd === undefined) return;
    this.#making.delete(id);
    const session = result === null ? null : textIn(result, "sessionId");
    if (session !== null) this.#named(session, cwd);
  }

  /** The outcome for the agent, or undefined where the person decides. Never rejects. */
  async answerRequest(params: JsonObject): Promise<JsonObject | undefined> {
    const { gate } = this.#parts;
    const id = textIn(params, "sessionId");
    const call = objectIn(params, "toolCall");
    if (id === null || call === null) return undefined;
    try {
      const decision = await this.#judge(this.#actionsOf(id, call), id, textIn(call, "toolCallId"));
      return gate.shadow ? undefined : outcomeFor(decision, params);
    } catch {
      return { outcome: { outcome: "cancelled" } };
    }
  }

  /** What the editor is asked to do itself. Never rejects. */
  async judgeWork(method: string, params: JsonObject): Promise<WorkVerdict> {
    const { gate } = this.#parts;
    const id = textIn(params, "sessionId");
    if (id === null) return { kind: "refuse", why: "the request names no session" };
    const actions = readEditorWork(method, params, this.#named(id).cwd);
    if (!actions.ok) return { kind: "refuse", why: actions.error };
    try {
      const decision = await this.#judge(actions.value, id, null);
      if (gate.shadow) return { kind: "pass" };
      switch (decision.behavior) {
        case "allow":
          return { kind: "pass" };
        case "ask":
          return this.#isGranted(actions.value, id) ? { kind: "pass" } : { kind: "ask", decision };
        case "deny":
        case "abort":
          return { kind: "refuse", why: messageForAgent(decision) };
        default:
          return assertNever(decision.behavior);
      }
    } catch (error) {
      return { kind: "refuse", why: faultMessage(messageOf(error)) };
    }
  }

  /** The person saw one reading of it: where there are two, the yes may be to the other. */
  #isGranted([action, ...others]: readonly Action[], session: string): boolean {
    return action !== undefined && others.length === 0 && this.#named(session).granted.delete(grantOf(action));
  }

  /** All of them must pass: the strictest decision is the answer. */
  async #judge(actions: readonly Action[], session: string, toolUseId: string | null): Promise<Decision> {
    await this.#probing;
    const transcript = [...this.#named(session).turns];
    const decisions: Decision[] = [];
    for (const [i, action] of actions.entries()) {
      const id = toolUseId === null || i > 0 ? {} : { toolUseId };
      decisions.push(await this.#parts.gate.check({ ...action, session, transcript, ...id }));
    }
    const strictness = ({ behavior }: Decision): number => BEHAVIORS.indexOf(behavior);
    const [first, ...others] = decisions;
    if (first === undefined) throw new Error("there is nothing to judge");
    return others.reduce((strictest, one) => (strictness(one) > strictness(strictest) ? one : strictest), first);
  }

  #update(params: JsonObject): void {
    const id = textIn(params, "sessionId");
    const update = objectIn(params, "update") ?? {};
    const callId = textIn(update, "toolCallId");
    if (id === null || callId === null) return;
    const session = this.#named(id);
    const call = { ...session.calls.get(callId), ...update };
    session.calls.set(callId, call);
    this.#begin(id, callId, call);
    if (isEnded(call) && !session.probed.has(callId)) {
      session.probed.add(callId);
      // In order, and no update waits for it; the next judgement does.
      this.#probing = this.#probing.then(() => this.#probe(id, callId, call));
    }
  }

  /** What came back, as the agent shows it to the editor. It cannot be told to the agent; it is on record, and a fact. */
  async #probe(id: string, callId: string, call: JsonObject): Promise<void> {
    const [action] = this.#actionsOf(id, call);
    if (action === undefined) return;
    const told = { ...action, session: id, toolUseId: callId };
    await this.#parts.gate.probe(told, [call.content ?? null, call.rawOutput ?? null]).catch(() => null);
  }

  #begin(id: string, callId: string, call: JsonObject): void {
    const session = this.#named(id);
    if (call.status === undefined || call.status === "pending" || session.begun.has(callId)) return;
    session.begun.add(callId);
    const [action] = this.#actionsOf(id, call);
    if (action !== undefined) remember(session, { id: callId, tool: action.tool, input: action.input });
  }

  #named(id: string, cwd = this.#parts.cwd): AcpSession {
    const known = this.#sessions.get(id) ?? {
      cwd,
      turns: [],
      calls: new Map(),
      begun: new Set(),
      probed: new Set(),
      granted: new Set(),
    };
    this.#sessions.set(id, known);
    return known;
  }
}

const isEnded = ({ status }: JsonObject): boolean => status === "completed" || status === "failed";

/** All of it: what is too much is left out when it is shown, at places that stay. */
const remember = ({ turns }: AcpSession, turn: Turn): void => void turns.push(turn);

/** Undefined where the person decides: also where we allow and the agent offers no way to allow once. */
function outcomeFor(decision: Decision, params: JsonObject): JsonObject | undefined {
  if (decision.behavior === "ask") return undefined;
  if (decision.behavior === "allow") return selectOption(optionOf(params, "allow_once"));
  const reason = { _meta: { sallyport: { reason: messageForAgent(decision) } } };
  const rejected = decision.behavior === "deny" ? selectOption(optionOf(params, "reject_once")) : undefined;
  return { ...(rejected ?? { outcome: { outcome: "cancelled" } }), ...reason };
}

const selectOption = (optionId: string | null): JsonObject | undefined =>
  optionId === null ? undefined : { outcome: { outcome: "selected", optionId } };

function optionOf(params: JsonObject, kind: string): string | null {
  const option = objectsIn(params, "options").find((one) => one.kind === kind && typeof one.optionId === "string");
  return typeof option?.optionId === "string" ? option.optionId : null;
}
