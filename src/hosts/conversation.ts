/** The conversation is read only when the classifier is asked: a fast path never opens the host's file. */
import type { Turn } from "../contract/action.ts";
import { toEntries } from "../judge/transcript.ts";
import type { Classifier } from "../judge/types.ts";
import { encodeCall, toolBox } from "../policy/tools/index.ts";
import { type CallEvent, type Heard, type Host, NOTHING_HEARD, type Occasion } from "./host.ts";
import { translate } from "./names/index.ts";
import { linesOfFile } from "./transcripts/lines.ts";
import { conversation } from "./transcripts/merge.ts";

/** What went before this call: the host's record, with the prompts the hook recorded laid over it. Never throws. */
export const turnsBefore = (host: Host, { record, action }: CallEvent, prompts: readonly string[]): readonly Turn[] =>
  conversation(heardIn(host, record, action.toolUseId ?? null), prompts);

/** What a record says: a file, or lines that came with the event. */
export function heardIn(host: Host, record: Occasion["record"], leaveOut: string | null): Heard {
  const lines = typeof record === "string" ? linesOfFile(record) : record;
  return lines === null ? NOTHING_HEARD : host.transcript(lines, leaveOut);
}

/** What a question is completed with when it is asked. */
export interface Surrounding {
  readonly turns: () => readonly Turn[];
  readonly instructions: () => string | null;
}

/** A classifier that is shown the conversation and the project's instructions. */
export const shown = (classifier: Classifier, host: string, { turns, instructions }: Surrounding): Classifier => ({
  classify: (question) =>
    classifier.classify({
      ...question,
      instructions: question.instructions ?? instructions(),
      transcript: toEntries(
        turns().map((turn) => inOurNames(turn, host)),
        encodeTurn,
      ),
    }),
});

const tools = toolBox();
export const encodeTurn: Parameters<typeof toEntries>[1] = (tool, input) => encodeCall(tools(tool), input);

export function inOurNames(turn: Turn, host: string): Turn {
  if ("user" in turn) return turn;
  const { tool, input } = translate(host, turn.tool, turn.input);
  return { ...turn, tool, input };
}
