/**
 * Real work, bare and inside the walls the gate gives it: status, output and written files have to be the same.
 *
 *   npm run build && npm run realwork [-- WORD…]
 *
 * Only projects whose name holds one of the words. Fetches packages (npm, and Debian's where apt-get is); what cannot
 * be fetched is listed as not run. Home is the person's own; the gate's state is not. Exit 1 when something differs.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSelfTest } from "../src/contain/index.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { type Compared, compareCommand, type Places, restore } from "./real-work/compare.ts";
import { PROJECTS, type Project, SETUP } from "./real-work/projects.ts";

const words = process.argv.slice(2);
const top = realpathSync(mkdtempSync(join(tmpdir(), "real-work-")));
const state = join(top, "state");
mkdirSync(state, { mode: 0o700 });
const env = { HOME: process.env.HOME ?? "/", PATH: process.env.PATH ?? "" };
const tested = await runSelfTest({
  stateDir: state,
  home: env.HOME,
  env,
  gateDirectories: [state],
  agentFiles: AGENT_FILES,
});
if (!tested.stand) throw new Error(`no walls: ${tested.why}; ${tested.mend}`);

function prepare(project: Project, index: number): Places | string {
  const missing = (project.needs ?? []).filter(
    (name) => spawnSync("bash", ["-c", 'command -v "$0"', name]).status !== 0,
  );
  if (missing.length > 0) return `${missing.join(", ")} not installed`;
  const at = join(top, String(index), "app");
  mkdirSync(at, { recursive: true });
  const made = spawnSync("bash", ["-c", SETUP + project.setup], { cwd: at, encoding: "utf8" });
  if (made.status !== 0) return `cannot be set up: ${made.stderr.trim().split("\n").at(-1)}`;
  const kept = join(top, String(index), "kept");
  cpSync(at, kept, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return { project: at, kept, state, config: join(top, "config") };
}

const counts = { same: 0, differs: 0, notWalled: 0, notRun: 0 };
function report(name: string, { command, walls, bare, inside, differences, output }: Compared): void {
  const same = differences.length === 0;
  counts[same ? "same" : inside === null ? "notWalled" : "differs"] += 1;
  const first = command.split("\n")[0] ?? "";
  console.log(
    `| ${name} | \`${first.replaceAll("|", "\\|")}\` | ${walls} | ${bare} / ${inside} | ${same ? "same" : differences.join("; ")} |`,
  );
  if (!same && output !== "")
    console.log(
      output
        .trim()
        .split("\n")
        .slice(-6)
        .map((line) => `    ${line}`)
        .join("\n"),
    );
}

try {
  console.log("| project | command | walls | status bare / inside | result |\n|---|---|---|---|---|");
  for (const [index, project] of PROJECTS.entries()) {
    if (words.length > 0 && !words.some((word) => project.name.includes(word))) continue;
    const places = prepare(project, index);
    if (typeof places === "string") {
      counts.notRun += 1;
      console.log(`| ${project.name} | | | | not run: ${places} |`);
      continue;
    }
    for (const command of project.commands) {
      report(project.name, compareCommand(command, project, places));
      restore(places);
    }
  }
} finally {
  rmSync(top, { recursive: true, force: true });
}
console.log(
  `\n${counts.same} the same, ${counts.differs} not, ${counts.notWalled} not walled, ${counts.notRun} projects not run`,
);
if (counts.differs > 0) process.exitCode = 1;
