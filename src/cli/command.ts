/** One way to declare a command: from the declaration come its options, its help and what it says to a wrong use. */
import { formatHelp, type HelpRow } from "./help.ts";
import { flag, type Options, type OptionValues, parseArguments } from "./options.ts";
import type { CliIo } from "./terminal/io.ts";
import { refuse } from "./terminal/style.ts";

export interface CommandDeclaration<O extends Options> {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly about: string;
  /** How it is called. */
  readonly usage: readonly HelpRow[];
  /** What a person should know, between the usage and the options. */
  readonly help?: string;
  readonly options: O;
  /** How many words it takes beside its options, or another program's command line behind `--`; none unless told. */
  readonly positionals?: number | "command";
  /** Below the options: exit codes. */
  readonly notes?: string;
  readonly run: (given: GivenArguments<O>, io: CliIo) => Promise<number> | number;
  /** In place of one line on standard error and exit 1. */
  readonly misuse?: (why: string, io: CliIo) => number;
}

export interface GivenArguments<O extends Options> {
  readonly options: OptionValues<O>;
  readonly words: readonly string[];
  /** Says what is wrong with how the command was called, and where its help is. */
  readonly misuse: (why: string) => number;
}

export interface Command {
  readonly name: string;
  readonly about: string;
  /** Names, without dashes; what the help keeps to itself is not among them. */
  readonly options: readonly string[];
  readonly help: (columns: number) => string;
  readonly run: (args: readonly string[], io: CliIo) => Promise<number>;
}

const HELP = { help: flag(null, "h") };

export function command<O extends Options>(spec: CommandDeclaration<O>): Command {
  const { name, about, positionals = 0 } = spec;
  const help = (columns: number): string => formatHelp(`sallyport ${name}: ${about}`, spec, columns);
  const run = async (args: readonly string[], io: CliIo): Promise<number> => {
    const misuse = (why: string): number =>
      spec.misuse?.(why, io) ?? refuse(io, `${why} (see sallyport ${name} --help)`);
    const parsed = parseArguments(args, { ...spec.options, ...HELP });
    if (!parsed.ok) return misuse(parsed.error);
    const { options, words, behind } = parsed.value;
    if (options.help) {
      io.stdout.write(help(io.stdout.columns));
      return 0;
    }
    if (positionals === "command") {
      if (words.length > 0) return misuse(`the command stands behind --: ${words.join(" ")}`);
      return spec.run({ options, words: behind ?? [], misuse }, io);
    }
    const all = [...words, ...(behind ?? [])];
    if (all.length > positionals) return misuse(`one word too many: ${all.slice(positionals).join(" ")}`);
    return spec.run({ options, words: all, misuse }, io);
  };
  const options = Object.keys(spec.options).filter((one) => spec.options[one]?.about !== null);
  return { name, about, options: [...options, "help"], help, run };
}
