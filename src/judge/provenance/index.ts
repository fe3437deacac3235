/**
 * Provenance: where each host, address, account, name and number of an action was first seen, found by code. What is said
 * names a value of the action and a call by its own words; no text of a result is ever part of it. Never throws.
 */
import { type Action, instructionsOf, type ToolTurn, type Turn, turnsOf } from "../../contract/action.ts";
import { cutMiddle, oneLine } from "../../contract/escape.ts";
import type { Fact } from "../../contract/fact.ts";
import type { PastEvent } from "../../contract/past.ts";
import { assertNever } from "../../contract/result.ts";
import { hideInObject, hideSecrets } from "../../machine/secrets/index.ts";
import { bringsAnswers, encodeCall, type ToolBox } from "../../policy/tools/index.ts";
import { type ValuedAction, valuesOf } from "./action-values.ts";
import { isNamed } from "./named.ts";
import { ASKS_THE_PERSON, type PastCall, type Scanned, type Sighting, scanPast } from "./scan.ts";
import { leavesOf } from "./text.ts";
import type { ActionValue, ValueKind } from "./values.ts";

export const MAX_PROVENANCE_VALUES = 16;
/** Looked for; of what is left those with something to say are listed first. */
const MAX_SOUGHT = 60;
const MAX_SHOWN_CHARACTERS = 160;
const FIRST_WORDS = 3;
const MAX_WORDS_CHARACTERS = 60;

export interface ProvenanceInput extends ValuedAction {
  readonly action: Action;
  readonly tools: ToolBox;
  /** Names of the repository's remotes when the session began. */
  readonly remotes: readonly string[];
  /** What went before, oldest first, where somebody else looks at it too. */
  readonly past?: Iterable<PastEvent>;
}

/** One fact an origin, with its values: what stands here is new in every request, and is paid for in full. */
export async function provenanceFacts(input: ProvenanceInput): Promise<readonly Fact[]> {
  const values = valuesOf(input);
  const sought = values.slice(0, MAX_SOUGHT);
  if (sought.length === 0) return [];
  const scanned = await scanPast(input.past ?? pastOf(input.action), sought);
  const told = sought.filter((value) => isTold(value, scanned) && !isRepeated(value, sought, scanned));
  const shown = told.slice(0, MAX_PROVENANCE_VALUES);
  const unknown = shown.filter((value) => isUnknown(value, scanned));
  const known = shown.filter((value) => !unknown.includes(value));
  const left = told.length - shown.length + (values.length - sought.length);
  const origins = new Map<string, readonly ActionValue[]>();
  for (const value of known) {
    const origin = tell(value, scanned, input);
    origins.set(origin, [...(origins.get(origin) ?? []), value]);
  }
  return [
    ...[...origins].map(([origin, those]) => `${those.map(show).join(", ")}: ${origin}`),
    ...(scanned.gap === null ? [] : tellGap(unknown, scanned.gap)),
    ...(left > 0 ? [`${left} further values of the action are not listed`] : []),
  ].map((says) => ({ about: "provenance", says }));
}

function tellGap([first, ...others]: readonly ActionValue[], gap: string): readonly string[] {
  if (first === undefined) return [];
  return [`${show(first)}${others.length > 0 ? ` and ${others.length} more` : ""}: not known (${gap})`];
}

/** That an ordinary word was not seen before says nothing; nor that nobody knows where a name, number or path comes from. */
const isTold = (value: ActionValue, scanned: Scanned): boolean =>
  isUnknown(value, scanned)
    ? value.ordinary !== true && LEADS_OUT.has(value.kind)
    : value.ordinary !== true || scanned.sightings.has(value);

/** Kinds that say to whom something goes. */
const LEADS_OUT: ReadonlySet<ValueKind> = new Set(["address", "host", "e-mail address", "account number", "remote"]);

/** Where a result is missing, the agent may have had from it whatever stands in its own earlier calls. */
const isUnknown = (value: ActionValue, { sightings, gap }: Scanned): boolean =>
  gap !== null && (sightings.get(value)?.first.by ?? "call") === "call" && sightings.get(value)?.saidLater !== true;

const show = ({ kind, text }: ActionValue): string =>
  `${kind} ${JSON.stringify(cutMiddle(text.replace(/\s+/gu, " "), MAX_SHOWN_CHARACTERS))}`;

/** The host of an address, where both were first seen in one place. */
function isRepeated(value: ActionValue, sought: readonly ActionValue[], { sightings }: Scanned): boolean {
  const whole = value.of === undefined ? undefined : sought.find(({ text }) => text === value.of);
  if (whole === undefined) return false;
  const [own, its] = [sightings.get(value), sightings.get(whole)];
  return JSON.stringify(own) === JSON.stringify(its);
}

/** What the host's record tells; else what the caller handed over. The instructions were there before everything. */
export function* pastOf(action: Action): Generator<PastEvent> {
  const instructions = instructionsOf(action);
  if (instructions !== null) yield { kind: "instructions", text: instructions };
  if (action.past === undefined) yield* pastOfTurns(turnsOf(action));
  else yield* action.past();
}

function* pastOfTurns(turns: readonly Turn[]): Generator<PastEvent> {
  if (!turns.some((turn) => "tool" in turn && turn.result !== undefined))
    yield { kind: "gap", why: "this door has no results" };
  for (const turn of turns) {
    if ("user" in turn) yield { kind: "said", text: turn.user };
    else if ("leftOut" in turn) yield { kind: "gap", why: "record too long" };
    else yield* pastOfCall(turn);
  }
}

function* pastOfCall({ id: known, tool, input, answer, result }: ToolTurn): Generator<PastEvent> {
  const id = known ?? null;
  yield { kind: "call", id, tool, input };
  if (answer !== undefined && tool === ASKS_THE_PERSON && !bringsAnswers(input)) yield { kind: "said", text: answer };
  if (result !== undefined) yield { kind: "result", id, result };
}

function tell(value: ActionValue, scanned: Scanned, input: ProvenanceInput): string {
  const sighting = scanned.sightings.get(value);
  if (sighting !== undefined) return tellSeen(sighting, scanned, input);
  return value.kind === "remote" && input.remotes.some((name) => name.toLowerCase() === value.text)
    ? "nowhere before in the conversation; a remote of the repository when the session began"
    : "nowhere before";
}

function tellSeen({ first, saidLater }: Sighting, scanned: Scanned, { tools }: ProvenanceInput): string {
  const later = saidLater ? "; later in the person's words" : "";
  switch (first.by) {
    case "person":
      return "in the person's words";
    case "pasted":
      return `first seen in text the person pasted${later}`;
    case "host":
      return `first seen in what the host put into the conversation, not in the person's words${later}`;
    case "instructions":
      return `first seen in the project's instructions${later}`;
    case "call":
      return `first seen in an earlier call of the agent's own, call ${label(first.call, tools)}${later}`;
    case "result": {
      if (first.call === null) return `first seen in the result of a call that is not in the record${later}`;
      const named = isNamed(first.call, scanned.typed) ? ", which the person named" : "";
      return `first seen in the result of call ${label(first.call, tools)}${named}${later}`;
    }
    default:
      return assertNever(first);
  }
}

/** Number, tool and first words of a call. Only letters, digits and a few marks: nothing that could end or extend the sentence. */
export function label({ number, tool, input }: PastCall, tools: ToolBox): string {
  const spec = tools(tool);
  const encoded = encodeCall(spec, hideInObject(input));
  const text = encoded.startsWith(`${spec.name} {`) ? [...leavesOf(hideInObject(input))].join(" ") : encoded;
  const words = clean(hideSecrets(text)).split(" ").slice(0, FIRST_WORDS).join(" ");
  const name = clean(spec.name).replaceAll(" ", "_").slice(0, MAX_WORDS_CHARACTERS);
  return `${number} (${`${name} ${words}`.trim().slice(0, MAX_WORDS_CHARACTERS * 2)})`;
}

const clean = (text: string): string =>
  oneLine(text, MAX_WORDS_CHARACTERS)
    .replace(/[^\p{L}\p{N}._/:@=+~%#-]+/gu, " ")
    .trim();
