/** `sallyport check`: one action, or a stream of them. */
import { type OpenedGate, openGate } from "../../app/index.ts";
import { MODES } from "../../contract/action.ts";
import { readAction } from "../check/action.ts";
import { checkStream } from "../check/stream.ts";
import { command, type GivenArguments } from "../command.ts";
import { callText, EXIT_CODES, formatDecision } from "../decision.ts";
import type { CliIo } from "../io.ts";
import { flag, text } from "../options.ts";
import { pageOf, refuse, tell } from "../style.ts";

const OPTIONS = {
  command: text("TEXT", "the command of a Bash call"),
  tool: text("NAME", "the tool; --input is then its input as JSON"),
  input: text("JSON", "the input of the tool"),
  cwd: text("DIR", "where the call would run (default: here)"),
  mode: text("MODE", MODES.join(", ")),
  headless: flag("nobody is there to answer: ask becomes deny"),
  host: text("NAME", "whose tool names these are (claude-code, codex, gemini, …)"),
  session: text("ID", "what is remembered between calls"),
  settings: text("X", "a settings file, or JSON"),
  stream: flag("JSON Lines in, decisions out, until the input ends"),
  json: flag("print the decision as JSON"),
};

export type CheckFlags = GivenArguments<typeof OPTIONS>["options"];

export const check = command({
  name: "check",
  about: "judge one tool call, or a stream of them",
  usage: [
    ["sallyport check --command 'git status'", "a shell command"],
    [`sallyport check --tool Edit --input '{"file_path":"a.ts","new_string":"x"}'`],
    [`echo '{"tool":"Bash","input":{"command":"ls"}}' | sallyport check`],
    ["sallyport check --stream < actions.jsonl", "one decision a line, in order"],
  ],
  options: OPTIONS,
  notes: "Exit: 0 allow, 2 deny, 3 ask, 4 abort, 1 could not judge.",
  run: ({ options }, io) => (options.stream ? checkStream(options, io) : checkOne(options, io)),
});

async function checkOne(options: CheckFlags, io: CliIo): Promise<number> {
  const action = await readAction(options, io);
  if (!action.ok) return refuse(io, action.error);
  const opened = openGate(io, { settings: options.settings, projectRoot: action.value.cwd ?? io.cwd });
  if (!opened.ok) return refuse(io, opened.error);
  for (const warning of opened.value.warnings) tell(io, warning);
  const decision = await opened.value.gate.check(action.value);
  await close(opened.value, options, io);
  if (opened.value.gate.shadow) tell(io, "shadow is on: hosts are not told this decision");
  io.stdout.write(
    options.json
      ? `${JSON.stringify(decision)}\n`
      : formatDecision(decision, callText(action.value), pageOf(io.stdout, io.env)),
  );
  return EXIT_CODES[decision.behavior];
}

async function close({ close, flags }: OpenedGate, { settings }: CheckFlags, io: CliIo): Promise<void> {
  await close();
  if (flags?.isOld() === true) (await import("../refresh-later.ts")).refreshLater(io, settings);
}
