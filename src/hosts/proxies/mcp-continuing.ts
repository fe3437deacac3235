/**
 * Calls a person approved, until they are done. A server may answer one with a question of its own and is then called again
 * with what it asked for: that is the same call, and the approval that let it begin lets it end. Another call never is.
 */
import { objectIn, textIn } from "../json.ts";
import { callOf } from "./mcp-asking.ts";
import type { Message, MessageId } from "./message.ts";

const MAX_OPEN = 256;

interface Awaited {
  readonly call: string;
  readonly state: string | null;
  /** What the server asked for, by its own keys. */
  readonly keys: readonly string[];
}

export class Continuing {
  /** Approved calls that are with the server. */
  readonly #sent = new Map<MessageId, string>();
  #awaited: readonly Awaited[] = [];

  /** An approved call goes to the server. */
  send(id: MessageId, request: Message): void {
    this.#sent.set(id, callOf(request));
  }

  get isIdle(): boolean {
    return this.#sent.size === 0;
  }

  /** The server's answer: the call is over, or waits for what the server asked for. */
  hear({ method, id, result }: Message): void {
    if (method !== null || id === null) return;
    const call = this.#sent.get(id);
    this.#sent.delete(id);
    if (call === undefined || result?.resultType !== "input_required") return;
    const awaited = {
      call,
      state: textIn(result, "requestState"),
      keys: Object.keys(objectIn(result, "inputRequests") ?? {}),
    };
    this.#awaited = [...this.#awaited, awaited].slice(-MAX_OPEN);
  }

  /** Whether this is an approved call going on, exactly as the server asked for it. Good once. */
  take(request: Message): boolean {
    const call = callOf(request);
    const state = textIn(request.params, "requestState");
    const given = Object.keys(objectIn(request.params, "inputResponses") ?? {});
    const found = this.#awaited.find(
      (one) => one.call === call && one.state === state && given.every((key) => one.keys.includes(key)),
    );
    this.#awaited = this.#awaited.filter((one) => one !== found);
    return found !== undefined;
  }
}
