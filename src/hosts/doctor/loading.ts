/** Whether the agent loads the plugin: it goes on without a word when it does not. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signOfLife } from "../install/module.ts";
import { ASK_LIMIT_MS, bad, good, type HealthFinding, type HostCheck, warn } from "./finding.ts";

/** An agent that loads a module of ours, and what it is started with for a moment. */
export interface LoadingAgent {
  readonly host: string;
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
}

export async function examineLoading(
  agent: LoadingAgent,
  { at, pins, isLive }: HostCheck,
): Promise<readonly HealthFinding[]> {
  if (!isLive) return [];
  const { host, title, program, args } = agent;
  const about = `${title}, plugin`;
  const loads = await startAndLook(agent, signOfLife(host, pins), at.env);
  if (loads === undefined)
    return [
      warn(
        about,
        `${title} did not run, so nobody knows whether the plugin is live`,
        `run: ${[program, ...args].join(" ")}`,
      ),
    ];
  return [
    loads
      ? good(about, `loaded when ${title} started just now`)
      : bad(
          about,
          `${title} started and did not load it: nothing is judged`,
          `look at ${title}'s log; sallyport install ${host}`,
        ),
  ];
}

/** Starts the agent for a moment and looks whether the plugin gave a sign of life. Undefined when it did not run. */
function startAndLook(
  { program, args }: LoadingAgent,
  sign: string,
  env: HostCheck["at"]["env"],
): Promise<boolean | undefined> {
  const before = changedAt(sign);
  const cwd = mkdtempSync(join(tmpdir(), "sallyport-doctor-"));
  return new Promise((resolve) => {
    const done = (error: Error | null): void => {
      rmSync(cwd, { recursive: true, force: true });
      const loads = changedAt(sign) > before;
      resolve(loads ? true : error === null ? false : undefined);
    };
    const child = execFile(program, args, { env: { ...env }, cwd, timeout: ASK_LIMIT_MS }, done);
    child.stdin?.end();
  });
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
