/** A program of the user's own: the prompt on stdin, the answer on stdout. No shell, bounded output, killed in time. */
import { type ChildProcess, spawn } from "node:child_process";
import { type Clock, withRetries } from "./deadline.ts";
import { NO_USAGE } from "./models.ts";
import { type Completion, failed, joinParts, type ModelRequest, type Provider } from "./provider.ts";
import type { Exchange } from "./transport.ts";

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_ERROR_BYTES = 2000;
const AFTER_EXIT_MS = 200;

export interface Program {
  /** The program and its arguments, as they are. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

export const command = (program: Program): Provider => ({
  complete: (request, options) => {
    const [file, ...args] = program.command;
    if (file === undefined || file === "") return Promise.resolve(failed("bad_request", "no command is set"));
    // A program that failed once is not asked again: it is not a busy server.
    return withRetries(
      async (signal) => {
        const answer = await run({ file, args, env: program.env }, prompt(request), signal);
        program.observe?.({
          url: file,
          request: prompt(request),
          status: answer.ok ? 0 : 1,
          response: answer.ok ? answer.text : answer.detail,
        });
        return answer.ok && request.tool !== null && answer.text.trim() !== ""
          ? { ...answer, toolCalls: [{ name: request.tool.name, input: answer.text }] }
          : answer;
      },
      { ...options, retries: 0 },
      program.clock,
    );
  },
});

/** System prompt, messages, and, where an object is wanted, its schema. */
const prompt = (request: ModelRequest): string =>
  [
    joinParts(request.system),
    ...request.messages.map(joinParts),
    ...(request.tool === null
      ? []
      : [
          `Answer with one JSON object that fits this schema, and nothing else:\n${JSON.stringify(request.tool.schema)}\n`,
        ]),
  ].join("\n\n");

const run = (
  program: { readonly file: string; readonly args: readonly string[]; readonly env: Program["env"] },
  input: string,
  signal: AbortSignal,
): Promise<Completion> =>
  new Promise((resolve) => {
    // A group of its own, so that whatever it starts ends with it.
    const detached = process.platform !== "win32";
    const child = spawn(program.file, program.args, {
      env: program.env,
      detached,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let size = 0;
    let errors = "";
    const finish = (completion: Completion): void => {
      resolve(completion);
      signal.removeEventListener("abort", abort);
      kill(child, detached);
    };
    const abort = (): void => finish(failed("aborted", "stopped"));
    signal.addEventListener("abort", abort);
    child.on("error", (error) => finish(failed("bad_request", `the command cannot be started: ${error.message}`)));
    child.stdin.on("error", () => {}); // it need not read all of it
    child.stdin.end(input);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES)
        finish(failed("bad_response", `the command wrote more than ${MAX_OUTPUT_BYTES} bytes`));
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(0, MAX_ERROR_BYTES);
    });
    child.on("exit", (code, killed) => {
      // What it wrote is in the pipe already; a child it left behind must not keep us waiting for the pipe to close.
      setImmediate(() => {
        if (code !== 0)
          finish(failed("server_error", `the command ended with ${killed ?? `exit code ${code}`}: ${errors}`));
        else whenDrained(child, () => finish(completionOf(Buffer.concat(output).toString())));
      });
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

const completionOf = (text: string): Completion => ({
  ok: true,
  text,
  toolCalls: [],
  stop: "end",
  stopSent: false,
  usage: NO_USAGE,
});

const kill = (child: ChildProcess, group: boolean): void => {
  if (child.pid === undefined) return;
  try {
    if (group) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It is gone already.
  }
};
