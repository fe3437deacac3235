/** The body of a request: no longer than it may be, JSON in UTF-8, no key twice. */
import type { IncomingMessage } from "node:http";
import { fail, ok, type Result } from "../../contract/result.ts";
import { parseStrictJson } from "../../contract/strict-json.ts";
import { badRequest, type HttpProblem, tooLarge, wrongType } from "./problem.ts";

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export async function readBytes(incoming: IncomingMessage, limit: number): Promise<Result<Buffer, HttpProblem>> {
  const type = incoming.headers["content-type"];
  if (type === undefined || !JSON_TYPE.test(type))
    return fail(wrongType("the body is not said to be JSON", "send Content-Type: application/json"));
  if (incoming.headers["content-encoding"] !== undefined)
    return fail(wrongType("the body is compressed", "send it as it is"));
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return fail(tooLong(limit));
  return collect(incoming, limit);
}

const tooLong = (limit: number): HttpProblem => tooLarge(`the body is longer than ${limit} bytes`);

function collect(incoming: IncomingMessage, limit: number): Promise<Result<Buffer, HttpProblem>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: Result<Buffer, HttpProblem>): void => {
      incoming.off("data", take).off("end", end).off("error", broke).off("close", broke);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        incoming.pause();
        settle(fail(tooLong(limit)));
      } else chunks.push(chunk);
    };
    const end = (): void =>
      settle(ok(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    const broke = (): void => settle(fail(badRequest("the body ended before it was whole")));
    incoming.on("data", take).on("end", end).on("error", broke).on("close", broke);
  });
}

export function parseBody(bytes: Uint8Array): Result<unknown, HttpProblem> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail(badRequest("the body is not valid UTF-8"));
  }
  const parsed = parseStrictJson(text);
  return parsed.ok ? parsed : fail(badRequest(`the body ${parsed.error}`));
}
