/** Where each value was first seen, in one walk over what went before, oldest first. */
import type { JsonObject } from "../../contract/action.ts";
import type { GapReason, PastEvent } from "../../contract/past.ts";
import { assertNever } from "../../contract/result.ts";
import { findNeedle, leavesOf, lenientForms, strictForm } from "./text.ts";
import type { ActionValue } from "./values.ts";

/** A message of the person's that is longer is taken for text they pasted. */
export const PASTED_CHARACTERS = 500;
/** What is kept of a field of an earlier call. */
const MAX_KEPT_CHARACTERS = 2000;
/** Calls whose results may still come. */
const MAX_RECENT = 1000;
/** After so many events other work gets its turn. */
const EVENTS_A_SLICE = 500;

export interface PastCall {
  readonly number: number;
  readonly tool: string;
  readonly input: JsonObject;
}

export type Origin =
  | { readonly by: "person" | "pasted" | "host" | "instructions" }
  | { readonly by: "call"; readonly call: PastCall }
  /** Null where the record does not tell which call it was. */
  | { readonly by: "result"; readonly call: PastCall | null };

export interface Sighting {
  readonly first: Origin;
  /** The person said it too, after it was first seen. */
  readonly saidLater: boolean;
}

export interface Scanned {
  readonly sightings: ReadonlyMap<ActionValue, Sighting>;
  readonly gap: GapReason | null;
  /** What the person typed, for telling what they named. */
  readonly typed: readonly string[];
}

/** The tool whose result is the person's answer: the record gives that apart, and the rest is the agent's question. */
export const ASKS_THE_PERSON = "AskUserQuestion";

export async function scanPast(past: Iterable<PastEvent>, values: readonly ActionValue[]): Promise<Scanned> {
  const walk = new Walk(values);
  let events = 0;
  for (const event of past) {
    walk.take(event);
    if (++events % EVENTS_A_SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return walk;
}

class Walk implements Scanned {
  readonly sightings = new Map<ActionValue, Sighting>();
  readonly typed: string[] = [];
  gap: GapReason | null = null;
  readonly #values: readonly ActionValue[];
  #open: readonly ActionValue[];
  /** The latest calls by their ids; a resumed session repeats results. */
  readonly #recent = new Map<string, PastCall>();
  #last: PastCall | undefined;
  #calls = 0;

  constructor(values: readonly ActionValue[]) {
    this.#values = values;
    this.#open = values;
  }

  take(event: PastEvent): void {
    switch (event.kind) {
      case "said":
        this.#hear(event.text);
        break;
      case "host":
      case "instructions":
        this.#see([event.text], { by: event.kind });
        break;
      case "call":
        this.#call(event.id, event.tool, event.input);
        break;
      case "result":
        this.#result(event);
        break;
      case "gap":
        this.gap ??= event.why;
        break;
      default:
        assertNever(event);
    }
  }

  #hear(text: string): void {
    const form = strictForm(text);
    const pasted = text.length > PASTED_CHARACTERS;
    if (!pasted) this.typed.push(form);
    for (const value of this.#values) {
      if (!value.needles.some((needle) => findNeedle(needle, form))) continue;
      const seen = this.sightings.get(value);
      if (seen === undefined)
        this.sightings.set(value, { first: { by: pasted ? "pasted" : "person" }, saidLater: false });
      else if (!pasted && seen.first.by !== "person") this.sightings.set(value, { ...seen, saidLater: true });
    }
    this.#close();
  }

  #call(id: string | null, tool: string, input: JsonObject): void {
    const call: PastCall = { number: ++this.#calls, tool, input: shorten(input) };
    this.#last = call;
    if (id !== null) this.#recent.set(id, call);
    if (this.#recent.size > MAX_RECENT) this.#recent.delete(this.#recent.keys().next().value ?? "");
    this.#see(leavesOf(input), { by: "call", call });
  }

  #result({ id, result }: Extract<PastEvent, { kind: "result" }>): void {
    if (this.#open.length === 0) return;
    const call = (id === null ? this.#last : this.#recent.get(id)) ?? null;
    if (call?.tool === ASKS_THE_PERSON) return;
    const listed = this.#open.filter(
      (value) => value.listed !== undefined && call !== null && names(call.input, value.listed.directory),
    );
    const origin: Origin = { by: "result", call };
    for (const leaf of leavesOf(result))
      for (const form of lenientForms(leaf)) {
        this.#note(this.#open, form, origin);
        for (const value of listed)
          if (value.listed !== undefined && findNeedle(value.listed.name, form)) this.#found(value, origin);
      }
    this.#close();
  }

  #see(texts: Iterable<string>, origin: Origin): void {
    if (this.#open.length === 0) return;
    for (const text of texts) for (const form of lenientForms(text)) this.#note(this.#open, form, origin);
    this.#close();
  }

  #note(values: readonly ActionValue[], form: string, origin: Origin): void {
    for (const value of values)
      if (value.needles.some((needle) => findNeedle(needle, form))) this.#found(value, origin);
  }

  #found(value: ActionValue, first: Origin): void {
    if (!this.sightings.has(value)) this.sightings.set(value, { first, saidLater: false });
  }

  #close(): void {
    if (this.#open.some((value) => this.sightings.has(value)))
      this.#open = this.#open.filter((value) => !this.sightings.has(value));
  }
}

const names = (input: JsonObject, needle: ActionValue["needles"][number]): boolean =>
  [...leavesOf(input)].some((leaf) => lenientForms(leaf).some((form) => findNeedle(needle, form)));

const shorten = (input: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const leaves = [...leavesOf(value)].map((leaf) => leaf.slice(0, MAX_KEPT_CHARACTERS));
      return [key, leaves.length === 1 ? (leaves[0] ?? null) : leaves.slice(0, 20)];
    }),
  );
