/** What stands where in the state directory. Every corner has one owner, and nothing else is kept there. */
import { join } from "node:path";
import { keepAnswers } from "./kept.ts";

export const stateLayout = keepAnswers((stateDir: string) => ({
  /** The record: one chained file a session, the compact state beside it. */
  ledger: join(stateDir, "ledger"),
  /** The newest hash of each chained file, apart from it. */
  heads: join(stateDir, "heads"),
  /** Who writes to what, just now. */
  locks: join(stateDir, "locks"),
  /** What was purged: a chain of its own, which no purge removes. */
  purges: join(stateDir, "purges"),
  /** Its time is when old sessions were last looked for. */
  swept: join(stateDir, "swept"),
  /** What the model was shown of each session's record so far. */
  marks: join(stateDir, "marks"),
  /** Failed exchanges with a model, and every exchange where that was asked for. */
  errors: join(stateDir, "errors"),
  dump: join(stateDir, "dump"),
  /** A folder for each question to the person's own agent, gone with its answer; which versions of agents were found closed. */
  asks: join(stateDir, "asks"),
  agents: join(stateDir, "agents.json"),
  /** Flags as the server last gave them. */
  flags: join(stateDir, "flags.json"),
  /** Until when the person is asked instead of the model. */
  pause: join(stateDir, "pause.json"),
  /** The project's instructions as they were when each session began. */
  instructions: join(stateDir, "instructions"),
  /** Until when exchanges with the model are written to `dump`. */
  dumpUntil: join(stateDir, "dump-until"),
  /** What installing wrote into agents' settings: a journal. */
  receipts: join(stateDir, "installed"),
  /** Agents that took up a session another one began: a process a file. */
  tookUp: join(stateDir, "took-up"),
  /** What the hooks in agents' settings start: files named by their hash. */
  hooks: join(stateDir, "hooks"),
  /** Folders elsewhere that were made, and what stood in the person's settings before. */
  made: join(stateDir, "made.json"),
  /** Rules that agents saved in projects and the person adopted; what was saved when a question was put to them. */
  adopted: join(stateDir, "adopted.json"),
  asked: join(stateDir, "asked"),
  /** What agents gave others to do, as hashes. */
  given: join(stateDir, "given"),
  /** What MCP servers said of their tools when each was first used. */
  mcp: join(stateDir, "mcp"),
  /** What could not come back otherwise, saved before a call. */
  restore: join(stateDir, "restore"),
  /** Walls: the self-test's result, tickets, private caches, quarantine, filters of system calls. */
  walls: join(stateDir, "walls"),
  /** The service: its socket, secret, tokens, sign-in codes, index, and which process it is. */
  service: join(stateDir, "service"),
  /** Answers of models, kept for the next evaluation. */
  answers: join(stateDir, "eval", "answers.jsonl"),
}));
