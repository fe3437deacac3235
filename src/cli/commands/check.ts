/** `sallyport check`: one action, or a stream of them. */
import { keepUp, openPool, type RulesOfHosts, rulesOfHost, whoseRules } from "../../app/index.ts";
import { type Action, type JsonObject, MODES } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { MAX_LINE_BYTES } from "../../contract/lines.ts";
import { parseAction, parseActionLine } from "../../contract/parse-action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { parseStrictJson } from "../../contract/strict-json.ts";
import { hostNamed } from "../../hosts/index.ts";
import { BUILT_IN_TOOLS, isExecuted } from "../../policy/tools/index.ts";
import { givenFields } from "../check/given.ts";
import { checkStream } from "../check/stream.ts";
import { command, type GivenArguments } from "../command.ts";
import { callText, exitCode, formatDecision, formatJson } from "../decision.ts";
import { unknownHost } from "../nearest.ts";
import { flag, text } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { pageOf, refuse, tell } from "../terminal/style.ts";
import { ownVariables, wallsUnder, whoseWalls } from "../variables.ts";

const OPTIONS = {
  command: text("TEXT", "the command of a Bash call"),
  tool: text("NAME", "the tool; --input is then its input as JSON"),
  input: text("JSON", "the input of the tool"),
  cwd: text("DIR", "where the call would run (default: here)"),
  mode: text("MODE", MODES.join(", ")),
  headless: flag("nobody is there to answer: ask becomes deny"),
  host: text("NAME", "whose tool names and own rules these are (claude-code, codex, gemini, …)"),
  session: text("ID", "what is remembered between calls"),
  settings: text("X", "a settings file, or JSON"),
  stream: flag("JSON Lines in, decisions out, until the input ends"),
  walls: flag("you can run a command inside walls: with --json, the answer says in `run` what to run instead"),
  json: flag("print the decision as JSON"),
};

export type CheckFlags = GivenArguments<typeof OPTIONS>["options"];

export const check = command({
  name: "check",
  about: "judge one tool call, or a stream of them",
  usage: [
    ["sallyport check 'git status'", "a shell command (or --command 'git status')"],
    [`sallyport check --tool Edit --input '{"file_path":"a.ts","new_string":"x"}'`],
    [`echo '{"tool":"Bash","input":{"command":"ls"}}' | sallyport check`],
    ["sallyport check --stream < actions.jsonl", "one decision a line, in order"],
  ],
  options: OPTIONS,
  positionals: Number.POSITIVE_INFINITY,
  help: "A call that you type at a terminal is only tried: it is on record, and it is neither listed as waiting nor saved before it. With --json, --session, --walls or through a pipe, whoever asks may run the call.",
  notes:
    "A line of the input or of --stream is one object: tool and input, and if you like cwd, mode, headless, host, session, transcript, instructions, and walls: true where you can run a command inside walls (the decision then carries run). --stream prints one decision a line as JSON. Exit: 0 allow, 2 deny, 3 ask, 4 abort, 1 could not judge; 5 for a call tried at a terminal that is allowed inside walls alone.",
  run: ({ options, words, misuse }, io) => {
    const { host, command: line } = options;
    if (host !== undefined && hostNamed(host) === undefined) return misuse(unknownHost(host));
    if (words.length > 1) return misuse("put the whole command in quotes: sallyport check 'git status'");
    if (words.length > 0 && (line !== undefined || options.tool !== undefined || options.stream))
      return misuse("a command stands alone; give it in quotes, without --command, --tool and --stream");
    const given = words[0] === undefined ? options : { ...options, command: words[0] };
    return options.stream ? checkStream(options, io) : checkOne(given, io);
  },
});

async function checkOne(options: CheckFlags, io: CliIo): Promise<number> {
  const action = await readAction(options, io);
  if (!action.ok) return refuse(io, action.error);
  const byHand = isByHand(action.value, io);
  const typed = byHand && (options.command !== undefined || options.tool !== undefined);
  const tried = typed && isAtTerminal(options, io);
  const rulesAt = (projectRoot: string) => sayWhose(rulesOfHost(io, { projectRoot, host: options.host }), io);
  const variables = ownVariables(io);
  const pool = openPool(io, { settings: options.settings, byHand, tried, variables, ...(typed ? { rulesAt } : {}) });
  const opened = await pool.gateFor({ ...action.value, cwd: action.value.cwd ?? io.cwd });
  if (!opened.ok) return refuse(io, opened.error);
  for (const warning of opened.value.warnings) tell(io, warning);
  const judged = await opened.value.gate.judge({
    ...action.value,
    ...(tried ? { walls: true } : whoseWalls(action.value, io)),
    ...wallsUnder(variables),
  });
  const { decision, notice } = judged;
  if (notice !== undefined) tell(io, notice);
  await pool.close();
  await keepUp(io, { settings: options.settings, flagsAreOld: opened.value.flags?.isOld() === true });
  if (opened.value.gate.shadow) tell(io, "shadow is on: hosts are not told this decision");
  io.stdout.write(
    options.json
      ? formatJson(action.value, judged)
      : formatDecision(decision, callText(action.value), pageOf(io.stdout, io.env)),
  );
  return tried && decision.walls !== null && isAllow(decision) ? INSIDE_ONLY : exitCode(decision);
}

function sayWhose(theirs: RulesOfHosts, io: CliIo): RulesOfHosts["own"]["rules"] {
  const whose = whoseRules(theirs);
  if (whose !== undefined) tell(io, whose);
  return theirs.own.rules;
}

/** What is tried at a terminal is answered as a hook answers it; who then types the command runs it bare, and 0 would promise that. */
const INSIDE_ONLY = 5;

/** A harness that asks call by call names the session, and has no terminal. */
const isByHand = ({ session }: Action, { stdin, stdout }: CliIo): boolean =>
  session === undefined || stdin.isTTY === true || stdout.isTTY;

/** Nothing waits for the answer but a person who reads it: no program runs the call because of it. */
const isAtTerminal = ({ json, walls, session }: CheckFlags, { stdin, stdout }: CliIo): boolean =>
  stdin.isTTY === true && stdout.isTTY && !json && !walls && session === undefined;

/** Each option given beside standard input wins over what the input says. */
async function readAction(options: CheckFlags, io: CliIo): Promise<Result<Action>> {
  const { command, tool, input } = options;
  const base = givenFields(options);
  if (command !== undefined && (tool !== undefined || input !== undefined))
    return fail("--command stands alone; use either it or --tool with --input");
  if (command !== undefined) return parseAction({ tool: "Bash", input: { command }, cwd: io.cwd, ...base });
  if (tool !== undefined) {
    const missing = input === undefined ? fieldsOf(tool, options) : [];
    if (missing.length > 0) return fail(`--tool ${tool} needs --input, as JSON with ${missing.join(", ")}`);
    const parsed = parseInput(input ?? "{}");
    return parsed.ok ? parseAction({ tool, input: parsed.value, cwd: io.cwd, ...base }) : parsed;
  }
  if (input !== undefined) return fail("--input needs --tool");
  if (io.stdin.isTTY === true)
    return fail("nothing to judge: give --command, or --tool and --input, or an action as JSON on standard input");
  const action = await readStandardInput(io);
  return action.ok ? parseAction({ cwd: io.cwd, ...action.value, ...base }) : action;
}

/** What the tool is given, where it is one of ours. */
function fieldsOf(tool: string, { host }: CheckFlags): readonly string[] {
  const known = host === undefined ? BUILT_IN_TOOLS.find(({ name }) => name === tool) : undefined;
  return Object.entries(known?.fields ?? {}).flatMap(([name, field]) => (isExecuted(field) ? [name] : []));
}

/** The whole input is one action; it may be spread over several lines. */
async function readStandardInput(io: CliIo): Promise<Result<Action>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_LINE_BYTES) return fail(`standard input: longer than ${MAX_LINE_BYTES} bytes`);
    chunks.push(bytes);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.toString("latin1").trim() === "")
    return fail('standard input is empty; an action is JSON such as {"tool":"Bash","input":{"command":"ls"}}');
  const action = parseActionLine(bytes);
  return action.ok ? action : fail(`standard input: ${action.error.replace(/^the line/, "it")}`);
}

function parseInput(text: string): Result<JsonObject> {
  const parsed = parseStrictJson(text);
  return parsed.ok ? ok(parsed.value as JsonObject) : fail(`--input ${parsed.error}`);
}
