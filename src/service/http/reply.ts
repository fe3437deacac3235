/** Answers with what every one of them carries: nothing of the service runs, frames or is read anywhere else. */
import { type HttpProblem, problemBody } from "./problem.ts";

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SAFE_HEADERS = {
  "content-security-policy": CSP,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

type Headers = Readonly<Record<string, string>>;

/** Data is no page: nothing of it is run, framed or read by another origin, and nothing else can be done with it. */
const JSON_HEADERS: Headers = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** An answer as it goes out. */
export interface JsonReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export const jsonReply = (value: unknown): JsonReply => textReply(JSON.stringify(value));

/** JSON that is text already. */
export const textReply = (text: string): JsonReply => ({ status: 200, headers: JSON_HEADERS, text });

export const sendJson = (value: unknown, more: Headers = {}): Response =>
  sendReply({ ...jsonReply(value), headers: { ...JSON_HEADERS, ...more } });

export const sendReply = ({ status, headers, text }: JsonReply): Response => new Response(text, { status, headers });

export const sendProblem = (problem: HttpProblem): Response => sendReply(problemReply(problem));

export function problemReply(problem: HttpProblem): JsonReply {
  const { status } = problem;
  const asks = status === 401 ? { "www-authenticate": 'Bearer realm="sallyport"' } : {};
  const later = status === 429 ? { "retry-after": "1" } : {};
  // What was not read of a body is not waited for.
  const closing = status === 413 || status === 400 ? { connection: "close" } : {};
  return {
    status,
    headers: { ...JSON_HEADERS, ...asks, ...later, ...closing },
    text: JSON.stringify(problemBody(problem)),
  };
}

export const sendBytes = (body: string | Uint8Array | ReadableStream, headers: Headers): Response =>
  new Response(body, { headers: { ...SAFE_HEADERS, ...headers } });
