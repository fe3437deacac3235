import type { AppContext } from "../../app/index.ts";

export interface CliOut {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
  /** Undefined where it is no screen. */
  readonly rows?: number | undefined;
}

/** Where the process stands; it throws, with a sentence for people, where that is gone. */
function ownDirectory(): string {
  try {
    return process.cwd();
  } catch {
    const where = process.env.PWD ? ` (${process.env.PWD})` : "";
    throw new Error(
      `the directory it was started in${where} is gone or cannot be read. Start it in one that is there.`,
    );
  }
}

/** The process's own, with these ways out of it. */
export const processIo = (out: Pick<CliIo, "stdout" | "stderr"> & Required<Pick<CliIo, "exit">>): CliIo => ({
  ...out,
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  cwd: ownDirectory(),
  now: Date.now,
});

/** What a command may touch: handed in, so that a test drives it like a terminal does. */
export interface CliIo extends AppContext {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: CliOut;
  readonly stderr: CliOut;
  /** Ends the process, whatever still waits in it. Absent where it is not ours to end. */
  readonly exit?: (code: number) => void;
  /** Ends what would go on for ever. */
  readonly signal?: AbortSignal;
}
