/** Whether OpenCode loads the plugin: it goes on without a word when it does not. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ASK_LIMIT_MS, bad, good, type HealthFinding, type HostCheck, warn } from "../doctor/finding.ts";
import { signOfLife } from "./plugin.ts";

export async function examineOpencode({ at, pins, isLive }: HostCheck): Promise<readonly HealthFinding[]> {
  if (!isLive) return [];
  const about = "OpenCode, plugin";
  const loads = await startAndLook(signOfLife(pins), at.env);
  if (loads === undefined)
    return [
      warn(about, "OpenCode did not run, so nobody knows whether the plugin is live", "run: opencode agent list"),
    ];
  return [
    loads
      ? good(about, "loaded when OpenCode started just now")
      : bad(
          about,
          "OpenCode started and did not load it: nothing is judged",
          "look at OpenCode's log; sallyport install opencode",
        ),
  ];
}

/** Starts OpenCode for a moment and looks whether the plugin gave a sign of life. Undefined when OpenCode did not run. */
function startAndLook(sign: string, env: HostCheck["at"]["env"]): Promise<boolean | undefined> {
  const before = changedAt(sign);
  const cwd = mkdtempSync(join(tmpdir(), "sallyport-doctor-"));
  return new Promise((resolve) => {
    const done = (error: Error | null): void => {
      rmSync(cwd, { recursive: true, force: true });
      const loads = changedAt(sign) > before;
      resolve(loads ? true : error === null ? false : undefined);
    };
    const child = execFile("opencode", ["agent", "list"], { env: { ...env }, cwd, timeout: ASK_LIMIT_MS }, done);
    child.stdin?.end();
  });
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
