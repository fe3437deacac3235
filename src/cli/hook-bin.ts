/** The start of `dist/hook.cjs`: the hook and nothing else, because a host waits for it at every call. */

import { run } from "./commands/hook.ts";
import { standardInput, written } from "./descriptors.ts";
import type { CliOut } from "./io.ts";

/** What could not be written at once is written by the stream, which waits; only then does the process end. */
let slow = false;
const out = (descriptor: 1 | 2): CliOut => ({
  write: (text) => {
    if (!slow && written(descriptor, text)) return;
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
run(
  process.argv.slice(2),
  {
    get stdin() {
      return process.stdin;
    },
    stdout: out(1),
    stderr,
    env: process.env,
    cwd: process.cwd(),
    now: Date.now,
    exit: end,
  },
  standardInput,
).catch((error: unknown) => {
  stderr.write(`sallyport: ${error instanceof Error ? error.message : String(error)}\n`);
  end(2);
});
