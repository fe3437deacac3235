/** Options of a command: parsed, its help shown, or one line that says what is wrong. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { CliIo } from "./io.ts";

type Options = NonNullable<ParseArgsConfig["options"]> & { readonly help: { readonly type: "boolean" } };
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; strict: true; allowPositionals: true }>>;

/** A number is the exit code: help was shown (0), or the options are wrong (1). */
export function commandOptions<T extends Options>(
  command: { readonly name: string; readonly help: string; readonly options: T },
  args: readonly string[],
  io: CliIo,
): Parsed<T> | number {
  try {
    const parsed = parseArgs({ args: [...args], options: command.options, strict: true, allowPositionals: true });
    if (Reflect.get(parsed.values, "help") !== true) return parsed;
    io.stdout.write(command.help);
    return 0;
  } catch (error) {
    return wrongUse(command.name, error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options", io);
  }
}

export function wrongUse(name: string, why: string, io: CliIo): number {
  io.stderr.write(`sallyport: ${why} (see sallyport ${name} --help)\n`);
  return 1;
}
