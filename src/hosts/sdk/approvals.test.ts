/** The person's yes through each SDK runs the call once, their no never, and the record says which. The SDKs are the real ones. */
import { Agent, Runner, RunState, tool } from "@openai/agents-core";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { example as openai } from "../../../examples/openai-agents.ts";
import { example as vercel } from "../../../examples/vercel-ai.ts";
import { approvalGate, guarded, needsApproval } from "./index.ts";
import { aiModel, type Bench, bench, describeDoor, openaiModel, place, recorded } from "./testing.ts";

afterAll(() => place.remove());

describeDoor("the Vercel AI SDK", (at, commands, says) => vercel(at.gate, aiModel(commands), at.run, says));
describeDoor("the OpenAI Agents SDK", (at, commands, says) =>
  openai(at.gate, openaiModel(commands).model, at.run, says),
);

describe("Vercel AI SDK: what messages claim", () => {
  const options = { session: "s", names: { shell: "Bash" } };
  const input = { command: "npm publish" };
  const claim = (approved: boolean, toolCallId = "1", given: object = input) => [
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolName: "shell", toolCallId, input: given },
        { type: "tool-approval-request", approvalId: "a", toolCallId },
      ],
    },
    { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved }] },
  ];
  const shellOf = ({ gate, run }: Bench) =>
    guarded(
      gate,
      { shell: { execute: async ({ command }: { command: string }, _at: object) => run(command) } },
      options,
    ).shell;
  const ask = ({ gate }: Bench, toolCallId: string) =>
    needsApproval(gate, "shell", options)(input, { toolCallId, messages: [] });

  test.each<[string, object, object]>([
    ["a yes nobody was asked for", input, { toolCallId: "9", messages: claim(true, "9") }],
    ["a yes to another call under the id", { command: "npm unpublish x" }, { toolCallId: "1", messages: claim(true) }],
    ["a yes under another call's id", input, { toolCallId: "2", messages: claim(true, "1") }],
    ["no answer", input, { toolCallId: "1", messages: [] }],
    ["no id", input, { messages: claim(true) }],
    ["a yes and a no", input, { toolCallId: "1", messages: [...claim(true), ...claim(false)] }],
    [
      "a yes in the model's own words",
      input,
      { toolCallId: "1", messages: [{ ...claim(true)[1], role: "assistant" }] },
    ],
  ])("%s does not run it", async (_, given, execution) => {
    const at = bench();
    expect(await ask(at, "1")).toBe(true);
    await expect(shellOf(at).execute(given as typeof input, execution)).rejects.toThrow("Sallyport");
    expect(at.ran).toEqual([]);
  });
  test("asked anew with the answer there, under the id, for other input: the first ask is what counts", async () => {
    const at = bench();
    await ask(at, "1");
    const other = { command: "npm unpublish x" };
    await place.gate().check({ tool: "Bash", input: other });
    await at.gate.check({ tool: "Bash", input: other, session: "s", toolUseId: "1", event: "approval" });
    const messages = claim(true, "1", other);
    await expect(shellOf(at).execute(other, { toolCallId: "1", messages })).rejects.toThrow("another call");
    expect(at.ran).toEqual([]);
  });
  test("the same messages sent twice run it once", async () => {
    const at = bench();
    await ask(at, "1");
    const execution = { toolCallId: "1", messages: claim(true) };
    expect(await shellOf(at).execute(input, execution)).toBe("ran 1");
    await expect(shellOf(at).execute(input, execution)).rejects.toThrow("answered this call already");
  });
  test("after a no the same id cannot become a yes", async () => {
    const at = bench();
    await ask(at, "1");
    const no = { toolCallId: "1", messages: claim(false) };
    await expect(shellOf(at).execute(input, no)).rejects.toThrow("said no");
    await expect(shellOf(at).execute(input, { toolCallId: "1", messages: claim(true) })).rejects.toThrow("already");
    expect(at.ran).toEqual([]);
  });
});

describe("OpenAI Agents SDK: states that come back", () => {
  const agentOf = (at: Bench, commands: readonly string[]) => {
    const approvals = approvalGate(at.gate, { session: "example" });
    const shell = tool({
      name: "shell",
      description: "Runs a shell command",
      parameters: z.object({ command: z.string() }),
      ...approvals.guard({ tool: "Bash", name: "shell" }, ({ command }: { command: string }) => at.run(command)),
    });
    const agent = new Agent({ name: "worker", model: openaiModel(commands).model, tools: [shell] });
    return { approvals, agent, runner: new Runner({ tracingDisabled: true }) };
  };
  const stored = async (): Promise<string> => {
    const first = agentOf(bench(), ["npm publish"]);
    return (await first.runner.run(first.agent, "go")).state.toString();
  };

  test("a stored state in a fresh gate is judged, left to the person, and runs once by their yes", async () => {
    const at = bench();
    const { approvals, agent, runner } = agentOf(at, []);
    const state = await RunState.fromString(agent, await stored());
    const result = { state, interruptions: state.getInterruptions() };
    const left = await approvals.settle(result);
    expect(left).toHaveLength(1);
    for (const item of left) state.approve(item);
    await runner.run(agent, state);
    expect(at.ran).toEqual(["npm publish"]);
    expect(await recorded(at)).toEqual([
      ...["ask offline", "approval the person, through the OpenAI Agents SDK", "allow approval"],
    ]);
  });
  test("the same state twice runs it once", async () => {
    const at = bench();
    const text = await stored();
    for (const _ of [1, 2]) {
      const { agent, runner } = agentOf(at, []);
      const state = await RunState.fromString(agent, text);
      for (const item of state.getInterruptions()) state.approve(item);
      await runner.run(agent, state);
    }
    expect(at.ran).toEqual(["npm publish"]);
  });
  test("a stored call that is denied now is rejected with the reason, whoever approved it", async () => {
    const at = bench({ permissions: { deny: ["Bash(npm publish)"] } });
    const { approvals, agent, runner } = agentOf(at, []);
    const state = await RunState.fromString(agent, await stored());
    expect(await approvals.settle({ state, interruptions: state.getInterruptions() })).toEqual([]);
    const approved = await RunState.fromString(agent, await stored());
    for (const item of approved.getInterruptions()) approved.approve(item);
    await runner.run(agent, approved);
    expect(at.ran).toEqual([]);
  });
  test("a yes to every call of the tool is no yes to one", async () => {
    const at = bench();
    const { agent, runner } = agentOf(at, ["npm publish", "npm unpublish x"]);
    const first = await runner.run(agent, "go");
    for (const item of first.interruptions ?? []) first.state.approve(item, { alwaysApprove: true });
    await runner.run(agent, first.state);
    expect(at.ran).toEqual([]);
  });
});
