/**
 * A hook call by processor time, as a ratio to a bare `node -e 0` taken in turns in the same run: `npm run build`, then
 * `node scripts/run.mjs bench/hook.ts [ROUNDS [DISKS]]`. Four disks (the first DISKS of them), five rules in the settings, the
 * record's entry on the disk before the answer. `--line` measures the installed line in the program's place.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runSelfTest } from "../src/contain/index.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { type Pins, putHookFile, shellLine } from "../src/hosts/install/index.ts";
import { buildDisks, type Disk } from "./measure/disks.ts";
import { median, processorTime } from "./measure/processor.ts";

const [rounds = "9", most = "4"] = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const ROUNDS = Number(rounds);
const RUNS = 3;
const withLine = process.argv.includes("--line");

interface Kind {
  readonly call: (root: string) => { readonly tool_name: string; readonly tool_input: object };
  /** The ratio that is wanted, and on how many of the disks. */
  readonly goal: number;
  readonly on?: number;
  /** What the answer says; anything else is measured and told. */
  readonly expected: RegExp;
}

const bash =
  (command: string): Kind["call"] =>
  () => ({ tool_name: "Bash", tool_input: { command } });
const KINDS: Readonly<Record<string, Kind>> = {
  proven: {
    call: bash("git status && ls src | head -5"),
    goal: 1.6,
    expected: /"allow".*only reads/,
  },
  read: {
    call: (root) => ({ tool_name: "Read", tool_input: { file_path: join(root, "src/a.ts") } }),
    goal: 1.6,
    expected: /"allow"/,
  },
  edit: {
    call: (root) => ({
      tool_name: "Edit",
      tool_input: { file_path: join(root, "src/a.ts"), old_string: "a", new_string: "b" },
    }),
    goal: 1.6,
    expected: /"allow"/,
  },
  walled: { call: bash("npm test 2>&1 | tail -20"), goal: 2.5, on: 2, expected: /"allow".*updatedInput/ },
  // What is asked about is bound to the project as it stands, which is looked through.
  asked: { call: bash("npm publish"), goal: 4, expected: /"ask"/ },
  denied: { call: bash("npm install left-pad && git push origin main"), goal: 4, expected: /"deny"/ },
};

const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-hook-")));
const selfTest = await tryWalls();
const disks = buildDisks(top, Number(most));
for (const { home } of disks) {
  const walls = join(home, ".local/state/sallyport/walls");
  mkdirSync(walls, { recursive: true, mode: 0o700 });
  if (selfTest !== null) writeFileSync(join(walls, "selftest.json"), selfTest, { mode: 0o600 });
}
const program = resolve("dist");
let calls = 0;

async function tryWalls(): Promise<string | null> {
  const stateDir = join(top, "self-test");
  const env = { HOME: top, PATH: process.env.PATH };
  const standing = await runSelfTest({
    stateDir,
    home: top,
    env,
    gateDirectories: [stateDir],
    agentFiles: AGENT_FILES,
  });
  return standing.stand ? readFileSync(join(stateDir, "walls/selftest.json"), "utf8") : null;
}

const environment = ({ home, path }: Disk): NodeJS.ProcessEnv => ({ HOME: home, PATH: path });

const eventOf = ({ root }: Disk, kind: Kind): string =>
  JSON.stringify({
    ...{ session_id: "bench", cwd: root, hook_event_name: "PreToolUse", permission_mode: "default" },
    ...{ tool_use_id: `t${calls++}`, ...kind.call(root) },
  });

const bareMs = (disk: Disk): number =>
  processorTime({
    ...{ program: process.execPath, args: ["-e", "0"], env: environment(disk), cwd: disk.root },
    inputs: Array<string>(RUNS).fill(""),
  }).ms;

function hookMs(disk: Disk, name: string, kind: Kind): number {
  const { home, root } = disk;
  const pins: Pins = {
    ...{ node: process.execPath, program, home, locale: "C.UTF-8", keys: [], deadlineMs: 58_000 },
    ...{ config: join(home, ".config"), state: join(home, ".local/state/sallyport"), compares: true },
  };
  putHookFile(pins);
  const line = shellLine("claude-code", pins, "call");
  const started = withLine
    ? { program: "/bin/sh", args: ["-c", line] }
    : { program: process.execPath, args: [join(program, "hook.cjs"), "claude-code"] };
  const inputs = Array.from({ length: RUNS }, () => eventOf(disk, kind));
  const { ms, outputs } = processorTime({ ...started, env: environment(disk), cwd: root, inputs });
  for (const output of outputs) if (!kind.expected.test(output)) unexpected.set(`${disk.name}, ${name}`, output.trim());
  return ms;
}

const unexpected = new Map<string, string>();
let missed = 0;
try {
  console.log(
    `${"".padEnd(48)}${"bare ms".padStart(9)}${Object.keys(KINDS)
      .map((name) => name.padStart(18))
      .join("")}`,
  );
  for (const [at, disk] of disks.entries()) {
    const bare: number[] = [];
    const hook = new Map<string, number[]>(Object.keys(KINDS).map((name) => [name, []]));
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, kind] of Object.entries(KINDS)) {
        const [without, withHook] = [bareMs(disk), hookMs(disk, name, kind)];
        // The first round finds nothing in the system's caches.
        if (round > 0) bare.push(without);
        if (round > 0) hook.get(name)?.push(withHook);
      }
    const base = median(bare);
    const cells = Object.entries(KINDS).map(([name, { goal, on = disks.length }]) => {
      const ratio = median(hook.get(name) ?? []) / base;
      if (at >= on) return `${ratio.toFixed(2)}, no goal`.padStart(18);
      if (ratio > goal) missed++;
      return `${ratio.toFixed(2)} of ${goal} ${ratio > goal ? "over" : "ok"}`.padStart(18);
    });
    console.log(`${disk.name.padEnd(48)}${base.toFixed(1).padStart(9)}${cells.join("")}`);
  }
} finally {
  rmSync(top, { recursive: true, force: true });
}
for (const [what, said] of unexpected) console.log(`not as expected: ${what}: ${said.slice(0, 300)}`);
console.log(
  `medians of ${ROUNDS} rounds of ${RUNS}, processor time against a bare node; ${missed} over their goal${withLine ? "; the installed line" : ""}`,
);
process.exitCode = missed === 0 && unexpected.size === 0 ? 0 : 1;
