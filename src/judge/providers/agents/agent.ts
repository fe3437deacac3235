/** Providers that are the person's own agent: asked only where its program is pinned, and its version found closed. */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { SIDE_QUERY_VARIABLE } from "../../../contract/side-query.ts";
import { withRetries } from "../deadline.ts";
import { type Completion, type Failed, failed, type ModelRequest, type Provider } from "../provider.ts";
import { type AgentProgram, homeIn, runAgent } from "./ask.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import type { AgentKind } from "./kind.ts";
import { provenOnce } from "./proofs.ts";
import { openScene } from "./scene.ts";

const provider =
  (kind: AgentKind) =>
  (program: AgentProgram): Provider => ({
    complete: (request, options) => {
      const missing = whatIsMissing(kind, program);
      if (missing !== undefined) return Promise.resolve(missing);
      return withRetries(
        async (signal) => {
          const leak = await provenOnce(kind, program, signal);
          if (leak !== null) return notUsed(kind, leak);
          return ask(kind, program, { request, signal });
        },
        // The agent tries again by itself.
        { ...options, retries: 0 },
        program.clock,
      );
    },
  });

export const claudeCodeProvider = provider(claudeCode);
export const codexProvider = provider(codex);

const notUsed = ({ title }: AgentKind, leak: string | undefined): Failed =>
  leak === undefined
    ? failed("aborted", `${title} was not tried to the end`)
    : failed("auth", `this version of ${title} is not used: ${leak}; see: sallyport doctor`);

/** What a person has to set up, or a side query that would ask another. */
export const whatIsMissing = (kind: AgentKind, { command, env, key }: AgentProgram): Failed | undefined => {
  const [file] = command;
  if (env[SIDE_QUERY_VARIABLE]) return failed("bad_request", "a side query asks no other");
  if (file === undefined || !isAbsolute(file))
    return failed("auth", `the path of ${kind.title}'s program is not set (classifier.command); run: sallyport init`);
  if (!existsSync(file)) return failed("auth", `${kind.title} is not at ${file} any more; run: sallyport init`);
  const why = key === null ? kind.missing(homeIn(env)) : undefined;
  return why === undefined ? undefined : failed("auth", why);
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
