/**
 * Texts of decisions in large pieces of bytes, so that looking through all of them is looking through a few hundred buffers. They are kept in
 * small letters, with a bit for each letter that was a capital: A to Z alone; other letters stand as they are.
 */

const CHUNK_BITS = 16;
const CHUNK_BYTES = 1 << CHUNK_BITS;
const BITS_BYTES = CHUNK_BYTES >> 3;
/** In no text: this byte does not occur in UTF-8. */
const END = 0xff;
const [UPPER_A, UPPER_Z, CASE] = [0x41, 0x5a, 0x20];
/** Longer texts are cut: the record has them whole. */
export const MAX_TEXT_CHARACTERS = 2_000;
/** Places are numbers of 32 bits. */
const MAX_CHUNKS = 2 ** 32 / CHUNK_BYTES;

interface Chunk {
  /** In small letters, and a bit for each that was a capital. */
  readonly letters: Buffer;
  readonly capitals: Buffer;
}

export interface TextSearch {
  /** Of a text by its place. */
  readonly holds: (place: number) => boolean;
  /** The share of chunks in which it is found, of a few: how rare it is. */
  readonly share: () => number;
}

const SAMPLED_CHUNKS = 24;

export class Texts {
  readonly #chunks: Chunk[] = [];
  #end = CHUNK_BYTES;

  get size(): number {
    return this.#chunks.length * CHUNK_BYTES;
  }

  get isFull(): boolean {
    return this.#chunks.length >= MAX_CHUNKS - 1;
  }

  /** Where it stands from now on. */
  add(text: string): number {
    const cut = cutText(text);
    if (this.#end + Buffer.byteLength(cut) + 1 > CHUNK_BYTES) {
      this.#chunks.push(emptyChunk());
      this.#end = 0;
    }
    const chunk = this.#chunks.length - 1;
    const { letters, capitals } = this.#chunk(chunk);
    const from = this.#end;
    const to = from + letters.write(cut, from);
    for (let i = from; i < to; i++) {
      const byte = letters[i] ?? 0;
      if (byte < UPPER_A || byte > UPPER_Z) continue;
      letters[i] = byte | CASE;
      capitals[i >> 3] = (capitals[i >> 3] ?? 0) | bit(i);
    }
    letters[to] = END;
    this.#end = to + 1;
    return chunk * CHUNK_BYTES + from;
  }

  at(place: number): string {
    const { letters, capitals } = this.#chunk(Math.floor(place / CHUNK_BYTES));
    const from = place % CHUNK_BYTES;
    const text = Buffer.from(letters.subarray(from, letters.indexOf(END, from)));
    for (let i = 0; i < text.length; i++)
      if (((capitals[(from + i) >> 3] ?? 0) & bit(from + i)) !== 0) text[i] = (text[i] ?? 0) & ~CASE;
    return text.toString("utf8");
  }

  /** Nothing is left of it but its place. */
  wipe(place: number): void {
    const chunk = Math.floor(place / CHUNK_BYTES);
    const { letters, capitals } = this.#chunk(chunk);
    const from = place % CHUNK_BYTES;
    const to = letters.indexOf(END, from);
    letters.fill(0x20, from, to);
    for (let i = from; i < to; i++) capitals[i >> 3] = (capitals[i >> 3] ?? 0) & ~bit(i);
  }

  /** Which texts hold one of the needles. A chunk is looked through when it is first asked about. */
  search(needles: readonly Buffer[]): TextSearch {
    const found = new Uint8Array((this.#chunks.length * CHUNK_BYTES) >> 3);
    const done = new Uint8Array(this.#chunks.length);
    const look = (chunk: number): void => {
      done[chunk] = 1;
      for (const needle of needles) this.#searchChunk(chunk, needle, found);
    };
    return {
      holds: (place) => {
        if (done[place >>> CHUNK_BITS] === 0) look(place >>> CHUNK_BITS);
        return ((found[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
      },
      share: () => {
        const step = Math.ceil(this.#chunks.length / SAMPLED_CHUNKS);
        const sample = this.#chunks.filter((_, chunk) => chunk % step === 0);
        const holding = sample.filter(({ letters }) => needles.some((needle) => letters.includes(needle)));
        return holding.length / Math.max(1, sample.length);
      },
    };
  }

  /** Marks the place of every text of the chunk that holds the needle. */
  #searchChunk(chunk: number, needle: Buffer, found: Uint8Array): void {
    const { letters } = this.#chunk(chunk);
    for (let hit = letters.indexOf(needle); hit >= 0; ) {
      let [from, to] = [hit, hit + needle.length];
      while (from > 0 && letters[from - 1] !== END) from -= 1;
      while (to < CHUNK_BYTES && letters[to] !== END) to += 1;
      // What follows the last text is empty space.
      if (to === CHUNK_BYTES) return;
      const place = chunk * CHUNK_BYTES + from;
      found[place >>> 3] = (found[place >>> 3] ?? 0) | bit(place);
      hit = letters.indexOf(needle, to);
    }
  }

  #chunk(chunk: number): Chunk {
    const found = this.#chunks[chunk];
    if (found === undefined) throw new Error(`there is no text chunk ${chunk}`);
    return found;
  }
}

const bit = (place: number): number => 1 << (place & 7);

const emptyChunk = (): Chunk => ({ letters: Buffer.alloc(CHUNK_BYTES), capitals: Buffer.alloc(BITS_BYTES) });

const cutText = (text: string): string =>
  text.length <= MAX_TEXT_CHARACTERS ? text : text.slice(0, MAX_TEXT_CHARACTERS);

/** A to Z in small letters; everything else as it is. */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A word as it may stand in a text: letters other than A to Z in their small and in their capital form. */
export const spellings = (word: string): readonly string[] => [
  ...new Set([word, word.toLowerCase(), word.toUpperCase()].map((one) => foldCase(one))),
];
