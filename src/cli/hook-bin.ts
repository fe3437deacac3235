/** The start of `dist/hook.cjs`: the hook and nothing else, because a host waits for it at every call. */

import { messageOf } from "../contract/result.ts";
import { hookFrom } from "./commands/hook.ts";
import { standardInput, writeAtOnce } from "./terminal/descriptors.ts";
import { type CliOut, processIo } from "./terminal/io.ts";

/** What could not be written at once is written by the stream, which waits; only then does the process end. */
let slow = false;
const out = (descriptor: 1 | 2): CliOut => ({
  write: (text) => {
    if (!slow && writeAtOnce(descriptor, text)) return;
    slow = true;
    (descriptor === 1 ? process.stdout : process.stderr).write(text);
  },
  isTTY: false,
  columns: 80,
});

const end = (code: number): void => {
  if (slow) process.stdout.write("", () => process.exit(code));
  else process.exit(code);
};

const stderr = out(2);

const start = async (): Promise<unknown> =>
  hookFrom(standardInput).run(process.argv.slice(2), processIo({ stdout: out(1), stderr, exit: end }));

start().catch((error: unknown) => {
  stderr.write(`sallyport: ${messageOf(error)}\n`);
  end(2);
});
