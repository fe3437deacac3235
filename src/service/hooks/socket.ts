/**
 * The socket for hooks. An answer, or word that it is pending, goes out well before the line gives up; what cannot be answered
 * as the hook would is left to the hook. Whatever goes wrong here, the line decides alone.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { HookAnswer } from "../../hosts/index.ts";
import type { AskOnHold } from "../waiting.ts";
import { beginAnswer, type HookService } from "./answer.ts";
import { type HookDelivery, parseDelivery } from "./delivery.ts";
import { isOwnPlace, isSecret, readSecret, SECRET_HEADER } from "./place.ts";

/** A larger event would hold up everybody's answers while it is read. */
const MAX_BODY_BYTES = 4_000_000;
/** The line waits 300 ms in all. */
const PENDING_AFTER_MS = 150;
/** The line comes for what is pending at once. */
const FETCH_LIMIT_MS = 2_000;
const HEADERS_LIMIT_MS = 2_000;
const BODY_LIMIT_MS = 5_000;
const MAX_CONNECTIONS = 512;
const MAX_HEADER_BYTES = 16_384;

export const HELD_PATH = "/v1/hooks/held";
const LEFT = "the model is asked by the hook, which has its key";
const EVENT_PATH = /^\/v1\/hooks\/[\w-]+$/;
const PENDING_PATH = /^\/v1\/hooks\/pending\/([0-9a-f]{32})$/;

export interface HookCounts {
  readonly answered: number;
  readonly pending: number;
  /** Left to the hook itself. */
  readonly alone: number;
}

interface PendingAnswer {
  /** Undefined: it is left to the hook after all. */
  readonly answer: Promise<string | undefined>;
  readonly leave: () => void;
  readonly unfetched: NodeJS.Timeout;
}

export interface HookServerParts extends HookService {
  readonly stateDir: string;
  readonly secretFile: string;
  /** What waits for a person, for `approve --wait`. */
  readonly held: () => readonly AskOnHold[];
}

export class HookServer {
  readonly server: Server;
  readonly #parts: HookServerParts;
  readonly #pending = new Map<string, PendingAnswer>();
  readonly #counts = { answered: 0, pending: 0, alone: 0 };

  constructor(parts: HookServerParts) {
    this.#parts = parts;
    this.server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
      const exchange = { request, response };
      this.#route(exchange).catch(() => this.#leaveAlone(exchange, 500, "something broke"));
    });
    this.server.headersTimeout = HEADERS_LIMIT_MS;
    this.server.requestTimeout = BODY_LIMIT_MS;
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  counts(): HookCounts {
    return { ...this.#counts };
  }

  async #route(exchange: Exchange): Promise<void> {
    const { headers, url = "", method } = exchange.request;
    const given = headers[SECRET_HEADER];
    if (!isOwnPlace(this.#parts.stateDir)) this.#leaveAlone(exchange, 409, "its directory is not the user's alone");
    else if (!isSecret(typeof given === "string" ? given : undefined, readSecret(this.#parts.secretFile)))
      this.#leaveAlone(exchange, 401, "the secret of the installed line is missing");
    else if (method === "GET" && url === HELD_PATH) reply(exchange.response, 200, JSON.stringify(this.#parts.held()));
    else if (method === "GET") this.#answerPending(PENDING_PATH.exec(url)?.[1] ?? "", exchange);
    else if (method === "POST" && EVENT_PATH.test(url)) await this.#take(exchange);
    else this.#leaveAlone(exchange, 404, "there is no such route on this socket");
  }

  async #take(exchange: Exchange): Promise<void> {
    const body = await readBody(exchange.request);
    if (!body.ok) this.#leaveAlone(exchange, 413, body.error);
    else {
      const delivery = parseDelivery(body.value);
      if (delivery.ok) this.#answerEvent(delivery.value, exchange);
      else this.#leaveAlone(exchange, 409, delivery.error);
    }
  }

  #answerEvent(delivery: HookDelivery, exchange: Exchange): void {
    const { request, response } = exchange;
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    const unheard = onLeaving(request, leave);
    const begun = beginAnswer(delivery, this.#parts, gone);
    if (!begun.ok) {
      this.#leaveAlone(exchange, 409, begun.error);
      return;
    }
    this.#parts.use.own();
    const answer = begun.value.answer.then((given) => given && formatAnswer(delivery.pid, given));
    const later = setTimeout(() => {
      unheard();
      const id = this.#keep(answer, leave);
      reply(response, 202, `sallyport ${delivery.pid} pending ${id}\n`);
    }, PENDING_AFTER_MS);
    void answer.then((text) => {
      clearTimeout(later);
      if (response.headersSent) return;
      if (text === undefined) this.#leaveAlone(exchange, 409, LEFT);
      else if (!gone.signal.aborted) this.#tell(exchange, text);
    });
  }

  /** Until the line has fetched it; where it does not come, it has gone. */
  #keep(answer: PendingAnswer["answer"], leave: () => void): string {
    const id = randomBytes(16).toString("hex");
    this.#counts.pending++;
    this.#pending.set(id, { answer, leave, unfetched: setTimeout(leave, FETCH_LIMIT_MS) });
    void answer.then(() => setTimeout(() => this.#pending.delete(id), FETCH_LIMIT_MS).unref());
    return id;
  }

  #answerPending(id: string, exchange: Exchange): void {
    const found = this.#pending.get(id);
    this.#pending.delete(id);
    if (found === undefined) {
      this.#leaveAlone(exchange, 404, "nothing is pending under this id");
      return;
    }
    clearTimeout(found.unfetched);
    onLeaving(exchange.request, found.leave);
    void found.answer.then((text) => {
      if (text === undefined) this.#leaveAlone(exchange, 409, LEFT);
      else this.#tell(exchange, text);
    });
  }

  #tell({ response }: Exchange, text: string): void {
    this.#counts.answered++;
    reply(response, 200, text);
  }

  #leaveAlone({ response }: Exchange, status: number, why: string): void {
    this.#counts.alone++;
    reply(response, status, `${why}\n`);
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What the hook would print and end with, in the words the line reads: its number again, status, answer, and words for stderr. */
const formatAnswer = (pid: number, { stdout, stderr, exit }: HookAnswer): string =>
  [
    `sallyport ${pid} ${exit} ${stdout === null ? "silent" : JSON.stringify(stdout)}`,
    ...(stderr === null ? [] : [stderr]),
  ].join("\n");

function reply(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return;
  const bytes = Buffer.from(text);
  response.writeHead(status, { "content-type": "text/plain", "content-length": bytes.length, connection: "close" });
  response.end(bytes);
}

/** Tells when the other end goes before it was answered; what is returned stops listening. */
function onLeaving({ socket }: IncomingMessage, leave: () => void): () => void {
  socket.once("end", leave);
  socket.once("close", leave);
  return () => {
    socket.off("end", leave);
    socket.off("close", leave);
  };
}

/** A failure where it is too large. */
async function readBody(request: IncomingMessage): Promise<Result<Buffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return fail(`the event is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}
