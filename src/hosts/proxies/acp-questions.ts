/** Our own questions to the person, asked in the editor's dialog. */
import type { JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { messageForPerson } from "../message.ts";
import { answerAmong } from "./acp-answers.ts";
import type { FormAnswer } from "./mcp-asking.ts";
import type { Message, MessageId } from "./message.ts";

export const PERMISSION = "session/request_permission";

const OPTIONS = [
  { optionId: "yes", name: "Allow once", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

/** Every id is ours alone: the agent cannot answer or guess one. */
export class Questions {
  readonly #open = new Map<MessageId, (said: FormAnswer) => void>();
  readonly #toEditor: (line: string) => void;
  readonly #name = `sallyport-${globalThis.crypto.randomUUID()}`;
  #asked = 0;

  constructor(toEditor: (line: string) => void) {
    this.#toEditor = toEditor;
  }

  ask({ sessionId = null, ...params }: JsonObject, decision: Decision): Promise<FormAnswer> {
    const id = `${this.#name}-${++this.#asked}`;
    const toolCall = { toolCallId: id, title: messageForPerson(decision), rawInput: params };
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      const request = { jsonrpc: "2.0", id, method: PERMISSION, params: { sessionId, toolCall, options: OPTIONS } };
      this.#toEditor(JSON.stringify(request));
    });
  }

  /** An answer to this id would be taken for one to us. */
  isOurs(id: MessageId | null): boolean {
    return typeof id === "string" && id.startsWith(this.#name);
  }

  /** Whether the message answers one of ours; what is neither the very yes nor the very no is no answer. */
  hear({ id, method, result }: Message): boolean {
    const resolve = id === null || method !== null ? undefined : this.#open.get(id);
    if (id === null || resolve === undefined) return false;
    this.#open.delete(id);
    resolve(answerAmong({ options: OPTIONS }, result) ?? "none");
    return true;
  }
}
