/** Providers that are the person's own agent: asked only where its program is pinned, and its version found closed. */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { SIDE_QUERY_VARIABLE } from "../../../contract/own-marks.ts";
import { withRetries } from "../deadline.ts";
import { type Completion, type Failed, failed, type ModelRequest, notSetUp, type Provider } from "../provider.ts";
import { type AgentProgram, homeIn, runAgent } from "./ask.ts";
import type { AgentKind } from "./kind.ts";
import { noteAnswer, prove, provenOnce, refusedLately } from "./proofs.ts";
import { openScene } from "./scene.ts";

export const agentProvider = (kind: AgentKind, program: AgentProgram): Provider => ({
  complete: (request, options) => {
    const missing = whatIsMissing(kind, program);
    const refused = missing ?? refusedLately(kind, program);
    if (refused !== undefined) return Promise.resolve(refused);
    return withRetries(
      async (signal) => {
        const leak = await provenOnce(kind, program, signal);
        if (leak !== null) return notUsed(kind, leak);
        const answer = await ask(kind, program, { request, signal });
        noteAnswer(kind, program, answer);
        return answer;
      },
      // The agent tries again by itself.
      { ...options, retries: 0 },
      program.clock,
    );
  },
});

/** Tries the agent again. Why it is not used, for people; null when it is. */
export const examineAgent = async (
  kind: AgentKind,
  program: AgentProgram,
  signal: AbortSignal,
): Promise<string | null> => {
  const missing = whatIsMissing(kind, program);
  if (missing !== undefined) return missing.detail;
  const leak = await prove(kind, program, signal);
  return leak === null ? null : notUsed(kind, leak).detail;
};

const notUsed = ({ title }: AgentKind, leak: string | undefined): Failed =>
  leak === undefined
    ? failed("aborted", `${title} was not tried to the end`)
    : notSetUp("auth", `this version of ${title} is not used: ${leak}; sallyport doctor tries it again`);

/** What a person has to set up, or a side query that would ask another. */
const whatIsMissing = (kind: AgentKind, { command, env, key }: AgentProgram): Failed | undefined => {
  const [file] = command;
  if (env[SIDE_QUERY_VARIABLE]) return failed("bad_request", "a side query asks no other");
  if (file === undefined || !isAbsolute(file))
    return notSetUp("auth", `the path of ${kind.title}'s program is not set (classifier.command); run: sallyport init`);
  if (!existsSync(file)) return notSetUp("auth", `${kind.title} is not at ${file} any more; run: sallyport init`);
  const why = key === null ? kind.missing(homeIn(env)) : undefined;
  return why === undefined ? undefined : notSetUp("auth", why);
};

const ask = async (
  kind: AgentKind,
  program: AgentProgram,
  what: { readonly request: ModelRequest; readonly signal: AbortSignal },
): Promise<Completion> => {
  const scene = openScene(program.folder, program.clock.now());
  try {
    const end = await runAgent(kind, program, { ...what, scene });
    return end.ok ? kind.read(end) : end;
  } finally {
    scene.close();
  }
};
