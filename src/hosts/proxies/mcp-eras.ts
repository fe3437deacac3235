/**
 * The two eras of the Model Context Protocol: until 2025-11-25 a handshake says what both sides can, from 2026-07-28 on every
 * request says it for itself, and every result says of which type it is.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isObject, objectIn, textIn } from "../json.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** The version a request says it is written in; null for one of the first era, which does not say. */
export function versionOf(params: JsonObject): string | null {
  const meta = objectIn(params, "_meta");
  return meta === null ? null : textIn(meta, VERSION_KEY);
}

export const capabilitiesOf = (params: JsonObject): JsonObject | null => {
  const meta = objectIn(params, "_meta");
  return meta === null ? null : objectIn(meta, CAPABILITIES_KEY);
};

/** A client that can put a form before the person: an empty declaration means forms, one of other kinds alone does not. */
export function showsForms(capabilities: JsonObject | null): boolean {
  const elicitation = capabilities === null ? null : objectIn(capabilities, "elicitation");
  if (elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || isObject(elicitation.form);
}

/** A result as the request's era has it. */
export const resultFor = (params: JsonObject, result: JsonObject): Json =>
  versionOf(params) === null ? result : { resultType: "complete", ...result };
