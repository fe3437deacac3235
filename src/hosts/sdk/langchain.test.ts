/** The middleware in a real LangChain agent on LangGraph. */
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { afterAll, describe, expect, test } from "vitest";
import { example } from "../../../examples/langchain.ts";
import { wrapToolCall } from "./index.ts";
import { bench, describeDoor, place } from "./testing.ts";

afterAll(() => place.remove());

function modelOf(commands: readonly string[]) {
  const model = fakeModel();
  for (const [n, command] of commands.entries())
    model.respondWithTools([{ name: "shell", args: { command }, id: `c${n + 1}` }]);
  return model.respond(new AIMessage("done"));
}

describeDoor("LangChain", (at, commands, says) => example(at.gate, modelOf(commands), at.run, says));

describe("LangChain: what a resumed run may say", () => {
  const call = { toolCall: { name: "shell", args: { command: "npm publish" }, id: "1" }, state: { messages: [] } };
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a bare yes", "approve"],
    ["an edit", { decisions: [{ type: "edit", editedAction: { name: "shell", args: { command: "npm unpublish" } } }] }],
    ["two answers", { decisions: [{ type: "approve" }, { type: "approve" }] }],
    ["no answer", { decisions: [] }],
  ])("%s does not run it", async (_, answer) => {
    const at = bench();
    const wrapped = wrapToolCall(at.gate, { names: { shell: "Bash" }, interrupt: () => answer });
    const said = await wrapped(call, async (request) => ("tool" in request ? "told" : at.run("npm publish")));
    expect([said, at.ran]).toEqual(["told", []]);
  });
  test("without an interrupt nobody can be asked: the model is told why", async () => {
    const at = bench();
    const wrapped = wrapToolCall(at.gate, { names: { shell: "Bash" } });
    const told = await wrapped(call, async (request) => {
      const { tool: instead } = request as unknown as { tool: { invoke: () => Promise<string> } };
      return { content: await instead.invoke() };
    });
    expect(told).toMatchObject({ content: expect.stringContaining("Denied by Sallyport"), status: "error" });
  });
});
