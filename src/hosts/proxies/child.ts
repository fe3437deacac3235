/** A program behind a proxy: lines to it and from it, its end as ours. */
import { type ChildProcess, spawn } from "node:child_process";
import { linesOf } from "../../contract/lines.ts";

/** What a server may send in one message; a picture or a file can be large. */
export const MAX_MESSAGE_BYTES = 256_000_000;

export interface Child {
  readonly send: (line: string) => void;
  /** Every whole line, in order, until the program closes its output. Rejects when one is longer than any message may be. */
  readonly lines: () => AsyncGenerator<string>;
  /** Its exit code, or 1 when it was killed or never started. */
  readonly ended: Promise<number>;
  /** Nothing more will come: a program that does not end by itself then is ended. */
  readonly closeInput: () => void;
  readonly kill: () => void;
}

/** How long a program may take to end after its input has. */
const END_MS = 2_000;

export function startChild(command: readonly string[], cwd: string): Child {
  const [program = "", ...args] = command;
  const child: ChildProcess = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number>((resolve) => {
    child.on("error", (error) => {
      process.stderr.write(`sallyport: ${program} does not start: ${error.message}\n`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
  child.stdin?.on("error", () => undefined);
  return {
    send: (line) => void child.stdin?.write(`${line}\n`),
    lines: () => textLines(child.stdout),
    ended,
    closeInput: () => {
      child.stdin?.end();
      setTimeout(() => child.kill(), END_MS).unref();
      setTimeout(() => child.kill("SIGKILL"), 2 * END_MS).unref();
    },
    kill: () => void child.kill(),
  };
}

export async function* textLines(stream: NodeJS.ReadableStream | null): AsyncGenerator<string> {
  if (stream === null) return;
  for await (const line of linesOf(stream, MAX_MESSAGE_BYTES)) {
    if (!line.ok) throw new Error(line.error);
    if (line.bytes.length > 0) yield Buffer.from(line.bytes).toString("utf8").replace(/\r$/, "");
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Whoever ends us ends what we started. */
export function endTogether(child: Child): void {
  for (const signal of SIGNALS) process.once(signal, child.kill);
}
