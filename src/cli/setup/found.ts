/** What is on this machine: agents, whether they are guarded, keys and logins. Keys are seen to be there, never read or shown. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type AppContext,
  type Env,
  findInProjects,
  findOnPath,
  guardedHosts,
  homeOf,
  hostEnvironment,
} from "../../app/index.ts";
import type { ProviderName } from "../../contract/providers.ts";
import { allHosts, type Host } from "../../hosts/index.ts";
import type { InstallScope } from "../../hosts/install/index.ts";
import { claudeLogin } from "../../judge/providers/index.ts";

export interface FoundAgent {
  readonly host: Host;
  /** Undefined where only its folder is there. */
  readonly program: string | undefined;
  readonly folder: string | undefined;
  readonly guarded: readonly InstallScope[];
  /** Why the agent does not read the hook that stands there. */
  readonly unread: string | undefined;
}

export interface FoundMachine {
  readonly agents: readonly FoundAgent[];
  /** Agents that are only a project's own programs, and where: they do not count. */
  readonly projects: readonly { readonly host: Host; readonly program: string }[];
  /** Variables with a key in them. */
  readonly keys: readonly string[];
  /** Agents that could answer for the model, because somebody is logged in. */
  readonly logins: readonly ProviderName[];
}

const KEYS = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"];

export function findMachine(io: AppContext): FoundMachine {
  const { env } = io;
  const at = hostEnvironment(io);
  const agents = guardedHosts(io).flatMap(({ host, guarded, unread }): readonly FoundAgent[] => {
    const program = findOnPath(host.program, env);
    const folder = host.files.directories.map((name) => join(at.home, name)).find((path) => existsSync(path));
    return program === undefined && folder === undefined && guarded.length === 0
      ? []
      : [{ host, program, folder, guarded, unread }];
  });
  const projects = allHosts()
    .filter((host) => !agents.some((agent) => agent.host === host))
    .flatMap((host) => {
      const program = findInProjects(host.program, env);
      return program === undefined ? [] : [{ host, program }];
    });
  return { agents, projects, keys: KEYS.filter((name) => Boolean(env[name])), logins: findLogins(env) };
}

/** Whom to guard where nobody says: those that can be started here, else those of which there is a trace. */
export function proposedHosts({ agents }: Pick<FoundMachine, "agents">): readonly Host[] {
  const runnable = agents.filter(({ program }) => program !== undefined);
  return (runnable.length > 0 ? runnable : agents).map(({ host }) => host);
}

/** What there is of it, wherever it is named. */
export const describeFound = ({ program, folder }: Pick<FoundAgent, "program" | "folder">): string => {
  if (program !== undefined) return "found";
  return folder === undefined ? "its program is not on PATH" : "its folder is here, its program is not on PATH";
};

const findLogins = (env: Env): readonly ProviderName[] => [
  ...(claudeLogin(homeOf(env)) !== "" && findOnPath("claude", env) !== undefined ? (["claude-code"] as const) : []),
  ...(existsSync(`${homeOf(env)}/.codex/auth.json`) && findOnPath("codex", env) !== undefined
    ? (["codex"] as const)
    : []),
];
