/** The conversation is read only when the classifier is asked: a fast path never opens the host's file. */
import type { Turn } from "../action.ts";
import { toEntries } from "../classifier/transcript.ts";
import type { Classifier } from "../classifier/types.ts";
import { encodeCall, toolBox } from "../tools/index.ts";
import { type Host, type HostEvent, NOTHING_HEARD } from "./host.ts";
import { translate } from "./names/index.ts";
import { linesOfFile } from "./transcripts/lines.ts";
import { conversation } from "./transcripts/merge.ts";

type Call = Extract<HostEvent, { kind: "call" }>;

/** What went before this call: the host's record, with the prompts the hook recorded laid over it. Never throws. */
export function turnsBefore(host: Host, event: Call, prompts: readonly string[]): readonly Turn[] {
  const { record, action } = event;
  const lines = typeof record === "string" ? linesOfFile(record) : record;
  const heard = lines === null ? NOTHING_HEARD : host.transcript(lines, action.toolUseId ?? null);
  return conversation(heard, prompts);
}

/** A classifier that is shown what `turns` gives when it is asked. */
export function shown(classifier: Classifier, host: string, turns: () => readonly Turn[]): Classifier {
  const tools = toolBox();
  const encode: Parameters<typeof toEntries>[1] = (tool, input) => encodeCall(tools(tool), input);
  return {
    classify: (question) =>
      classifier.classify({
        ...question,
        transcript: toEntries(
          turns().map((turn) => inOurNames(turn, host)),
          encode,
        ),
      }),
  };
}

function inOurNames(turn: Turn, host: string): Turn {
  if ("user" in turn) return turn;
  const { tool, input } = translate(host, turn.tool, turn.input);
  return { ...turn, tool, input };
}
