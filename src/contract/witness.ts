/**
 * What a source of an allow hands to the one maker of allows. Each source opens its kind once, in the module that owns it, and keeps
 * what it gets: nobody else can make a witness of that kind, and `gate/allow.ts` takes nothing else.
 */
import type { DecisionRecord, Walls } from "./decision.ts";

/** The sources there are, and what each says of the call it speaks for. */
export interface Sources {
  /** It only reads: by the safe list, by being plain, or as a closed form of a service that reads. */
  readonly reading: { readonly proven: "tool" | "plain" | "service" };
  /** It only edits the project. */
  readonly edits: { readonly proven: "tool" | "plain" };
  /** It cannot matter. */
  readonly irrelevant: null;
  /** Walls of the gate's own can stand around it. */
  readonly room: { readonly walls: Walls };
  /** A sandbox of the host's holds it. */
  readonly sandbox: null;
  /** Walls of the gate's own stand ready for it, or are supposed to. */
  readonly walls: { readonly ticket: string | null };
  /** Allow rules of the person's cover all of it. */
  readonly rule: { readonly rules: readonly string[] };
  /** A person approved this exact call. */
  readonly approval: { readonly id: string };
  /** The person switched the questions off. */
  readonly bypass: null;
  /** The model found nothing against it. */
  readonly verdict: null;
  /** It was allowed under this session's record, at an earlier event of the same call. */
  readonly remembered: { readonly decision: DecisionRecord };
}
export type WitnessKind = keyof Sources;

class OwnWitness<K extends WitnessKind> {
  readonly #source: K;
  readonly facts: Sources[K];

  constructor(source: K, facts: Sources[K]) {
    this.#source = source;
    this.facts = facts;
  }

  static sourceOf(value: object): WitnessKind | undefined {
    return #source in value ? value.#source : undefined;
  }
}
export type Witness<K extends WitnessKind> = OwnWitness<K>;

const opened = new Set<WitnessKind>();

/** The maker of one kind of witness, for the module that owns it. Throws where that has it already. */
export function openSource<K extends WitnessKind>(source: K): (facts: Sources[K]) => Witness<K> {
  if (opened.has(source)) throw new Error(`witnesses of the kind ${source} have their maker already`);
  opened.add(source);
  return (facts) => {
    const witness = new OwnWitness(source, facts);
    Object.freeze(witness);
    return witness;
  };
}

export const isOf = <K extends WitnessKind>(witness: object, source: K): witness is Witness<K> =>
  OwnWitness.sourceOf(witness) === source;

/** Throws for whatever was not made by the source: a throw is a bug, and a bug denies. */
export function factsOf<K extends WitnessKind>(witness: Witness<K>, source: K): Sources[K] {
  if (!isOf(witness, source)) throw new Error(`this is no witness of the kind ${source}`);
  return witness.facts;
}
