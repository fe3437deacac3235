// Draws the picture of the road in README.md from the code: the order from src/gate/gate.ts, the words and the names of
// `by` from each step's file. Fails when the order is not that of the files' numbers, or when a name of `by` has no step.
// `node scripts/draw-road.mjs` rewrites the README; `--check` only says whether it is up to date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const STEPS = "src/gate/steps";
const INDENT = " ".repeat(20);

export function drawRoad() {
  const steps = stepsInOrder();
  checkNames(steps.flatMap(({ by }) => by));
  return [
    "  a tool call",
    "     │",
    ...steps.flatMap(({ number, title, by, words }) => [
      ...wrap(`  ${number.padStart(2)}  ${title.padEnd(13)} ${words}`),
      ...(by.length === 0 ? [] : wrap(`${INDENT}by ${by.join(", ")}`)),
    ]),
    "     │",
    "     ▼",
    "  allow · deny · ask · abort, with the step that decided",
  ].join("\n");
}

/** The steps as src/gate/gate.ts walks them. */
function stepsInOrder() {
  const gate = readFileSync("src/gate/gate.ts", "utf8");
  const walked = gate.slice(gate.indexOf("export async function decide"));
  const steps = readdirSync(STEPS)
    .flatMap((file) => (/^(\d+)-(.*)\.ts$/.test(file) && !file.endsWith(".test.ts") ? [stepIn(file, walked)] : []))
    .sort((a, b) => a.at - b.at);
  const numbers = steps.map(({ number }) => Number(number));
  if (numbers.some((number, i) => number < (numbers[i - 1] ?? 0)))
    throw new Error(`src/gate/gate.ts walks the steps in the order ${numbers.join(" ")}`);
  return steps;
}

function stepIn(file, walked) {
  const [, number, title] = /^(\d+)-(.*)\.ts$/.exec(file);
  const name = title.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const uses = [...walked.matchAll(new RegExp(`\\b${name}\\(`, "g"))];
  if (uses.length !== 1) throw new Error(`src/gate/gate.ts walks ${file} ${uses.length} times`);
  const [, about] = /^\/\*\*(?:\s+\*)?\s*([\s\S]*?)\*\//.exec(readFileSync(`${STEPS}/${file}`, "utf8")) ?? [];
  const [, names, words] =
    /^Step \d+(?:, ([^:]*))?: (.*)$/.exec((about ?? "").replace(/\s*\n \* ?/g, " ").trim()) ?? [];
  if (words === undefined) throw new Error(`${file} does not begin with "Step ${number}, names of by: words"`);
  const by = [...(names ?? "").matchAll(/`(\w+)`/g)].map(([, one]) => one);
  return { number, title, at: uses[0].index, by, words };
}

/** Every name a user can see in `by` belongs to one step; `error` is none. */
function checkNames(named) {
  const decision = readFileSync("src/contract/decision.ts", "utf8");
  const [, list] = /export const STEPS = \[([\s\S]*?)\] as const/.exec(decision);
  const all = [...list.matchAll(/^ {2}"(\w+)",$/gm)].map(([, name]) => name).filter((name) => name !== "error");
  const odd = [
    ...all.filter((name) => !named.includes(name)),
    ...named.filter((name, i) => !all.includes(name) || named.indexOf(name) !== i),
  ];
  if (odd.length > 0) throw new Error(`names of "by" that are not one step's: ${odd.join(", ")}`);
}

function wrap(line, width = 110) {
  if (line.length <= width) return [line];
  const at = line.lastIndexOf(" ", width);
  return [line.slice(0, at), ...wrap(`${INDENT}${line.slice(at + 1)}`, width)];
}

const MARK = /(<!-- road -->\n```\n)[\s\S]*?(```\n<!-- \/road -->)/;

if (process.argv[1]?.endsWith("draw-road.mjs")) {
  const before = readFileSync("README.md", "utf8");
  const after = before.replace(MARK, (_, open, close) => `${open}${drawRoad()}\n${close}`);
  if (process.argv.includes("--check")) {
    if (after !== before) {
      process.stderr.write(
        "README.md: the picture of the road is not what the code says; run node scripts/draw-road.mjs\n",
      );
      process.exitCode = 1;
    }
  } else writeFileSync("README.md", after);
}
