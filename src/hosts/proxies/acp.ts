/**
 * Between an editor and an Agent Client Protocol agent: `session/request_permission` is answered by the gate, and what the
 * editor is asked to do itself (terminals, files, what an extension adds) is judged first; what is known to do nothing passes as it came. An answer is for once,
 * never for always; what the person must decide goes to the editor as a question.
 */
import { messageForAgent } from "../message.ts";
import { PERMISSION, Questions } from "./acp-questions.ts";
import { type AcpSessionParts, AcpSessions } from "./acp-sessions.ts";
import { errorLine, foldName, isDisguised, type Message, type MessageId, parseMessage, resultLine } from "./message.ts";
import { ACP_TO_EDITOR, isHarmless, judgedMethods } from "./methods.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

const JUDGED = judgedMethods(ACP_TO_EDITOR);

/** Terminals and files by another method than those that are judged: whatever it is called, nobody knows what it does to them. */
const isUnknownWork = (method: string): boolean =>
  /(?:^|[^a-z])(?:fs|files?|filesystem|terminals?|process|shell|exec)(?:[^a-z]|$)/.test(foldName(method)) &&
  !Object.hasOwn(ACP_TO_EDITOR, method);

/** Answers, and what is known to do nothing. */
const passes = ({ method }: Message): boolean => method === null || isHarmless(ACP_TO_EDITOR, method);

export interface AcpProxyParts extends AcpSessionParts {
  readonly toEditor: (line: string) => void;
  readonly toAgent: (line: string) => void;
}

export interface AcpProxy {
  readonly fromEditor: (line: string) => Promise<void>;
  readonly fromAgent: (line: string) => Promise<void>;
}

export function acpProxy(parts: AcpProxyParts): AcpProxy {
  const { toEditor, toAgent } = parts;
  const sessions = new AcpSessions(parts);
  const questions = new Questions(toEditor);
  const refuse = (id: MessageId | null, code: number, why: string): void =>
    toAgent(errorLine(id, code, `Sallyport: ${why}`));

  async function fromAgent(line: string): Promise<void> {
    const got = parseMessage(line);
    if (!got.ok) refuse(null, PARSE_ERROR, `the message is ${got.error}`);
    else if (got.value.kind === "one") await passOne(got.value.message, line);
    else if (!got.value.messages.every(passes)) refuse(null, INVALID_REQUEST, "send what is judged one by one");
    else toEditor(line);
  }

  function oddIn(method: string, id: MessageId | null): string | undefined {
    if (isDisguised(method, JUDGED)) return `"${method}" is not how this method is spelt`;
    if (questions.isOurs(id)) return "this id is not the agent's to give";
    return isUnknownWork(method) ? `nobody knows how to judge "${method}"` : undefined;
  }

  async function passOne(message: Message, line: string): Promise<void> {
    const { id, method } = message;
    const odd = method === null ? undefined : oddIn(method, id);
    if (odd !== undefined) return refuse(id, INVALID_REQUEST, odd);
    sessions.hearAgent(message);
    if (method === null || passes(message)) return toEditor(line);
    // A request without an id asks for no answer: nothing could be told, and an extension's may do anything.
    if (id === null) return;
    return method === PERMISSION ? answerPermission(id, message, line) : judgeWork(id, message, line);
  }

  async function answerPermission(id: MessageId, { params }: Message, line: string): Promise<void> {
    const answer = await sessions.answerRequest(params);
    if (answer !== undefined) return toAgent(resultLine(id, answer));
    sessions.expectAnswer(id, params);
    toEditor(line);
  }

  async function judgeWork(id: MessageId, { method, params }: Message, line: string): Promise<void> {
    const verdict = await sessions.judgeWork(method ?? "", params);
    if (verdict.kind === "pass") return toEditor(line);
    if (verdict.kind === "refuse") return refuse(id, REFUSED, verdict.why);
    const isYes = await questions.ask(params, verdict.decision);
    return isYes ? toEditor(line) : refuse(id, REFUSED, messageForAgent(verdict.decision));
  }

  return {
    fromEditor: async (line) => {
      const got = parseMessage(line);
      const message = got.ok && got.value.kind === "one" ? got.value.message : undefined;
      if (message !== undefined && questions.hear(message)) return;
      if (message !== undefined) await sessions.hearEditor(message);
      toAgent(line);
    },
    fromAgent,
  };
}
