/**
 * Between an editor and an Agent Client Protocol agent: `session/request_permission` is answered by the gate, and what the
 * editor is asked to do itself (terminals, files, what an extension adds) is judged first; what is known to do nothing passes as it came. An answer is for once,
 * never for always; what the person must decide goes to the editor as a question.
 */
import type { JsonObject } from "../../contract/action.ts";
import { objectIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { unknownFields } from "./acp-action.ts";
import { withTitle } from "./acp-commands.ts";
import { PERMISSION, Questions } from "./acp-questions.ts";
import { type AcpSession, type AcpSessionParts, AcpSessions, UPDATE } from "./acp-sessions.ts";
import {
  errorLine,
  foldName,
  isDisguised,
  type Message,
  type MessageId,
  parseMessage,
  resultLine,
  saysMoreBeside,
  unclearIn,
} from "./message.ts";
import { ACP_TO_EDITOR, isHarmless, judgedMethods, oddParameter } from "./methods.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

const JUDGED = judgedMethods(ACP_TO_EDITOR);

/** Terminals and files by another method than those that are judged: whatever it is called, nobody knows what it does to them. */
const isUnknownWork = (method: string): boolean =>
  /(?:^|[^a-z])(?:fs|files?|filesystem|terminals?|process|shell|exec)(?:[^a-z]|$)/.test(foldName(method)) &&
  !Object.hasOwn(ACP_TO_EDITOR, method);

/** Answers, and what is known to do nothing. */
const passes = (message: Message): boolean =>
  message.method === null || (isHarmless(ACP_TO_EDITOR, message.method) && oddSaying(message) === undefined);

/** What the agent shows of its work may carry anything: the editor shows it. */
const oddSaying = (message: Message): string | undefined =>
  isHarmless(ACP_TO_EDITOR, message.method ?? "") && message.method !== UPDATE && saysMoreBeside(message)
    ? '"_meta" says more than the protocol lets it'
    : oddParameter(ACP_TO_EDITOR, message);

export interface AcpProxyParts extends AcpSessionParts {
  readonly toEditor: (line: string) => void;
  readonly toAgent: (line: string) => void;
}

/** A request, and the line it came in. */
interface Asked {
  readonly params: JsonObject;
  readonly line: string;
}

export interface AcpProxy {
  readonly fromEditor: (line: string) => Promise<void>;
  readonly fromAgent: (line: string) => Promise<void>;
}

export const acpProxy = (parts: AcpProxyParts): AcpProxy => new AcpConnection(parts);

class AcpConnection implements AcpProxy {
  readonly #parts: AcpProxyParts;
  readonly #sessions: AcpSessions;
  readonly #questions: Questions;
  /** Ids under which the editor owes the agent an answer, or the agent's request is being judged. */
  readonly #inUse = new Set<MessageId>();

  constructor(parts: AcpProxyParts) {
    this.#parts = parts;
    this.#sessions = new AcpSessions(parts);
    this.#questions = new Questions(parts.toEditor);
  }

  readonly fromEditor = async (line: string): Promise<void> => {
    const got = parseMessage(line);
    if (got.ok && got.value.kind === "one") return this.#hearEditor(got.value.message, line);
    const messages = got.ok && got.value.kind === "batch" ? got.value.messages : [];
    // Where a person's answer may stand in it that cannot be looked at by itself, it goes no further.
    const isAwaited = got.ok
      ? messages.some(({ id }) => this.#sessions.answers.isAwaited(id ?? ""))
      : this.#sessions.answers.isAwaited();
    if (isAwaited) return;
    for (const { id, method } of messages)
      if (id !== null && method === null) {
        this.#inUse.delete(id);
        this.#sessions.answers.workEnds(id);
      }
    this.#parts.toAgent(line);
  };

  async #hearEditor(message: Message, line: string): Promise<void> {
    if (this.#questions.hear(message)) return;
    const { id, method, result } = message;
    if (method === null && id !== null) {
      // An answer to nothing that was asked: under another spelling of an id, or for the second time.
      if (!this.#inUse.has(id)) return;
      this.#inUse.delete(id);
      this.#sessions.answers.workEnds(id);
      const instead = await this.#sessions.answers.hear(id, result);
      return this.#parts.toAgent(instead === undefined ? line : resultLine(id, instead));
    }
    await this.#sessions.hearEditor(message);
    this.#parts.toAgent(line);
  }

  readonly fromAgent = async (line: string): Promise<void> => {
    const got = parseMessage(line);
    if (!got.ok) this.#refuse(null, PARSE_ERROR, `the message is ${got.error}`);
    else if (got.value.kind === "one") await this.#pass(got.value.message, line);
    else if (!got.value.messages.every((one) => passes(one) && one.method !== UPDATE && !this.#isTaken(one)))
      this.#refuse(null, INVALID_REQUEST, "send what is judged one by one");
    else {
      for (const one of got.value.messages) this.#take(one);
      this.#parts.toEditor(line);
    }
  };

  /** Two requests under one id: the answer to the one would be taken for one to the other. */
  #isTaken({ method, id }: Message): boolean {
    return method !== null && id !== null && this.#inUse.has(id);
  }

  #take({ method, id }: Message): void {
    if (method !== null && id !== null) this.#inUse.add(id);
  }

  #refuse(id: MessageId | null, code: number, why: string): void {
    if (id !== null) this.#inUse.delete(id);
    this.#parts.toAgent(errorLine(id, code, `Sallyport: ${why}`));
  }

  #oddIn(message: Message): string | undefined {
    const { method, id } = message;
    if (method === null) return undefined;
    if (isDisguised(method, JUDGED)) return `"${method}" is not how this method is spelt`;
    if (this.#questions.isOurs(id)) return "this id is not the agent's to give";
    return isUnknownWork(method) ? `nobody knows how to judge "${method}"` : oddSaying(message);
  }

  async #pass(message: Message, line: string): Promise<void> {
    const { id, method } = message;
    const odd = this.#oddIn(message);
    if (this.#isTaken(message))
      return this.#parts.toAgent(errorLine(id, INVALID_REQUEST, "Sallyport: its id is in use"));
    if (odd !== undefined) return this.#refuse(id, INVALID_REQUEST, odd);
    this.#take(message);
    this.#sessions.hearAgent(message);
    if (method === null || passes(message)) return this.#parts.toEditor(this.#asAsked(message, line));
    // A request without an id asks for no answer: nothing could be told, and an extension's may do anything.
    if (id !== null) await this.#judge(id, method, { params: message.params, line });
  }

  /** A title that the person was asked about stays what they saw. */
  #asAsked({ method, params }: Message, line: string): string {
    const title = method === UPDATE ? this.#sessions.titleAsked(params) : undefined;
    return title === undefined ? line : withTitle(line, "update", title);
  }

  /** Where a session works is the editor's word: one it has not begun here is in no project. */
  async #judge(id: MessageId, method: string, asked: Asked): Promise<void> {
    const unclear = unclearIn(asked.line);
    if (unclear !== undefined) return this.#refuse(id, INVALID_REQUEST, unclear.error);
    const session = this.#sessions.find(asked.params);
    if (session === undefined)
      return this.#refuse(id, INVALID_REQUEST, "the editor has begun no session of this id here");
    return method === PERMISSION
      ? this.#answerPermission(id, session, asked)
      : this.#judgeWork(id, session, { ...asked, method });
  }

  async #answerPermission(id: MessageId, session: AcpSession, { params, line }: Asked): Promise<void> {
    const call = objectIn(params, "toolCall");
    if (call === null) return this.#refuse(id, INVALID_REQUEST, "the request names no call");
    const [odd] = unknownFields(call);
    if (odd !== undefined) return this.#refuse(id, INVALID_REQUEST, `"${odd}" is nothing that a call has`);
    const verdict = await this.#sessions.answerRequest(session, call, params);
    if (verdict.kind === "answer") {
      this.#inUse.delete(id);
      return this.#parts.toAgent(resultLine(id, verdict.outcome));
    }
    const title = this.#sessions.expectAnswer(id, { session, params, decided: verdict.decided }, verdict.call);
    this.#parts.toEditor(title === undefined ? line : withTitle(line, "toolCall", title));
  }

  async #judgeWork(
    id: MessageId,
    session: AcpSession,
    { method, params, line }: Asked & { readonly method: string },
  ): Promise<void> {
    const verdict = await this.#sessions.judgeWork(session, method, params);
    if (verdict.kind === "pass") return this.#handOver(id, method, line);
    if (verdict.kind === "refuse") return this.#refuse(id, REFUSED, verdict.why);
    const said = await this.#questions.ask(params, verdict.decision);
    const refusal =
      said === "none"
        ? messageForAgent(verdict.decision)
        : await this.#sessions.answers.take(session, verdict.decided, said);
    return refusal === null ? this.#handOver(id, method, line) : this.#refuse(id, REFUSED, refusal);
  }

  #handOver(id: MessageId, method: string, line: string): void {
    if (method !== "fs/read_text_file") this.#sessions.answers.workBegins(id);
    this.#parts.toEditor(line);
  }
}
