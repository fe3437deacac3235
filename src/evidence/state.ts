/** What a stopped replay has done already: one line for each finished session, in a file the person names. */
import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Problem } from "./problems.ts";
import type { SessionReport } from "./report.ts";

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

/** `made` names what the results depend on: results of other settings must not be mixed. */
export function openState(file: string, made: string): Result<ReplayState> {
  const finished = new Map<string, Finished>();
  if (existsSync(file)) {
    const [head = "", ...lines] = readFileSync(file, "utf8").split("\n");
    const header = parsed(head) as { readonly replay?: unknown; readonly made?: unknown } | undefined;
    if (header?.replay !== VERSION) return fail(`${file}: is no state of a replay that this version can go on with`);
    if (header.made !== made) return fail(`${file}: was begun with other settings; use another file`);
    // The last line may be half written: that session is replayed again.
    for (const line of lines) {
      const one = parsed(line) as Finished | undefined;
      if (typeof one?.key === "string" && Array.isArray(one.ids)) finished.set(one.key, one);
    }
    if (!readFileSync(file, "utf8").endsWith("\n")) appendFileSync(file, "\n");
  } else {
    try {
      closeSync(openSync(file, "wx", 0o600));
      appendFileSync(file, `${JSON.stringify({ replay: VERSION, made })}\n`);
    } catch (error) {
      return fail(`${file}: cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return ok({ finished, add: (one) => appendFileSync(file, `${JSON.stringify(one)}\n`) });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
