/** For tests of commands: a terminal, or none, that keeps what it was told. */
import { Readable } from "node:stream";
import type { CliIo } from "./io.ts";

export interface Heard {
  readonly io: CliIo;
  readonly out: () => string;
  readonly err: () => string;
}

export function fakeIo(given: { env?: CliIo["env"]; tty?: boolean; columns?: number; typed?: string } = {}): Heard {
  const out: string[] = [];
  const err: string[] = [];
  const { tty = false, columns = 80 } = given;
  const io: CliIo = {
    stdin: Object.assign(Readable.from(given.typed === undefined ? [] : [given.typed]), { isTTY: tty }),
    stdout: { write: (text) => void out.push(text), isTTY: tty, columns },
    stderr: { write: (text) => void err.push(text), isTTY: tty, columns },
    env: given.env ?? {},
    cwd: "/",
    now: Date.now,
  };
  return { io, out: () => out.join(""), err: () => err.join("") };
}
