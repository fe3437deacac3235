/** Secrets in text: found by pattern and by the name they stand under, taken out. */
export { isSecretName } from "./named-values.ts";
export {
  hideInObject,
  hideKnown,
  hideSecrets,
  hidesMore,
  holdsToken,
  redact,
  redactObject,
  secretsIn,
} from "./redact.ts";
export { tellsSecret } from "./told-lines.ts";
