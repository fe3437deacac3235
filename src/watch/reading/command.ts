/** A simple command after expansion, and what becomes of it while it is read. */
import { type Effect, type Target, unknownUse, type WriteEffect } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import { targetOf } from "./places.ts";
import { type CommandSpan, type Input, knownWord, type Point } from "./point.ts";
import type { Value } from "./state.ts";

export interface Assigned {
  readonly name: string;
  readonly value: string | null;
}

export interface Invocation {
  readonly text: string;
  readonly words: readonly KnownWord[];
  /** In front of the command, for it alone. */
  readonly assignments: readonly Assigned[];
  readonly redirections: readonly Effect[];
  readonly output: readonly WriteEffect[];
  readonly moved: boolean;
  readonly input: Input;
  readonly secrets: readonly string[];
  readonly fed: readonly CommandSpan[];
}

export const NO_REDIRECTIONS = { redirections: [], output: [], moved: false } as const;

/** What is known so far of the command being read. */
export interface CommandDraft {
  readonly call: Invocation;
  words: readonly KnownWord[];
  readonly wrappers: string[];
  readonly assignments: Assigned[];
  readonly effects: Effect[];
  /** Why it is not understood; empty when it is. */
  readonly unclear: string[];
  /** A program runs it: functions and the shell's own commands are passed by. */
  external: boolean;
  cwd: Target;
}

/** Commands that show nothing of what they are given. */
const SILENT: ReadonlySet<string> = new Set(
  "[ test : true false cd read export declare typeset local readonly set unset shift exit return break continue eval source . mapfile readarray getopts let trap wait pushd popd".split(
    " ",
  ),
);

export interface FinishedCommand {
  /** The program; the first word where nothing else is said. */
  readonly name?: string | null;
  /** What it prints, where that is known. */
  readonly out?: Value | null;
}

/** Puts it on the list. Answers what it prints to its output. */
export function finish(point: Point, draft: CommandDraft, { name, out = null }: FinishedCommand): Value | null {
  const { call, words, unclear } = draft;
  const program = name === undefined ? (words[0]?.value ?? null) : name;
  const redirections = withContents(call, out);
  const { input } = call;
  const known = input?.kind === "text" ? input.text : input?.kind === "unknown" ? input.outline : undefined;
  const command: SubCommand = {
    text: call.text,
    name: program,
    words,
    wrappers: draft.wrappers,
    assignments: draft.assignments,
    effects: effectsOf(draft, program, redirections),
    redirections,
    understood: unclear.length === 0,
    cwd: draft.cwd,
    depth: point.depth,
    via: point.via,
    ...(point.inside === 0 ? {} : { inside: point.inside }),
    ...(point.away === true ? { away: true } : {}),
    ...(call.fed.length === 0 ? {} : { fedBy: call.fed }),
    ...(known === undefined ? {} : { input: known }),
    ...(call.secrets.length === 0 ? {} : { secrets: [...new Set(call.secrets)] }),
  };
  point.reading.commands.push(command);
  return call.moved ? null : out;
}

function effectsOf(draft: CommandDraft, program: string | null, redirections: readonly Effect[]): readonly Effect[] {
  const { call } = draft;
  const effects: Effect[] = [...draft.effects, ...redirections];
  const acts = effects.some((effect) => effect.do !== "read" && effect.do !== "environment");
  if (!acts && !SILENT.has(program ?? ":"))
    for (const secret of new Set(call.secrets))
      effects.push({ do: "secret", act: "secret.variable", on: `$${secret}` });
  effects.push(...draft.unclear.map((why) => unknownUse(why)));
  return call.moved ? effects : [...effects, ...keptOutputs(draft)];
}

/** Files in which wrappers keep the output that nothing else takes. */
const keptOutputs = ({ wrappers, cwd }: CommandDraft): readonly Effect[] =>
  [...new Set(wrappers.map((wrapper) => programNamed(wrapper)?.wrapper?.output))].flatMap((file) =>
    file === undefined
      ? []
      : [{ do: "write", target: targetOf(knownWord(file), cwd), recursive: false, as: "append" } as const],
  );

/** A file that gets exactly what a known command prints. */
const withContents = ({ redirections, output }: Invocation, out: Value | null): readonly Effect[] =>
  out?.kind !== "text" || output.length === 0
    ? redirections
    : redirections.map((effect) =>
        effect.do === "write" && output.includes(effect) ? { ...effect, contents: out.text } : effect,
      );
