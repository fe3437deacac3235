import { execFile } from "node:child_process";

const VERSION_LIMIT_MS = 15_000;
/** How long a host may take to say something of itself. */
export const ASK_LIMIT_MS = 30_000;

export type ProgramEnv = Readonly<Record<string, string | undefined>>;

/** The version a program tells, or undefined when it is not there or does not answer. */
export function versionOf(program: string, env: ProgramEnv): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (error: Error | null, stdout: string): void =>
      resolve(error === null ? (/\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? "unknown") : undefined);
    const child = execFile(program, ["--version"], { env: { ...env }, timeout: VERSION_LIMIT_MS }, done);
    child.stdin?.end();
  });
}
