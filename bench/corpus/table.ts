/** Writes the table of `corpus/README.md`: for each test file that gave rows, how many of each label. `node scripts/run.mjs bench/corpus/table.ts` */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LABELS, readCorpus } from "../../corpus/format.ts";

const README = "corpus/README.md";
const MARKS = ["<!-- table -->", "<!-- end of the table -->"] as const;

const tests = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => path.slice(path.lastIndexOf("/") + 1)),
);
const counts = new Map<string, number[]>();
for (const [at, label] of LABELS.entries())
  for (const { from } of readCorpus(join(process.cwd(), "corpus")).rows[label]) {
    const file = from.split(":")[0] ?? from;
    const row = counts.get(file) ?? LABELS.map(() => 0);
    row[at] = (row[at] ?? 0) + 1;
    counts.set(file, row);
  }
const lines = [...counts]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([file, row]) => `| ${file.replace(".test.ts", "")} | ${row.join(" | ")} | ${tests.has(file) ? "stays" : ""} |`);
const table = [`| test file | ${LABELS.join(" | ")} | |`, `|---|${LABELS.map(() => "---|").join("")}---|`, ...lines];
const text = readFileSync(README, "utf8");
const [before = "", rest = ""] = text.split(MARKS[0]);
const after = rest.split(MARKS[1])[1] ?? "";
writeFileSync(README, `${before}${MARKS[0]}\n${table.join("\n")}\n${MARKS[1]}${after}`);
