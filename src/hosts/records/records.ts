/**
 * What a host writes down of a session: its words, its calls and what became of them, in order. Replay takes all of it, the
 * classifier the conversation; one reader a host serves both.
 */
import type { Json, JsonObject, Turn } from "../../contract/action.ts";
import { assertNever } from "../../contract/result.ts";
import { answerJoiner, type RecordedCall, type RecordedSession } from "./calls.ts";
import { type RecordLimits, visitLines } from "./lines.ts";
import { wordsIn } from "./person.ts";

/** Our own words for a call that was not let through, as hosts hand them on. */
export const isHeldByUs = (text: string): boolean =>
  /Denied by Sallyport(?: \(|:)|Sallyport asks(?: \(|:)|Sallyport could not judge this call|This is an outage, not a refusal/.test(
    text,
  );

/** What became of a call. `refused` is the person's no; `blocked` a rule's or a hook's; `failed` is a call that ran. */
export const OUTCOMES = ["ran", "failed", "refused", "blocked", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type { RecordedCall, RecordedSession };

export type RecordedEvent =
  | { readonly kind: "session"; readonly session: RecordedSession }
  /** `queued`: typed while the agent worked; the person's, though no prompt event may have come for it. */
  | { readonly kind: "said"; readonly text: string; readonly queued?: true }
  /** In the person's name, and by the host's own mark not theirs. */
  | { readonly kind: "notHuman"; readonly text: string }
  /** The person went back to before they said this, in the order it was said. */
  | { readonly kind: "undone"; readonly texts: readonly string[] }
  | { readonly kind: "call"; readonly call: RecordedCall }
  | RecordedOutcome;

export interface RecordedOutcome {
  readonly kind: "outcome";
  readonly id: string | null;
  readonly outcome: Outcome;
  /** What the person replied to a question the agent asked. */
  readonly answer?: string;
  /** What the call returned, as the record has it. For provenance alone: it goes into no conversation and no request. */
  readonly result?: Json;
}

/** What one entry of a record says; `problem` is a sentence about what is not understood, without file and line. */
export interface EntryReading {
  readonly events: readonly RecordedEvent[];
  readonly problem?: string;
}

export const NO_EVENTS: EntryReading = { events: [] };

/** Reads one file's entries in order. Made anew for each file: it remembers what came before. */
export type SessionFileReader = (entry: JsonObject, line: number) => EntryReading;

export interface HostRecords {
  /** Whether an entry is of this format: told by its shape, never by the file's name. */
  readonly recognise: (entry: JsonObject) => boolean;
  /** `project` is the directory the record belongs to, where somebody knows it and the record itself does not say. */
  readonly reader: (project: string | null) => SessionFileReader;
  /** A session is one document, not a line for each entry. */
  readonly isDocument?: true;
  /** Where the host keeps them on this machine; undefined where they have to be exported first. */
  readonly place?: (at: RecordHome) => RecordPlace;
  /** The directory a record belongs to, from what lies beside the file. */
  readonly projectOf?: (file: string) => string | null;
  /** The lines that count, where a later one takes the place of an earlier one. */
  readonly latest?: (lines: readonly JsonObject[]) => readonly JsonObject[];
  /** What stands in a line, as it is written, for each call in it: calls that are not read are counted by it. */
  readonly callMark?: string;
  /** The records of a sub-agent's conversation, in order: those above it up to the delegation, then its own. */
  readonly lineage?: (record: string, agent: string) => readonly RecordPiece[];
}

/** A part of a conversation: a file, or lines that came with an event. */
export interface RecordPiece {
  readonly source: string | readonly JsonObject[];
  /** The delegating call, the last one of it that counts; null where all of them do. */
  readonly until: string | null;
  /** A sub-agent's: what looks like the person's words in it is the task it was given. */
  readonly delegated: boolean;
}

export interface RecordHome {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RecordPlace {
  readonly directory: string;
  readonly name: RegExp;
}

/** A reader that fails on an entry fails on that entry alone. Never throws. */
export function readEntry(read: SessionFileReader, entry: JsonObject, line: number): EntryReading {
  try {
    return read(entry, line);
  } catch (error) {
    return { events: [], problem: `cannot be understood (${reasonOf(error)}): left out` };
  }
}

/** The first line of what was thrown. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split("\n")[0] ?? "").slice(0, 160) : String(error);

/** The person's words, in the pieces they came in; nothing where none are left. */
export function saidIn(pieces: readonly string[]): readonly RecordedEvent[] {
  const text = wordsIn(pieces);
  return text === "" ? [] : [{ kind: "said", text }];
}

export const unknownKind = (what: string, kind: string): EntryReading => ({
  events: [],
  problem: `unknown ${what} ${JSON.stringify(kind.slice(0, 60))}`,
});

/** A sentence when the version's first number is above the one this reader was written for. */
export function newerThan(product: string, version: string | null, known: number): { readonly problem?: string } {
  const major = Number(/^v?(\d+)\./.exec(version ?? "")?.[1] ?? Number.NaN);
  return major > known
    ? {
        problem: `written by ${product} ${version}, newer than the versions this reader knows (up to ${known}.x): read as far as it is understood`,
      }
    : {};
}

/** A conversation. A turn the host marks as not the person's own is kept apart: recorded prompts are held against it. */
export interface Heard {
  readonly turns: readonly Turn[];
  /** Texts in the person's name that the host says are not the person's. */
  readonly notHuman: readonly string[];
  readonly queued: readonly string[];
  /** What the person took back: prompts that were recorded go with it. */
  readonly undone?: readonly string[];
  /** It lies where the agent may write: what it says of the person counts only where the hook heard it too. */
  readonly writable?: true;
  /** The record says that an agent began the session. */
  readonly spawned?: boolean;
  /** The model of the newest call, the one under judgement included. */
  readonly agentModel?: string | null;
}

export const NOTHING_HEARD: Heard = { turns: [], notHuman: [], queued: [] };

export interface Hearing {
  /** The call under judgement: it and the calls after it are not part of what went before. */
  readonly leaveOut: string | null;
  readonly limits?: RecordLimits;
}

/** What a record says of the conversation. Results are dropped, the person's answers stay. Never throws. */
export const hear = (records: HostRecords, lines: readonly JsonObject[], leaveOut: string | null): Heard =>
  hearPieces(records, [{ source: lines, until: null, delegated: false }], { leaveOut });

/** The same of a conversation in pieces: what the person says after a delegation stands after what came of it. */
export function hearPieces(records: HostRecords, pieces: readonly RecordPiece[], hearing: Hearing): Heard {
  const all = pieces.map((piece) => new Listener(piece, hearing.leaveOut).hear(records, hearing.limits));
  return {
    turns: [...all.flatMap(({ turns }) => turns), ...all.flatMap(({ later }) => later)].filter(isTold),
    notHuman: all.flatMap(({ notHuman }) => notHuman),
    queued: all.flatMap(({ queued }) => queued),
    undone: all.flatMap(({ undone }) => undone),
    // A sub-agent's own part was begun by an agent, and is not what the conversation began with.
    spawned: all.some(({ spawned }, i) => spawned && pieces[i]?.delegated !== true),
    agentModel: all.findLast(({ agentModel }) => agentModel !== null)?.agentModel ?? null,
  };
}

class Listener {
  readonly turns: Turn[] = [];
  /** What the person said after the call that ends the piece. */
  readonly later: Turn[] = [];
  readonly notHuman: string[] = [];
  readonly queued: string[] = [];
  readonly undone: string[] = [];
  agentModel: string | null = null;
  spawned = false;
  readonly #piece: RecordPiece;
  readonly #leaveOut: string | null;
  readonly #answers = answerJoiner(this.turns);
  #skipped = 0;
  #ended = false;

  constructor(piece: RecordPiece, leaveOut: string | null) {
    this.#piece = piece;
    this.#leaveOut = leaveOut;
  }

  hear(records: HostRecords, limits?: RecordLimits): this {
    const read = records.reader(null);
    let line = 0;
    const object = (entry: JsonObject): void => {
      line++;
      this.#tellSkipped();
      for (const event of readEntry(read, entry, line).events) this.#take(event);
    };
    const skipped = (bytes: Buffer): void => {
      this.#skipped += records.callMark === undefined ? 0 : countIn(bytes, records.callMark);
    };
    if (records.latest !== undefined) for (const entry of records.latest(this.#allLines(limits))) object(entry);
    else if (typeof this.#piece.source === "string") visitLines(this.#piece.source, { object, skipped }, limits);
    else for (const entry of this.#piece.source) object(entry);
    return this;
  }

  #allLines(limits?: RecordLimits): readonly JsonObject[] {
    const { source } = this.#piece;
    if (typeof source !== "string") return source;
    const lines: JsonObject[] = [];
    visitLines(source, { object: (entry) => lines.push(entry), skipped: () => undefined }, limits);
    return lines;
  }

  #tellSkipped(): void {
    if (this.#skipped > 0 && !this.#ended) this.turns.push({ leftOut: this.#skipped });
    this.#skipped = 0;
  }

  #take(event: RecordedEvent): void {
    switch (event.kind) {
      case "said":
        this.#hearWords(event.text, { queued: event.queued === true });
        break;
      case "notHuman":
        this.notHuman.push(event.text);
        break;
      case "undone":
        this.#takeBack(event.texts);
        break;
      case "call":
        this.#takeCall(event.call);
        break;
      case "outcome":
        this.#answers.join(event.id, event.answer?.trim() ?? "");
        break;
      case "session":
        this.spawned ||= event.session.spawned === true;
        break;
      default:
        assertNever(event);
    }
  }

  #hearWords(text: string, { queued }: { readonly queued: boolean }): void {
    if (this.#piece.delegated) {
      this.notHuman.push(text);
      return;
    }
    (this.#ended && this.#piece.until !== null ? this.later : this.turns).push({ user: text });
    if (queued) this.queued.push(text);
  }

  /** The words go, and the answers given since; what was done since was done. */
  #takeBack(texts: readonly string[]): void {
    if (this.#piece.delegated) return;
    this.undone.push(...texts);
    for (const text of texts.toReversed()) {
      const said = [this.later, this.turns].find((turns) => turns.some((turn) => isSaying(turn, text)));
      const at = said?.findLastIndex((turn) => isSaying(turn, text)) ?? -1;
      // A gap stands where it stood: answers are joined to calls by their place.
      if (said !== undefined) said[at] = { leftOut: 0 };
      if (said === this.turns) this.#answers.forget(at);
    }
  }

  #takeCall(call: RecordedCall): void {
    const isJudged = call.id !== null && call.id === this.#leaveOut;
    if (!this.#ended) this.agentModel = call.agentModel ?? this.agentModel;
    if (!this.#ended && !isJudged) this.#answers.call(call);
    this.#ended ||= isJudged || (call.id !== null && call.id === this.#piece.until);
  }
}

const isSaying = (turn: Turn, text: string): boolean => "user" in turn && turn.user === text;
const isTold = (turn: Turn): boolean => !("leftOut" in turn) || turn.leftOut > 0;

function countIn(bytes: Buffer, mark: string): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) count++;
  return count;
}
