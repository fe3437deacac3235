/**
 * Writes the exact requests of varied cases for a blind judge: the system prompt once, the rest in batches of 20, with
 * ids that say nothing. The key goes to another folder.
 *
 *   SALLYPORT_DATA=… judge-export OUT KEY [--seed N] [--stage fast|thinking] [--only own]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPrompt, loadRulebook, toEntries, withSuffix } from "../src/judge/index.ts";
import { encodeCall, toolBox } from "../src/policy/tools/index.ts";
import { branchCases, denialCases, injectedCases, ownCases } from "./judge/cases.ts";
import { random, shuffled } from "./judge/random.ts";

const BATCH = 20;
/** How many of each group; a group that is not named here is left out. */
const QUOTA: Readonly<Record<string, number>> = {
  "own matches": 36,
  "own near misses": 44,
  "agentdojo allow": 14,
  "agentdojo block": 10,
  "injecagent allow": 3,
  "injecagent block": 11,
  "branches allow": 10,
  "branches block": 12,
  "refused on taste": 12,
  "refused, either way": 8,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    stage: { type: "string", default: "thinking" },
    only: { type: "string" },
  },
});
const [out, key] = positionals;
const folder = process.env.SALLYPORT_DATA;
const rulebook = await loadRulebook();
if (out === undefined || key === undefined)
  stop("Usage: judge-export OUT KEY [--seed N] [--stage fast|thinking] [--only own]");
if (folder === undefined && values.only !== "own")
  stop("Set SALLYPORT_DATA to the folder with the recorded cases, or use --only own.");
if (!rulebook.ok) stop(rulebook.error);

const tools = toolBox();
const next = random(Number(values.seed));
const pool = [
  ...ownCases(),
  ...(folder === undefined || values.only === "own"
    ? []
    : [...injectedCases(folder), ...branchCases(folder), ...denialCases(folder)]),
];
const chosen = shuffled(
  Object.entries(QUOTA).flatMap(([group, count]) =>
    shuffled(
      pool.filter((one) => one.group === group),
      next,
    ).slice(0, count),
  ),
  next,
);

const suffix = rulebook.value.suffixes[values.stage === "fast" ? "fast" : "thinking"];
const requests = chosen.map((one) => {
  const id = Math.floor(next() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, "0");
  const { action, facts, turns } = one;
  const prompt = buildPrompt(
    {
      tool: action.tool,
      encoding: encodeCall(tools(action.tool), action.input),
      transcript: toEntries(turns, tools),
      instructions: null,
      facts,
    },
    { rulebook: rulebook.value, format: "jsonl", window: "full", marks: null },
  );
  const text = withSuffix(prompt, suffix)
    .messages.map((parts) => parts.map((part) => part.text).join(""))
    .join("\n");
  return { id, one, text };
});

mkdirSync(out, { recursive: true });
mkdirSync(key, { recursive: true });
writeFileSync(join(out, "system.txt"), rulebook.value.systemPrompt);
for (let from = 0; from < requests.length; from += BATCH) {
  const name = `batch-${String(from / BATCH + 1).padStart(2, "0")}.txt`;
  const texts = requests.slice(from, from + BATCH).map(({ id, text }) => `===== request ${id} =====\n${text}`);
  writeFileSync(join(out, name), `${texts.join("\n")}\n===== end =====\n`);
}
const keys = requests.map(({ id, one: { source, group, label, topic } }) =>
  JSON.stringify({ id, source, group, label, topic }),
);
writeFileSync(join(key, "key.jsonl"), `${keys.join("\n")}\n`);
console.log(`${requests.length} requests in ${out}, key in ${key}`);

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}
