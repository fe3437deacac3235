/** `sallyport check`: one action, or a stream of them. */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { type CliGate, openGate, openStore } from "../../app/open.ts";
import type { Action, JsonObject } from "../../contract/action.ts";
import { type Decision, deny, stampDecision } from "../../contract/decision.ts";
import { parseAction, parseActionLine } from "../../contract/parse-action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { encodeCall, toolBox } from "../../policy/tools/index.ts";
import type { CliIo } from "../io.ts";
import { linesOf, MAX_LINE_BYTES } from "../lines.ts";
import { EXIT, EXIT_CANNOT_JUDGE, painter, spoken } from "../style.ts";

export const HELP = `sallyport check: judge one tool call, or a stream of them

  sallyport check --command 'git status'          a shell command
  sallyport check --tool Edit --input '{"file_path":"a.ts","new_string":"x"}'
  echo '{"tool":"Bash","input":{"command":"ls"}}' | sallyport check
  sallyport check --stream < actions.jsonl        one decision a line, in order

  --command TEXT     the command of a Bash call
  --tool NAME        the tool; --input is then its input as JSON
  --input JSON
  --cwd DIR          where the call would run (default: here)
  --mode MODE        default, acceptEdits, plan, auto, dontAsk, bypassPermissions
  --headless         nobody is there to answer: ask becomes deny
  --host NAME        whose tool names these are (claude-code, codex, gemini, …)
  --session ID       what is remembered between calls
  --settings X       a settings file, or JSON
  --stream           JSON Lines in, decisions out, until the input ends
  --json             print the decision as JSON

Exit: 0 allow, 2 deny, 3 ask, 4 abort, 1 could not judge.
`;

const OPTIONS = {
  command: { type: "string" },
  tool: { type: "string" },
  input: { type: "string" },
  cwd: { type: "string" },
  mode: { type: "string" },
  headless: { type: "boolean" },
  host: { type: "string" },
  session: { type: "string" },
  settings: { type: "string" },
  stream: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>["values"];

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  let flags: Flags;
  try {
    flags = parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    return cannot(
      io,
      `${error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options"} (see sallyport check --help)`,
    );
  }
  if (flags.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  return flags.stream === true ? stream(flags, io) : one(flags, io);
}

async function one(flags: Flags, io: CliIo): Promise<number> {
  const action = await givenAction(flags, io);
  if (!action.ok) return cannot(io, action.error);
  const opened = openGate(io, { settings: flags.settings, projectRoot: action.value.cwd ?? io.cwd });
  if (!opened.ok) return cannot(io, opened.error);
  for (const warning of opened.value.warnings) io.stderr.write(`sallyport: ${warning}\n`);
  const decision = await opened.value.gate.check(action.value);
  await opened.value.close();
  if (opened.value.flags?.isOld() === true) await (await import("./refresh.ts")).refreshLater(io, flags.settings);
  if (opened.value.gate.shadow) io.stderr.write("sallyport: shadow is on: hosts are not told this decision\n");
  if (flags.json === true) io.stdout.write(`${JSON.stringify(decision)}\n`);
  else io.stdout.write(spoken(decision, shown(action.value), painter(io.stdout, io.env), io.stdout.columns));
  return EXIT[decision.behavior];
}

/** From the options, or from standard input; each option given beside it fills what the input leaves out. */
async function givenAction(flags: Flags, io: CliIo): Promise<Result<Action>> {
  const base = {
    ...(flags.cwd === undefined ? {} : { cwd: flags.cwd }),
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
    ...(flags.headless === undefined ? {} : { headless: flags.headless }),
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.session === undefined ? {} : { session: flags.session }),
  };
  if (flags.command !== undefined && (flags.tool !== undefined || flags.input !== undefined)) {
    return fail("--command stands alone; use either it or --tool with --input");
  }
  if (flags.command !== undefined)
    return parseAction({ tool: "Bash", input: { command: flags.command }, cwd: io.cwd, ...base });
  if (flags.tool !== undefined) {
    const input = jsonOption(flags.input ?? "{}");
    return input.ok ? parseAction({ tool: flags.tool, input: input.value, cwd: io.cwd, ...base }) : input;
  }
  if (flags.input !== undefined) return fail("--input needs --tool");
  if (io.stdin.isTTY === true)
    return fail("nothing to judge: give --command, or --tool and --input, or an action as JSON on standard input");
  const action = await oneLine(io);
  return action.ok ? parseAction({ cwd: io.cwd, ...action.value, ...base }) : action;
}

/** The whole input is one action; it may be spread over several lines. */
async function oneLine(io: CliIo): Promise<Result<Action>> {
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

function jsonOption(text: string): Result<JsonObject> {
  try {
    return ok(JSON.parse(text) as JsonObject);
  } catch {
    return fail("--input is not valid JSON");
  }
}

/** More lines than this are not judged at once: sessions run side by side, one session's lines in order. */
const MAX_IN_FLIGHT = 32;
/** More projects or sessions than this in one stream are looked up anew each time. */
const MAX_ROOTS = 10_000;
/** Without a session, one process is one session. */
const OWN_SESSION = randomUUID();

async function stream(flags: Flags, io: CliIo): Promise<number> {
  const store = openStore(io);
  const first = openGate(io, { settings: flags.settings, projectRoot: flags.cwd ?? io.cwd, store });
  if (!first.ok) return cannot(io, first.error);
  for (const warning of first.value.warnings) io.stderr.write(`sallyport: ${warning}\n`);
  const gates = new Map<string, Result<CliGate>>([[flags.cwd ?? io.cwd, first]]);
  const roots = new Map<string, string>();
  const gateFor = (session: string, cwd: string): Result<CliGate> => {
    const root = roots.get(session) ?? cwd;
    if (roots.size < MAX_ROOTS) roots.set(session, root);
    const known = gates.get(root) ?? openGate(io, { settings: flags.settings, projectRoot: root, store });
    if (gates.size < MAX_ROOTS) gates.set(root, known);
    return known;
  };
  const say = sayer(flags, io);
  const sessions = new Map<string, Promise<unknown>>();
  let said: Promise<void> = Promise.resolve();
  let inFlight = 0;
  let number = 0;
  for await (const line of linesOf(io.stdin)) {
    number++;
    if (line.ok && line.bytes.length === 0) continue;
    const at = number;
    const parsed = line.ok ? parseActionLine(line.bytes) : line;
    const action = parsed.ok
      ? ok({ session: flags.session ?? OWN_SESSION, cwd: flags.cwd ?? io.cwd, ...parsed.value })
      : parsed;
    const session = action.ok ? action.value.session : "";
    const judged = (sessions.get(session) ?? Promise.resolve()).then(() => judgeLine(action, at, gateFor));
    sessions.set(session, judged);
    inFlight++;
    said = said.then(async () => {
      say(await judged);
      inFlight--;
      if (sessions.get(session) === judged) sessions.delete(session);
    });
    if (inFlight >= MAX_IN_FLIGHT) await said;
  }
  await said;
  await store.close?.();
  return 0;
}

interface Judged {
  readonly decision: Decision;
  readonly shown: string;
}

/** A person at a terminal reads; everything else gets one decision a line. */
function sayer(flags: Flags, io: CliIo): (judged: Judged) => void {
  const paint = painter(io.stdout, io.env);
  const forPerson = flags.json !== true && io.stdout.isTTY;
  return ({ decision, shown: text }) =>
    io.stdout.write(forPerson ? spoken(decision, text, paint, io.stdout.columns) : `${JSON.stringify(decision)}\n`);
}

/** A line that cannot be read, or whose project has broken settings, is a deny, and the stream goes on. */
async function judgeLine(
  action: Result<Action & { readonly session: string; readonly cwd: string }>,
  number: number,
  gateFor: (session: string, cwd: string) => Result<CliGate>,
): Promise<Judged> {
  const opened = action.ok ? gateFor(action.value.session, action.value.cwd) : action;
  if (!opened.ok || !action.ok) {
    const why = opened.ok ? "cannot be read" : opened.error;
    return {
      decision: stampDecision(deny("error", `Line ${number}: ${why}.`), `line-${number}`, 0),
      shown: `line ${number}`,
    };
  }
  return { decision: await opened.value.gate.check(action.value), shown: shown(action.value) };
}

const shown = (action: Action): string => {
  const tool = toolBox()(action.tool);
  return `${action.tool}  ${encodeCall(tool, action.input)}`;
};

function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why}\n`);
  return EXIT_CANNOT_JUDGE;
}
