/** Secrets in text: found by their shape, by the name they stand under or because nobody made them up; taken out. */
export {
  hideInObject,
  hideKnown,
  hideSecrets,
  hidesMore,
  redact,
  redactObject,
  secretsIn,
  tellsSecret,
} from "./redact.ts";
