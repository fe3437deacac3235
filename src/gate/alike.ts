/** What a command has in common with the same one in another spelling: white space, quotes, the order of options. */
import { canonical, sha256 } from "../contract/key.ts";
import type { SimpleCommand, Word } from "../contract/simple.ts";
import { executedFields } from "../policy/tools/index.ts";
import type { Call } from "./call.ts";

/** Undefined where the call is no command, or is not all there to be read: then only its text says what it is. */
export function alikeKey(call: Call): string | undefined {
  const { tool, spec, input, barring, cwd } = call;
  const { seen, unread } = call.commands();
  if (seen.length === 0 || unread) return undefined;
  const { command: _, cmd: __, ...rest } = executedFields(spec, input, barring);
  return sha256(canonical([tool, cwd, rest, JSON.stringify(seen.filter(({ depth }) => depth === 0).map(formOf))]));
}

const formOf = ({ wrappers, assignments, words, use, reads, writes, document }: SimpleCommand): unknown => [
  wrappers,
  assignments,
  use === undefined
    ? words.map(told)
    : [
        words[0] && told(words[0]),
        use.path,
        use.options.map(({ names, value }) => [[...names].sort(), value && told(value)]).sort(),
        use.operands.map(({ word }) => told(word)),
      ],
  reads.map(told),
  writes.map(told),
  document ?? null,
];

const told = ({ value, text }: Word): string => value ?? text;
