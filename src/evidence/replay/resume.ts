/** What a stopped replay has done already: one line for each finished session, in a file the person names. */
import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { Problem } from "./problems.ts";
import type { SessionReport } from "./tally.ts";

const VERSION = 1;

export interface Finished {
  readonly key: string;
  /** Null for a record without a call. */
  readonly session: SessionReport | null;
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
}

export interface ReplayState {
  readonly finished: ReadonlyMap<string, Finished>;
  readonly add: (one: Finished) => void;
}

/** `basis` names what the results depend on: results of other settings must not be mixed. */
export function openState(file: string, basis: string): Result<ReplayState> {
  const begun = existsSync(file) ? readState(file, basis) : beginState(file, basis);
  if (!begun.ok) return begun;
  return ok({ finished: begun.value, add: (one) => appendFileSync(file, `${JSON.stringify(one)}\n`) });
}

type FinishedSessions = ReadonlyMap<string, Finished>;

function readState(file: string, basis: string): Result<FinishedSessions> {
  const text = readFileSync(file, "utf8");
  const [head = "", ...lines] = text.split("\n");
  const header = parseLine(head) as { readonly replay?: unknown; readonly made?: unknown } | undefined;
  if (header?.replay !== VERSION) return fail(`${file}: is no state of a replay that this version can go on with`);
  if (header.made !== basis) return fail(`${file}: was begun with other settings; use another file`);
  const finished = new Map<string, Finished>();
  for (const line of lines) {
    const one = parseLine(line) as Finished | undefined;
    if (typeof one?.key === "string" && Array.isArray(one.ids)) finished.set(one.key, one);
  }
  // The last line may be half written: that session is replayed again.
  if (!text.endsWith("\n")) appendFileSync(file, "\n");
  return ok(finished);
}

function beginState(file: string, basis: string): Result<FinishedSessions> {
  try {
    closeSync(openSync(file, "wx", 0o600));
    appendFileSync(file, `${JSON.stringify({ replay: VERSION, made: basis })}\n`);
    return ok(new Map());
  } catch (error) {
    return fail(`${file}: cannot be written: ${messageOf(error)}`);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
