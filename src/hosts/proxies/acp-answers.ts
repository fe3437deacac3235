/** The person's answer in the editor: put on record, and a yes is good only while every call of the request is what they were asked about. */
import { randomUUID } from "node:crypto";
import type { Action, JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import { messageOf } from "../../contract/result.ts";
import { approvalRefusal } from "../../memory/index.ts";
import { type AnsweringGate, PERSON_SAID_NO, refusalToRun } from "../answering.ts";
import { objectIn, objectsIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import type { FormAnswer } from "./mcp-asking.ts";
import { foldName, type MessageId } from "./message.ts";

const UNSURE = "Held back by Sallyport: what was chosen in the editor is not surely a yes or a no.";
const ON_ITS_WAY =
  "Held back by Sallyport: something else that the editor was asked to do is not done yet, and could change what was just approved. Ask again when it is done.";
const THROUGH = "an ACP editor";

/** A call of a request, under an id that only we give, and what was decided about it. */
export interface DecidedAction {
  readonly action: Action;
  readonly decision: Decision;
}

/** What answers need of a session. */
interface AskingSession {
  readonly gate: AnsweringGate;
  /** What the person has just said yes to in the editor, as it was then: good for one use. */
  readonly granted: Map<string, DecidedAction>;
}

/** A permission request that the person answers in the editor. */
export interface OpenQuestion {
  readonly session: AskingSession;
  readonly params: JsonObject;
  readonly decided: readonly DecidedAction[];
}

/** The agent's own ids may come again: an answer to one would be taken for one to another. */
export const underOwnId = (action: Action): Action => ({ ...action, toolUseId: `acp ${randomUUID()}` });

const YES: ReadonlySet<unknown> = new Set(["allow_once", "allow_always"]);
const NO: ReadonlySet<unknown> = new Set(["reject_once", "reject_always"]);

/** What an answer to a permission request says; undefined where nobody can be sure, so that the agent may take it for a yes. */
export function answerAmong(params: JsonObject, result: JsonObject | null): FormAnswer | undefined {
  const outcome = result === null ? null : objectIn(result, "outcome");
  if (result === null || outcome?.outcome === "cancelled") return "none";
  const chosen = outcome?.outcome === "selected" ? textIn(outcome, "optionId") : null;
  const kind = soleOptions(params).find(({ optionId }) => chosen !== null && optionId === chosen)?.kind;
  if (YES.has(kind)) return "yes";
  return NO.has(kind) ? "no" : undefined;
}

/** What the agent is told in place of an answer that does not hold. */
export const rejectionOf = (params: JsonObject, why: string): JsonObject => ({
  ...(selectOption(rejectOnce(params)) ?? { outcome: { outcome: "cancelled" } }),
  _meta: { sallyport: { reason: why } },
});

/** A command is bound to what was written before it: in a request it is judged last, and taken first. */
const isCommand = ({ tool }: Action): boolean => tool === "Bash";
export const commandsLast = <T>(all: readonly T[], actionOf: (one: T) => Action): readonly T[] => [
  ...all.filter((one) => !isCommand(actionOf(one))),
  ...all.filter((one) => isCommand(actionOf(one))),
];
const commandsFirst = (all: readonly DecidedAction[]): readonly DecidedAction[] => [
  ...all.filter(({ action }) => isCommand(action)),
  ...all.filter(({ action }) => !isCommand(action)),
];

/** Null where every one of them passes again, by the person's yes where they were asked about it; else what the agent is told. Never rejects. */
async function refusalAfterYes(gate: AnsweringGate, decided: readonly DecidedAction[]): Promise<string | null> {
  for (const one of commandsFirst(decided)) {
    const refusal = await refusalOf(gate, one);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Puts a no to each call of the request on record. Never rejects. */
async function recordNo(gate: AnsweringGate, decided: readonly DecidedAction[]): Promise<string> {
  for (const { action, decision } of decided)
    if (isAsk(decision)) await refusalToRun(gate, action, { through: THROUGH, says: "no" });
  return PERSON_SAID_NO;
}

const isAsk = ({ behavior }: Decision): boolean => behavior === "ask";

const refusalOf = (gate: AnsweringGate, { action, decision }: DecidedAction): Promise<string | null> =>
  decision.by === "userInteraction"
    ? refusalToTalk(gate, action)
    : refusalToRun(gate, action, { through: THROUGH, says: isAsk(decision) ? "yes" : undefined });

/** A tool that only asks the person: their choice is what it does, and there is no call to approve. */
async function refusalToTalk(gate: AnsweringGate, action: Action): Promise<string | null> {
  try {
    const decision = await gate.check(underOwnId(action));
    const passes = isAllow(decision) || (isAsk(decision) && decision.by === "userInteraction");
    return passes || gate.shadow ? null : messageForAgent(decision);
  } catch (error) {
    return faultMessage(messageOf(error));
  }
}

/** What the editor itself can be asked to do. */
const EDITORS_TOOLS: ReadonlySet<string> = new Set(["Bash", "Write", "Read"]);

/**
 * The same call once more, for the work in the editor that may follow from a yes. It is asked about before the yes is taken, so that a yes
 * that holds says of this one too what it is bound to. Undefined where no yes is needed for it, or none is enough.
 */
async function askForWork(gate: AnsweringGate, asked: DecidedAction | undefined): Promise<DecidedAction | undefined> {
  if (asked === undefined || !isAsk(asked.decision) || gate.shadow) return undefined;
  if (asked.action.host !== undefined || !EDITORS_TOOLS.has(asked.action.tool)) return undefined;
  const action = underOwnId(asked.action);
  const decision = await gate.check(action);
  return isAsk(decision) && approvalRefusal(decision) === null ? { action, decision } : undefined;
}

const grantOf = ({ tool, input, cwd }: Action): string => JSON.stringify([tool, input, cwd]);

export class PersonsAnswers {
  readonly #asked = new Map<MessageId, OpenQuestion>();
  /** Work that was handed to the editor, and that it has not told to be done. */
  readonly #working = new Set<MessageId>();
  #taking: Promise<unknown> = Promise.resolve();

  expect(id: MessageId, question: OpenQuestion): void {
    this.#asked.set(id, question);
  }

  /** Whether a permission request under this id, or any at all, waits for the person. */
  isAwaited(id?: MessageId): boolean {
    if (id !== undefined) return this.#asked.has(id);
    return [...this.#asked.values()].some(({ session }) => !session.gate.shadow);
  }

  /** The editor's answer to a permission request: what the agent is told in its place, or undefined where it passes as it came. */
  async hear(id: MessageId, result: JsonObject | null): Promise<JsonObject | undefined> {
    const question = this.#asked.get(id);
    this.#asked.delete(id);
    if (question === undefined) return undefined;
    const { session, params, decided } = question;
    const says = answerAmong(params, result);
    if (says === undefined) return session.gate.shadow ? undefined : rejectionOf(params, UNSURE);
    if (says === "none") return undefined;
    const work = says === "yes" ? await this.#inTurn(() => askForWork(session.gate, decided[0])) : undefined;
    const refusal = await this.take(session, decided, says);
    if (refusal === null && work !== undefined) session.granted.set(grantOf(work.action), work);
    return refusal === null || says === "no" ? undefined : rejectionOf(params, refusal);
  }

  /** A write or a command goes to the editor. */
  workBegins(id: MessageId): void {
    this.#working.add(id);
  }

  workEnds(id: MessageId): void {
    this.#working.delete(id);
  }

  /** Null where the call may go on by the person's answer; else what the agent is told. */
  async take({ gate }: AskingSession, decided: readonly DecidedAction[], says: "yes" | "no"): Promise<string | null> {
    if (says === "yes" && this.#working.size > 0 && !gate.shadow) return ON_ITS_WAY;
    const take = says === "yes" ? refusalAfterYes : recordNo;
    return this.#inTurn(() => take(gate, decided));
  }

  /** The person saw one reading of it: where there are two, the yes may be to the other. What is not as it was then is asked about anew. */
  async isGranted([action, ...others]: readonly Action[], session: AskingSession): Promise<boolean> {
    const grant = action === undefined || others.length > 0 ? undefined : session.granted.get(grantOf(action));
    if (grant === undefined) return false;
    session.granted.delete(grantOf(grant.action));
    return (await this.take(session, [grant], "yes")) === null;
  }

  /** One after the other: a yes to one of two calls alike is used before the next is taken. */
  #inTurn<T>(take: () => Promise<T>): Promise<T> {
    const taken = this.#taking.then(take);
    this.#taking = taken.catch(() => undefined);
    return taken;
  }
}

// Which of an agent's answers is chosen for the person: one that is plainly for this once, or none.

/** All that the name of such an answer is made of. */
const ONCE: ReadonlySet<string> = new Set(
  (
    "yes y ok okay allow allowed approve approved accept accepted permit proceed continue run execute apply confirm once one time " +
    "this it the that command edit edits call tool action file change changes request only just for now a"
  ).split(" "),
);
/** What the id of such an answer says nothing of. */
const LASTING: ReadonlySet<string> = new Set(
  (
    "always all any every bypass bypasspermissions auto session forever never ever mode trust skip yolo full dangerous dangerously permission " +
    "permissions remember project global workspace directory prefix similar rest"
  ).split(" "),
);

/** Null where the agent offers several, or one that says more than yes: the person then chooses. */
export function allowOnce(params: JsonObject): string | null {
  const [option, ...others] = objectsIn(params, "options").filter(({ kind }) => isKind(kind, "allow_once"));
  if (option === undefined || others.length > 0 || !soleOptions(params).includes(option)) return null;
  const { optionId, name, kind } = option;
  const isPlain =
    kind === "allow_once" &&
    typeof optionId === "string" &&
    typeof name === "string" &&
    wordsOf(name).every((word) => ONCE.has(word)) &&
    !wordsOf(optionId).some((word) => LASTING.has(word));
  return isPlain ? optionId : null;
}

/** Any of them says no. */
function rejectOnce(params: JsonObject): string | null {
  const option = soleOptions(params).find(
    ({ kind, optionId }) => kind === "reject_once" && typeof optionId === "string",
  );
  return typeof option?.optionId === "string" ? option.optionId : null;
}

/** The options whose id is no other's: of one that stands twice nobody can say which is meant. */
function soleOptions(params: JsonObject): readonly JsonObject[] {
  const options = objectsIn(params, "options");
  const idOf = ({ optionId = null }: JsonObject): string => foldName(String(optionId));
  return options.filter((option) => options.every((other) => other === option || idOf(other) !== idOf(option)));
}

const isKind = (kind: unknown, wanted: string): boolean => typeof kind === "string" && foldName(kind) === wanted;

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

export const selectOption = (optionId: string | null): JsonObject | undefined =>
  optionId === null ? undefined : { outcome: { outcome: "selected", optionId } };
