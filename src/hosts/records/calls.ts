/** The calls of a conversation, with what the person answered to them. */
import type { JsonObject, Turn } from "../../contract/action.ts";
import { bringsAnswers } from "../../policy/tools/index.ts";

// A session and a call as a record tells of them.

export interface RecordedSession {
  readonly id: string;
  /** The product and its version, as the record names them. */
  readonly agent: string;
  /** Whose tool names these are; null when they are ours. */
  readonly host: string | null;
  /** The directory the session started in; null when the record does not say. */
  readonly cwd: string | null;
  readonly started: string | null;
  /** What the session was about, where the record says more than a directory: the repository. */
  readonly project?: string | null;
  /** An agent began it: nothing said in it is the person's. */
  readonly spawned?: true;
  /** Not an agent's: a person tried calls in a terminal. */
  readonly byHand?: true;
  /** Its host can run a command inside walls. Absent where nobody knows. */
  readonly walls?: boolean;
}

export interface RecordedCall {
  /** Joins a call with what became of it; null when the record has no id. */
  readonly id: string | null;
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string | null;
  readonly at: string | null;
  readonly line: number;
  readonly agentModel: string | null;
  /** Our own ledger says that it was allowed. */
  readonly passed?: true;
}

// Questions of an agent to the person, and which answer is whose.

/** Tools whose result is the person's answer, by the names hosts give them. */
const ASKS_THE_PERSON: ReadonlySet<string> = new Set(["AskUserQuestion", "question"]);

/** Whether what comes back is the person's answer: not where the agent brought the answers along. */
const asksThePerson = ({ tool, input }: Pick<RecordedCall, "tool" | "input">): boolean =>
  ASKS_THE_PERSON.has(tool) && !bringsAnswers(input);

/** The questions that wait for the person's answer, by the ids of their calls. What comes back under an id of two calls may be the other's. */
export class OpenQuestions {
  readonly #called = new Set<string>();
  readonly #asked = new Map<string, number>();

  /** `at` is where the call stands. */
  call({ id, tool, input }: Pick<RecordedCall, "id" | "tool" | "input">, at: number): void {
    if (id === null) return;
    if (asksThePerson({ tool, input }) && !this.#called.has(id)) this.#asked.set(id, at);
    else this.#asked.delete(id);
    this.#called.add(id);
  }

  /** Where the question stands that this id answers: told once. */
  take(id: string | null): number | undefined {
    const at = this.#asked.get(id ?? "");
    this.#asked.delete(id ?? "");
    return at;
  }
}

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
