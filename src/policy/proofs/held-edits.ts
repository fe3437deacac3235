/**
 * Edits of the project that the edit fast path does not prove and walls hold whole (§9): other programs than its own few,
 * modes, links within the project. What is lost of files is in the restore point that stands before such walls.
 */
import type { Effect, WriteEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";
import { namesCredentials, readsCredentials } from "./credentials.ts";
import { broughtTree, isEditable, isProvenEffect } from "./edits.ts";

/** Rights of the owner, the group and others; never the bits that lend an owner's rights. */
const ORDINARY_MODE = /^(?:0?[0-7]{3}|[ugoa]*[+=-][rwxX]+(?:,[ugoa]*[+=-][rwxX]+)*)$/;

/** Of a call whose every effect walls let happen: all of it would happen, and nothing of it leads out of the project later. */
export function areHeldEdits(call: PolicyCall): boolean {
  const { effects, reading, settings } = call;
  if (settings.autoMode.classifyEdits || !effects.some(isChange)) return false;
  if (readsCredentials(call) !== undefined || namesCredentials(call)) return false;
  return effects.every((effect) => isHeld(effect, call)) && (reading?.commands ?? []).every(setsOrdinaryModes);
}

const isChange = (effect: Effect): boolean => effect.do === "write" || effect.do === "delete";

function isHeld(effect: Effect, call: PolicyCall): boolean {
  switch (effect.do) {
    case "write":
      return isHeldWrite(effect, call);
    case "delete":
      return !effect.recursive || isProvenEffect(effect, call);
    default:
      return true;
  }
}

/** A tree that brings protected names along would be refused half-way. One that is not known yet is the walls' to keep. */
function isHeldWrite(effect: WriteEffect, call: PolicyCall): boolean {
  const { as, from } = effect;
  if (as === "hardlink") return false;
  if (as === "link") return from !== undefined && isEditable(from, call);
  return from === undefined || (isEditable(effect.target, call) && broughtTree(effect, from, call) !== "guarded");
}

const setsOrdinaryModes = ({ name, words, effects }: SubCommand): boolean =>
  !effects.some((effect) => effect.do === "write" && effect.as === "mode") ||
  (name === "chmod" &&
    ORDINARY_MODE.test(words.slice(1).find(({ value }) => !value?.startsWith("--") && value !== "-R")?.value ?? ""));
