/** A language server builds the project to know it: what the session wrote for that is run by the first question. */
import { exact } from "../../contract/effect.ts";
import type { PolicyCall } from "../call.ts";
import { writtenDefinition } from "../rules/index.ts";

/** What servers start by themselves, as commands. */
const BUILDS =
  "cargo check; zig build; mix compile; bundle exec ruby-lsp; gradle build; mvn compile; sbt compile; swift build; dune build; cabal build; nim check x.nim; dart analyze; bazel build x; make x";

export function servesFresh(call: PolicyCall): boolean {
  const { tool, memory, readShell, projectRoot, world } = call;
  if (tool !== "LSP" || memory.written.size === 0) return false;
  const { commands } = readShell(BUILDS, { cwd: projectRoot, projectRoot, world, written: memory.written });
  return commands.some((command) => writtenDefinition({ ...command, cwd: exact(projectRoot) }, call) !== undefined);
}
