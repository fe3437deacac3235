/** Processor time of a program and all it starts, as the system counts it: user and system, milliseconds. */
import { spawnSync } from "node:child_process";

export interface Started {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** What each run is given on its standard input; as many runs as there are inputs. */
  readonly inputs: readonly string[];
}

export interface Counted {
  readonly ms: number;
  /** What each run printed. */
  readonly outputs: readonly string[];
}

const MARK = "\u0001";
/** Bash counts in thousandths of a second: several runs in one count lose little of it. */
const SCRIPT = `TIMEFORMAT='%3U %3S'
run() { while IFS= read -r -d ${"$'\\001'"} input <&3; do printf %s "$input" | "$@"; printf '\\001'; done; }
exec 3<&0
time run "$@"`;

/** The mean of the runs. What the counting itself takes, the bare program pays as well. */
export function processorTime({ program, args, env, cwd, inputs }: Started): Counted {
  const done = spawnSync("/bin/bash", ["-c", SCRIPT, "run", program, ...args], {
    ...{ env, cwd, encoding: "utf8", maxBuffer: 1e8 },
    input: inputs.map((input) => input + MARK).join(""),
  });
  const times = /^([\d.]+) ([\d.]+)\s*$/m.exec(done.stderr);
  if (times === null) throw new Error(`${program} was not counted: ${done.stderr}`);
  const [, user, system] = times.map(Number);
  const outputs = done.stdout.split(MARK).slice(0, -1);
  if (outputs.length !== inputs.length) throw new Error(`${program} ran ${outputs.length} times: ${done.stderr}`);
  return { ms: (1000 * ((user ?? 0) + (system ?? 0))) / inputs.length, outputs };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
