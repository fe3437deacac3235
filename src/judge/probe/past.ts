/**
 * The probe on what went before a call: results from outside that nobody has looked at yet, and the facts for the classifier. A
 * fact says which call carried what kind of find, and nothing of the result.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { Fact } from "../../contract/fact.ts";
import { describeFinds, type FindKind } from "../../contract/find.ts";
import type { PastEvent } from "../../contract/past.ts";
import type { Find } from "../../contract/session.ts";
import { ASKS_THE_PERSON, type PastCall } from "../provenance/scan.ts";
import { findsIn } from "./find.ts";

/** Facts on the latest finds; those before are counted. */
const MAX_FACTS = 8;
/** Calls whose results may still come. */
const MAX_OPEN = 1_000;

export interface PastProbe {
  /** What is on record already. */
  readonly known: readonly Find[];
  readonly isFromOutside: (call: { readonly tool: string; readonly input: JsonObject }) => boolean;
  /** Puts what was found now on record. */
  readonly record: (finds: readonly Find[]) => Promise<void>;
}

interface Seen {
  readonly call: PastCall;
  readonly id: string | null;
  readonly kinds: readonly FindKind[];
}

export class PastProber {
  readonly #probe: PastProbe;
  readonly #known: ReadonlyMap<string, Find>;
  readonly #open = new Map<string, PastCall>();
  readonly #seen: Seen[] = [];
  readonly #fresh: Find[] = [];
  #last: PastCall | undefined;
  #calls = 0;

  constructor(probe: PastProbe) {
    this.#probe = probe;
    this.#known = new Map(probe.known.flatMap((find) => (find.toolUseId === null ? [] : [[find.toolUseId, find]])));
  }

  /** The same events, looked at on their way. */
  *watch(past: Iterable<PastEvent>): Generator<PastEvent> {
    for (const event of past) {
      if (event.kind === "call") this.#call(event);
      else if (event.kind === "result") this.#result(event.id, event.result);
      yield event;
    }
  }

  #call({ id, tool, input }: Extract<PastEvent, { kind: "call" }>): void {
    const call = { number: ++this.#calls, tool, input };
    this.#last = call;
    if (id === null) return;
    this.#open.set(id, call);
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value ?? "");
    const known = this.#known.get(id);
    if (known !== undefined) this.#seen.push({ call, id, kinds: known.kinds });
  }

  #result(id: string | null, result: Json): void {
    const call = id === null ? this.#last : this.#open.get(id);
    if (call === undefined || call.tool === ASKS_THE_PERSON || (id !== null && this.#known.has(id))) return;
    if (!this.#probe.isFromOutside(call)) return;
    const kinds = findsIn(result);
    if (kinds.length === 0) return;
    this.#seen.push({ call, id, kinds });
    if (id !== null) this.#fresh.push({ tool: call.tool, toolUseId: id, kinds, told: false });
  }

  /** After everything was watched. */
  async facts(label: (call: PastCall) => string): Promise<readonly Fact[]> {
    if (this.#fresh.length > 0) await this.#probe.record(this.#fresh);
    const seen = this.#seen.map(({ call, kinds }) => say(`call ${label(call)}`, kinds));
    const met = new Set(this.#seen.map(({ id }) => id));
    const others = this.#probe.known
      .filter(({ toolUseId }) => toolUseId === null || !met.has(toolUseId))
      .map(({ tool, kinds }) => say(`an earlier call (${tool.replace(/[^\w.:-]+/g, "_").slice(0, 60)})`, kinds));
    const all = [...others, ...seen];
    const left = all.length - MAX_FACTS;
    const more = left > 0 ? [`${left} earlier results carried finds too`] : [];
    return [...more, ...all.slice(-MAX_FACTS)].map((says) => ({ about: "probe", says }));
  }
}

const say = (call: string, kinds: readonly FindKind[]): string =>
  `the result of ${call} carried ${describeFinds(kinds)}`;
