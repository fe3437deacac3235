/**
 * What went before a call with its results, from the host's own record, streamed from its beginning up to the call. Only
 * provenance is looked for in it: nothing of it is shown, kept or written down. Never throws.
 */
import type { JsonObject } from "../../contract/action.ts";
import type { PastEvent } from "../../contract/past.ts";
import { assertNever } from "../../contract/result.ts";
import { originalInput } from "../hook/rewriting.ts";
import type { CallEvent } from "../host.ts";
import { textOf } from "../json.ts";
import { OpenQuestions } from "./calls.ts";
import {
  isWritable,
  type KnownWords,
  normalise,
  piecesOf,
  type RecordAt,
  type Speaker,
  TASK_FIELDS,
} from "./conversation.ts";
import { type Streamed, streamEntries } from "./lines.ts";
import { personsWords } from "./person.ts";
import { type HostRecords, type RecordedCall, type RecordedEvent, type RecordPiece, readEntry } from "./records.ts";

interface PastOptions extends KnownWords {
  readonly originalOf?: ((line: string) => string | undefined) | undefined;
}

interface PastHearing extends PastOptions {
  readonly writable: boolean;
}

export function* pastBefore(
  host: Speaker,
  event: CallEvent & Pick<RecordAt, "projectRoot">,
  options: PastOptions,
): Generator<PastEvent> {
  const listener = new PastListener(event, {
    ...options,
    writable: isWritable(host, event) || options.spawned?.() === true,
  });
  const pieces = piecesOf(host, event);
  for (const piece of pieces) if (host.records !== undefined) yield* listener.listen(host.records, piece);
  // Without a record of its own, a sub-agent's results are nowhere.
  const alone = event.subAgent === true && !pieces.some(({ delegated }) => delegated);
  if (pieces.length === 0 || alone) yield { kind: "gap", why: "this door has no results" };
  yield* listener.unheard();
}

class PastListener {
  readonly #judged: { readonly id: string | null; readonly key: string };
  readonly #originalOf: PastOptions["originalOf"];
  readonly #prompts: Map<string, string>;
  readonly #heard = new Set<string>();
  /** What the record says of the person counts only where the hook heard it too. */
  readonly #writable: boolean;
  /** What others were told in their tasks, or said in the person's name. */
  readonly #disowned = new Set<string>();
  readonly #isAgents: KnownWords["isAgents"];
  readonly #questions = new OpenQuestions();
  /** A call like the one under judgement, which has no id: it is that one, unless its result comes. */
  #held: RecordedCall | undefined;

  constructor(
    { action }: Pick<CallEvent, "action">,
    { prompts, given = [], isAgents, originalOf, writable }: PastHearing,
  ) {
    this.#isAgents = isAgents;
    for (const text of given) this.#disowned.add(normalise(text));
    this.#writable = writable;
    this.#judged = { id: action.toolUseId ?? null, key: keyOf(action.tool, action.input) };
    this.#originalOf = originalOf;
    this.#prompts = new Map(prompts.map((text) => [normalise(text), personsWords(text)]));
  }

  /** One piece, up to the call under judgement or the delegation that ends it: what stands behind is not before. */
  *listen(records: HostRecords, piece: RecordPiece): Generator<PastEvent> {
    const { source } = piece;
    const read = records.reader(null);
    let line = 0;
    for (const one of typeof source === "string" ? streamEntries(source) : entriesIn(source)) {
      if ("gap" in one) yield { kind: "gap", why: one.gap };
      else if (yield* this.#listenTo(readEntry(read, one.entry, ++line).events, piece)) return;
    }
    if (line === 0) yield { kind: "gap", why: "the record cannot be read" };
  }

  /** True at the end of what counts. */
  *#listenTo(events: readonly RecordedEvent[], { until, delegated }: RecordPiece): Generator<PastEvent, boolean> {
    for (const event of events) {
      // That an agent began a sub-agent says nothing of who began the conversation.
      if (event.kind === "session" && delegated) continue;
      const id = event.kind === "call" ? event.call.id : null;
      if (id !== null && id === this.#judged.id) return true;
      if (event.kind === "said" && delegated) yield { kind: "host", text: event.text };
      else yield* this.#tell(event);
      if (id !== null && id === until) return true;
    }
    return false;
  }

  /** Prompts the record does not hold: said, and nobody knows when. */
  *unheard(): Generator<PastEvent> {
    for (const [known, text] of this.#prompts)
      if (text !== "" && !this.#heard.has(known) && !this.#disowned.has(known)) yield { kind: "said", text };
  }

  *#tell(event: RecordedEvent): Generator<PastEvent> {
    switch (event.kind) {
      case "said":
        return yield this.#hear(event.text, event.queued === true);
      case "notHuman":
        this.#disowned.add(normalise(event.text));
        return yield { kind: "host", text: event.text };
      case "undone":
        return;
      case "call":
        return yield* this.#call(event.call);
      case "outcome":
        if (this.#held !== undefined && this.#held.id === event.id) yield* this.#release(this.#held);
        if (this.#questions.take(event.id) !== undefined && event.answer !== undefined && !this.#writable)
          yield { kind: "said", text: event.answer };
        if (event.result !== undefined) yield { kind: "result", id: event.id, result: event.result };
        return;
      case "session":
        if (event.session.spawned === true) this.#prompts.clear();
        return;
      default:
        return assertNever(event);
    }
  }

  #hear(text: string, queued: boolean): PastEvent {
    const known = normalise(text);
    const unheard = !this.#writable && (this.#prompts.size === 0 || queued);
    const theirs =
      !this.#disowned.has(known) && (this.#prompts.has(known) || (unheard && this.#isAgents?.(text) !== true));
    this.#heard.add(known);
    return { kind: theirs ? "said" : "host", text };
  }

  *#call(call: RecordedCall): Generator<PastEvent> {
    if (this.#judged.id === null && keyOf(call.tool, call.input) === this.#judged.key) this.#held = call;
    else yield* this.#release(call);
  }

  *#release(call: RecordedCall): Generator<PastEvent> {
    this.#held = undefined;
    const { id, tool } = call;
    this.#questions.call(call, 0);
    for (const name of TASK_FIELDS) {
      const task = call.input[name];
      if (typeof task === "string") this.#disowned.add(normalise(task));
    }
    const input = this.#originalOf === undefined ? call.input : originalInput(call.input, this.#originalOf);
    yield { kind: "call", id, tool, input };
  }
}

const keyOf = (tool: string, input: JsonObject): string => `${tool} ${textOf(input)}`;

/** A host that hands entries over hands over its latest: as many as this may not be all. */
const HANDED_OVER = 200;

function* entriesIn(entries: readonly JsonObject[]): Generator<Streamed> {
  if (entries.length >= HANDED_OVER) yield { gap: "record too long" };
  for (const entry of entries) yield { entry };
}
