/** Arguments of a command that starts another one: ours before `--`, its own behind. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { fail, ok, type Result } from "../contract/result.ts";

export interface BeforeCommand<O extends NonNullable<ParseArgsConfig["options"]>> {
  readonly values: ReturnType<typeof parseArgs<{ options: O }>>["values"];
  readonly command: readonly string[];
}

export function beforeCommand<O extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: O,
): Result<BeforeCommand<O>> {
  const split = args.indexOf("--");
  const [own, command] = split < 0 ? [args, []] : [args.slice(0, split), args.slice(split + 1)];
  try {
    return ok({ values: parseArgs({ args: [...own], options, strict: true }).values, command });
  } catch (error) {
    return fail(error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options");
  }
}
