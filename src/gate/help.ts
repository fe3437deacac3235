/**
 * What a held call is told: what the call does, why nothing settled it, and the one command of the person's that would settle it for
 * good, or that nothing will. The one place where this is put into words; prompts, `log`, `explain` and pages show it as it is.
 */

import { isAllow } from "../contract/allow.ts";
import { clockTime } from "../contract/clock.ts";
import type { Draft, HeldDraft } from "../contract/decision.ts";
import type { Effect } from "../contract/effect.ts";
import { oneLine } from "../contract/escape.ts";
import { describeReach, settleBy, type Told } from "../contract/settling.ts";
import { inQuotes } from "../contract/shell-word.ts";
import { isSecretPath, MAX_LISTED } from "../core/index.ts";
import type { TopicLabel } from "../policy/topics/index.ts";
import { coversCommand, inForce, parseRule, type Rule } from "../rules/index.ts";
import type { Call } from "./call.ts";
import { coveringProposal, rests } from "./proposal.ts";
import { runsWritten } from "./runs-written.ts";
import { MAX_PHRASE_CHARACTERS, shortPlace } from "./short-place.ts";
import { coverBySome, refusedRules, sceneOf } from "./steps/7-allow-rule.ts";
import { headlineOf } from "./told/headline.ts";
import { onlyReads, runsBare, unwalled } from "./walls.ts";

const MAX_OPACITY_CHARACTERS = 80;
const MAX_UNASKED_CHARACTERS = 200;

/** For whatever is not allowed. `missing`: why walls could not be put around it, where that was tried. */
export function explainHeld(draft: Draft, call: Call, missing: string | undefined): Draft {
  if (isAllow(draft) || draft.behavior === "abort") return draft;
  const told = tellHeld(draft, call, missing);
  if (told !== undefined) return withTold(draft, told);
  return draft.unasked === undefined
    ? draft
    : { ...draft, reason: `${endSentence(draft.reason)} ${sayUnasked(draft.unasked)}` };
}

/** Undefined where the reason of the step says it all. */
function tellHeld(draft: Draft, call: Call, missing: string | undefined): Told | undefined {
  if (draft.hard === true && draft.by !== "denyRule") return { does: null, why: draft.reason, ...NOTHING_SETTLES };
  const own = { does: headlineOf(call), why: lowerFirst(draft.reason) };
  switch (draft.by) {
    case "offline": {
      const named = (draft.rule ?? null) !== null;
      if (NEVER_FOR_GOOD.has(draft.rule ?? "")) return { ...own, ...NOTHING_SETTLES };
      return { ...own, ...(named ? {} : { why: whyUnsettled(call, missing) }), ...settleUnproven(call, named) };
    }
    case "prompt": {
      const until = call.parts.pausedUntil;
      if (until !== null) return { ...own, ...describePaused(until) };
      return { ...own, why: whyUnsettled(call, missing), ...settleUnproven(call, false) };
    }
    case "dontAskMode":
      return { ...own, ...settleUnproven(call, false) };
    case "denyRule":
      return { does: null, why: draft.reason, ...settleRule(draft, call) };
    case "askRule":
      return { ...own, ...settleRule(draft, call) };
    case "safetyCheck":
      return { ...own, ...NOTHING_SETTLES };
    case "userInteraction":
      return { ...own, does: null, why: draft.reason, ...NOTHING_SETTLES };
    default:
      return draft.behavior === "ask" ? { ...own, ...settleAlone("") } : undefined;
  }
}

/** What others have is asked about each time. */
const NEVER_FOR_GOOD: ReadonlySet<string> = new Set<TopicLabel>(["Default Branch Push", "Git Destructive"]);

/** Behind what the call does: names of rules and tools stay as they are. */
const lowerFirst = (reason: string): string =>
  reason.replace(/^(?:It|The|An?|What|Running|Tickets|In|Work|No)\b/, (word) => word.toLowerCase());

/** A rule of the person's own is taken out by a command; any other where it stands. */
function settleRule({ by, rule }: Draft, { book }: Call): Settling {
  const list = by === "denyRule" ? "deny" : "ask";
  const source = inForce(book, list).find(({ text }) => text === rule)?.source;
  if (source === undefined || !/^(?:\/|--)/.test(source)) return settleAlone("Only taking that rule out settles it.");
  if (!OWN_FILE.test(source)) return settleAlone(`Only taking that rule out of ${source} settles it.`);
  const { settles, command } = settleBy(`${list} --remove ${inQuotes(rule ?? "")}`);
  return { settles: `It stands in ${source}. ${settles}`, command };
}

/** The person's settings: not the machine's, and not a project's. */
const OWN_FILE = /^(?!\/etc\/)\/.*\/sallyport\/settings\.json$/;

type Settling = Pick<Told, "settles" | "command">;
const settleAlone = (settles: string): Settling => ({ settles, command: null });
const NOTHING_SETTLES = settleAlone("Nothing settles it for good.");
const WALLS_WOULD = settleAlone("Walls would settle it: sallyport doctor.");
const MODEL_MAY = settleAlone("No rule is proposed for it; the model may settle it.");

/** "Pushes …; WHY. WHAT SETTLES IT." What was said before is not said twice. */
function withTold(draft: HeldDraft, told: Told): HeldDraft {
  const { does, command } = told;
  const isOpen = draft.unasked !== undefined && draft.hard !== true && told.settles === NOTHING_SETTLES.settles;
  const { settles } = isOpen ? MODEL_MAY : told;
  const why = told.why.endsWith(settles) ? told.why.slice(0, told.why.length - settles.length).trimEnd() : told.why;
  const said = endSentence(does === null ? why : `${does}; ${why}`);
  const unasked = draft.unasked === undefined ? "" : sayUnasked(draft.unasked);
  // A command that settles it is the last of it.
  const rest = command === null ? [settles, unasked] : [unasked, settles];
  return {
    ...draft,
    told: { does, why: unasked === "" ? why : `${endSentence(why)} ${unasked}`, settles, command },
    reason: [said, ...rest].filter((part) => part !== "").join(" "),
  };
}

const sayUnasked = (unasked: string): string =>
  `The model could not be asked: ${endSentence(oneLine(unasked, MAX_UNASKED_CHARACTERS))}`;

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A pause teaches no rule: what is asked about now may settle itself when it is over. */
const describePaused = (until: number): Omit<Told, "does"> => ({
  why: `Sallyport is paused until ${clockTime(until)}, so that you are asked`,
  ...settleAlone("sallyport switch live ends the pause."),
});

function whyUnsettled(call: Call, missing: string | undefined): string {
  const resting = restingRule(call);
  if (resting !== undefined) return `${resting.rule.text} rests in auto mode (${resting.why})`;
  const waiting = waitingRule(call);
  if (waiting !== undefined)
    return `${oneLine(waiting.text, MAX_PHRASE_CHARACTERS)}, saved by the agent in this project, is not adopted`;
  const kept = whyFresh(call) ?? whyBarred(call);
  if (kept !== undefined) return kept;
  if (call.around === "refused") return "inside walls it was refused something before";
  const why = unwalled(call);
  if (missing !== undefined && why === undefined) return `it could not be put inside walls: ${missing}`;
  if (call.around === "gate" && why !== undefined && why.what in NOT_INSIDE) return NOT_INSIDE[why.what] ?? "";
  const unread = call.reading?.opaque[0]?.why;
  if (unread !== undefined) return `part of it cannot be read (${oneLine(unread, MAX_OPACITY_CHARACTERS)})`;
  const [odd] = call.barring;
  if (odd !== undefined) return `${fieldSaid(odd)} keeps it from being proven; ${uncovered(call)}`;
  const secret = secretRead(call);
  if (secret !== undefined) return `it could show ${secret}; ${uncovered(call)}`;
  if (call.scene.process === undefined && call.commands().plain !== undefined)
    return `nobody told which variables are set where it runs, so it is not proven; ${uncovered(call)}`;
  return whyUncovered(call);
}

const fieldSaid = (name: string): string =>
  name === "cwd" ? "its directory, which is not there," : `its field ${oneLine(name, MAX_PHRASE_CHARACTERS)}`;

/** Why walls are no place for it, as far as a person can do something about it. */
const NOT_INSIDE: Readonly<Record<string, string>> = {
  outlive: "it is not put inside walls because it is to outlast the call",
  network: "it needs the network, which is not there inside walls",
  daemon: "it needs a service of this machine, which is not there inside walls",
  process: "it is about processes that are not seen inside walls",
  terminal: "it needs a terminal, which is not there inside walls",
  history: "it takes away what no restore point brings back",
};

/** What it would show, where that is a secret by its place or name. */
function secretRead(call: Call): string | undefined {
  const found = call.effects.flatMap(placesShown(call)).find((path) => isSecretPath(path, call.scene));
  return found === undefined ? undefined : oneLine(shortPlace(found, call), MAX_PHRASE_CHARACTERS);
}

/** Of a tree also what lies directly in it. */
const placesShown =
  ({ world }: Call) =>
  (effect: Effect): readonly string[] => {
    if (effect.do !== "read" || !effect.content) return [];
    const { path } = effect.target;
    return [path, ...(effect.recursive ? (world.readDir(path) ?? []).map((name) => `${path}/${name}`) : [])];
  };

const uncovered = ({ parts, input }: Call): string => {
  const tooMany = Object.values(input).some((value) => Array.isArray(value) && value.length > MAX_LISTED);
  const why = parts.classifier === null ? "no rule covers it, and there is no model" : "no rule covers it";
  return tooMany ? `it names more places than are looked at, ${why}` : why;
};

function whyUncovered(call: Call): string {
  const { classifier, walls, wallsDown } = call.parts;
  const bare = runsBare(call) && wouldBeWalled(call);
  if (classifier !== null || !bare) return uncovered(call);
  const down = walls === null ? wallsDown?.() : undefined;
  return `no rule covers it, and ${down ?? "neither walls nor a model are there"}`;
}

const wouldBeWalled = (call: Call): boolean => call.spec.shell?.dialect === "bash" && unwalled(call) === undefined;

/** It only reads, as far as it was read, and walls would see to that; there are none. */
const readsInWalls = (call: Call): boolean =>
  call.parts.walls === null && call.settings.contain.enabled && call.spec.shell?.dialect === "bash" && onlyReads(call);

/** A rule names the call, and what it would run was written in this session: by nature outside walls, or as there are none. */
function whyFresh(call: Call): string | undefined {
  if (!(runsBare(call) || unwalled(call) !== undefined)) return undefined;
  if (!call.commands().seen.some((command) => runsWritten(command, call))) return undefined;
  const [rule] = rulesNaming(inForce(call.book, "allow"), call);
  return (
    rule &&
    `${rule.text} does not cover what was written in this session${runsBare(call) ? ", as there are no walls" : ""}`
  );
}

/** A rule names the call, and another forbids something that the part nobody can read might do. */
function whyBarred(call: Call): string | undefined {
  const { restricted } = sceneOf(call, false);
  const [rule] = restricted ? rulesNaming(inForce(call.book, "allow"), call) : [];
  const barring = [...inForce(call.book, "deny"), ...inForce(call.book, "ask")].find(({ content }) => content !== null);
  if (barring === undefined || rule === undefined) return undefined;
  return `${rule.text} does not cover it, because ${barring.text} may speak of what cannot be read in it`;
}

/** For every command that is more than reading the first rule that names it, whatever else keeps that rule from counting. For words alone. */
function rulesNaming(rules: readonly Rule[], call: Call): readonly Rule[] {
  const scene = { ...sceneOf(call, true), restricted: false };
  const covered = call.covered();
  const open = covered.commands.filter((command) => !scene.isProven(command));
  const named = open.map((command) =>
    rules.find(
      (rule) =>
        rule.tool === call.tool && (rule.content === null || coversCommand(rule, command, { call: covered, scene })),
    ),
  );
  return named.includes(undefined) ? [] : [...new Set(named.flatMap((rule) => rule ?? []))];
}

/** An allow rule of the person's that does not count in auto mode, where those in force and such rules name all of the call. */
export function restingRule(call: Call): { readonly rule: Rule; readonly why: string } | undefined {
  const resting = call.book.suspended.filter(({ rule }) => rule.list === "allow");
  const naming = rulesNaming([...inForce(call.book, "allow"), ...resting.map(({ rule }) => rule)], call);
  return resting.find(({ rule }) => naming.includes(rule));
}

/** A rule the host saved in this project: adopted, it would let the call pass. */
function waitingRule(call: Call): Rule | undefined {
  const waiting = (call.action.unadopted?.() ?? []).flatMap((text): readonly Rule[] => {
    const rule = parseRule(text, "allow", "saved", call.parts.ruleNames);
    return rule.ok && !rests(rule.value, call) ? [rule.value] : [];
  });
  const all = [...inForce(call.book, "allow"), ...waiting];
  if (waiting.length === 0 || coverBySome(all, call) === undefined) return undefined;
  return rulesNaming(all, call).find((rule) => waiting.includes(rule));
}

/** `topic`: a rule for it is written out, not opened. */
function settleUnproven(call: Call, topic: boolean): Settling {
  const free = refusedRules(call);
  if (free !== null) return settleBy(`allow --free '${free}'`);
  if (!topic && waitingRule(call) !== undefined) return settleBy("rules adopt");
  if (readsInWalls(call)) return WALLS_WOULD;
  // A rule that shows a secret for good is nobody's to propose.
  const rules = secretRead(call) === undefined ? coveringProposal(call, topic) : undefined;
  if (rules !== undefined) return settleBy(`allow ${rules.map((rule) => `'${rule}'`).join(" ")}`, describeReach(rules));
  if (call.parts.walls === null && call.settings.contain.enabled && wouldBeWalled(call)) return WALLS_WOULD;
  if (call.parts.classifier === null)
    return settleAlone("No rule is proposed for it; a model may settle it: sallyport init.");
  return NOTHING_SETTLES;
}
