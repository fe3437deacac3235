/**
 * A command line as words and signs, for finding secrets in it: generous, and no parser. What is no command gives words, too, and
 * nothing that is done with them may depend on its being one. The work grows with the length of the text.
 */

/** A word as a shell reads it: without its quotes, and where each of its characters stands in the text. */
export interface ShellWord {
  readonly kind: "word";
  readonly text: string;
  readonly at: readonly number[];
  /** Variables in it. */
  readonly refs: readonly string[];
  /** What stands in the substitutions in it. */
  readonly inner: readonly ShellToken[];
  /** Where they stand, each under a name of its own. */
  readonly holes: readonly Hole[];
}

interface Hole {
  /** The character it stands before. */
  readonly at: number;
  readonly name: string;
  /** Which part of what stands in the substitutions. */
  readonly from: number;
  readonly to: number;
}

export interface ShellSign {
  readonly kind: "sign";
  readonly text: string;
}

export type ShellToken = ShellWord | ShellSign;

interface Level {
  readonly close: string;
  readonly tokens: ShellToken[];
  text: string;
  at: number[];
  refs: string[];
  inner: ShellToken[];
  holes: Hole[];
  quoted: boolean;
  /** A word has begun, if only with quotes. */
  begun: boolean;
}

const level = (close: string): Level => ({
  ...{ close, tokens: [], text: "", at: [], refs: [], inner: [], holes: [], quoted: false, begun: false },
});

const SIGN = /<<<|<<-?|&>>?|>>|>\||[<>]&|\|\||&&|[|&;()<>\n]/y;
/** Where a secret stood. */
export const TAKEN_OUT_SOURCE = String.raw`\[(?:secret, \d{1,9} characters|redacted [^\]\n]{0,64})\]`;
const TAKEN_OUT = new RegExp(TAKEN_OUT_SOURCE, "y");
const REFERENCE = /\$\{?([A-Za-z_]\w{0,127}|\d)(?:\[[^\]]{0,64}\])?/y;
/** Each is looked for by itself. */
const MAX_DOCUMENTS = 64;
const HEREDOC_END = /^["']?([\w.-]{1,64})["']?$/;

export function shellTokens(text: string): readonly ShellToken[] {
  return new Scanner(text).all();
}

class Scanner {
  readonly #text: string;
  readonly #levels: Level[] = [level("")];
  /** Ends of here-documents whose text begins on the next line. */
  #awaited: string[] = [];
  #documents = 0;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): readonly ShellToken[] {
    while (this.#at < this.#text.length) this.#step();
    while (this.#levels.length > 1) this.#close();
    this.#endWord();
    return this.#top.tokens;
  }

  get #top(): Level {
    return this.#levels.at(-1) ?? level("");
  }

  #step(): void {
    const [here, next] = [this.#text[this.#at] ?? "", this.#text[this.#at + 1] ?? ""];
    if (here === "\\") this.#escape(next);
    else if (next === "(" && this.#substitutes(here)) this.#open(")", 2);
    else if (here === "`" && this.#top.close !== "`") this.#open("`", 1);
    else if (here === "$") this.#reference();
    else if (here === '"') this.#quote();
    else if (this.#top.quoted) this.#take(1);
    else if (here === "'") this.#single();
    else if (here === this.#top.close) this.#close();
    else if (here === " " || here === "\t" || here === "\r") this.#blank();
    else this.#signOrCharacter();
  }

  /** `$(`, and `<(` outside of quotes. */
  #substitutes(here: string): boolean {
    return here === "$" || (here === "<" && !this.#top.quoted);
  }

  #escape(next: string): void {
    if (next === "\n" || next === "") {
      this.#at += 2;
      return;
    }
    this.#at += 1;
    this.#take(1);
  }

  #take(count: number): void {
    const top = this.#top;
    for (let i = 0; i < count; i++) {
      top.text += this.#text[this.#at] ?? "";
      top.at.push(this.#at);
      this.#at += 1;
    }
    top.begun = true;
  }

  #quote(): void {
    this.#top.quoted = !this.#top.quoted;
    this.#top.begun = true;
    this.#at += 1;
  }

  #single(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    this.#at += 1;
    this.#top.begun = true;
    // An apostrophe.
    if (end < 0) return;
    this.#take(end - this.#at);
    this.#at = end + 1;
  }

  #blank(): void {
    this.#endWord();
    this.#at += 1;
  }

  #reference(): void {
    REFERENCE.lastIndex = this.#at;
    const [whole = "", name] = REFERENCE.exec(this.#text) ?? [];
    if (name !== undefined) this.#top.refs.push(name);
    this.#take(Math.max(whole.length, 1));
  }

  #open(close: string, length: number): void {
    this.#at += length;
    this.#top.begun = true;
    this.#levels.push(level(close));
  }

  #close(): void {
    this.#endWord();
    const done = this.#levels.pop();
    this.#at += 1;
    const { text, inner, holes } = this.#top;
    const from = inner.length;
    for (const token of done?.tokens ?? []) inner.push(token);
    holes.push({ at: text.length, name: `(${this.#at}`, from, to: inner.length });
    inner.push({ kind: "sign", text: ";" });
  }

  #signOrCharacter(): void {
    SIGN.lastIndex = this.#at;
    const [sign] = SIGN.exec(this.#text) ?? [];
    if (sign === undefined) {
      TAKEN_OUT.lastIndex = this.#at;
      this.#take(TAKEN_OUT.exec(this.#text)?.[0].length ?? 1);
      return;
    }
    this.#endWord();
    this.#at += sign.length;
    this.#top.tokens.push({ kind: "sign", text: sign });
    if (sign === "\n") for (const end of this.#awaited.splice(0)) this.#document(end);
  }

  #endWord(): void {
    const { text, at, refs, inner, holes, begun, tokens } = this.#top;
    if (!begun) return;
    const before = tokens.at(-1);
    const end = before?.kind === "sign" && before.text.startsWith("<<") ? HEREDOC_END.exec(text)?.[1] : undefined;
    if (end !== undefined && before?.text !== "<<<") this.#awaited.push(end);
    tokens.push({ kind: "word", text, at, refs, inner, holes });
    Object.assign(this.#top, { text: "", at: [], refs: [], inner: [], holes: [], quoted: false, begun: false });
  }

  /** The text of a here-document is a word behind a sign of its own. */
  #document(end: string): void {
    const lines = new RegExp(`^[\\t ]*${end.replace(/[.-]/g, "\\$&")}[\\t ]*\\)?$`, "mg");
    lines.lastIndex = this.#at;
    this.#documents += 1;
    const found = this.#documents > MAX_DOCUMENTS ? null : lines.exec(this.#text);
    const length = (found?.index ?? this.#text.length) - this.#at;
    this.#top.tokens.push({ kind: "sign", text: "<<text" });
    this.#take(Math.max(0, length - 1));
    this.#endWord();
    this.#at += (found?.[0].replace(/\)$/, "").length ?? 0) + (length > 0 ? 1 : 0);
  }
}
