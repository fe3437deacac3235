/** Secrets in text: found by pattern and by the name they stand under, taken out. */
export { hideInObject, hideKnown, hideSecrets, hidesMore, redact, redactObject, secretsIn } from "./redact.ts";
