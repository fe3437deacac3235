/**
 * How long the person's own agent takes for an answer, beside the vendor's API, with the same scripted model behind both and
 * the same delay, in turns:
 *
 *   SALLYPORT_E2E_CLIENTS=FOLDER node scripts/run.mjs bench/own-agent.ts [--rounds N]
 *
 * What the model itself takes is the delay; the rest is the way there and back. The agent's trial is done before.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENTS, fetched } from "../e2e/hosts/clients.ts";
import { scriptedModel } from "../e2e/hosts/scripted-model.ts";
import { percentile } from "../src/evidence/statistics.ts";
import { createProvider, defaultModel, type ModelRequest } from "../src/judge/providers/index.ts";

const DELAYS_MS = [0, 1500];
const PROMPT_CHARACTERS = 52_000;
const at = process.argv.indexOf("--rounds");
const rounds = at < 0 ? 7 : Number(process.argv[at + 1]);

const own = mkdtempSync(join(tmpdir(), "sallyport-own-agent-"));
const folder = process.env.SALLYPORT_E2E_CLIENTS ?? own;
const model = await scriptedModel();
const url = `http://127.0.0.1:${model.port}`;
const parts = { env: { HOME: own, KEY: "sk-not-a-key" }, stateDir: join(own, "state") };

for (const [agent, api] of [
  ["claude-code", "anthropic"],
  ["codex", "openai"],
] as const) {
  const client = CLIENTS.find(({ host }) => host === agent);
  const program = client === undefined ? undefined : fetched(client, folder);
  if (program === undefined) throw new Error(`${agent} cannot be fetched`);
  const base = { apiKeyEnv: "KEY" };
  const [ours, theirs] = [
    createProvider(
      { ...base, provider: agent, command: [program], baseUrl: `${url}${agent === "codex" ? "/v1" : ""}` },
      parts,
    ),
    createProvider({ ...base, provider: api, baseUrl: `${url}${api === "openai" ? "/v1" : ""}` }, parts),
  ];
  const request: ModelRequest = {
    model: defaultModel(agent) ?? "",
    system: [{ text: "s".repeat(PROMPT_CHARACTERS * 0.75) }],
    messages: [[{ text: `<transcript>\n${"t".repeat(PROMPT_CHARACTERS * 0.25)}\n</transcript>\n` }]],
    maxTokens: 4096,
    stop: [],
    temperature: null,
    disableThinking: false,
    tool: null,
    cacheKey: null,
  };
  const time = async (provider: typeof ours): Promise<number> => {
    const started = performance.now();
    const answer = await provider.complete(request, { timeoutMs: 60_000 });
    if (!answer.ok) throw new Error(`${agent}: ${answer.failure}: ${answer.detail}`);
    return performance.now() - started;
  };
  for (const provider of [ours, theirs]) await time(provider);
  for (const delayMs of DELAYS_MS) {
    model.judging("<thinking>fine</thinking><block>no</block>", delayMs);
    const times: { readonly agent: number[]; readonly api: number[] } = { agent: [], api: [] };
    for (let round = 0; round < rounds; round++) {
      times.agent.push(await time(ours));
      times.api.push(await time(theirs));
    }
    const [slow, quick] = [percentile(times.agent, 0.5) ?? 0, percentile(times.api, 0.5) ?? 0];
    console.log(
      `${agent} ${client?.version} / ${api}, model takes ${delayMs} ms, ${rounds} rounds: median ${Math.round(slow)} ms / ${Math.round(quick)} ms, ${(slow / quick).toFixed(2)} ×, ${Math.round(slow - quick)} ms more; fastest ${Math.round(Math.min(...times.agent))} / ${Math.round(Math.min(...times.api))} ms`,
    );
  }
  model.judging("<block>no</block>");
}
await model.close();
rmSync(own, { recursive: true, force: true });
