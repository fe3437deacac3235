/** The gate in front of the tools of an OpenAI Agents SDK agent. The model here is scripted; put your own in its place. */
import { Agent, type Model, Runner, tool } from "@openai/agents-core";
import type { Gate } from "sallyport";
import { approvalGate } from "sallyport/sdk";
import * as z from "zod";

/** Runs until the agent is done. `person` is asked what the gate leaves to them; without one it waits in `left`. */
export async function example(
  gate: Gate,
  model: Model,
  runCommand: (command: string) => string,
  person?: (item: { readonly rawItem: unknown }) => boolean,
) {
  const { callModelInputFilter, guard, refuse, settle } = approvalGate(gate, { session: "example" });
  const shell = tool({
    name: "shell",
    description: "Runs a shell command",
    parameters: z.object({ command: z.string() }),
    ...guard({ tool: "Bash", name: "shell" }, ({ command }: { command: string }) => runCommand(command)),
  });
  const agent = new Agent({ name: "worker", instructions: "Work.", model, tools: [shell] });
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter });
  let result = await runner.run(agent, "tidy up");
  while ((result.interruptions ?? []).length > 0) {
    const left = await settle(result);
    if (left.length > 0 && person === undefined) return { result, left };
    for (const item of left) {
      if (person?.(item) === true) result.state.approve(item);
      else await refuse(result, item);
    }
    result = await runner.run(agent, result.state);
  }
  return { result, left: [] };
}
