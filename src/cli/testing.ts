/** For tests of commands: a terminal, or none, that keeps what it was told. */
import { Readable } from "node:stream";
import type { Command } from "./command.ts";
import type { CliIo } from "./terminal/io.ts";

export interface Heard {
  readonly io: CliIo;
  readonly out: () => string;
  readonly err: () => string;
}

export interface FakeTerminal {
  readonly env?: CliIo["env"];
  readonly tty?: boolean | undefined;
  readonly columns?: number;
  /** What the person types. */
  readonly typed?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The command as a terminal would start it. */
export async function runCommand(command: Command, args: readonly string[], terminal: FakeTerminal = {}) {
  const heard = fakeIo(terminal);
  const code = await command.run(args, heard.io);
  return { code, out: heard.out(), err: heard.err() };
}

export function fakeIo(given: FakeTerminal = {}): Heard {
  const out: string[] = [];
  const err: string[] = [];
  const { tty = false, columns = 80 } = given;
  // A message is on one line unless a test is about its width.
  const wide = given.columns ?? (tty ? 10_000 : columns);
  const io: CliIo = {
    stdin: Object.assign(Readable.from(given.typed === undefined ? [] : [given.typed]), { isTTY: tty }),
    stdout: { write: (text) => void out.push(text), isTTY: tty, columns },
    stderr: { write: (text) => void err.push(text), isTTY: tty, columns: wide },
    env: given.env ?? {},
    cwd: "/",
    now: Date.now,
    ...(given.signal === undefined ? {} : { signal: given.signal }),
  };
  return { io, out: () => out.join(""), err: () => err.join("") };
}
