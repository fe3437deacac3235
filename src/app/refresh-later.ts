/** Flags are fetched and old sessions removed beside a decision, never before it: by a process that nobody waits for. */
import { spawn } from "node:child_process";
import type { AppContext } from "./paths.ts";

export function refreshLater({ cwd, env }: AppContext, settings: string | undefined): void {
  if (process.argv[1] === undefined) return;
  // The hook is a program of its own; the command stands beside it.
  const program = process.argv[1].replace(/hook\.cjs$/, "sallyport.cjs");
  const args = [program, "refresh", ...(settings === undefined ? [] : [`--settings=${settings}`])];
  spawn(process.execPath, args, { detached: true, stdio: "ignore", cwd, env: { ...env } })
    .on("error", () => undefined)
    .unref();
}
