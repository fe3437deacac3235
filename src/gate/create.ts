/** A gate, made from its parts. */

import { type Action, type Json, MODES } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import type { Find } from "../contract/session.ts";
import { type HandoffHistory, type HandoffReview, reviewHandoff } from "../judge/index.ts";
import { type Session, type SessionStore, takeAnswer, wordsEntry } from "../memory/index.ts";
import { keyOf } from "./call.ts";
import { type Judgement, judgeAction, stamper } from "./judge-action.ts";
import { keepModesAndRules, type ModesAndRules } from "./modes-and-rules.ts";
import { newestMemory } from "./outcomes.ts";
import type { GateParts } from "./parts.ts";
import { type ProbeOptions, probeCall } from "./probe.ts";
import { brokenDraft } from "./record.ts";

export interface CheckOptions {
  /** Ends the question to the model; the call is then denied. */
  readonly signal?: AbortSignal;
  /** Rejects once nobody waits for the answer: then nothing is saved or put up for the call. */
  readonly waited?: () => Promise<void>;
  /**
   * Since when a host's hook has waited for this answer (ms since 1970): a decision on the same call made after that is this one's
   * too. Undefined, as where it is not given: the same event of the same call is another call.
   */
  readonly since?: () => number | undefined;
}

/** What the person said to an ask, and through which door. */
export interface DoorAnswer {
  readonly says: "yes" | "no";
  readonly through: string;
}

export interface Gate extends Omit<ModesAndRules, "standingOf" | "bookIn"> {
  /** Never rejects: a failure is a deny. */
  check(action: Action, options?: CheckOptions): Promise<Decision>;
  /** `check`, and whether an earlier event of the same call had been decided already. Never rejects. */
  judge(action: Action, options?: CheckOptions): Promise<Judgement>;
  readonly shadow: boolean;
  /** The person spoke: what was denied before may be judged anew. */
  personSaid(text: string, session?: string): Promise<void>;
  /** Something came as a prompt that is an agent's; `why` says by what that is known. It consents to nothing. */
  agentSaid(text: string, why: string, session?: string): Promise<void>;
  /** Reviews what a finished sub-agent did. A warning, or null when nothing was found; never a silent drop. */
  reviewHandoff(history: HandoffHistory): Promise<HandoffReview>;
  /**
   * The person was asked about this very call, by its `toolUseId`, through a door that showed it to them, and has answered: a yes
   * approves it for one use, a no goes on record, either counts once. Why it was not taken, as a value.
   */
  answered(action: Action, answer: DoorAnswer): Promise<Result<null>>;
  /**
   * A call was seen to have run. If the person had been asked about it, that was their yes. `output`: what was heard of one
   * that failed; it tells whether walls refused it something.
   */
  ran(action: Action, output?: string): Promise<void>;
  /**
   * Looks at what a call returned, where that came from outside, for what was made to steer the agent. What is found is put on
   * record, and the classifier is told with the next question; it holds nothing back. Null where nothing was found.
   */
  probe(action: Action, result: Json, options?: ProbeOptions): Promise<Find | null>;
}

export const makeGate = ({ store, ...parts }: GateParts): Gate => makeGates(parts)(store);

/** One gate, over whichever store a call comes with: mode, rules and what was proven are the same for all of them. */
export function makeGates(parts: Omit<GateParts, "store">): (store: SessionStore) => Gate {
  const kept: KeptBetweenCalls = {
    ownSession: parts.newId(),
    current: keepModesAndRules(parts.settings, parts.ruleNames),
  };
  return (store) => gateOver({ ...parts, store }, kept);
}

interface KeptBetweenCalls {
  readonly ownSession: string;
  readonly current: ModesAndRules;
}

function gateOver(parts: GateParts, { ownSession, current }: KeptBetweenCalls): Gate {
  const { settings, store, now } = parts;
  const open = (session: string, action: Action): Promise<Session> => store.open(session, parts.begin(action));

  const judge: Gate["judge"] = async (
    given,
    { signal, waited = async () => undefined, since = () => undefined } = {},
  ) => {
    const stamp = stamper(parts);
    const named = nameAction(given, parts);
    if (!named.ok) return { decision: stamp(brokenDraft(named.error)), joined: false, run: null };
    const action = named.value;
    const standing = current.standingOf(action);
    const context = {
      mode: standing.mode,
      headless: (action.headless ?? false) || standing.unattended,
      session: action.session ?? ownSession,
      book: current.bookIn(standing),
      signal,
      waited,
      since,
    };
    const judged = await judgeAction({ action, context, parts, stamp });
    if (judged.notice !== undefined) parts.tell(judged.notice);
    return judged;
  };

  return {
    judge,
    check: async (action, options) => (await judge(action, options)).decision,
    get mode() {
      return current.mode;
    },
    enter: current.enter,
    leave: current.leave,
    addRule: current.addRule,
    removeRule: current.removeRule,
    rules: current.rules,
    shadow: settings.shadow,
    reviewHandoff: async (history) => {
      const review = await reviewHandoff(history, parts.classifier);
      if (review.verdict !== null) await recordHandoff(history, review, parts);
      return review;
    },
    ...hearing((session = ownSession) => open(session, { tool: "", input: {} }), now),
    answered: (given, answer) =>
      takeDoorAnswer(given, answer, { parts, open: (a) => open(a.session ?? ownSession, a) }),
    probe: (given, result, options) => probeCall(given, result, { ...options, parts, ownSession }),
    ran: async (given, output) => {
      const action = parts.translate(given);
      const session = await open(action.session ?? ownSession, action);
      await recordRun(action, parts, { session, output, id: action.session ?? ownSession });
    },
  };
}

interface AnsweredIn {
  readonly parts: GateParts;
  readonly open: (action: Action) => Promise<Session>;
}

async function takeDoorAnswer(given: Action, answer: DoorAnswer, { parts, open }: AnsweredIn): Promise<Result<null>> {
  const named = nameAction(given, parts);
  if (!named.ok) return named;
  const { toolUseId } = named.value;
  if (toolUseId === undefined) return fail("A call without an id cannot be told from another one.");
  const session = await open(named.value);
  const call = keyOf(named.value, parts, (await session.memory()).start.projectRoot);
  const by = `the person, through ${answer.through}`;
  return session.transact(takeAnswer({ call, toolUseId, says: answer.says, by, at: parts.now(), newId: parts.newId }));
}

/** In our own names, in a mode there is. */
function nameAction(given: Action, { translate }: GateParts): Result<Action> {
  try {
    const action = translate(given);
    return action.mode === undefined || MODES.includes(action.mode)
      ? ok(action)
      : fail(`there is no mode ${JSON.stringify(action.mode)}`);
  } catch (error) {
    return fail(messageOf(error));
  }
}

/** What the review found stays on record, and is kept until the agent that takes over was told. */
async function recordHandoff(
  { session, agent = null }: HandoffHistory,
  { warning, verdict }: HandoffReview,
  { store, begin, now }: GateParts,
): Promise<void> {
  const opened = await store.open(session, begin({ tool: "", input: {} }));
  const label = verdict?.block === "yes" ? verdict.label : null;
  const cost = { model: verdict?.model ?? null, costUsd: verdict?.costUsd ?? null };
  await opened.transact(() => ({
    entries: [{ kind: "handoff", at: now(), agent, label, warning, ...cost }],
    value: undefined,
  }));
}

interface RunSeen {
  readonly session: Session;
  readonly output: string | undefined;
  readonly id: string;
}

async function recordRun(action: Action, parts: GateParts, { session, output, id }: RunSeen): Promise<void> {
  const { start } = await session.memory();
  const key = keyOf(action, parts, start.projectRoot);
  parts.restore?.noteAfter({ session: id, key, toolUseId: action.toolUseId ?? null });
  const memory = await newestMemory(session, parts, output);
  if (memory.asked.size === 0) return;
  // The newest under its id: a model may give an id again.
  const known = memory.recent.findLast(({ toolUseId }) => toolUseId !== null && toolUseId === action.toolUseId);
  const call =
    known !== undefined && memory.asked.has(known.call) ? known.call : keyOf(action, parts, memory.start.projectRoot);
  if (memory.asked.has(call))
    await session.transact(() => ({ entries: [{ kind: "ran", at: parts.now(), call }], value: undefined }));
}

/** What came as a prompt goes on record as whose words it is. */
function hearing(
  open: (session?: string) => Promise<Session>,
  now: () => number,
): Pick<Gate, "personSaid" | "agentSaid"> {
  const record = async (text: string, why: string | null, session?: string): Promise<void> =>
    (await open(session)).transact((memory) => ({
      entries: [wordsEntry(memory, text, { at: now(), why })],
      value: undefined,
    }));
  return {
    personSaid: (text, session) => record(text, null, session),
    agentSaid: (text, why, session) => record(text, why, session),
  };
}
