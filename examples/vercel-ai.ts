/** The gate in front of the tools of a Vercel AI SDK agent. The model here is scripted; put your own in its place. */
import { generateText, type LanguageModel, type ModelMessage, stepCountIs, tool } from "ai";
import type { Gate } from "sallyport";
import { guarded, needsApproval, recordRefusals } from "sallyport/sdk";
import * as z from "zod";

/** Runs until the model is done. `person` is asked what the gate leaves to them; without one the run ends there. */
export async function example(
  gate: Gate,
  model: LanguageModel,
  runCommand: (command: string) => string,
  person?: (input: unknown) => boolean,
) {
  const options = { session: "example", names: { shell: "Bash" } };
  const shell = tool({
    description: "Runs a shell command",
    inputSchema: z.object({ command: z.string() }),
    needsApproval: needsApproval(gate, "shell", options),
    execute: async ({ command }) => runCommand(command),
  });
  const tools = guarded(gate, { shell }, options);
  const messages: ModelMessage[] = [{ role: "user", content: "tidy up" }];
  for (;;) {
    const result = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
    const requests = result.content.flatMap((part) => (part.type === "tool-approval-request" ? [part] : []));
    if (requests.length === 0 || person === undefined) return result;
    messages.push(...result.response.messages, {
      role: "tool",
      content: requests.map(({ approvalId, toolCall }) => ({
        type: "tool-approval-response",
        approvalId,
        approved: person(toolCall.input),
      })),
    });
    await recordRefusals(gate, messages, options);
  }
}
