/** Secrets in text: found by pattern, taken out. */
export { hidesMore, redact, redactObject } from "./redact.ts";
