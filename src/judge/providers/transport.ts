/**
 * The one way out. Wraps the `fetch` an SDK is given: only the endpoint's own origin, no redirects (a key must not
 * follow one), the answer read whole and bounded before anyone parses it. An answer that says a thing twice says nothing.
 */
import { parseStrictJson } from "../../contract/strict-json.ts";

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export type Fetch = typeof globalThis.fetch;

export interface Exchange {
  readonly url: string;
  readonly request: string;
  readonly status: number;
  readonly response: string;
}

/** Thrown inside an SDK only to come out of it again as a failure. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: "redirect" | "origin" | "size" | "twice";
  constructor(kind: TransportError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Transport {
  readonly fetch: Fetch;
  /** Kept aside because an SDK may wrap what was thrown. */
  readonly refused: () => TransportError | undefined;
}

export const transport = (
  fetch: Fetch,
  options: {
    readonly baseUrl: string;
    readonly observe?: ((exchange: Exchange) => void) | undefined;
    readonly maxBytes?: number;
  },
): Transport => {
  const origin = new URL(options.baseUrl).origin;
  const maxBytes = options.maxBytes ?? MAX_RESPONSE_BYTES;
  let refused: TransportError | undefined;
  const refuse = (kind: TransportError["kind"], message: string): never => {
    refused = new TransportError(kind, message);
    throw refused;
  };
  const guarded: Fetch = async (input, init) => {
    const url = addressOf(input);
    if (new URL(url).origin !== origin) refuse("origin", `refused to contact ${new URL(url).origin}`);
    const response = await fetch(input, { ...init, redirect: "manual" });
    const body = await readBounded(response, maxBytes, () => refuse("size", `answer longer than ${maxBytes} bytes`));
    const text = new TextDecoder().decode(body);
    const request = typeof init?.body === "string" ? init.body : "";
    options.observe?.({ url, request, status: response.status, response: text });
    if (response.status >= 300 && response.status < 400)
      refuse("redirect", `refused to follow a redirect (${response.status})`);
    const twice = saidTwice(text);
    if (twice !== undefined) refuse("twice", `the answer ${twice}`);
    const bodyless = [101, 204, 205].includes(response.status);
    return new Response(bodyless ? null : body, { status: response.status, headers: response.headers });
  };
  return { fetch: guarded, refused: () => refused };
};

const addressOf = (input: Parameters<Fetch>[0]): string =>
  typeof input === "string" ? input : input instanceof URL ? input.href : input.url;

/** What is no JSON is the SDK's to tell. */
function saidTwice(text: string): string | undefined {
  const strict = parseStrictJson(text);
  return strict.ok || strict.error.startsWith("is not valid JSON") ? undefined : strict.error;
}

const readBounded = async (
  response: Response,
  maxBytes: number,
  tooLong: () => never,
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) tooLong();
      chunks.push(chunk);
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};
