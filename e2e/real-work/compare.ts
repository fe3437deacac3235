/** The same command twice: bare and inside the walls the gate gives it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import type { Project } from "./projects.ts";

export interface Places {
  /** Bare and inside the project lies at the same path. */
  readonly project: string;
  readonly kept: string;
  readonly state: string;
  readonly config: string;
}

export interface Compared {
  readonly command: string;
  readonly walls: string;
  readonly bare: number | null;
  readonly inside: number | null;
  /** Empty: the same. */
  readonly differences: readonly string[];
  readonly output: string;
}

const SECONDS_EACH = 300;
const SECONDS_LEFT = 5;
const program = join(process.cwd(), "dist/sallyport.cjs");
/** Private inside, by the table of scratch directories. */
const SCRATCH = /(?:^|\/)node_modules\/\.(?:cache|vite|vite-temp|vitest|tmp|astro)(?:\/|$)/;

export function compareCommand(command: string, project: Project, places: Places): Compared {
  const { varies, random, leaves } = project;
  const bare = runIn(places, command, leaves);
  restore(places);
  const decision = ask(command, places);
  if (decision.behavior !== "allow" || decision.walls === null || decision.run === undefined)
    return {
      ...nothingRun(command, `${decision.behavior}, by ${decision.by}`),
      bare: bare.status,
      output: decision.reason,
    };
  const inside = runIn(places, decision.run, leaves);
  const written = (path: string): boolean => !SCRATCH.test(path) && random?.test(path) !== true && path !== leaves;
  const paths = [...new Set([...bare.files.keys(), ...inside.files.keys()])].filter(written);
  const [first] = paths.filter((path) => isOtherwise(bare.files.get(path), inside.files.get(path), varies?.test(path)));
  return {
    ...{ command, walls: decision.walls, bare: bare.status, inside: inside.status },
    differences: [
      ...(bare.status === inside.status ? [] : [`status ${bare.status} and ${inside.status}`]),
      ...(smooth(bare.stdout) === smooth(inside.stdout)
        ? []
        : [`output: ${firstDifference(bare.stdout, inside.stdout)}`]),
      ...(first === undefined ? [] : [`file ${first}`]),
      ...(leaves === undefined || (bare.files.has(leaves) && !inside.files.has(leaves))
        ? []
        : [`${leaves} was written inside, or not outside`]),
    ],
    output: inside.stderr,
  };
}

const nothingRun = (command: string, walls: string): Compared => ({
  ...{ command, walls, bare: null, inside: null, differences: ["not walled"], output: "" },
});

const isOtherwise = (bare: string | undefined, inside: string | undefined, varies = false): boolean =>
  varies ? (bare === undefined) !== (inside === undefined) : bare !== inside;

/** Times, process numbers and temporary names are never the same. */
const smooth = (text: string): string =>
  text
    .replaceAll(/\u001b\[[0-9;]*m/g, "")
    .replaceAll(/\(?\b\d+(?:\.\d+)?\s?(?:ms|s|µs|secs?|seconds)\b\)?/g, "TIME")
    .replaceAll(/\b\d{2}:\d{2}:\d{2}\b/g, "TIME")
    .replaceAll(/duration_ms:? [\d.]+/g, "TIME")
    .replaceAll(/\/tmp\/[\w./-]+/g, "TEMPORARY")
    .replaceAll(/-[0-9a-f]{16}\b/g, "-HASH")
    .replaceAll(/ +/g, " ");

function firstDifference(bare: string, inside: string): string {
  const [a, b] = [smooth(bare).split("\n"), smooth(inside).split("\n")];
  const at = a.findIndex((line, n) => line !== b[n]);
  return JSON.stringify([a[at] ?? "", b[at < 0 ? a.length : at] ?? ""]).slice(0, 300);
}

/** A host's environment: what npm set for this program itself is not in it. */
const HOST_ENV = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_.*|NODE_ENV|INIT_CWD|CI)$/i.test(name)),
);

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: ReadonlyMap<string, string>;
}

function runIn({ project, kept }: Places, line: string, leaves: string | undefined): Ran {
  const { status, stdout, stderr } = spawnSync("/bin/bash", ["-c", line], {
    cwd: project,
    encoding: "utf8",
    input: "",
    env: HOST_ENV,
    timeout: SECONDS_EACH * 1000,
    maxBuffer: 64 << 20,
  });
  if (leaves !== undefined) spawnSync("sleep", [String(SECONDS_LEFT)]);
  const before = listTree(kept);
  const after = listTree(project);
  const changed = [...after].filter(([path, sum]) => before.get(path) !== sum);
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path): [string, string] => [path, "gone"]);
  return { status, stdout, stderr, files: new Map([...changed, ...gone]) };
}

/** The project as it was, in the same directory: it may be somebody's current one. */
export function restore({ project, kept }: Places): void {
  for (const name of readdirSync(project)) rmSync(join(project, name), { recursive: true, force: true });
  cpSync(kept, project, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

function listTree(top: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (dir: string): void => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      const entry = lstatSync(path);
      if (entry.isDirectory()) walk(path);
      else found.set(relative(top, path), entry.isSymbolicLink() ? readlinkSync(path) : sumOf(path));
    }
  };
  if (existsSync(top)) walk(top);
  return found;
}
const sumOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

interface Decision {
  readonly reason: string;
  readonly behavior: string;
  readonly by: string;
  readonly walls: string | null;
  readonly run?: string;
}

function ask(command: string, { project, state, config }: Places): Decision {
  mkdirSync(config, { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, [program, "check", "--json", "--cwd", project], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SALLYPORT_STATE_DIR: state, XDG_CONFIG_HOME: config },
    encoding: "utf8",
    input: JSON.stringify({
      tool: "Bash",
      input: { command },
      cwd: project,
      mode: "auto",
      session: project,
      walls: true,
    }),
  });
  if (stdout.trim() === "") throw new Error(`no decision: ${stderr}`);
  return JSON.parse(stdout) as Decision;
}
