/** A program of the user's own: the prompt on stdin, the answer on stdout. No shell, bounded output, killed in time. */
import { type ChildRun, runChild } from "./child.ts";
import { type Clock, withRetries } from "./deadline.ts";
import { NO_USAGE } from "./models.ts";
import { type Completion, failed, joinParts, type ModelRequest, type Provider } from "./provider.ts";
import type { Exchange } from "./transport.ts";

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

const run = async (child: ChildRun, input: string, signal: AbortSignal): Promise<Completion> => {
  const end = await runChild(child, input, signal);
  if (!end.ok) return end;
  if (end.trouble !== null) return failed("server_error", `the command ended with ${end.trouble}: ${end.stderr}`);
  return { ok: true, text: end.stdout, toolCalls: [], stop: "end", stopSent: false, usage: NO_USAGE };
};
