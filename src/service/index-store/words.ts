/** Words that many decisions share (tools, hosts, rules, projects), each with a number. 0 stands for none. */
import { foldCase } from "./texts.ts";

export class WordList {
  readonly #numbers = new Map<string, number>();
  readonly #words: (string | undefined)[] = [undefined];

  get length(): number {
    return this.#words.length;
  }

  /** The word's number; it gets one if it has none. */
  number(word: string | null): number {
    if (word === null) return 0;
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const made = this.#words.length;
    this.#words.push(word);
    this.#numbers.set(word, made);
    return made;
  }

  /** Undefined: nothing has this word. */
  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  at(number: number): string | null {
    return this.#words[number] ?? null;
  }

  forget(number: number): void {
    const word = this.#words[number];
    if (word === undefined) return;
    this.#numbers.delete(word);
    this.#words[number] = undefined;
  }

  /** For each number whether its word holds one of the needles. */
  matches(needles: readonly string[]): Uint8Array {
    return Uint8Array.from(this.#words, (word) => {
      const text = word === undefined ? "" : foldCase(word);
      return needles.some((needle) => text.includes(needle)) ? 1 : 0;
    });
  }

  /** One for each of the words that has a number, else 0. */
  among(words: readonly string[]): Uint8Array {
    const table = new Uint8Array(this.#words.length);
    for (const word of words) {
      const number = this.#numbers.get(word);
      if (number !== undefined) table[number] = 1;
    }
    return table;
  }
}
