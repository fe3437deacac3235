/** What a command may touch: handed in, so that a test drives it like a terminal does. */
export interface CliOut {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: CliOut;
  readonly stderr: CliOut;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Ends the process, whatever still waits in it. Absent where it is not ours to end. */
  readonly exit?: (code: number) => void;
}

export type Command = (args: readonly string[], io: CliIo) => Promise<number>;
