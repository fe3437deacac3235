/** Secrets in text: found by pattern, taken out. */
export { MAX_KEPT_CHARS, redact, redactJson, redactObject } from "./redact.ts";
