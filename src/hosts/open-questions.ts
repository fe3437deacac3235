/** Questions of an agent to the person, and which answer is whose. */
import { bringsAnswers } from "../policy/tools/index.ts";
import type { RecordedCall } from "./recorded.ts";

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
