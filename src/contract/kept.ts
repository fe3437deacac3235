/**
 * What is made once and kept: until the process ends, until the event loop goes on, for a text that is asked for again, or for as long as
 * the value it belongs to is there.
 */

/** Made on first use, then kept: what costs something to make and is often not needed. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Looked up once for all that came in at the same moment: kept until the event loop goes on to its next turn. What is asked for later
 * is looked up anew, so whoever changed something and then asks is told of the change.
 */
export function eachTurn<T>(look: () => T): () => T {
  let known: { readonly value: T } | undefined;
  const forget = (): void => {
    known = undefined;
  };
  return () => {
    if (known === undefined) {
      known = { value: look() };
      setImmediate(forget);
    }
    return known.value;
  };
}

/**
 * Answers of a pure function of one text, kept: what it is asked, it is asked again and again. Never for what looks at the disk or
 * at the clock. Long texts are not kept, and when there are too many of them all are forgotten: both bound what is held.
 */
const MAX_ANSWERS = 2_048;
const MAX_CHARACTERS = 1_024;

export const keepAnswers = <T>(answer: (text: string) => T): ((text: string) => T) => {
  const answers = answersByText<T>();
  return (text) => answers(text, () => answer(text));
};

/** The same for a question of several parts; `text` says all of them, and no other question is said so. */
export function answersByText<T>(): (text: string, answer: () => T) => T {
  const known = new Map<string, { readonly is: T }>();
  return (text, answer) => {
    const before = known.get(text);
    if (before !== undefined) return before.is;
    const is = answer();
    if (text.length > MAX_CHARACTERS) return is;
    if (known.size >= MAX_ANSWERS) known.clear();
    known.set(text, { is });
    return is;
  };
}

/**
 * What is known of a value, kept with it for as long as it is there; never with a copy of it. A `WeakMap` means the same, and
 * costs the collector more than most of what is kept where values come and go with every call.
 */
export interface KeptWith<O extends object, T> {
  readonly get: (owner: O) => T | undefined;
  readonly set: (owner: O, value: T) => void;
}

/** Whatever is made of it is the owner itself: a private field can then be put on it, which nobody sees and no copy gets. */
class Owner {
  constructor(owner: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the owner is what the field is put on
    return owner;
  }
}

/** Each has a field of its own. */
export function keptWith<O extends object, T>(): KeptWith<O, T> {
  class Keeper extends Owner {
    #value: T;

    constructor(owner: O, value: T) {
      super(owner);
      this.#value = value;
    }

    static get(owner: object): T | undefined {
      return #value in owner ? owner.#value : undefined;
    }

    static set(owner: O, value: T): void {
      const before: object = owner;
      if (#value in before) before.#value = value;
      else new Keeper(owner, value);
    }
  }
  return { get: Keeper.get, set: Keeper.set };
}

/** Answers once for each value, and keeps the answer with it. */
export function keepWith<O extends object, T>(answer: (owner: O) => T): (owner: O) => T {
  const known = keptWith<O, { readonly is: T }>();
  return (owner) => {
    const kept = known.get(owner) ?? { is: answer(owner) };
    known.set(owner, kept);
    return kept.is;
  };
}
