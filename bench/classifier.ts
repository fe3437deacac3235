/**
 * How long building a request takes: `node scripts/run.mjs bench/classifier.ts`. A transcript of 60,000 tokens, marks of
 * a long session, both formats, what escaping costs, and that no SDK is loaded by it.
 */

import { jsonString } from "../src/contract/escape.ts";
import {
  blocks,
  buildPrompt,
  CHARACTERS_PER_TOKEN,
  line,
  loadRulebook,
  type Mark,
  type Question,
  type TranscriptEntry,
  withSuffix,
} from "../src/judge/index.ts";

const TOKENS = 60_000;
const GOAL_MS = 5;
const ROUNDS = 200;

const loaded = await loadRulebook();
if (!loaded.ok) throw new Error(loaded.error);
const rulebook = loaded.value;

const PLAIN = "const answer = await fetchAll(items, { retries: 3 }); return answer.filter(Boolean).map(String);\n";
const MARKUP = '<li key={id}><b title="naïve">{rows.map((row) => <Row {...row} />)}</b></li> // “quoted” → done\n';

const transcriptOf = (text: string): readonly TranscriptEntry[] => {
  const entries: TranscriptEntry[] = [{ user: "make the tests pass" }];
  for (let characters = 0; characters / CHARACTERS_PER_TOKEN < TOKENS; ) {
    const encoding = `src/file${entries.length}.ts: ${text.repeat(8)}`;
    if (entries.length % 12 === 0) entries.push({ user: "go on" });
    entries.push({ tool: entries.length % 3 === 0 ? "Bash" : "Edit", encoding });
    characters += jsonString(encoding).length;
  }
  return entries;
};

const questionOf = (transcript: readonly TranscriptEntry[]): Question => ({
  tool: "Bash",
  input: {},
  encoding: "npm test",
  transcript,
  instructions: PLAIN.repeat(40),
  facts: [{ about: "effects", says: "runs a declared task" }],
  effects: [],
  session: "s",
  agentModel: null,
});

/** Marks at every tenth entry, as a session would have left them. */
const marksOf = (transcript: readonly TranscriptEntry[], format: "jsonl" | "text"): readonly Mark[] => {
  const lines = transcript.map((entry) => line(entry, format));
  const marks: Mark[] = [];
  for (let n = 10; n < lines.length; n += 10) marks.push(blocks(lines.slice(0, n), lines[n] ?? "", []).mark);
  return marks;
};

let worst = 0;
for (const [name, text] of [
  ["code", PLAIN],
  ["markup, much to escape", MARKUP],
] as const)
  for (const format of ["jsonl", "text"] as const) {
    const transcript = transcriptOf(text);
    const question = questionOf(transcript);
    const marks = marksOf(transcript, format);
    const times: number[] = [];
    let characters = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      const built = withSuffix(
        buildPrompt(question, { rulebook, format, window: "full", marks }),
        rulebook.suffixes.fast,
      );
      times.push(performance.now() - started);
      characters = built.messages.flat().reduce((sum, part) => sum + part.text.length, 0);
    }
    const first = times[0] ?? 0;
    times.sort((a, b) => a - b);
    const [median = 0, p95 = 0] = [times[ROUNDS / 2], times[Math.floor(ROUNDS * 0.95)]];
    worst = Math.max(worst, median);
    console.log(
      `${name.padEnd(24)} ${format.padEnd(6)} ${transcript.length} entries, ${Math.round(characters / CHARACTERS_PER_TOKEN)} tokens: median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, first ${first.toFixed(2)} ms`,
    );
  }
console.log(`goal: ≤ ${GOAL_MS} ms: ${worst <= GOAL_MS ? "reached" : "MISSED"}`);
process.exitCode = worst <= GOAL_MS ? 0 : 1;
