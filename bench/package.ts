/**
 * What a person downloads and installs, and how the hook starts on each supported Node beside a bare `node -e 0` of the same
 * Node, in one run: `npm run build && node scripts/run.mjs bench/package.ts`. The Nodes come from npm.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NODES = ["20", "22", "24"];
const ROUNDS = 30;
const MEGA = 1_000_000;

const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-package-")));
const quietly = (command: string, args: readonly string[], cwd = top): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

try {
  const program = installed();
  for (const version of NODES) startUp(version, program);
} finally {
  rmSync(top, { recursive: true, force: true });
}

/** Packs, installs and weighs; the folder of the programs. */
function installed(): string {
  const [{ filename, size }] = JSON.parse(
    quietly("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", top], process.cwd()),
  ) as [{ filename: string; size: number }];
  const prefix = join(top, "global");
  quietly("npm", ["install", "--global", "--prefix", prefix, join(top, filename)]);
  const modules = join(prefix, "lib/node_modules");
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  const packages = files.filter(
    ({ name, parentPath }) => name === "package.json" && /node_modules\/(@[^/]+\/)?[^/]+$/.test(parentPath),
  );
  console.log(
    `download ${(size / MEGA).toFixed(1)} MB, installed ${(bytes / MEGA).toFixed(1)} MB, packages ${packages.length}`,
  );
  return join(modules, "sallyport/dist");
}

function startUp(version: string, program: string): void {
  const folder = join(top, `node-${version}`);
  mkdirSync(folder);
  quietly("npm", ["install", "--no-save", "--prefix", folder, `node@${version}`], folder);
  const node = join(folder, "node_modules/node/bin/node");
  quietly(node, [join(program, "compile.cjs")]);
  const home = join(top, `home-${version}`);
  mkdirSync(home);
  const event = {
    ...{ session_id: "bench", cwd: home, hook_event_name: "PreToolUse", permission_mode: "default", tool_use_id: "t" },
    ...{ tool_name: "Bash", tool_input: { command: "git status && ls src | head -5" } },
  };
  const timed = (args: readonly string[], input: string): number => {
    const started = performance.now();
    const { stdout } = spawnSync(node, args, {
      cwd: home,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      input,
      encoding: "utf8",
    });
    const milliseconds = performance.now() - started;
    if (input !== "" && !stdout.includes('"permissionDecision":"allow"')) throw new Error(`not allowed: ${stdout}`);
    return milliseconds;
  };
  const rounds = Array.from({ length: ROUNDS }, () => ({
    bare: timed(["-e", "0"], ""),
    hook: timed([join(program, "hook.cjs"), "claude-code"], JSON.stringify(event)),
  }));
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0;
  const [bare, hook] = [median(rounds.map((one) => one.bare)), median(rounds.map((one) => one.hook))];
  const release = quietly(node, ["--version"]).trim();
  console.log(
    `${release}: hook ${(hook / bare).toFixed(2)} × node -e 0 (${hook.toFixed(0)} ms, ${bare.toFixed(0)} ms)`,
  );
}
