/** The sessions of an Agent Client Protocol agent: what was said and done in each, and the judgement of its next call. */

import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { BEHAVIORS, type Decision } from "../../contract/decision.ts";
import { sha256 } from "../../contract/key.ts";
import { messageOf } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import type { AnsweringGate } from "../answering.ts";
import { objectIn, pathIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { textsOf, wordsIn } from "../records/person.ts";
import { actionsBeside, actionsFor, readEditorWork } from "./acp-action.ts";
import {
  allowOnce,
  commandsLast,
  type DecidedAction,
  type OpenQuestion,
  PersonsAnswers,
  rejectionOf,
  selectOption,
  underOwnId,
} from "./acp-answers.ts";
import { titleFor } from "./acp-commands.ts";
import { PERMISSION } from "./acp-questions.ts";
import type { Message, MessageId } from "./message.ts";

export const UPDATE = "session/update";

export type AcpGate = AnsweringGate & Pick<Gate, "personSaid" | "probe">;

export interface AcpSessionParts {
  /** The gate of the project a session works in. */
  readonly gateAt: (root: string) => AcpGate;
  /** Whose tool names the agent's `_meta` carries, where it does. */
  readonly host?: string;
  readonly cwd: string;
}

/** What is kept of a session: enough to judge its next call. */
export interface AcpSession {
  /** Its id in the record. */
  readonly id: string;
  readonly cwd: string;
  readonly gate: AcpGate;
  readonly turns: Turn[];
  readonly calls: Map<string, JsonObject>;
  /** Calls that have begun, and so are part of the conversation. */
  readonly begun: Set<string>;
  /** Calls whose results were looked at. */
  readonly probed: Set<string>;
  /** What the person has just said yes to in the editor, as it was then: good for one use. */
  readonly granted: Map<string, DecidedAction>;
  /** What the person was asked about, by the call: no later word of the agent's takes its place. */
  readonly titles: Map<string, string>;
}

/** A permission request as it was judged: its outcome, or that the person decides. */
export type RequestVerdict =
  | { readonly kind: "answer"; readonly outcome: JsonObject }
  | { readonly kind: "ask"; readonly call: JsonObject; readonly decided: readonly DecidedAction[] };

/** What the editor does to sessions; all else about them is the agent's word. An answer names the session where the request does not. */
const EDITORS_WORD: Readonly<Record<string, "begins" | "beginsAnother" | "ends">> = {
  "session/new": "beginsAnother",
  "session/fork": "beginsAnother",
  "session/load": "begins",
  "session/resume": "begins",
  "session/close": "ends",
  "session/delete": "ends",
};

/**
 * The agent gives sessions their ids. In the record such an id is this door's and its directory's: it leads to no session of another
 * host or project, and to the same one when it is loaded again.
 */
const recordId = (id: string, cwd: string): string => `acp ${sha256(cwd).slice(0, CWD_HASH_LENGTH)} ${id}`;
const CWD_HASH_LENGTH = 16;

const CANCELLED: JsonObject = { outcome: { outcome: "cancelled" } };

/** The decision on a whole request, and on each of its calls. */
interface JudgedActions {
  readonly strictest: Decision;
  readonly decided: readonly DecidedAction[];
}

type WorkVerdict =
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly why: string }
  | { readonly kind: "ask"; readonly decision: Decision; readonly decided: readonly DecidedAction[] };

export class AcpSessions {
  readonly #parts: AcpSessionParts;
  readonly #sessions = new Map<string, AcpSession>();
  readonly answers = new PersonsAnswers();
  /** Where a session that is being made will work, by the request that makes it. */
  readonly #making = new Map<MessageId, string>();
  #probing: Promise<void> = Promise.resolve();

  constructor(parts: AcpSessionParts) {
    this.#parts = parts;
  }

  /** The session a request belongs to; undefined where the editor has begun none of that id on this connection. */
  find(params: JsonObject): AcpSession | undefined {
    return this.#sessions.get(textIn(params, "sessionId") ?? "");
  }

  /** A question goes on to the editor. Its title, where it needs another. */
  expectAnswer(
    id: MessageId,
    question: OpenQuestion & { readonly session: AcpSession },
    call: JsonObject,
  ): string | undefined {
    const { session, decided } = question;
    const callId = textIn(call, "toolCallId");
    this.answers.expect(id, question);
    if (session.gate.shadow) return undefined;
    const title = titleFor(
      call,
      decided.map(({ action }) => action),
      session.cwd,
    );
    if (callId !== null) session.titles.set(callId, title);
    return title === (textIn(call, "title") ?? "") ? undefined : title;
  }

  /** What the person was asked about, where an update gives that call another title. */
  titleAsked(params: JsonObject): string | undefined {
    const update = objectIn(params, "update") ?? {};
    const title = this.find(params)?.titles.get(textIn(update, "toolCallId") ?? "");
    return update.title === undefined || update.title === title ? undefined : title;
  }

  #actionsOf(session: AcpSession, call: JsonObject): readonly Action[] {
    return actionsFor(knownCall(session, call), this.#parts.host, session.cwd);
  }

  async hearEditor(message: Message): Promise<void> {
    const { method, params } = message;
    this.#hearOfSession(message);
    const session = this.find(params);
    const text = method === "session/prompt" ? wordsIn(textsOf(params.prompt)) : "";
    if (session === undefined || text === "") return;
    remember(session, { user: text });
    await session.gate.personSaid(text, session.id);
  }

  #hearOfSession({ method, id, params }: Message): void {
    const does = Object.hasOwn(EDITORS_WORD, method ?? "") ? EDITORS_WORD[method ?? ""] : undefined;
    const session = textIn(params, "sessionId");
    const cwd = pathIn(params, "cwd") ?? this.#parts.cwd;
    if (does === "beginsAnother" && id !== null) this.#making.set(id, cwd);
    if (does === "begins" && session !== null) this.#begin(session, cwd);
    if (does === "ends" && session !== null) this.#sessions.delete(session);
  }

  hearAgent({ method, id, params, result }: Message): void {
    if (method === UPDATE) this.#update(params);
    const cwd = id === null || method !== null ? undefined : this.#making.get(id);
    if (id === null || cwd === undefined) return;
    this.#making.delete(id);
    const session = result === null ? null : textIn(result, "sessionId");
    if (session !== null) this.#begin(session, cwd);
  }

  /** Never rejects. */
  async answerRequest(session: AcpSession, given: JsonObject, params: JsonObject): Promise<RequestVerdict> {
    try {
      const call = knownCall(session, given);
      const { strictest, decided } = await this.#judge(
        [...this.#actionsOf(session, given), ...actionsBeside(PERMISSION, params, session.cwd)],
        session,
      );
      const outcome = session.gate.shadow ? undefined : outcomeFor(strictest, params);
      return outcome === undefined ? { kind: "ask", call, decided } : { kind: "answer", outcome };
    } catch {
      return { kind: "answer", outcome: CANCELLED };
    }
  }

  /** What the editor is asked to do itself. Never rejects. */
  async judgeWork(session: AcpSession, method: string, params: JsonObject): Promise<WorkVerdict> {
    const actions = readEditorWork(method, params, session.cwd);
    if (!actions.ok) return { kind: "refuse", why: actions.error };
    try {
      if (await this.answers.isGranted(actions.value, session)) return { kind: "pass" };
      const { strictest: decision, decided } = await this.#judge(actions.value, session);
      if (isAllow(decision) || session.gate.shadow) return { kind: "pass" };
      return decision.behavior === "ask"
        ? { kind: "ask", decision, decided }
        : { kind: "refuse", why: messageForAgent(decision) };
    } catch (error) {
      return { kind: "refuse", why: faultMessage(messageOf(error)) };
    }
  }

  /** All of them must pass: the strictest decision is the answer. */
  async #judge(actions: readonly Action[], session: AcpSession): Promise<JudgedActions> {
    await this.#probing;
    const told = { ...placeOf(session), transcript: [...session.turns] };
    const decisions = new Map<Action, DecidedAction>();
    for (const one of commandsLast(actions, (action) => action)) {
      const action = underOwnId({ ...one, ...told });
      decisions.set(one, { action, decision: await session.gate.check(action) });
    }
    const decided = actions.flatMap((one) => decisions.get(one) ?? []);
    const strictness = (one: Decision): number => (isAllow(one) ? -1 : BEHAVIORS.indexOf(one.behavior));
    const [first, ...others] = decided.map(({ decision }) => decision);
    if (first === undefined) throw new Error("there is nothing to judge");
    const strictest = others.reduce((most, one) => (strictness(one) > strictness(most) ? one : most), first);
    return { strictest, decided };
  }

  #update(params: JsonObject): void {
    const session = this.find(params);
    const update = objectIn(params, "update") ?? {};
    const callId = textIn(update, "toolCallId");
    if (session === undefined || callId === null) return;
    const call = knownCall(session, update);
    session.calls.set(callId, call);
    this.#beginCall(session, callId, call);
    if (isEnded(call) && !session.probed.has(callId)) {
      session.probed.add(callId);
      // In order, and no update waits for it; the next judgement does.
      this.#probing = this.#probing.then(() => this.#probe(session, callId, call));
    }
  }

  /** What came back, as the agent shows it to the editor. It cannot be told to the agent; it is on record, and a fact. */
  async #probe(session: AcpSession, callId: string, call: JsonObject): Promise<void> {
    const [action] = this.#actionsOf(session, call);
    if (action === undefined) return;
    const told = { ...action, ...placeOf(session), toolUseId: callId };
    await session.gate.probe(told, [call.content ?? null, call.rawOutput ?? null]).catch(() => null);
  }

  #beginCall(session: AcpSession, callId: string, call: JsonObject): void {
    if (call.status === undefined || call.status === "pending" || session.begun.has(callId)) return;
    session.begun.add(callId);
    const [action] = this.#actionsOf(session, call);
    if (action !== undefined) remember(session, { id: callId, tool: action.tool, input: action.input });
  }

  /** The editor's newest word on where it works counts. */
  #begin(id: string, cwd: string): void {
    if (this.#sessions.get(id)?.cwd === cwd) return;
    const kept = { turns: [], calls: new Map(), begun: new Set<string>(), probed: new Set<string>() };
    const asked = { granted: new Map<string, DecidedAction>(), titles: new Map<string, string>() };
    this.#sessions.set(id, { id: recordId(id, cwd), cwd, gate: this.#parts.gateAt(cwd), ...kept, ...asked });
  }
}

/** What is known of a call from before, and what is said of it now. */
const knownCall = ({ calls }: AcpSession, call: JsonObject): JsonObject => ({
  ...calls.get(textIn(call, "toolCallId") ?? ""),
  ...call,
});

/** Where a terminal is to run says nothing of where its session began. */
const placeOf = ({ id, cwd }: AcpSession): Pick<Action, "session" | "startedIn"> => ({ session: id, startedIn: cwd });

const isEnded = ({ status }: JsonObject): boolean => status === "completed" || status === "failed";

/** All of it: what is too much is left out when it is shown, at places that stay. */
const remember = ({ turns }: AcpSession, turn: Turn): void => void turns.push(turn);

/** Undefined where the person decides: also where we allow and the agent offers no way to allow once. */
function outcomeFor(decision: Decision, params: JsonObject): JsonObject | undefined {
  if (decision.behavior === "ask") return undefined;
  if (isAllow(decision)) return selectOption(allowOnce(params));
  const rejection = rejectionOf(params, messageForAgent(decision));
  return decision.behavior === "deny" ? rejection : { ...rejection, ...CANCELLED };
}
