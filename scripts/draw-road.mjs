// Draws the picture of the road in README.md from the code: the order from src/gate/gate.ts, the words from each step's file.
// `node scripts/draw-road.mjs` rewrites the README; `--check` only says whether it is up to date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

export function drawRoad() {
  const gate = readFileSync("src/gate/gate.ts", "utf8");
  const body = gate.slice(gate.indexOf("export async function road"), gate.indexOf("export interface Walk"));
  const order = [...body.matchAll(/\b([a-z][A-Za-z]+)\(call\)/g)].map(([, name]) => name);
  const files = readdirSync("src/gate/steps").filter((name) => /^\d+-.*(?<!\.test)\.ts$/.test(name));
  const steps = files
    .map((name) => ({ number: Number.parseInt(name, 10), name, text: readFileSync(`src/gate/steps/${name}`, "utf8") }))
    .sort((a, b) => a.number - b.number);
  const lines = steps.map(({ number, name, text }) => {
    const about = /^\/\*\*\s*(?:Step \d+: )?([\s\S]*?)\*\//.exec(text)?.[1] ?? "";
    const words = about.replace(/\s*\n \* ?/g, " ").trim();
    const walked = order.find(
      (one) => text.includes(`${one}(`) || text.includes(`${one} =`) || text.includes(`{ ${one} }`),
    );
    if (walked === undefined && number !== 10) throw new Error(`src/gate/gate.ts does not walk ${name}`);
    return `  ${String(number).padStart(2)}  ${name.replace(/^\d+-|\.ts$/g, "").padEnd(13)} ${words}`;
  });
  return [
    "  a tool call",
    "     │",
    ...lines.flatMap((line) => wrap(line)),
    "     │",
    "     ▼",
    "  allow · deny · ask · abort, with the step that decided",
  ].join("\n");
}

function wrap(line, width = 110) {
  if (line.length <= width) return [line];
  const at = line.lastIndexOf(" ", width);
  return [line.slice(0, at), ...wrap(`${" ".repeat(20)}${line.slice(at + 1)}`, width)];
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
