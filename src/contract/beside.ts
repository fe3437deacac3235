/**
 * What is known of a value, kept with it for as long as it is there; never with a copy of it. A `WeakMap` means the same, and
 * costs the collector more than most of what is kept where values come and go with every call.
 */
export interface Beside<O extends object, T> {
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
export function beside<O extends object, T>(): Beside<O, T> {
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
