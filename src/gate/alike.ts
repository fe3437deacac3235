/** What a command has in common with the same one in another spelling: white space, quotes, the order and letters of options. */
import { canonical, sha256 } from "../contract/key.ts";
import type { SubCommand } from "../contract/reading.ts";
import { alikeWords } from "../policy/rules/index.ts";
import { executedFields } from "../policy/tools/index.ts";
import type { Call } from "./call.ts";

/** Undefined where the call is no command, or is not all there to be read: then only its text says what it is. */
export function alikeKey({ reading, tool, spec, input, barring, cwd }: Call): string | undefined {
  if (reading === undefined || reading.opaque.length > 0 || reading.commands.length === 0) return undefined;
  const { command: _, cmd: __, ...rest } = executedFields(spec, input, barring);
  const said = reading.commands.filter(({ depth }) => depth === 0).map(formOf);
  return sha256(canonical([tool, cwd, rest, JSON.stringify(said)]));
}

const formOf = (command: SubCommand): unknown => [
  command.wrappers,
  command.assignments,
  alikeWords(command),
  command.redirections ?? [],
  command.input ?? null,
];
