/** A program behind a proxy: lines to it and from it, its end as ours. */
import { type ChildProcess, spawn } from "node:child_process";
import { linesOf } from "../../lines.ts";

/** What a server may send in one message; a picture or a file can be large. */
export const MAX_MESSAGE_BYTES = 256_000_000;

export interface Child {
  readonly send: (line: string) => void;
  /** Every whole line, in order, until the program closes its output. Rejects when one is longer than any message may be. */
  readonly lines: () => AsyncGenerator<string>;
  /** Its exit code, or 1 when it was killed or never started. */
  readonly ended: Promise<number>;
  readonly closeInput: () => void;
  readonly kill: () => void;
}

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
    closeInput: () => void child.stdin?.end(),
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
