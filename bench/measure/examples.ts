/** Every example the tables carry, as actions: programs, Windows rows, topics for code and for the model. */
import type { Action } from "../../src/contract/action.ts";
import { evaluationCases, TOPICS } from "../../src/policy/topics/index.ts";
import { rowExamples } from "../../src/programs/index.ts";

const bash = (command: string): Action => ({ tool: "Bash", input: { command } });

export function exampleActions(): readonly Action[] {
  return [
    ...rowExamples().map(([command]) => bash(command)),
    ...TOPICS.flatMap(({ recognise }) => recognise).flatMap(({ match, notMatch }) =>
      [...match, ...notMatch].map((one) => (typeof one === "string" ? bash(one) : one)),
    ),
    ...evaluationCases().map(({ action }) => action),
  ];
}
