/** The start of `dist/hook.cjs`: the hook and nothing else, because a host waits for it at every call. */
import { run } from "./hook.ts";
import type { CliOut } from "./io.ts";

const out = (stream: NodeJS.WriteStream): CliOut => ({
  write: (text) => void stream.write(text),
  isTTY: false,
  columns: 80,
});

const end = (code: number): void => void process.stdout.write("", () => process.exit(code));

run(process.argv.slice(2), {
  get stdin() {
    return process.stdin;
  },
  stdout: out(process.stdout),
  stderr: out(process.stderr),
  env: process.env,
  cwd: process.cwd(),
  exit: end,
}).catch((error: unknown) => {
  process.stderr.write(`sallyport: ${error instanceof Error ? error.message : String(error)}\n`);
  end(2);
});
