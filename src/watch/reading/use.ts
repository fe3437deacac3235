/** Applies what is known of a program to one use of it. */
import type { Effect, Target } from "../../contract/effect.ts";
import type { KnownWord, ReadContext } from "../../contract/reading.ts";
import {
  type CommandSpec,
  type EffectMaker,
  type Inner,
  type Names,
  type ProgramSpec,
  type Sorted,
  sortWords,
  type Use,
} from "../../programs/index.ts";
import { targetOf } from "./places.ts";
import type { Input } from "./point.ts";
import { applyOperands, applyValues, isNothing } from "./roles.ts";

export interface UseOf {
  readonly spec: ProgramSpec;
  readonly program: string;
  /** After the program's name. */
  readonly words: readonly KnownWord[];
  readonly input: Input;
  readonly cwd: Target;
  readonly context: ReadContext;
  readonly names: Names;
}

export interface UseAnswer {
  readonly effects: readonly Effect[];
  readonly inner: readonly Inner[];
  /** Why it is not understood; empty when it is. */
  readonly unclear: readonly string[];
  /** Where it works in the end: an option may lead elsewhere (`git -C`, `npm --prefix`). */
  readonly cwd: Target;
}

const MAX_SUBCOMMANDS = 6;

/** The key of a sub-command table for words it does not list. */
const ANY_OTHER = "*";

/** The program itself or one of its sub-commands, with its own words sorted. */
interface Level {
  readonly spec: CommandSpec;
  /** Names of sub-commands walked through, outermost first. */
  readonly path: readonly string[];
  /** Behind the last of those names. */
  readonly words: readonly KnownWord[];
  readonly sorted: Sorted;
  readonly cwd: Target;
}

/** What was found on the levels above. */
interface Found {
  readonly effects: Effect[];
  readonly unclear: string[];
}

export function applyUse(of: UseOf): UseAnswer {
  const found: Found = { effects: [], unclear: [] };
  let level = openLevel(of, found, { spec: of.spec, path: [], words: of.words, cwd: of.cwd });
  for (;;) {
    const { spec, sorted, cwd } = level;
    if (spec.commands === undefined || sorted.commandAt === -1) return finishUse(of, found, level);
    const added = optionEffects(useAt(of, level), level);
    found.effects.push(...added.always, ...added.when);
    const next = subCommand(level, spec.commands);
    if (typeof next === "string") {
      const unclear = [...found.unclear, `${of.program} ${next}`];
      return { effects: found.effects, inner: [], unclear, cwd };
    }
    level = openLevel(of, found, { ...next, cwd });
  }
}

/** The sub-command that is named, or the words of one nobody knows. */
function subCommand(
  { path, words, sorted }: Level,
  commands: NonNullable<CommandSpec["commands"]>,
): Omit<Level, "sorted" | "cwd"> | string {
  const name = words[sorted.commandAt]?.value ?? "";
  const isListed = Object.hasOwn(commands, name);
  const spec = isListed ? commands[name] : commands[ANY_OTHER];
  const named = isListed ? [...path, name] : path;
  if (spec === undefined || named.length > MAX_SUBCOMMANDS) return [...path, name].join(" ");
  return { spec, path: named, words: words.slice(sorted.commandAt + (isListed ? 1 : 0)) };
}

/** Sorts the level's own words, and notes what its options alone say. */
function openLevel(of: UseOf, found: Found, begun: Omit<Level, "sorted">): Level {
  const { spec, words, path } = begun;
  const sorted = sortWords(spec, words, of.names);
  const values = applyValues(of, sorted, begun.cwd);
  found.effects.push(...values.effects);
  found.unclear.push(
    ...values.unclear,
    ...sorted.unaccounted.map((word) => `${[of.program, ...path].join(" ")} … ${word.text}`),
  );
  for (const name of sorted.running)
    found.effects.push({ do: "run", program: of.program, what: "helper", wording: name });
  return { ...begun, sorted, cwd: values.cwd };
}

/** On the last level: what its entry says of the whole use. */
function finishUse(of: UseOf, found: Found, level: Level): UseAnswer {
  const use = useAt(of, level);
  const { spec } = level;
  const added = optionEffects(use, level);
  const effects: Effect[] = [...added.always, ...added.when, ...codeOnInput(of, spec)];
  const unclear: string[] = needsCommand(spec) ? [`${[of.program, ...level.path].join(" ")} without a command`] : [];
  const inner: Inner[] = [];
  if (spec.read !== undefined) {
    const answer = spec.read(use);
    effects.push(...(answer.effects ?? []).filter((effect) => !isNothing(effect)));
    if (!answer.understood) unclear.push(answer.why);
    inner.push(...(answer.inner ?? []));
  } else {
    const operands = applyOperands(of, level);
    effects.push(...operands.effects);
    unclear.push(...operands.unclear);
  }
  return {
    effects: [...found.effects, ...effects],
    inner,
    unclear: [...found.unclear, ...unclear],
    cwd: level.cwd,
  };
}

/** It does nothing but what its sub-commands do. */
const needsCommand = ({ commands, read, operands, always, when }: CommandSpec): boolean =>
  commands !== undefined && read === undefined && operands === undefined && always === undefined && when === undefined;

function codeOnInput({ program, input }: UseOf, spec: CommandSpec): readonly Effect[] {
  if (spec.stdin !== "code" || input === null) return [];
  const code = input.kind === "text" ? { code: input.text } : {};
  return [{ do: "run", program, what: "code", language: program, ...code, wording: "standard input" }];
}

const useAt = (of: UseOf, { path, words, sorted, cwd }: Level): Use => ({
  program: of.program,
  path,
  words,
  options: sorted.options,
  ordered: sorted.values,
  operands: sorted.operands,
  unaccounted: sorted.unaccounted,
  stdin: of.input?.kind === "text" ? of.input.text : null,
  ...(of.input?.kind === "unknown" && of.input.outline !== undefined ? { stdinOutline: of.input.outline } : {}),
  context: of.context,
  cwd,
  names: of.names,
  target: (word) => targetOf(word, cwd),
});

interface OptionEffects {
  readonly always: readonly Effect[];
  readonly when: readonly Effect[];
}

function optionEffects(use: Use, { spec, sorted }: Level): OptionEffects {
  const make = (makers: readonly EffectMaker[] | undefined): readonly Effect[] =>
    (makers ?? []).flatMap((maker) => (typeof maker === "function" ? maker(use) : [maker]));
  const always = make(spec.always);
  const { when } = spec;
  if (when === undefined) return { always, when: [] };
  const given = Object.entries(when).flatMap(([names, makers]) =>
    names.split(" ").flatMap((name) => (name !== "" && sorted.options.has(name) ? [makers] : [])),
  );
  return { always, when: given.length === 0 ? make(when[""]) : given.flatMap(make) };
}
