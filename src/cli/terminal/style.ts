/** Words for a terminal: colours only there, and nothing a command says can move the cursor. */
import type { CliIo, CliOut } from "./io.ts";

const COLOURS = { allow: "32", ask: "33", deny: "31", abort: "35", dim: "2", bold: "1" } as const;

/** Text is not squeezed into less than this. */
const MIN_TEXT_COLUMNS = 20;
const LONG_WORD_CHARACTERS = 20;

type Style = keyof typeof COLOURS;
export type Paint = (style: Style, text: string) => string;

/** What text is written on. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
}

export const pageOf = (out: CliOut, env: CliIo["env"]): Page => ({ paint: painter(out, env), columns: out.columns });

export function painter(out: CliOut, env: CliIo["env"]): Paint {
  const on = out.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
  return (style, text) => (on ? `\x1b[${COLOURS[style]}m${text}\x1b[0m` : text);
}

/** Control, format and separator characters spelled out: what is shown is what is there. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u2800\u3164]/gu, (char) => {
    if (char === "\n") return "\u23ce";
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** At most `width` characters, cut between words; only a long one, an address or a path, is cut itself. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  const room = Math.max(width - 1, 1);
  const from = text.lastIndexOf(" ", room - 1);
  const [word = ""] = text.slice(from + 1).split(" ", 1);
  return from <= 0 || word.length > LONG_WORD_CHARACTERS ? `${text.slice(0, room)}…` : `${text.slice(0, from)} …`;
}

/** Lines at most `width` wide, words whole: only one that is longer than a line is broken. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(width, 1);
  return fill(text.trim(), room, (word) =>
    Array.from({ length: Math.max(1, Math.ceil(word.length / room)) }, (_, i) => word.slice(i * room, (i + 1) * room)),
  );
}

/** Lines at most `width` wide where words allow it: a path that is longer stays whole, to be copied, unless it is broken. */
function fill(text: string, width: number, breakWord = (word: string): readonly string[] => [word]): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(...breakWord(word));
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

export interface Labelled {
  readonly label: string;
  readonly text: string;
  readonly style: Style;
  readonly indent: number;
  /** Of a column of labels: later lines then stand below the text, otherwise below the label. */
  readonly width?: number;
}

/** A word and what there is to say about it, on as many lines as it takes. */
export function formatLabelled({ label, text, style, indent, width }: Labelled, { paint, columns }: Page): string {
  const room = Math.max(columns - indent - (width ?? 0), MIN_TEXT_COLUMNS);
  const lines =
    width === undefined
      ? fill(`${label} ${text}`, room)
      : wrap(text, room).map((line, i) => (i === 0 ? label : "").padEnd(width) + line);
  const painted = lines.map((line, i) => (i === 0 ? paint(style, label) + line.slice(label.length) : line));
  return painted.map((line) => `${" ".repeat(indent)}${line}\n`).join("");
}

/** A line of our own on standard error. */
export const tell = (io: Pick<CliIo, "stderr">, text: string): void =>
  io.stderr.write(wordWhole(io.stderr, `sallyport: ${visible(text)}`));

/**
 * With its newline; on a terminal on as many lines as it takes, words whole. What stands below a line break is to be copied, and
 * never broken.
 */
export function wordWhole(out: Pick<CliOut, "isTTY" | "columns">, given: string): string {
  if (!out.isTTY) return `${given}\n`;
  const [text = "", ...copied] = given.split("\n");
  const indent = /^ *(?:- )?/.exec(text)?.[0].length ?? 0;
  const [first = "", ...more] = fill(text.slice(indent), Math.max(out.columns - 1 - indent, MIN_TEXT_COLUMNS));
  const below = [...more, ...copied].map((line) => `${" ".repeat(indent)}${line}\n`);
  return `${text.slice(0, indent)}${first}\n${below.join("")}`;
}

/** Says why it could not be done; the exit code of that. */
export function refuse(io: Pick<CliIo, "stderr">, why: string): number {
  tell(io, why);
  return 1;
}

/** What a command has to say, to a person or with `--json` to a program; the exit code of having said it. */
export function report(
  { json }: { readonly json: boolean },
  { value, text }: { readonly value: unknown; readonly text: string },
  io: Pick<CliIo, "stdout">,
): number {
  if (json) io.stdout.write(`${JSON.stringify(value)}\n`);
  else if (text !== "") io.stdout.write(wordWhole(io.stdout, text));
  return 0;
}
