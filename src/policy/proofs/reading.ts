/** Step 8: the call only reads. */

import { allow, type Opinion } from "../../contract/decision.ts";
import { isReadOnly } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { couldMatch, inForce } from "../rules/index.ts";
import { readsCredentials } from "./credentials.ts";

export function reading(call: PolicyCall): Opinion {
  if (call.barring.length > 0 || isBarred(call)) return undefined;
  return safeTool(call) ?? readOnly(call);
}

function safeTool(call: PolicyCall): Opinion {
  if (call.spec.safe !== true || call.settings.safeTools.remove.includes(call.tool)) return undefined;
  return readsCredentials(call) === undefined ? allow("safeTool", `${call.tool} only reads or coordinates`) : undefined;
}

function readOnly(call: PolicyCall): Opinion {
  if (call.reading === undefined || call.spec.neverProven === true || !isReadOnly(call.reading)) return undefined;
  return readsCredentials(call) === undefined ? allow("readOnly", "every part of the command only reads") : undefined;
}

/** While a deny or ask rule could still speak of what nobody can read, nothing is allowed by rule or proof (§4). */
export function isBarred(call: PolicyCall): boolean {
  if (call.reading === undefined) return false;
  return [...inForce(call.book, "deny"), ...inForce(call.book, "ask")].some((rule) => couldMatch(rule, call));
}
