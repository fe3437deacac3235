/** Step 7, `allowRule`: an allow rule covers the call; for a shell command, every simple command of it. */

import type { Mode } from "../../contract/action.ts";
import type { Opinion } from "../../contract/decision.ts";
import { openSource } from "../../contract/witness.ts";
import { isSecretPath, mayChange, mayPrintMessages, type Scene } from "../../core/index.ts";
import { protectedPlace, realPath } from "../../machine/index.ts";
import { type CoverScene, couldCover, covers, inForce, type Rule, runsCode } from "../../rules/index.ts";
import { allowByRules, type Room } from "../allow.ts";
import { type Call, change } from "../call.ts";
import { heldBare, isRestricted, restrictionOf } from "../restriction.ts";
import { runsWritten } from "../runs-written.ts";
import { isWallable, runsBare, unwalled, wallsIn } from "../walls.ts";
import { floor, guardedIn } from "./3-own-check.ts";

const witness = openSource("rule");

/** Rules that cover a call, and what it is to run inside. */
type Covered = Readonly<{ rules: readonly Rule[]; around: Room | undefined }>;

/** Which rules rest, and what programs are, is asked only where the words of a rule could be about the call. */
export async function allowRule(call: Call): Promise<Opinion> {
  const named = call.book.lists.allow;
  if (named.length === 0 || !couldCover(named, call.covered())) return undefined;
  const rules = inForce(call.book, "allow");
  const covered = coverBySome(rules, call);
  const own = rules.filter(({ bounded }) => bounded !== true);
  if (covered === undefined || own.length === rules.length) return allowBy(covered);
  const { rule: topic = null } = await call.parts.watch.decideOffline(call);
  return allowBy(topic === null ? covered : coverBySome(own, call));
}

const allowBy = (covered: Covered | undefined): Opinion =>
  covered && allowByRules(witness({ rules: covered.rules.map(({ text }) => text) }), covered.around);

/** What these rules alone would say of the call. */
export function coverBySome(rules: readonly Rule[], call: Call): Covered | undefined {
  if (rules.length === 0 || call.barring.length > 0) return undefined;
  // In a message another program of that name would run.
  if (/\$\(\s*cat\b/.test(call.covered().text) && !mayPrintMessages(call.scene)) return undefined;
  const walled = isForWalls(rules, call);
  const used = covers(rules, call.covered(), sceneOf(call, walled));
  if (used === undefined || used.length === 0) return undefined;
  if (!walled || isFree(used, call)) return isHeld(call) ? undefined : { rules: used, around: undefined };
  if (call.around === "refused") return undefined;
  return { rules: used, around: wallsIn(call, "work") };
}

/** Not without walls: by what could be met, or by the core's own list alone, whatever the watch makes of its words. */
const isHeld = (call: Call): boolean =>
  heldBare(call) !== undefined ||
  guardedIn(call)?.answer === "bare" ||
  (!isMet(call) && isMet(change(call, { met: call.covered })));

const isMet = (call: Call): boolean =>
  (floor(call) ?? restrictionOf(call, "deny") ?? restrictionOf(call, "ask") ?? guardedIn(call)) !== undefined;

/** The rules that would let the call pass inside walls, had these not refused it something. */
export const refusedRules = (call: Call): string | null => {
  if (call.around !== "refused") return null;
  const rules = inForce(call.book, "allow");
  const used = rules.length === 0 ? undefined : covers(rules, call.covered(), sceneOf(call, true));
  return used?.map(({ text }) => text).join(", ") || null;
};

const isFree = (rules: readonly Rule[], { settings }: Call): boolean =>
  rules.every(({ text }) => settings.contain.free.includes(text));

/**
 * A rule says that a call may run, walls say where: where a part of it runs code that walls can carry, all of it is walled. What goes on
 * by itself is not.
 */
function isForWalls(rules: readonly Rule[], call: Call): boolean {
  if (rules.length === 0 || runsBare(call)) return false;
  const { plain, seen } = call.commands();
  if (plain === undefined && unwalled(call) === undefined && rules.some(({ content }) => content === null)) return true;
  const code = (plain ?? seen).filter(runsCode);
  return call.input.run_in_background !== true && code.some((command) => isWallable(command, call));
}

const TAKES_EDITS: ReadonlySet<Mode> = new Set(["auto", "acceptEdits"]);

/** What a rule lets be written is saved where it can be: it does not rest on that. */
const saving = (scene: Scene): Scene => ({ ...scene, call: { ...scene.call, canSave: () => true } });

/** Nobody knows where it leads. */
const OF_PROCESSES = { name: "proc", matched: "proc" };

export const sceneOf = (call: Call, walled: boolean): CoverScene => {
  const plain = call.covered().commands;
  const proven = call.provenParts();
  return {
    seen: call.met(),
    isProven: (command) => {
      const does = proven[plain.indexOf(command)];
      return does === "reads" || (does === "edits" && TAKES_EDITS.has(call.mode));
    },
    mayWrite: (path) => mayChange(path, "write", saving(call.scene)) !== undefined,
    runsCode,
    // A sandbox of the host shows what the session wrote the whole machine.
    runsFresh: (command) => !(walled && call.around !== "host") && runsWritten(command, call),
    isSecret: (path) => isSecretPath(path, call.scene),
    protectedPlace: (path) =>
      [path, realPath(path, call.world).path]
        .map((way) => (way.startsWith("/proc/") ? OF_PROCESSES : protectedPlace(way, call.places)))
        .find((one) => one !== undefined),
    restricted: isRestricted(call),
    walled: walled && call.around !== "host",
  };
};
