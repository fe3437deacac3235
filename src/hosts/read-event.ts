/** An event as a host sends it: one JSON object in UTF-8, no key twice. */
import type { JsonObject } from "../contract/action.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { parseStrictJson } from "../contract/strict-json.ts";
import { isObject } from "./json.ts";

const MAX_EVENT_BYTES = 64_000_000;

export async function readEvent(stdin: AsyncIterable<Uint8Array | string>): Promise<Result<JsonObject>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_EVENT_BYTES) return fail(`the event is larger than ${MAX_EVENT_BYTES} bytes`);
    chunks.push(bytes);
  }
  try {
    const parsed = parseStrictJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
    if (!parsed.ok) return fail(`the event ${parsed.error.replace(/^(is not valid JSON): .*/, "$1")}`);
    return isObject(parsed.value) ? ok(parsed.value) : fail("the event is not a JSON object");
  } catch {
    return fail("the event is not valid UTF-8");
  }
}
