/** A project, walls around it by hand, and a shell that stands for a host. */

import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type AgentFiles, diskWorld, joinAgentFiles } from "../../machine/index.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { NOTHING_AROUND } from "../plan/around.ts";
import { planWalls } from "../plan/plan.ts";
import type { WallsPlan, WallsRequest } from "../plan/types.ts";
import { systemProgram } from "../tool/program.ts";
import { readResult, type TicketResult } from "./result.ts";
import { type Ticket, type TicketRequest, writeTicket } from "./write.ts";

export const BWRAP = systemProgram("bwrap");

export const AGENT_FILES: AgentFiles = joinAgentFiles([
  { directories: [".claude"], configDirectories: ["opencode"], files: [".mcp.json"], instructions: ["CLAUDE.md"] },
]);

export interface Stage {
  readonly root: string;
  readonly stateDir: string;
  readonly at: (path: string) => string;
  readonly write: (path: string, content?: string) => string;
  readonly plan: (more?: Partial<WallsRequest>) => WallsPlan;
  readonly home: string;
  readonly tmp: string;
  readonly ticket: (command: string, more?: Partial<TicketRequest>) => Ticket;
  /** A ticket, run as a host would: `bash -c`, output by pipes. */
  readonly run: (command: string, more?: HostShell & Partial<TicketRequest>) => Run;
  readonly host: (line: string, more?: HostShell) => SpawnSyncReturns<string>;
  readonly result: (id: string, output?: string) => TicketResult;
  readonly remove: () => void;
}

export interface HostShell {
  readonly shell?: string;
  /** Around the line, which is `$LINE`. */
  readonly around?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Run extends SpawnSyncReturns<string> {
  readonly id: string;
  readonly result: TicketResult;
}

export function stage(): Stage {
  const box = scratchFolder();
  const home = join(box.folder, "home");
  const root = join(home, "app");
  const stateDir = join(box.folder, "state");
  const tmp = join(box.folder, "tmp");
  for (const directory of [root, stateDir, tmp]) mkdirSync(directory, { recursive: true });
  const plan: Stage["plan"] = (more = {}) => planOf({ home, root, stateDir, tmp }, more);
  const ticket: Stage["ticket"] = (command, more = {}) => {
    const request = {
      plan: plan(),
      command,
      callId: "call",
      stateDir,
      tool: BWRAP ?? "",
      home,
      agentFiles: AGENT_FILES,
      nowMs: Date.now(),
    };
    const written = writeTicket({ ...request, ...more });
    if (!written.ok) throw new Error(written.error);
    return written.value;
  };
  const host: Stage["host"] = (line, more = {}) => runShell(root, line, more);
  const result: Stage["result"] = (id, output = "") => {
    const read = readResult(stateDir, id, { output });
    if (read === undefined || !read.ok) throw new Error(`no result: ${read?.error}`);
    return read.value;
  };
  return {
    home,
    root,
    tmp,
    stateDir,
    at: (path) => join(root, path),
    write: (path, content = "") => box.write(join("home/app", path), content),
    plan,
    ticket,
    host,
    result,
    run: (command, { shell, around, input, env, ...more } = {}) => {
      const { id, line } = ticket(command, more);
      const done = host(line, {
        ...(shell && { shell }),
        ...(around && { around }),
        ...(input && { input }),
        ...(env && { env }),
      });
      return { ...done, id, result: result(id) };
    },
    remove: () => {
      openUp(box.folder);
      rmSync(box.folder, { recursive: true, force: true });
    },
  };
}

function runShell(
  cwd: string,
  line: string,
  { shell = "bash", around, input = "", env = {} }: HostShell,
): SpawnSyncReturns<string> {
  return spawnSync(shell, ["-c", around ?? line, shell], {
    cwd,
    input,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: cwd, LANG: "C.UTF-8", LINE: line, ...env },
    maxBuffer: 256 << 20,
  });
}

interface Places {
  readonly home: string;
  readonly root: string;
  readonly stateDir: string;
  readonly tmp: string;
}

function planOf({ home, root, stateDir, tmp }: Places, more: Partial<WallsRequest>): WallsPlan {
  const request: WallsRequest = {
    walls: "work",
    cwd: root,
    projectRoot: root,
    home,
    gateDirectories: [stateDir],
    movedPlaces: [],
    gatePrograms: [],
    agentFiles: AGENT_FILES,
    writable: [],
    around: NOTHING_AROUND,
    hidden: [],
    readOnly: [],
    hiddenObjects: [],
    unmade: [],
    gitWrites: false,
    envFiles: false,
    env: [],
    sessionTmp: tmp,
    cacheDir: join(stateDir, "walls", "cache", "app"),
    stateDir,
  };
  const plan = planWalls({ ...request, ...more }, diskWorld({ home, path: "/usr/bin:/bin" }));
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
}

/** What a test shut, an ordinary user could not remove. */
function openUp(directory: string): void {
  chmodSync(directory, 0o700);
  for (const name of readdirSync(directory))
    if (lstatSync(join(directory, name)).isDirectory()) openUp(join(directory, name));
}

/** The shells hosts run commands with. */
export const SHELLS = ["bash", "dash", "zsh"].map((shell) => {
  const there = existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`);
  return { shell, there, title: there ? shell : `${shell} (not installed here)` };
});
