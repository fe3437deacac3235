/** The action `check` is to judge: from its options, or from standard input. */
import type { Action, JsonObject } from "../../contract/action.ts";
import { MAX_LINE_BYTES } from "../../contract/lines.ts";
import { parseAction, parseActionLine } from "../../contract/parse-action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { CheckFlags } from "../commands/check.ts";
import type { CliIo } from "../io.ts";

/** Each option given beside standard input wins over what the input says. */
export async function readAction(options: CheckFlags, io: CliIo): Promise<Result<Action>> {
  const { command, tool, input } = options;
  const base = givenFields(options);
  if (command !== undefined && (tool !== undefined || input !== undefined))
    return fail("--command stands alone; use either it or --tool with --input");
  if (command !== undefined) return parseAction({ tool: "Bash", input: { command }, cwd: io.cwd, ...base });
  if (tool !== undefined) {
    const parsed = parseInput(input ?? "{}");
    return parsed.ok ? parseAction({ tool, input: parsed.value, cwd: io.cwd, ...base }) : parsed;
  }
  if (input !== undefined) return fail("--input needs --tool");
  if (io.stdin.isTTY === true)
    return fail("nothing to judge: give --command, or --tool and --input, or an action as JSON on standard input");
  const action = await readStandardInput(io);
  return action.ok ? parseAction({ cwd: io.cwd, ...action.value, ...base }) : action;
}

const givenFields = ({ cwd, mode, headless, host, session }: CheckFlags) => ({
  ...(cwd === undefined ? {} : { cwd }),
  ...(mode === undefined ? {} : { mode }),
  ...(headless ? { headless } : {}),
  ...(host === undefined ? {} : { host }),
  ...(session === undefined ? {} : { session }),
});

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
  try {
    return ok(JSON.parse(text) as JsonObject);
  } catch {
    return fail("--input is not valid JSON");
  }
}
