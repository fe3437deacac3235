/** The calls of a conversation, with what the person answered to them. */
import type { Turn } from "../contract/action.ts";
import { OpenQuestions } from "./open-questions.ts";
import type { RecordedCall } from "./recorded.ts";

/** Puts calls among the turns, and the person's answer to a question with the call that asked it. */
export function answerJoiner(turns: Turn[]) {
  const questions = new OpenQuestions();
  return {
    call: (call: RecordedCall): void => {
      questions.call(call, turns.length);
      turns.push({ tool: call.tool, input: call.input });
    },
    join: (id: string | null, answer: string): void => {
      const index = questions.take(id) ?? -1;
      const turn = turns[index];
      if (turn !== undefined && "tool" in turn && answer !== "") turns[index] = { ...turn, answer };
    },
    /** Answers from there on were taken back. */
    forget: (from: number): void => {
      for (const [index, turn] of turns.entries())
        if (index >= from && "tool" in turn) turns[index] = { tool: turn.tool, input: turn.input };
    },
  };
}
