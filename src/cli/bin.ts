/** The program's start: wires the process to `main`, and nothing else. */
import { messageOf } from "../contract/result.ts";
import { main } from "./main.ts";
import { type CliOut, processIo } from "./terminal/io.ts";

const DEFAULT_COLUMNS = 80;

const out = (stream: NodeJS.WriteStream): CliOut => ({
  write: (text) => void stream.write(text),
  get isTTY() {
    return stream.isTTY === true;
  },
  get columns() {
    return stream.columns ?? (Number(process.env.COLUMNS) || DEFAULT_COLUMNS);
  },
  get rows() {
    return stream.rows;
  },
});

const start = async (): Promise<number> =>
  main(
    process.argv.slice(2),
    processIo({
      stdout: out(process.stdout),
      stderr: out(process.stderr),
      exit: (code) => process.stdout.write("", () => process.exit(code)),
    }),
  );

// A reader that went away (`sallyport log | head`) is not an error; what it did not read it did not want.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

start().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`sallyport: ${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
