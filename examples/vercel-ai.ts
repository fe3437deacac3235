/** The gate in front of the tools of a Vercel AI SDK agent. The model here is scripted; put your own in its place. */
import { generateText, type LanguageModel, stepCountIs, tool } from "ai";
import * as z from "zod";
import type { Gate } from "../src/gate/index.ts";
import { guarded, needsApproval } from "../src/hosts/sdk/index.ts";

/** Runs until the model is done, and gives back what it was told of its calls. */
export async function example(gate: Gate, model: LanguageModel, runCommand: (command: string) => string) {
  const options = { session: "example", names: { shell: "Bash" } };
  const shell = tool({
    description: "Runs a shell command",
    inputSchema: z.object({ command: z.string() }),
    needsApproval: needsApproval(gate, "shell", options),
    execute: async ({ command }) => runCommand(command),
  });
  return generateText({ model, tools: guarded(gate, { shell }, options), prompt: "tidy up", stopWhen: stepCountIs(5) });
}
