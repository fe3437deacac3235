/**
 * What of a long conversation is held. It is cut in the middle: its beginning stays as it is, its end begins at a boundary that
 * stays where it is while the conversation grows by less than a step, and between them one entry says how many calls are not
 * shown. What the person said is kept throughout. Sizes are taken before anything is encoded, so that the cut is cheap and the
 * same at every call.
 */
import type { GapTurn, Json, JsonObject, ToolTurn, Turn, UserTurn } from "../contract/action.ts";
import { shorten } from "../contract/escape.ts";
import { hideSecrets } from "../machine/secrets/index.ts";
import { bringsAnswers } from "../policy/tools/index.ts";

/** About 90,000 tokens: with instructions, facts and the system prompt it fits every model we list. */
export const MAX_HELD_CHARACTERS = 360_000;
const HEAD_CHARACTERS = 100_000;
/** The end begins at a multiple of this, counted from the start of the conversation. */
export const STEP_CHARACTERS = 60_000;
/** The longest end: what is left beside the head and the person's words. */
const TAIL_CHARACTERS = 200_000;
/** Of one call, and of what the person said at one time. */
export const MAX_ENTRY_CHARACTERS = 40_000;
/** The person's words among calls that are not shown: all of them together, and one message. */
const MAX_MIDDLE_CHARACTERS = 60_000;
const MIDDLE_MESSAGE_CHARACTERS = 2_000;
/** Secrets are looked for in this much of a text first: a cut must not break one in two. */
export const RAW_CHARACTERS = 5 * MAX_ENTRY_CHARACTERS;
/** Key, quotes, line end. */
const FRAME_CHARACTERS = 20;

export function holdTurns(turns: readonly Turn[]): readonly Turn[] {
  const sizes = turns.map(sizeOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_HELD_CHARACTERS) return turns;
  const boundary = Math.ceil((total - TAIL_CHARACTERS) / STEP_CHARACTERS) * STEP_CHARACTERS;
  let offset = 0;
  const head: Turn[] = [];
  const middle: Turn[] = [];
  const tail: Turn[] = [];
  for (const [index, turn] of turns.entries()) {
    const end = offset + (sizes[index] ?? 0);
    const part = offset >= boundary ? tail : middle;
    (end <= HEAD_CHARACTERS ? head : part).push(turn);
    offset = end;
  }
  return [...head, ...withoutCalls(middle), ...tail];
}

/** One entry for the calls, then what the person said among them. */
function withoutCalls(middle: readonly Turn[]): readonly Turn[] {
  const calls = middle.reduce((sum, turn) => sum + callsIn(turn), 0);
  const said = middle.flatMap((turn): readonly UserTurn[] => wordsOf(turn));
  const gap: readonly GapTurn[] = calls === 0 ? [] : [{ leftOut: calls }];
  let room = MAX_MIDDLE_CHARACTERS;
  const words = said.map(({ user }): UserTurn => {
    const limit = Math.max(200, Math.min(MIDDLE_MESSAGE_CHARACTERS, room));
    room -= Math.min(user.length, limit);
    return { user: shorten(user.length > limit ? hideSecrets(shorten(user, RAW_CHARACTERS)) : user, limit) };
  });
  return [...gap, ...words];
}

const wordsOf = (turn: Turn): readonly UserTurn[] => {
  if ("user" in turn) return [turn];
  return "tool" in turn ? answerOf(turn).map((user) => ({ user })) : [];
};

/** The one tool whose result is the person's own word: what any other tool returned is nobody's. */
const ASKS_THE_PERSON = "AskUserQuestion";

/** What the person answered; not what the agent wrote into the question itself. */
export const answerOf = ({ tool, input, answer = "" }: ToolTurn): readonly string[] =>
  answer === "" || tool !== ASKS_THE_PERSON || bringsAnswers(input) ? [] : [answer];

const callsIn = (turn: Turn): number => ("leftOut" in turn ? turn.leftOut : "tool" in turn ? 1 : 0);

const sizeOf = (turn: Turn): number => {
  if ("leftOut" in turn) return FRAME_CHARACTERS;
  if ("user" in turn) return Math.min(turn.user.length, MAX_ENTRY_CHARACTERS) + FRAME_CHARACTERS;
  const said = Math.min(turn.answer?.length ?? 0, MAX_ENTRY_CHARACTERS);
  return Math.min(lengthOf(turn.input), MAX_ENTRY_CHARACTERS) + turn.tool.length + said + FRAME_CHARACTERS;
};

/** About as long as the value is when it is written. */
const lengthOf = (value: Json): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 5;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + lengthOf(inner), 0);
};

/** A call whose texts are no longer than what is looked through for secrets. */
export const boundInput = ({ input }: Pick<ToolTurn, "input">): JsonObject =>
  lengthOf(input) <= RAW_CHARACTERS ? input : boundObject(input);

const boundObject = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, boundValue(value)]));

function boundValue(value: Json): Json {
  if (typeof value === "string") return shorten(value, RAW_CHARACTERS);
  const text = JSON.stringify(value);
  return text.length <= RAW_CHARACTERS ? value : shorten(text, RAW_CHARACTERS);
}
