/** Lines that are typed, from one reader for each input: a second would find it ended by the first. */
import type { CliIo } from "./io.ts";

const MAX_LINE_BYTES = 1_000;
/** What waits in the terminal is read in a moment; nobody has read a question and answered it in so short a time. */
const FORGET_MS = 20;
/** Turns of the event loop in which what waits is read. */
const LOOKS = 3;

export interface TypedLines {
  /** The next line; undefined when nobody types any more. One that is far too long for an answer is empty. */
  readonly line: () => Promise<string | undefined>;
  /** What was typed until now is thrown away, whether or not it was ended with Enter. Only a terminal holds any. */
  readonly forget: () => Promise<void>;
}

/** A terminal gives what is typed line by line, or as it comes (raw). */
type Input = CliIo["stdin"] & { readonly setRawMode?: (raw: boolean) => unknown };

const READERS = new WeakMap<Input, TypedLines>();

export function typedLines(input: Input): TypedLines {
  const reader = READERS.get(input) ?? listenTo(input);
  READERS.set(input, reader);
  return reader;
}

function listenTo(input: Input): TypedLines {
  let bytes = Buffer.alloc(0);
  let isEnded = false;
  let isForgetting = false;
  let heard: (() => void) | undefined;
  input.on("data", (chunk: Buffer | string) => {
    bytes = Buffer.concat([bytes, Buffer.from(chunk)]);
    if (!isForgetting) heard?.();
  });
  for (const event of ["end", "close", "error"])
    input.on(event, () => {
      isEnded = true;
      heard?.();
    });
  input.pause();
  const take = (): string | undefined => {
    const end = bytes.indexOf(10);
    if (end < 0 && (!isEnded || bytes.length === 0)) return undefined;
    const line = bytes.subarray(0, end < 0 ? bytes.length : end);
    bytes = bytes.subarray(end < 0 ? bytes.length : end + 1);
    // A terminal gives a carriage return only where Enter was typed while that was being forgotten.
    const typed = line.subarray(input.setRawMode === undefined ? 0 : line.lastIndexOf(13) + 1);
    return typed.length > MAX_LINE_BYTES ? "" : typed.toString("utf8").trim();
  };
  return {
    line: async () => {
      for (;;) {
        const line = take();
        if (line !== undefined || isEnded) return line;
        await new Promise<void>((done) => {
          heard = done;
          input.resume();
        });
        heard = undefined;
        input.pause();
      }
    },
    forget: async () => {
      if (input.setRawMode === undefined || isEnded) return;
      isForgetting = true;
      input.setRawMode(true);
      input.resume();
      await quiet(() => bytes.length);
      input.setRawMode(false);
      isForgetting = false;
      if (heard === undefined) input.pause();
      const said = endingIn(bytes);
      bytes = Buffer.alloc(0);
      if (said === "interrupt") process.kill(process.pid, "SIGINT");
      isEnded ||= said === "end";
      if (isEnded) heard?.();
    },
  };
}

/** Comes back right after the input was looked at and gave nothing more: a timer alone may fire before it was. */
async function quiet(heard: () => number): Promise<void> {
  await new Promise((done) => setTimeout(done, FORGET_MS));
  for (let before = -1; before < heard(); ) {
    before = heard();
    for (let round = 0; round < LOOKS; round++) await new Promise((done) => setImmediate(done));
  }
}

/** Keys that mean something at any time: Ctrl-C, and Ctrl-D, which a terminal keeps as a zero until it is read. */
function endingIn(bytes: Buffer): "interrupt" | "end" | undefined {
  if (bytes.includes(3)) return "interrupt";
  return bytes.includes(4) || bytes.includes(0) ? "end" : undefined;
}
