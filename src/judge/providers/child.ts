/** One run of a program: text on its standard input, what it wrote back. No shell, bounded output, its whole group ends with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { type Failed, failed } from "./provider.ts";

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_ERROR_BYTES = 2000;
const AFTER_EXIT_MS = 200;

export interface ChildRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
}

/** It ran to an end of its own: how, and what it wrote. */
export interface ChildEnd {
  readonly ok: true;
  /** `exit code 3`, or the signal that ended it; null when it ended well. */
  readonly trouble: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Never rejects. When the signal comes, the program and whatever it started are gone. */
export const runChild = (child: ChildRun, input: string, signal: AbortSignal): Promise<ChildEnd | Failed> =>
  new Promise((resolve) => {
    // A group of its own, so that whatever it starts ends with it.
    const detached = process.platform !== "win32";
    const started = spawn(child.file, child.args, {
      env: child.env,
      cwd: child.cwd,
      detached,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    let stderr = "";
    const finish = (end: ChildEnd | Failed): void => {
      resolve(end);
      signal.removeEventListener("abort", abort);
      kill(started, detached);
    };
    const abort = (): void => finish(failed("aborted", "stopped"));
    signal.addEventListener("abort", abort);
    started.on("error", (error) => finish(failed("bad_request", `the command cannot be started: ${error.message}`)));
    started.stdin.on("error", () => {}); // it need not read all of it
    started.stdin.end(input);
    started.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES)
        finish(failed("bad_response", `the command wrote more than ${MAX_OUTPUT_BYTES} bytes`));
      else output.push(chunk);
    });
    started.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(0, MAX_ERROR_BYTES);
    });
    started.on("exit", (code, killed) => {
      const trouble = code === 0 ? null : (killed ?? `exit code ${code}`);
      // What it wrote is in the pipe already; a child it left behind must not keep us waiting for the pipe to close.
      setImmediate(() =>
        whenDrained(started, () => finish({ ok: true, trouble, stdout: Buffer.concat(output).toString(), stderr })),
      );
    });
  });

/** When the pipe is closed, or has been silent for a moment with the program gone. */
const whenDrained = (child: ChildProcess, then: () => void): void => {
  const stdout = child.stdout;
  const timer = setTimeout(then, AFTER_EXIT_MS);
  const now = (): void => {
    clearTimeout(timer);
    then();
  };
  if (stdout === null || stdout.readableEnded || stdout.destroyed) now();
  else stdout.once("end", now);
};

const kill = (child: ChildProcess, group: boolean): void => {
  if (child.pid === undefined) return;
  try {
    if (group) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It is gone already.
  }
};
