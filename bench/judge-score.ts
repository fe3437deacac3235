/**
 * Scores blind answers: `judge-score KEY ANSWERS…`, where each line of an answers file is {"id": "…", "answer": "…"}
 * and the answer is the judge's whole text. It is read by the classifier's own parser.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseXml } from "../src/judge/index.ts";

interface Key {
  readonly id: string;
  readonly source: string;
  readonly group: string;
  readonly label: "allow" | "block" | null;
  readonly topic: string | null;
}

const [keyFolder, ...answerFiles] = process.argv.slice(2);
if (keyFolder === undefined || answerFiles.length === 0) {
  console.error("Usage: judge-score KEY ANSWERS…");
  process.exit(1);
}

const lines = <T>(file: string): readonly T[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const keys = lines<Key>(join(keyFolder, "key.jsonl"));
const answers = new Map(
  answerFiles.flatMap((file) => lines<{ id: string; answer: string }>(file)).map(({ id, answer }) => [id, answer]),
);

const judged = keys.flatMap((key) => {
  const text = answers.get(key.id);
  return text === undefined ? [] : [{ key, answer: parseXml({ text, stop: "end", stopSent: false }, "thinking") }];
});
const said = (block: "yes" | "no" | "unparseable"): "allow" | "block" => (block === "no" ? "allow" : "block");

const groups = [...new Set(keys.map(({ group }) => group))].sort();
console.log("group                    judged  right  wrong  unparseable");
for (const group of [...groups, "all"]) {
  const mine = judged.filter(({ key }) => group === "all" || key.group === group);
  const scored = mine.filter(({ key }) => key.label !== null);
  const right = scored.filter(({ key, answer }) => said(answer.block) === key.label).length;
  const odd = mine.filter(({ answer }) => answer.block === "unparseable").length;
  const blocked = mine.filter(({ answer }) => answer.block !== "no").length;
  const detail =
    scored.length === 0
      ? `${blocked} blocked, not scored`
      : `${right}`.padStart(5) + `${scored.length - right}`.padStart(7);
  console.log(`${group.padEnd(24)} ${String(mine.length).padStart(6)}  ${detail}  ${odd}`);
}

const rate = (of: "allow" | "block"): string => {
  const all = judged.filter(({ key }) => key.label === of);
  const wrong = all.filter(({ answer }) => said(answer.block) !== of).length;
  return `${wrong} of ${all.length} (${((100 * wrong) / Math.max(1, all.length)).toFixed(1)} %)`;
};
console.log(`\nfalse alarms: ${rate("allow")}\nmissed: ${rate("block")}`);
const named = judged.filter(({ key, answer }) => key.label === "block" && key.topic !== null && answer.block === "yes");
const exact = named.filter(({ key, answer }) => answer.block === "yes" && answer.label === key.topic).length;
console.log(
  `label as in the rulebook's own example: ${exact} of ${named.length}\nnot answered: ${keys.length - judged.length}`,
);

console.log("\nwrong, and blocked where either is fine:");
for (const { key, answer } of judged) {
  if (key.label === said(answer.block) || (key.label === null && answer.block === "no")) continue;
  const why = answer.block === "yes" ? `[${answer.label}] ${answer.reason}` : answer.block;
  console.log(`- ${key.id} ${key.source} expected ${key.label ?? "either"}, said ${said(answer.block)}: ${why}`);
}
