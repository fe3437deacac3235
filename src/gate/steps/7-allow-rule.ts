/** Step 7, `allowRule`: an allow rule covers the call; for a shell command, every sub-command of it. */

import type { Opinion } from "../../contract/decision.ts";
import { type Effect, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { openSource } from "../../contract/witness.ts";
import { decideOffline } from "../../judge/index.ts";
import { isInside, touched } from "../../machine/index.ts";
import { isLost, overwrittenByGit } from "../../policy/index.ts";
import {
  areEdits,
  couldShowSecret,
  isBarred,
  isCredential,
  isCriticalDelete,
  isForWalls,
  readsCredentials,
  readsUnnamedSecret,
  runsCode,
} from "../../policy/proofs/index.ts";
import {
  embedsSecret,
  fedFresh,
  givenCommands,
  goesBeyond,
  goesTooFar,
  inForce,
  isNamedBy,
  isOwnReach,
  loadsFresh,
  loadsUnnamed,
  namesWritten,
  permits,
  permitsCommand,
  permitsPath,
  printsTree,
  type Rule,
  reachesFresh,
  spelledBy,
  strays,
  writtenDefinition,
} from "../../policy/rules/index.ts";
import { allowByRules, type Room } from "../allow.ts";
import type { Call } from "../call.ts";
import { isBarredInWalls, runsBare, wallsIn } from "../walls.ts";
import { namesProtectedPlaces } from "./named-places.ts";

const witness = openSource("rule");

/** Rules that cover a call, and what it is to run inside. */
interface Covered {
  readonly rules: readonly Rule[];
  readonly around: Room | undefined;
}

export async function allowRule(call: Call): Promise<Opinion> {
  const rules = inForce(call.book, "allow");
  const covered = coverBySome(rules, call);
  const own = rules.filter(({ saved }) => saved !== true);
  if (covered === undefined || own.length === rules.length) return allowBy(covered);
  const { rule: topic = null } = await decideOffline(call);
  return allowBy(topic === null ? covered : coverBySome(own, call));
}

const allowBy = (covered: Covered | undefined): Opinion =>
  covered && allowByRules(witness({ rules: covered.rules.map(({ text }) => text) }), covered.around);

/** What these rules alone would say of the call: they must cover it whichever way its paths are read. */
export function coverBySome(rules: readonly Rule[], call: Call): Covered | undefined {
  if (call.otherways.some((way) => coverBySome(rules, way) === undefined)) return undefined;
  if (rules.length === 0 || call.barring.length > 0 || losesUnsaved(call)) return undefined;
  if (call.effects.some((effect) => isCriticalDelete(effect, call) || touchesLost(effect, call))) return undefined;
  const walled = walledBy(rules, call);
  if (walled !== undefined)
    return walled.length === 0 || call.around === "refused"
      ? undefined
      : { rules: walled, around: wallsIn(call, "work") };
  const covering = isBarred(call) ? [] : coveringRules(rules, call, runsFresh(call));
  return covering.length === 0 ? undefined : { rules: covering, around: undefined };
}

/** What git discards is covered by a rule only where it can come back, as far as there are restore points at all. */
const losesUnsaved = (call: Call): boolean =>
  call.parts.unsaved === true &&
  (call.effects.some((effect) => effect.do === "vcs" && effect.op === "discard") || overwrittenByGit(call).length > 0);

/** No rule covers what could be any place; a look at names is none. */
const touchesLost = (effect: Effect, call: Call): boolean => {
  const place = effect.do === "read" && !effect.content ? undefined : touched(effect);
  return place !== undefined && isLost(place.target, call);
};

const textOf = (rules: readonly Rule[]): string => rules.map((rule) => rule.text).join(", ");

/**
 * A rule says that a call may run, walls say where. The rules that cover a call which runs code, inside walls; undefined
 * where it is none that walls are for: the person freed its rules, or what was typed reaches outside by its nature.
 */
function walledBy(rules: readonly Rule[], call: Call): readonly Rule[] | undefined {
  if (runsBare(call) || !runsCode(call) || !isForWalls(call)) return undefined;
  const covering = isBarredInWalls(call) ? [] : coveringRules(rules, call, false);
  const { free } = call.settings.contain;
  return covering.length > 0 && covering.every((rule) => free.includes(rule.text)) ? undefined : covering;
}

/** The rules that would let the call pass inside walls, had these not refused it something. */
export const refusedRules = (call: Call): string | null =>
  call.around === "refused" ? textOf(walledBy(inForce(call.book, "allow"), call) ?? []) || null : null;

/**
 * For every part that is more than reading the first rule that names it, whatever else keeps that rule from counting; none
 * where one part is named by no rule. For words alone: it allows nothing.
 */
export function rulesNaming(rules: readonly Rule[], call: Call): readonly Rule[] {
  const whole = rules.find((rule) => permits(rule, call));
  if (whole !== undefined) return [whole];
  const parts = (call.reading?.commands ?? []).filter(
    (command) => command.under === undefined && !(command.understood && onlyReads(command.effects)),
  );
  const named = parts.map((command) => ruleFor(command, rules, call));
  return named.includes(undefined) ? [] : [...new Set(named.flatMap((rule) => rule ?? []))];
}

/** `fresh`: what it runs was written in this session, and no walls are around it. */
function coveringRules(rules: readonly Rule[], call: Call, fresh: boolean): readonly Rule[] {
  const used = rules.filter((rule) => permits(rule, call) && !(isWrittenOut(rule) && fresh)).slice(0, 1);
  const covering = used.length > 0 ? used : coverShell(rules, call, fresh);
  return namesProtectedPlaces(covering, call) && !goesBeyond(covering, call) ? covering : [];
}

/** What it runs was written in this session, and is not all there to be read. */
const hidesFresh = (command: SubCommand, call: Call): boolean =>
  namesWritten(command, call) ||
  evaluatesFresh(command, call) !== undefined ||
  (command.fresh === true &&
    command.effects.some(
      (effect) =>
        effect.do === "unknown" ||
        (effect.do === "run" && effect.what === "script" && !/^(?:shell|bash)$/.test(effect.language ?? "")),
    ));

/** The person wrote out a command, and what it runs was written in this session: its parts need rules of their own. */
const isWrittenOut = (rule: Rule): boolean => rule.content?.kind === "exact";
export const runsFresh = (call: Call): boolean =>
  call.reading?.commands.some((command) => command.fresh === true || namesWritten(command, call)) === true ||
  freshDefinition(call) !== undefined;

const evaluatesFresh = (command: SubCommand, call: Call): string | undefined =>
  writtenDefinition(command, call) ??
  loadsFresh(command, call) ??
  loadsUnnamed(command, call) ??
  reachesFresh(command, call) ??
  fedFresh(command, call) ??
  embedsSecret(command, call);

/** A file written in this session that a part of the call evaluates by itself. */
export function freshDefinition(call: Call): string | undefined {
  for (const command of call.reading?.commands ?? []) {
    const found = evaluatesFresh(command, call);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The rules that together cover every sub-command; a part that only reads needs none. Empty when one part is open. A
 * rule for a task runner or a script covers what is found below it, unless that was written in this session.
 */
function coverShell(rules: readonly Rule[], call: Call, fresh: boolean): readonly Rule[] {
  const { reading } = call;
  if (reading === undefined || reading.opaque.some(({ via }) => via === undefined || fresh)) return [];
  const used = new Set<Rule>();
  const covered = new Set<number>();
  for (const [i, command] of reading.commands.entries()) {
    if (fresh && hidesFresh(command, call)) return [];
    if (command.under !== undefined && covered.has(command.under)) {
      if (!(fresh && command.fresh === true)) covered.add(i);
      continue;
    }
    const elsewhere = runsElsewhere(command, call);
    const rule = elsewhere ? undefined : ruleFor(command, rules, call);
    if (command.words.length === 0 && passes(command.effects, rules, call) && !showsBare(command, rules, call))
      continue;
    const beyond = [...(command.redirections ?? []), ...(rule === undefined ? [] : strays(command, rule))];
    if (rule !== undefined && passes(beyond, rules, call)) {
      used.add(rule);
      if (!(fresh && command.fresh === true)) covered.add(i);
    } else if (!onlyLooks(command, call)) return [];
  }
  const accounted = new Set(reading.commands.flatMap((command) => command.effects));
  const left = reading.effects.filter((effect) => !accounted.has(effect));
  return onlyReads(left) && !left.some((effect) => effect.do === "read" && isCredential(effect, call)) ? [...used] : [];
}

/** It needs no rule. An archive of a whole tree that goes to the output shows all that lies in it. */
const onlyLooks = (command: SubCommand, call: Call): boolean =>
  command.understood &&
  onlyReads(command.effects) &&
  readsCredentials(call) === undefined &&
  !command.effects.some((effect) => effect.do === "read" && couldShowSecret(effect, call)) &&
  !printsTree(command, call);

/** `$(<FILE)` has no program a rule could be for: a secret it reads, and what could be one, needs the rule that `cat FILE` would. */
function showsBare(command: SubCommand, rules: readonly Rule[], call: Call): boolean {
  const reading = rules.filter((rule) => rule.tool === call.tool && spelledBy(rule)[0] === "cat").map(spelledBy);
  const isLoose = command.effects.some(
    (effect) => effect.do === "read" && effect.content && effect.target.certainty === "unknown",
  );
  return isLoose || [[], ...reading].every((spelled) => readsUnnamedSecret(command, spelled, call));
}

const ruleFor = (command: SubCommand, rules: readonly Rule[], call: Call): Rule | undefined =>
  rules.find(
    (one) =>
      one.tool === call.tool &&
      one.content !== null &&
      permitsCommand(one.content, command) &&
      !goesTooFar(command, one, call) &&
      !readsUnnamedSecret(command, spelledBy(one), call) &&
      (isWrittenOut(one) || coversGiven(command, spelledBy(one), { rules, call })),
  );

interface Covering {
  readonly rules: readonly Rule[];
  readonly call: Call;
}

/** What a launcher is given to start is covered for itself, unless the rule spells it. */
const coversGiven = (command: SubCommand, spelled: readonly string[], { rules, call }: Covering): boolean =>
  givenCommands(command, spelled, call)?.every(
    (one) =>
      (ruleFor(one, rules, call) !== undefined && passes(one.redirections ?? [], rules, call)) || onlyLooks(one, call),
  ) === true;

/**
 * A rule means the project's own tasks and scripts: not those of another directory, nor another file of the same name,
 * nor what a repository inside the project sets up.
 */
function runsElsewhere(command: SubCommand, call: Call): boolean {
  const { cwd, words } = command;
  if (!command.effects.some((effect) => effect.do === "run")) return false;
  const named = words.some(({ value }) => /^(?!-)(?!\/)[^\s:=]*\//.test(value ?? ""));
  const script = named && command.effects.some((effect) => effect.do === "run" && effect.what === "script");
  if (script || command.runsCodeByOption) return cwd.path !== call.projectRoot && cwd.path !== call.cwd;
  return cwd.certainty !== "exact" || !isInside(cwd.path, call.projectRoot);
}

/** A rule for a program says nothing of where its output goes: that needs an edit rule, or the proof of an edit. */
function passes(effects: readonly Effect[], rules: readonly Rule[], call: Call): boolean {
  const open = effects.filter((effect) => {
    if (effect.do !== "write" || effect.target.certainty !== "exact") return !onlyReads([effect]);
    const { path } = effect.target;
    return !rules.some(
      (rule) =>
        rule.tool === "Edit" &&
        (isNamedBy(rule, path, call) ||
          (isOwnReach(path, call) && (rule.content === null || leadsTo(rule, path, call)))),
    );
  });
  return open.length === 0 || areEdits(open, call);
}

const leadsTo = ({ content }: Rule, path: string, call: Call): boolean =>
  content?.kind === "path" && permitsPath(content.pattern, path, call);
