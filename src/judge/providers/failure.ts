/** What went wrong, as one word of the contract. Works on shapes, so that no SDK is loaded to name its errors. */
import type { Unavailable } from "../../contract/decision.ts";
import { type Failed, failed, notSetUp } from "./provider.ts";
import type { TransportError } from "./transport.ts";

const BY_STATUS: Readonly<Record<number, Unavailable>> = {
  401: "auth",
  403: "auth",
  408: "timeout",
  413: "too_long",
  429: "rate_limited",
  503: "overloaded",
  529: "overloaded",
};

/** How vendors say that a prompt does not fit. */
const TOO_LONG =
  /prompt is too long|context[_ ](?:length|window)[_ ]?(?:exceeded)?|maximum context length|too many (?:input )?tokens|exceeds? the (?:model'?s )?(?:maximum )?context|input (?:is|was) too long|request too large|request_too_large/i;

export const failureOfStatus = (status: number, message: string, retryAfterMs?: number): Failed => {
  const detail = `${status} ${message}`;
  if (status >= 300 && status < 400) return failed("bad_response", detail);
  if ([400, 413, 422].includes(status) && TOO_LONG.test(message)) return failed("too_long", detail);
  const known = BY_STATUS[status];
  if (known !== undefined) return failed(known, detail, retryAfterMs);
  return failed(status >= 500 ? "server_error" : "bad_request", detail, retryAfterMs);
};

/** Seconds or a date, as the header allows; undefined when it says nothing usable. */
const readRetryAfter = (headers: unknown, now: number): number | undefined => {
  const get = (name: string): string | null => (headers instanceof Headers ? headers.get(name) : null);
  const milliseconds = Number.parseFloat(get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const value = get("retry-after");
  if (value === null) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
  return wait >= 0 ? wait : undefined;
};

/** Of anything an SDK, `fetch` or a parser can throw. */
export const failureOfError = (
  error: unknown,
  context: { readonly now: number; readonly refused?: TransportError | undefined },
): Failed => {
  if (context.refused !== undefined) return failed("bad_response", context.refused.message);
  if (!(error instanceof Error)) return failed("bad_response", "unknown failure");
  if ("status" in error && typeof error.status === "number") return failureOfAnswer(error, error.status, context.now);
  if (error instanceof SyntaxError) return failed("bad_response", `not JSON: ${error.message}`);
  if (/timed? ?out|timeout/i.test(`${error.name} ${error.message}`)) return failed("timeout", error.message);
  if (isMissingModule(error))
    return failed(
      "bad_request",
      `${firstLine(error.message)}: a part of this program is gone; install sallyport again`,
    );
  if (isCredential(error)) return notSetUp("auth", deepest(error).message);
  if (isNetwork(error)) return failed("network", deepest(error).message);
  return failed("bad_response", error.message);
};

/** A server answered with an error, as the SDKs tell it. */
const failureOfAnswer = (error: Error, status: number, now: number): Failed => {
  const headers = "headers" in error ? error.headers : undefined;
  if (isSetup(status, "error" in error ? error.error : undefined))
    return notSetUp(status === 401 ? "auth" : "bad_request", error.message);
  return failureOfStatus(status, error.message.replace(/^\d{3}\s+/, ""), readRetryAfter(headers, now));
};

/**
 * A key or a model the provider itself does not know: it says so in its own form. What stands between us and the provider
 * (a gateway, a portal) answers 401 and 404 in others, and that is an outage.
 */
const isSetup = (status: number, body: unknown): boolean => (status === 401 || status === 404) && isOwnForm(body);

const OWN_TYPES: ReadonlySet<unknown> = new Set(["authentication_error", "not_found_error"]);
const OWN_CODES: ReadonlySet<unknown> = new Set(["invalid_api_key", "model_not_found"]);

/** Anthropic's `{type: "error", error: {type}}`, OpenAI's `{code, type}`, which its SDK takes out of `{error}`. */
function isOwnForm(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  if ("type" in body && body.type === "error" && "error" in body) return isOwnForm(body.error);
  if ("type" in body && OWN_TYPES.has(body.type)) return true;
  return "code" in body && OWN_CODES.has(body.code);
}

const causes = (error: Error): readonly Error[] => {
  const list = [error];
  for (let at = error; at.cause instanceof Error && list.length < 10; ) {
    at = at.cause;
    list.push(at);
  }
  return list;
};
const deepest = (error: Error): Error => causes(error).at(-1) ?? error;
const isNetwork = (error: Error): boolean =>
  causes(error).some(
    (one) =>
      one.constructor.name === "APIConnectionError" ||
      (one instanceof TypeError && /fetch failed|terminated|network/i.test(one.message)) ||
      ("code" in one && /^(E[A-Z]+|UND_ERR_[A-Z_]+|HPE_[A-Z_]+)$/.test(String(one.code))),
  );
/** By `import`, and by `require`, which the built programs use in its place. */
const isMissingModule = (error: Error): boolean =>
  "code" in error && (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND");
const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
const isCredential = (error: Error): boolean =>
  causes(error).some((one) => /credential|authentication method|api[ _-]?key/i.test(`${one.name} ${one.message}`));

/** Where servers tell of an error beside, or inside of, what looks like an answer. */
const ERROR_FIELDS = ["error", "errors", "error_message", "error_code"] as const;
const PARTS = ["choices", "output", "content", "message", "response"] as const;
const MAX_DEPTH = 4;

/** An answer that also tells of an error is none, whatever else stands in it. */
export function errorBeside(answer: unknown): Failed | undefined {
  const told = errorIn(answer, 0);
  return told === undefined ? undefined : failed("server_error", `the answer tells of an error: ${told}`);
}

function errorIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return firstOf(value, (one) => errorIn(one, depth + 1));
  const fields = new Map<string, unknown>(Object.entries(value));
  if (fields.get("object") === "error" || fields.get("type") === "error") return describeError(value);
  const told = ERROR_FIELDS.map((name) => fields.get(name)).find(isTold);
  return told === undefined ? firstOf(PARTS, (name) => errorIn(fields.get(name), depth + 1)) : describeError(told);
}

/** `null` and the like are how servers say that there is none. */
const isTold = (error: unknown): boolean =>
  !(error === undefined || error === null || error === false || error === "" || error === 0) &&
  !(Array.isArray(error) && error.length === 0);

const describeError = (error: unknown): string => JSON.stringify(error).slice(0, 300);

function firstOf<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
