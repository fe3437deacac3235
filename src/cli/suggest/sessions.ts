/** Where suggestions come from: replays that were written down, and records that are replayed now. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gateOf, openGate, stateDir } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import {
  formatCount,
  formatProblem,
  ledgerPlace,
  parseDocument,
  recordsBelow,
  replayAll,
  type SessionReport,
} from "../../evidence/index.ts";
import type { SessionStore } from "../../memory/index.ts";
import type { SuggestFlags } from "../commands/suggest.ts";
import type { CliIo } from "../terminal/io.ts";
import { progressBar } from "../terminal/progress.ts";
import { tell } from "../terminal/style.ts";

const JOBS = 4;
const MAX_REPLAY_BYTES = 512_000_000;

export const gateAt = (projectRoot: string, { settings }: SuggestFlags, io: CliIo, store: SessionStore) =>
  gateOf(openGate(io, { settings, projectRoot, store, classifier: null, supposed: true }));

/** Replays that were written down, and records that are replayed now. */
export async function sessionsFrom(
  options: SuggestFlags,
  files: readonly string[],
  io: CliIo,
): Promise<Result<readonly SessionReport[]>> {
  const sessions: SessionReport[] = [];
  const records: string[] = [];
  for (const file of files) {
    const path = resolve(io.cwd, file);
    const document = replayIn(path);
    if (document === undefined) records.push(path);
    else if (!document.ok) return document;
    else sessions.push(...document.value.sessions);
  }
  if (files.length === 0) {
    records.push(...recordsBelow(ledgerPlace(stateDir(io.env))));
    if (records.length === 0)
      return fail("the ledger is empty; name a replay (sallyport replay --json > FILE) or session files");
  }
  if (records.length === 0) return ok(sessions);
  const bar = progressBar(io.stderr, io.env, "replaying");
  const done = await replayAll({
    files: records,
    gateFor: (root, store) => gateAt(root, options, io, store),
    withTranscript: false,
    jobs: JOBS,
    maxCostUsd: null,
    state: null,
    progress: ({ bytes, total, calls }) => bar.show(total === 0 ? 1 : bytes / total, `${formatCount(calls)} calls`),
  });
  bar.clear();
  if (!done.ok) return done;
  for (const problem of done.value.problems) tell(io, formatProblem(problem));
  return ok([...sessions, ...done.value.sessions]);
}

/** Undefined when the file is no replay's JSON: then it may be a record. */
function replayIn(path: string): ReturnType<typeof parseDocument> | undefined {
  try {
    const text = readFileSync(path, "utf8");
    if (!/^\s*\{\s*"replay"\s*:/.test(text.slice(0, 200))) return undefined;
    return text.length > MAX_REPLAY_BYTES ? fail(`${path}: is too large`) : parseDocument(text, path);
  } catch (error) {
    return fail(`${path}: cannot be read: ${messageOf(error)}`);
  }
}
