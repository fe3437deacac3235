/** Secrets in text: found by pattern, taken out. */
export { redact, redactObject } from "./redact.ts";
