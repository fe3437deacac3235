/** Figures of the other benchmarks, taken from what they print. */
import { spawnSync } from "node:child_process";

export interface Printed {
  readonly bench: string;
  readonly claim: string;
  /** The first group of each match is a figure; of several, the largest counts. */
  readonly pattern: RegExp;
  readonly unit: string;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
}

export const PRINTED: readonly Printed[] = [
  {
    bench: "shell",
    claim: "reading a shell command, median",
    pattern: /best of.*?median (\d+)/g,
    unit: "µs",
    goal: { atMost: 100 },
  },
  {
    bench: "shell",
    claim: "reading a shell command, p99",
    pattern: /best of.*?p99 (\d+)/g,
    unit: "µs",
    goal: { atMost: 2000 },
  },
  {
    bench: "shell",
    claim: "commands that stay opaque",
    pattern: /^opaque\s+([\d.]+) %/gm,
    unit: "%",
    goal: { atMost: 2 },
  },
  {
    bench: "shell",
    claim: "the most hostile input up to 1 MB",
    pattern: /slowest first\s+([\d.]+) ms/g,
    unit: "ms",
    goal: { atMost: 100 },
  },
  {
    bench: "classifier",
    claim: "building a request of 60,000 tokens, slowest median",
    pattern: /median ([\d.]+) ms/g,
    unit: "ms",
    goal: { atMost: 5 },
  },
  {
    bench: "cache",
    claim: "of a request, in the provider's cache already, median",
    pattern: /median share ([\d.]+) %/g,
    unit: "%",
    goal: { atLeast: 95 },
  },
  {
    bench: "ledger",
    claim: "decisions a second, ledger on, no paths",
    pattern: /no paths: .* on\s+([\d,]+)/g,
    unit: "",
    goal: { atLeast: 5000 },
  },
  {
    bench: "ledger",
    claim: "decisions a second, ledger on, with paths",
    pattern: /paths and commands: .* on\s+([\d,]+)/g,
    unit: "",
    goal: { atLeast: 5000 },
  },
  {
    bench: "gate",
    claim: "decisions a second, no paths",
    pattern: /without paths, per second\s+([\d,]+)/g,
    unit: "",
    goal: { atLeast: 50_000 },
  },
  {
    bench: "gate",
    claim: "decisions a second, with paths",
    pattern: /with paths.*?\s([\d,]+)\s+goal/g,
    unit: "",
    goal: { atLeast: 5000 },
  },
  {
    bench: "gate",
    claim: "check --json from start to exit, node alone = 1",
    pattern: /check --json in this environment.*?([\d.]+) × the baseline/g,
    unit: "×",
    goal: { atMost: 1.5 },
  },
  {
    bench: "gate",
    claim: "the same in an empty environment",
    pattern: /check --json in an empty one.*?([\d.]+) × the baseline/g,
    unit: "×",
    goal: { atMost: 1.5 },
  },
];

/** Runs each benchmark once and hands over its figures; `value` is undefined, with the reason, where there is none. */
export function* printedFigures(): Generator<{
  readonly of: Printed;
  readonly value: number | undefined;
  readonly why: string;
}> {
  const said = new Map<string, string>();
  for (const of of PRINTED) {
    const text = said.get(of.bench) ?? run(of.bench);
    said.set(of.bench, text);
    const values = [...text.matchAll(of.pattern)].map((match) => Number(match[1]?.replaceAll(",", "")));
    const why = text.trim().split("\n").at(-1)?.slice(0, 100) || "the benchmark said nothing";
    yield { of, value: values.length === 0 ? undefined : Math.max(...values), why };
  }
}

export const holds = ({ goal }: Printed, value: number): boolean =>
  "atMost" in goal ? value <= goal.atMost : value >= goal.atLeast;

function run(name: string): string {
  process.stderr.write(`bench/${name}.ts…\n`);
  const args = ["scripts/run.mjs", `bench/${name}.ts`];
  const done = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e8 });
  return done.status === 0 ? done.stdout : `${done.stdout}\n${done.stderr}`;
}
