/**
 * Step 8: the call only reads. Reading alone proves what is plain; what only the big reader takes for reading is no
 * proof, and may run where walls let it do nothing else.
 */

import { type Effect, isReading, onlyReads } from "../../contract/effect.ts";
import { openSource, type Witness } from "../../contract/witness.ts";
import { isPowerful } from "../../machine/index.ts";
import { isCoreReader, isLive } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { couldMatch, inForce, type Rule } from "../rules/index.ts";
import { namesCredentials, readsCredentials } from "./credentials.ts";
import { plainUses } from "./plain/index.ts";
import { servesFresh } from "./served-code.ts";

const prove = openSource("reading");

type ReadingProof =
  /** By the safe list, by being plain, or as a closed form of a service that reads (with plain commands around it). */
  | { readonly proven: Witness<"reading"> }
  /** Read as reading, and not plain: harmless inside these walls only. */
  | { readonly walls: "look" };

/** Why the call only reads, or undefined. Never throws. */
export function proveReading(call: PolicyCall): ReadingProof | undefined {
  if (call.barring.length > 0 || isBarred(call)) return undefined;
  if (readsCredentials(call) !== undefined) return isLook(call) ? { walls: "look" } : undefined;
  if (isSafeTool(call)) return { proven: prove({ proven: "tool" }) };
  if (call.reading === undefined || call.spec.neverProven === true) return undefined;
  const uses = plainUses(call);
  const isPlain = uses?.every(({ kind, effects }) => kind === "service" || (kind === "reads" && onlyReads(effects)));
  if (isPlain === true)
    return { proven: prove({ proven: uses?.some(({ kind }) => kind === "service") ? "service" : "plain" }) };
  return isLook(call) ? { walls: "look" } : undefined;
}

/**
 * Everything that was read of it is reading: by programs that only read, of places that need not be known, with
 * variables that no program takes code, paths or hosts from. Whether it is so, walls see to.
 */
function isLook(call: PolicyCall): boolean {
  const { reading } = call;
  if (reading === undefined || call.spec.neverProven === true || reading.opaque.length > 0) return false;
  const others = call.effects.filter((effect) => !isOwnEnvironment(effect));
  if (reading.commands.length === 0 || namesCredentials({ ...call, effects: others })) return false;
  if (showsMachine(call)) return false;
  return reading.commands.every(({ name, understood, effects }) =>
    understood
      ? effects.every(isLooking)
      : isCoreReader(name ?? "") && effects.every((effect) => isLooking(effect) || effect.do === "unknown"),
  );
}

/** A part of it looks at the machine as it runs: what it would see inside walls is not true outside. */
export const showsMachine = ({ reading }: PolicyCall): boolean =>
  reading?.commands.some(({ name }) => isLive(name ?? "")) === true;

const isLooking = (effect: Effect): boolean =>
  isReading(effect) || (effect.do === "environment" && !isPowerful(effect.name)) || isOwnEnvironment(effect);

/** Inside the gate's own walls the environment is an allow list: to show it shows no secret. */
export const isOwnEnvironment = (effect: Effect): boolean =>
  effect.do === "secret" && effect.act === "secret.environment";

/** Contacting somebody, changing a repository, or doing what nobody can say, is never a matter of the tool's name. */
const isSafeTool = (call: PolicyCall): boolean =>
  call.spec.safe === true &&
  !isBentSearch(call) &&
  !servesFresh(call) &&
  !call.settings.safeTools.remove.includes(call.tool) &&
  !call.effects.some(({ do: kind }) => kind === "network" || kind === "vcs" || kind === "unknown");

/** How a host starts the program that searches for it, nobody here knows: its variables may hold for it. */
const isBentSearch = ({ tool, world: { variables = [] } }: PolicyCall): boolean =>
  SEARCHES.has(tool) && variables.includes("RIPGREP_CONFIG_PATH");

const SEARCHES: ReadonlySet<string> = new Set(["Grep", "Glob"]);

/** While a deny or ask rule could still speak of what nobody can read, nothing is allowed by rule or proof (§4). */
export const isBarred = (call: PolicyCall): boolean => barringRule(call) !== undefined;

export function barringRule(call: PolicyCall): Rule | undefined {
  if (call.reading === undefined) return undefined;
  return [...inForce(call.book, "deny"), ...inForce(call.book, "ask")].find((rule) => couldMatch(rule, call));
}
