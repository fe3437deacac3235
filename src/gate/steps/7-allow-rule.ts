/** Step 7, `allowRule`: an allow rule covers the call; for a shell command, every sub-command of it. */

import { allow, type Opinion } from "../../contract/decision.ts";
import { type Effect, onlyReads, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { decideOffline } from "../../judge/index.ts";
import { foldText, isInside, touched } from "../../machine/index.ts";
import { isLost, overwrittenByGit, protectionOf, unnamedPlaces } from "../../policy/index.ts";
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
  hiddenName,
  inForce,
  isNamedBy,
  isOwnReach,
  loadsFresh,
  loadsUnnamed,
  namedLoosely,
  namesWritten,
  pathspecReach,
  permits,
  permitsCommand,
  permitsPath,
  pointedPlaces,
  printsTree,
  type Rule,
  reachesFresh,
  readsByRule,
  saysMoreThanRead,
  spelledBy,
  strays,
  writtenDefinition,
} from "../../policy/rules/index.ts";
import type { Call } from "../call.ts";
import { isBarredInWalls, runsBare, wallsIn } from "../walls.ts";

export async function allowRule(call: Call): Promise<Opinion> {
  const rules = inForce(call.book, "allow");
  const allowed = allowBySome(rules, call);
  const own = rules.filter(({ saved }) => saved !== true);
  if (allowed === undefined || own.length === rules.length) return allowed;
  const { rule: topic = null } = await decideOffline(call);
  return topic === null ? allowed : allowBySome(own, call);
}

/** What these rules alone would say of the call: they must cover it whichever way its paths are read. */
export function allowBySome(rules: readonly Rule[], call: Call): Opinion {
  if (call.otherways.some((way) => allowBySome(rules, way) === undefined)) return undefined;
  if (rules.length === 0 || call.barring.length > 0 || losesUnsaved(call)) return undefined;
  if (call.effects.some((effect) => isCriticalDelete(effect, call) || touchesLost(effect, call))) return undefined;
  const walled = walledBy(rules, call);
  if (walled !== undefined) return walled.length === 0 || call.around === "refused" ? undefined : allowBy(walled, call);
  const covering = isBarred(call) ? [] : coveringRules(rules, call, runsFresh(call));
  return covering.length === 0 ? undefined : allowBy(covering);
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

function allowBy(rules: readonly Rule[], call?: Call): Opinion {
  const walls = call === undefined ? undefined : wallsIn(call, "work");
  return allow("allowRule", `Allowed by ${textOf(rules)}.`, {
    rule: textOf(rules),
    ...(walls === undefined ? {} : { walls }),
  });
}

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

/**
 * A protected place is covered only by a rule that names it, also where a pattern matches it or a tree brings it along. Of a tool nobody declared every place in its input may be
 * written, and a secret among them read and handed on, unless the rule is for that very tool and all that is seen of it says that it
 * reads.
 */
function namesProtectedPlaces(rules: readonly Rule[], call: Call): boolean {
  const written = call.effects.flatMap((effect) =>
    effect.do === "write" || effect.do === "delete" ? [effect.target] : [],
  );
  // Of which not even a directory is known: any place, a protected one too. A path with two readings is looked at in each of them.
  if (call.otherways.length === 0 && written.some((one) => one.path === "" && one.certainty === "unknown"))
    return false;
  const unnamed = rules.length === 0 || written.length === 0 ? [] : unnamedPlaces(call);
  const { targets, unread } = rules.length === 0 ? { targets: [], unread: false } : pathspecReach(call);
  if (unnamed === undefined || unread || saysMoreThanRead(call)) return false;
  const loose = readsByRule(call) ? [] : namedLoosely(call);
  const named = rules.length === 0 ? [] : [...loose, ...pointedPlaces(call)];
  if (named.some((target) => isCredential({ do: "read", target, recursive: false, content: true }, call))) return false;
  return [...written, ...targets, ...unnamed, ...loose].every((target) => {
    const place = protectionOf(target, call);
    if (place === undefined) return namesHidden(target, rules, call);
    return rules.some((rule) => [place.name, place.matched].some((name) => nameSegments(rule).includes(name)));
  });
}

/** What a tool writes for programs of home needs a rule that says whose; of commands this is asked part by part. */
function namesHidden({ path }: Target, rules: readonly Rule[], call: Call): boolean {
  if (call.reading !== undefined) return true;
  return [path, call.real(path).path].every((way) => {
    const hidden = hiddenName(way, call);
    return hidden === undefined || rules.some((rule) => nameSegments(rule).includes(foldText(hidden)));
  });
}

const nameSegments = (rule: Rule): readonly string[] => {
  const segments = foldText(rule.text).split(/[\s/()"'=,:]+/);
  return [...segments, ...segments.slice(1).map((segment, i) => `${segments[i]}/${segment}`)];
};
