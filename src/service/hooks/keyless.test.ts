import { expect, test } from "vitest";
import { leavingTheModel, NO_MODEL_HERE } from "./keyless.ts";

test("whichever way the model is asked, the call that asked hears of it, and no other", async () => {
  const left: string[] = [];
  const asking = (name: string, ask: () => Promise<unknown>) => leavingTheModel(() => void left.push(name), ask);
  const question = { tool: "Bash", input: {}, encoding: "", transcript: [], instructions: null } as never;
  const [verdict, answer] = await Promise.all([
    asking("verdict", async () => NO_MODEL_HERE.classify(question)),
    asking("answer", async () => NO_MODEL_HERE.ask("", { maxTokens: 1 })),
    asking("neither", async () => undefined),
  ]);
  expect(left.sort()).toEqual(["answer", "verdict"]);
  expect(verdict).toMatchObject({ block: "unavailable" });
  expect(answer).toMatchObject({ ok: false });
});
