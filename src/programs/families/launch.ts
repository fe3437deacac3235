/** How programs that run other programs read their own words: what is run, and what they do besides. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { known, opening, refused, understood, writes } from "../disk-makers.ts";
import { codeOfWords, given, valuesOf, word } from "../makers.ts";
import type { Inner, ReadAnswer, Use } from "../spec.ts";

export const asWords = (use: Use, words: readonly KnownWord[], moreWords = false): Inner => ({
  kind: "words",
  words,
  via: use.program,
  moreWords,
});

/** Words a shell would get joined by spaces; undefined when nothing of them is known. */
function asScript(use: Use, words: readonly KnownWord[]): Inner | undefined {
  const code = codeOfWords(words);
  return code === null ? undefined : { kind: "script", code, via: use.program };
}

export const CODE = (use: Use): Effect => ({ do: "run", program: use.program, what: "code" });
export const PRIVILEGE = act("privilege.as-other");

export const script = (
  use: Use,
  words: readonly KnownWord[],
  effects: readonly Effect[],
  sure: boolean,
): ReadAnswer => {
  const inner = words.length === 0 ? undefined : asScript(use, words);
  if (inner === undefined) return refused("the command is not known", [...effects, CODE(use)]);
  return sure && words.every((each) => known(each) !== undefined)
    ? understood(effects, [inner])
    : refused("how the command is put together is not known", [...effects, CODE(use)], [inner]);
};

/** watch gives its words to a shell, or with -x runs them as they are. */
export const readWatch = (use: Use): ReadAnswer =>
  given(use, "-x --exec")
    ? use.operands.length === 0
      ? refused("no command")
      : understood([], [asWords(use, use.operands)])
    : script(use, use.operands, [], true);

/** `su [-] [user] -c command`; without -c a shell reads standard input. */
export function readSu(use: Use): ReadAnswer {
  const commands = valuesOf(use, "-c --command --session-command");
  return commands.length === 0
    ? refused("a shell as another user", [PRIVILEGE, CODE(use)])
    : script(use, commands, [PRIVILEGE], false);
}

/** `flock file command…`, `flock file -c 'command'`, `flock fd`. */
export function readFlock(use: Use): ReadAnswer {
  const [file, ...rest] = use.operands;
  if (file === undefined) return refused("no lock");
  const effects: Effect[] = /^\d+$/.test(known(file) ?? "") ? [] : [writes(use.target(file))];
  if (rest.length === 0) return understood(effects);
  if (known(rest[0]) === "-c" || known(rest[0]) === "--command")
    return script(use, rest.slice(1, 2), effects, rest.length === 2);
  return understood(effects, [asWords(use, rest)]);
}

/** An output that begins with `|` or `!` is a command. */
export function readTrace(use: Use): ReadAnswer {
  const output = valuesOf(use, "-o --output")[0];
  const effects: Effect[] =
    output === undefined ? [] : /^[^|!]/.test(opening(output)) ? [writes(use.target(output))] : [CODE(use)];
  if (given(use, "-p --attach")) effects.push(act("spy.memory"));
  if (use.operands.length === 0) return refused("no command to run", effects);
  const odd = effects.some((effect) => effect.do === "run");
  return odd
    ? refused("the output is a command", effects, [asWords(use, use.operands)])
    : understood(effects, [asWords(use, use.operands)]);
}

/** `script -c command file`; BSD: `script file command…`. The session is written down. */
export function readScript(use: Use): ReadAnswer {
  const [file, ...rest] = use.operands;
  const logs = valuesOf(use, "-O --log-out -B --log-io -I --log-in -T --log-timing");
  const effects = [file ?? word("typescript"), ...logs].map((each) => writes(use.target(each)));
  const commands = valuesOf(use, "-c --command");
  if (commands.length > 0) return script(use, commands, effects, true);
  return rest.length > 0
    ? understood(effects, [asWords(use, rest)])
    : refused("a shell that reads standard input", [...effects, CODE(use)]);
}

/** parallel puts arguments into a command line that a shell reads. */
export function readParallel(use: Use): ReadAnswer {
  const end = use.operands.findIndex((operand) => /^:::/.test(opening(operand)));
  const words = end < 0 ? use.operands : use.operands.slice(0, end);
  if (words.length === 1) return script(use, words, [], false);
  return refused(
    "its arguments come from elsewhere",
    [CODE(use)],
    words.length === 0 ? [] : [asWords(use, words, true)],
  );
}
