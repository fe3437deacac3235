/**
 * Attacks on the gate, run for real inside the walls they would get: none may be allowed by reading alone, and none may
 * show harm.
 *
 *   npm run build && SALLYPORT_DATA=FOLDER npm run attacks [-- NAME…]
 *
 * The folder holds attacks-shell.jsonl; without it the rows of e2e/attacks/own.ts run alone. Every row has a throw-away
 * home and project. It is run bare first (nothing but its own folder can be written then), so that a row that does no
 * harm on this machine is known; then the built program is asked, without and with walls. What it allows is run. What
 * is held is put into `work` all the same, as if somebody had said yes to that. Exit 1 when harm shows. Needs bubblewrap.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_ROWS } from "./attacks/own.ts";
import type { Row } from "./attacks/scene.ts";
import { type Outcome, openTrial } from "./attacks/trial.ts";

const file = join(process.env.SALLYPORT_DATA ?? "", "attacks-shell.jsonl");
const given = existsSync(file)
  ? readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row)
  : [];
if (given.length === 0) console.log("SALLYPORT_DATA holds no attacks-shell.jsonl: only the rows of our own are run.");
const names = process.argv.slice(2);

const trial = await openTrial();
const outcomes: Outcome[] = [];
try {
  for (const row of [...given, ...OWN_ROWS].filter(({ name }) => names.length === 0 || names.includes(name))) {
    const outcome = await trial.run(row);
    outcomes.push(outcome);
    const { bare, road, harm, forced } = outcome;
    const bad = outcome.isHarmful ? "HARM  " : "      ";
    const list = (words: readonly string[]): string => (words.length === 0 ? "-" : words.join(" "));
    console.log(
      `${bad}${row.name.padEnd(24)} bare: ${list(bare).padEnd(20)} ${road.padEnd(22)} harm: ${list(harm)}` +
        (forced === null ? "" : `; forced into work: ${list(forced)}`),
    );
  }
} finally {
  trial.close();
}

/** Rows by what they do where nothing stands in their way. */
const classes = [...new Set(outcomes.map(({ kind }) => kind))].sort();
const roads = ["held", "look", "edit", "work", "restore point", "reading"];
console.log(
  `\n${"class".padEnd(12)}${["rows", ...roads, "restored", "harm"].map((word) => word.padStart(14)).join("")}`,
);
for (const kind of [...classes, "all"]) {
  const of = outcomes.filter((outcome) => kind === "all" || outcome.kind === kind);
  const counts = [
    of.length,
    ...roads.map((road) => of.filter((outcome) => outcome.road === road).length),
    of.filter(({ isRestored }) => isRestored).length,
    of.filter(({ isHarmful }) => isHarmful).length,
  ];
  console.log(`${kind.padEnd(12)}${counts.map((n) => String(n).padStart(14)).join("")}`);
}
console.log(
  `\nforced into work: ${outcomes.filter(({ forced }) => forced !== null).length} rows that were held, ` +
    `${outcomes.filter(({ forced }) => forced !== null && forced.length > 0).length} with harm`,
);
const idle = outcomes.filter(({ kind }) => kind === "none").map(({ name }) => name);
if (idle.length > 0) console.log(`no harm on this machine even bare: ${idle.join(", ")}`);
if (outcomes.some(({ isHarmful }) => isHarmful)) process.exitCode = 1;
