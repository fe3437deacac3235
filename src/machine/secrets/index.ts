/** Secrets in text: found by pattern and by the name they stand under, taken out. */
export { hideInObject, hideSecrets, hidesMore, redact, redactObject } from "./redact.ts";
