/** The gate in front of the tools of a LangChain agent (LangGraph below it). The model here is scripted; put your own in its place. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware, tool } from "langchain";
import type { Gate } from "sallyport";
import { type ReviewRequest, wrapToolCall } from "sallyport/sdk";
import * as z from "zod";

/** Runs until the agent is done. `person` is asked what the gate leaves to them; without one the run waits there. */
export async function example(
  gate: Gate,
  model: BaseChatModel,
  runCommand: (command: string) => string,
  person?: (request: ReviewRequest) => boolean,
) {
  const shell = tool(({ command }: { command: string }) => runCommand(command), {
    name: "shell",
    description: "Runs a shell command",
    schema: z.object({ command: z.string() }),
  });
  const guard = createMiddleware({
    name: "Sallyport",
    wrapToolCall: wrapToolCall(gate, { session: "example", names: { shell: "Bash" }, interrupt }),
  });
  const agent = createAgent({ model, tools: [shell], middleware: [guard], checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "example" } };
  let result = await agent.invoke({ messages: [{ role: "user", content: "tidy up" }] }, thread);
  for (;;) {
    const waiting = result.__interrupt__ ?? [];
    if (waiting.length === 0 || person === undefined) return result;
    const answers = waiting.map(({ id = "", value }) => {
      const type = person(value as ReviewRequest) ? "approve" : "reject";
      return [id, { decisions: [{ type }] }] as const;
    });
    result = await agent.invoke(new Command({ resume: Object.fromEntries(answers) }), thread);
  }
}
