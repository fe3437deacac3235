/** One recorded session down the road, as it would have been: each call judged, then what really became of it remembered. */
import type { Action, Json, JsonObject, Turn } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { assertNever, fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { CallKey } from "../../contract/session.ts";
import type { Gate } from "../../gate/index.ts";
import {
  hostNamed,
  type Outcome,
  type RecordedCall,
  type RecordedEvent,
  type RecordedSession,
  translate,
} from "../../hosts/index.ts";
import { redact } from "../../machine/secrets/index.ts";
import { memoryStore, type SessionStore } from "../../memory/index.ts";
import { encodeCall, toolBox } from "../../policy/tools/index.ts";
import { cleanText } from "../figures.ts";
import { NO_SESSION, type RecordedUnit } from "./read.ts";
import type { CallReport, SessionReport } from "./tally.ts";

const MAX_SHOWN = 160;
const MAX_SHOWN_HELD = 600;
const MAX_TEXT = 2_000;
/** Where the record names no directory: nothing is inside it. */
export const NO_PROJECT = "/unknown-project";

const NO_DIRECTORY = "does not say in which directory the session ran: no edit can be shown to stay in it";

export interface ReplayParts {
  /** A gate for sessions that started in `root`, with this store as its memory. */
  readonly gateFor: (root: string, store: SessionStore) => Result<Gate>;
  /** The conversation is given along: only a model needs it. */
  readonly withTranscript: boolean;
  /** Whether a call of this id was not met before: a resumed session repeats them in another file. */
  readonly isNew: (id: string) => boolean;
  readonly problem: (file: string, line: number | null, reason: string) => void;
  /** The command behind a ticket's line of this machine; undefined for any other text. */
  readonly originalOf?: (line: string) => RecordedOriginal | undefined;
  /** After each call. */
  readonly judged?: (decision: Decision) => void;
  /** There are very many calls: the text of those that are allowed is not kept. */
  readonly brief?: () => boolean;
  /** Asked before each event: the session is given up, and counts for nothing. */
  readonly stopped?: () => boolean;
}

export interface RecordedOriginal {
  readonly command: string;
  /** The ticket is gone, and its line shows the command without its line breaks. */
  readonly shown: boolean;
}

const GONE_TICKET =
  "a command ran inside walls from a ticket that is gone: it is judged as its line shows it, without line breaks";

/** Undefined for a record without a single call. An error is a sentence about settings that cannot be used. */
export async function replayUnit(unit: RecordedUnit, parts: ReplayParts): Promise<Result<SessionReport | undefined>> {
  let run: Run | undefined;
  for await (const event of unit.events) {
    if (parts.stopped?.() === true) return ok(undefined);
    if (event.kind === "notHuman" || event.kind === "undone") continue;
    if (run === undefined) {
      const opened = Run.open(unit, event.kind === "session" ? event.session : NO_SESSION, parts);
      if (!opened.ok) return opened;
      run = opened.value;
    }
    await run.take(event);
  }
  return ok(run?.report());
}

type Mutable = { -readonly [key in keyof CallReport]: CallReport[key] };

class Run {
  readonly #unit: RecordedUnit;
  readonly #session: RecordedSession;
  readonly #parts: ReplayParts;
  readonly #root: string;
  readonly #walls: boolean;
  readonly #store: SessionStore;
  readonly #calls: Mutable[] = [];
  readonly #open = new Map<string, { readonly report: Mutable; readonly key: CallKey; readonly turn: number }>();
  readonly #turns: Turn[] = [];
  readonly #tools = toolBox();
  #gate: Gate | undefined;
  #key: CallKey = "";
  #prompts = 0;

  static open(unit: RecordedUnit, session: RecordedSession, parts: ReplayParts): Result<Run> {
    const run = new Run(unit, session, parts);
    const gate = parts.gateFor(run.#root, run.#store);
    if (!gate.ok) return fail(gate.error);
    run.#gate = gate.value;
    return ok(run);
  }

  private constructor(unit: RecordedUnit, session: RecordedSession, parts: ReplayParts) {
    this.#unit = unit;
    this.#session = session;
    this.#parts = parts;
    this.#root = session.cwd ?? NO_PROJECT;
    this.#walls = session.walls ?? hostNamed(session.host ?? "")?.rewriting !== undefined;
    this.#store = memoryStore({
      onEntry: (_, entry) => {
        if (entry.kind === "decision") this.#key = entry.call;
      },
    });
  }

  async take(event: RecordedEvent): Promise<void> {
    switch (event.kind) {
      case "said":
        return this.#said(event.text);
      case "call":
        return this.#call(event.call);
      case "outcome":
        return this.#ended(event.id, event.outcome, event.answer);
      case "session":
      case "notHuman":
      case "undone":
        return;
      default:
        return assertNever(event);
    }
  }

  async #said(text: string): Promise<void> {
    this.#prompts++;
    this.#turns.push({ user: text });
    await this.#gate?.personSaid(text, this.#unit.key);
  }

  async #call(recorded: RecordedCall): Promise<void> {
    const call = this.#withOriginal(recorded);
    const { id, tool, input } = call;
    const repeated = id !== null && this.#unit.format !== "sessions" && !this.#parts.isNew(id);
    const turn = this.#turns.push({ tool, input }) - 1;
    if (repeated || this.#gate === undefined) return;
    if (this.#session.cwd === null && this.#calls.length === 0)
      this.#parts.problem(this.#unit.file, null, NO_DIRECTORY);
    const action = this.#action(call, turn);
    const decision = await this.#gate.check(action);
    const report = this.#reportOf(call, action, decision);
    if (report === undefined) return;
    this.#calls.push(report);
    if (id !== null) this.#open.set(id, { report, key: this.#key, turn });
    this.#parts.judged?.(decision);
  }

  #withOriginal(call: RecordedCall): RecordedCall {
    const { command } = call.input;
    const original = typeof command === "string" ? this.#parts.originalOf?.(command) : undefined;
    if (original === undefined) return call;
    if (original.shown) this.#parts.problem(this.#unit.file, call.line, GONE_TICKET);
    return { ...call, input: { ...call.input, command: original.command } };
  }

  /** The person's yes to an asked call is remembered as the gate would: by its having run. */
  async #ended(id: string | null, outcome: Outcome, answer: string | undefined): Promise<void> {
    const open = id === null ? undefined : this.#open.get(id);
    if (id === null || open === undefined) return;
    this.#open.delete(id);
    open.report.outcome = outcome;
    const turn = this.#turns[open.turn];
    if (answer !== undefined && turn !== undefined && !("user" in turn)) this.#turns[open.turn] = { ...turn, answer };
    if (open.report.behavior !== "ask" || (outcome !== "ran" && outcome !== "failed")) return;
    const session = await this.#store.open(this.#unit.key, { projectRoot: this.#root, host: this.#session.host });
    await session.transact(() => ({ entries: [{ kind: "ran", at: Date.now(), call: open.key }], value: undefined }));
  }

  report(): SessionReport | undefined {
    if (this.#calls.length === 0) return undefined;
    const { id, agent, host, started, project, byHand } = this.#session;
    const { key, file, format } = this.#unit;
    return {
      key,
      id,
      file,
      format,
      agent,
      host,
      project: project ?? this.#root,
      root: this.#root,
      started,
      walls: this.#walls,
      ...(byHand === undefined ? {} : { byHand }),
      prompts: this.#prompts,
      calls: this.#calls,
    };
  }

  #action({ tool, input, cwd, agentModel }: RecordedCall, before: number): Action {
    const { host } = this.#session;
    return {
      tool,
      input,
      cwd: cwd ?? this.#root,
      session: this.#unit.key,
      walls: this.#walls,
      ...(host === null ? {} : { host }),
      ...(this.#parts.withTranscript ? { transcript: this.#turns.slice(0, before) } : {}),
      ...(agentModel === null ? {} : { agentModel }),
    };
  }

  /** Undefined for a call that cannot be written down (nested deeper than the machine can follow): that is named. */
  #reportOf(call: RecordedCall, action: Action, decision: Decision): Mutable | undefined {
    try {
      return this.#describe(call, action, decision);
    } catch (error) {
      this.#parts.problem(this.#unit.file, call.line, `a call cannot be shown and is left out: ${messageOf(error)}`);
      return undefined;
    }
  }

  #describe({ line, at, cwd, passed }: RecordedCall, action: Action, decision: Decision): Mutable {
    const { tool, input } = translate(action.host ?? "", action.tool, action.input);
    const { behavior, by, reason, rule, walls, ms, costUsd } = decision;
    const held = behavior !== "allow";
    const encoding = encodeCall(this.#tools(tool), input);
    const width = held ? MAX_SHOWN_HELD : MAX_SHOWN;
    return {
      tool,
      shown: held || this.#parts.brief?.() !== true ? cleanText(encoding, width).replace(/\s+/g, " ") : "",
      behavior,
      by,
      reason: held || by === "classifier" ? redact(reason) : null,
      rule,
      outcome: "unknown",
      line,
      at,
      ms,
      costUsd,
      ...(walls === null ? {} : { walls }),
      ...(held ? { input: shorten(input), cwd: cwd ?? this.#root } : {}),
      ...(passed === undefined ? {} : { passed }),
    };
  }
}

function shorten(input: JsonObject): JsonObject {
  const short = (value: Json): Json => {
    if (typeof value === "string") return cleanText(value, MAX_TEXT);
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.slice(0, 50).map(short);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, short(one)]));
  };
  return Object.fromEntries(Object.entries(input).map(([key, one]) => [key, short(one)]));
}
