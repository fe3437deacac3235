/** Words the person took back: hosts keep them on file, and say that the conversation went on from before them. */
import type { RecordedEvent } from "./records.ts";

/** What was said, entry by entry, for readers whose host can go back. */
export class SaidSoFar {
  readonly #entries: { readonly id: string | null; readonly texts: readonly string[] }[] = [];

  /** One entry, or one message of the person's, with what it says. */
  add<T extends readonly RecordedEvent[]>(id: string | null, events: T): T {
    const texts = events.flatMap((event) => (event.kind === "said" ? [event.text] : []));
    this.#entries.push({ id, texts });
    return events;
  }

  /** So many of the last entries. */
  last(count: number): readonly RecordedEvent[] {
    return this.#from(Math.max(0, this.#entries.length - count));
  }

  /** The entry of that id and all after it; all there are where none has it, as hosts do. */
  since(id: string): readonly RecordedEvent[] {
    return this.#from(Math.max(0, this.#find(id)));
  }

  /** All after the entry of that id; all there are where it is none. */
  after(id: string | null): readonly RecordedEvent[] {
    return this.#from(id === null ? 0 : this.#find(id) + 1);
  }

  #find(id: string): number {
    return this.#entries.findLastIndex((entry) => entry.id === id);
  }

  #from(index: number): readonly RecordedEvent[] {
    const texts = this.#entries.splice(index).flatMap((entry) => entry.texts);
    return texts.length === 0 ? [] : [{ kind: "undone", texts }];
  }
}

/** The list without one of each that was taken back. */
export function withoutOnce<T>(list: readonly T[], gone: readonly string[], textOf: (one: T) => string): readonly T[] {
  const left = [...list];
  for (const text of gone) {
    const at = left.findIndex((one) => textOf(one) === text);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
