/** `sallyport explain`: what the reader sees in a command, and which step would decide. */

import { openGate } from "../../app/open.ts";
import { homeOf } from "../../app/paths.ts";
import { diskWorld } from "../../machine/index.ts";
import { memoryStore } from "../../memory/index.ts";
import { explain, renderExplanation } from "../../readers/bash/explain.ts";
import { readShell } from "../../readers/bash/index.ts";
import type { CliIo } from "../io.ts";
import { commandOptions, wrongUse } from "../options.ts";
import { painter, visible } from "../style.ts";

export const HELP = `sallyport explain: what a shell command would do

  sallyport explain 'npm run build && git push'

  Shows the command as a tree: every part, what it reads, writes, runs and contacts, what cannot be known, and
  the step of the road that would decide. Nothing is run, no model is asked, nothing is recorded.

  --cwd DIR       where it would run (default: here)
  --mode MODE     default, acceptEdits, plan, auto, dontAsk, bypassPermissions
  --settings X    a settings file, or JSON
  --json          for programs
`;

const OPTIONS = {
  cwd: { type: "string" },
  mode: { type: "string" },
  settings: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const parsed = commandOptions({ name: "explain", help: HELP, options: OPTIONS }, args, io);
  if (typeof parsed === "number") return parsed;
  const [command, ...more] = parsed.positionals;
  if (command === undefined) return cannot(io, "say which command, in quotes: sallyport explain 'git status'");
  if (more.length > 0) return cannot(io, "put the whole command in quotes: sallyport explain 'git status'");
  return explained(command, parsed.values, io);
}

interface Flags {
  readonly cwd?: string | undefined;
  readonly mode?: string | undefined;
  readonly settings?: string | undefined;
  readonly json?: boolean | undefined;
}

async function explained(command: string, flags: Flags, io: CliIo): Promise<number> {
  const cwd = flags.cwd ?? io.cwd;
  const { parseAction } = await import("../../contract/parse-action.ts");
  const action = parseAction({
    tool: "Bash",
    input: { command },
    cwd,
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
  });
  if (!action.ok) return cannot(io, action.error);
  const opened = openGate(io, { settings: flags.settings, projectRoot: cwd, store: memoryStore(), classifier: null });
  if (!opened.ok) return cannot(io, opened.error);
  const world = diskWorld({ home: homeOf(io.env), path: io.env.PATH ?? "" });
  const explanation = explain(readShell(command, { cwd, projectRoot: cwd, world, written: new Set() }));
  const decision = await opened.value.gate.check(action.value);
  const usesModel = decision.by === "offline" && opened.value.settings.classifier.provider !== "offline";
  const step = usesModel ? "classifier" : decision.by;
  if (flags.json === true) {
    io.stdout.write(
      `${JSON.stringify({ ...explanation, step, behavior: usesModel ? null : decision.behavior, reason: usesModel ? null : decision.reason })}\n`,
    );
    return 0;
  }
  const paint = painter(io.stdout, io.env);
  io.stdout.write(`${renderExplanation(explanation, Math.min(io.stdout.columns, 110))}\n`);
  io.stdout.write(
    usesModel
      ? `\n${paint("bold", "decided by")} classifier: the model is asked\n`
      : `\n${paint(decision.behavior, decision.behavior)} by ${step}: ${visible(decision.reason)}\n`,
  );
  return 0;
}

const cannot = (io: CliIo, why: string): number => wrongUse("explain", why, io);
