/**
 * Step 8: the call only reads. Reading alone proves what is plain; what only the big reader takes for reading is no
 * proof, and may run where walls let it do nothing else.
 */

import { allow, type Opinion } from "../../contract/decision.ts";
import { onlyReads } from "../../contract/effect.ts";
import { assertNever } from "../../contract/result.ts";
import { isReadOnly } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { couldMatch, inForce } from "../rules/index.ts";
import { readsCredentials } from "./credentials.ts";
import { plainUses } from "./plain/index.ts";

export type ReadingProof =
  /** By the safe list, by being plain, or as a closed form of a service that reads (with plain commands around it). */
  | { readonly proven: "tool" | "plain" | "service" }
  /** Read as reading, and not plain: harmless inside these walls only. */
  | { readonly walls: "look" };

/** Why the call only reads, or undefined. Never throws. */
export function proveReading(call: PolicyCall): ReadingProof | undefined {
  if (call.barring.length > 0 || isBarred(call) || readsCredentials(call) !== undefined) return undefined;
  if (isSafeTool(call)) return { proven: "tool" };
  if (call.reading === undefined || call.spec.neverProven === true) return undefined;
  const uses = plainUses(call);
  const isPlain = uses?.every(
    ({ kind, command }) => kind === "service" || (kind === "reads" && onlyReads(command.effects)),
  );
  if (isPlain === true) return { proven: uses?.some(({ kind }) => kind === "service") ? "service" : "plain" };
  return isReadOnly(call.reading) ? { walls: "look" } : undefined;
}

/** The step: what is proven by reading alone. */
export function reading(call: PolicyCall): Opinion {
  const proof = proveReading(call);
  if (proof === undefined || "walls" in proof) return undefined;
  switch (proof.proven) {
    case "tool":
      return allow("safeTool", `${call.tool} only reads or coordinates`);
    case "plain":
      return allow("readOnly", "every part of the command only reads");
    case "service":
      return allow("readOnly", "it only asks a service, in a form that can do nothing else");
    default:
      return assertNever(proof.proven);
  }
}

const isSafeTool = (call: PolicyCall): boolean =>
  call.spec.safe === true && !call.settings.safeTools.remove.includes(call.tool);

/** While a deny or ask rule could still speak of what nobody can read, nothing is allowed by rule or proof (§4). */
export function isBarred(call: PolicyCall): boolean {
  if (call.reading === undefined) return false;
  return [...inForce(call.book, "deny"), ...inForce(call.book, "ask")].some((rule) => couldMatch(rule, call));
}
