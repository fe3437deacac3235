/** The gate in front of the tools of an OpenAI Agents SDK agent. The model here is scripted; put your own in its place. */
import { Agent, type Model, Runner, tool } from "@openai/agents-core";
import * as z from "zod";
import type { Gate } from "../src/gate/index.ts";
import { approvalGate } from "../src/hosts/sdk/index.ts";

/** Runs until the agent is done or the person must decide; `left` is what waits for the person. */
export async function example(gate: Gate, model: Model, runCommand: (command: string) => string) {
  const { callModelInputFilter, needsApproval, settle } = approvalGate(gate, { session: "example" });
  const shell = tool({
    name: "shell",
    description: "Runs a shell command",
    parameters: z.object({ command: z.string() }),
    needsApproval: needsApproval("Bash"),
    execute: async ({ command }) => runCommand(command),
  });
  const agent = new Agent({ name: "worker", instructions: "Work.", model, tools: [shell] });
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter });
  let result = await runner.run(agent, "tidy up");
  while ((result.interruptions ?? []).length > 0) {
    const left = settle(result);
    if (left.length > 0) return { result, left };
    result = await runner.run(agent, result.state);
  }
  return { result, left: [] };
}
