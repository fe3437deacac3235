/** A program, a script by its path, or a name nobody knows: what the rows say of its use, and what it runs in turn. */
import type { Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { type Inner, type Names, type ProgramSpec, programNamed } from "../../programs/index.ts";
import { type CommandDraft, finish } from "./command.ts";
import { outputOf } from "./outputs.ts";
import { HOME_OF_PROGRAMS, targetOf } from "./places.ts";
import { knownWord, type Point } from "./point.ts";
import { textValue, type Value } from "./state.ts";
import { applyUse } from "./use.ts";

export interface Ran {
  /** What it prints, where that is known. */
  readonly out: Value | null;
  readonly inner: readonly Inner[];
}

/** A pattern stands for names of files, as many as it may be. */
const NAMES: Names = { dashes: () => false, several: () => true };

export function runProgram(point: Point, draft: CommandDraft, first: KnownWord): Ran {
  const written = first.value ?? "";
  const name = written.replace(HOME_OF_PROGRAMS, "");
  const spec = name.includes("/") ? undefined : programNamed(name);
  const known = spec === undefined || spec.unread === true ? undefined : spec;
  if (known !== undefined) return runKnown(point, draft, { name, spec: known });
  const script = name.includes("/") ? targetOf(first, draft.cwd) : undefined;
  draft.effects.push(
    script === undefined
      ? { do: "run", program: name, what: "unknown-program" }
      : { do: "run", program: name, what: "script", script },
  );
  draft.unclear.push(`${name}: a program that is not known`);
  finish(point, draft, { name });
  return { out: null, inner: [] };
}

interface Known {
  readonly name: string;
  readonly spec: ProgramSpec;
}

function runKnown(point: Point, draft: CommandDraft, { name, spec }: Known): Ran {
  const { input } = draft.call;
  const words = draft.words.slice(1);
  const { context } = point.reading;
  const answer = applyUse({ spec, program: name, words, input, cwd: draft.cwd, context, names: NAMES });
  draft.effects.push(...answer.effects);
  draft.unclear.push(...answer.unclear);
  const printed = name === "pwd" ? here(draft.cwd) : outputOf(name, words, input);
  draft.cwd = answer.cwd;
  const out = finish(point, draft, { name, out: printed });
  return { out, inner: answer.inner };
}

const here = ({ path, certainty }: Target): Value | null => (certainty === "exact" ? textValue(`${path}\n`) : null);

/** The words it runs, with one that stands for all that it adds. */
export const innerWords = ({ words, moreWords }: Extract<Inner, { readonly kind: "words" }>): readonly KnownWord[] =>
  moreWords ? [...words, { ...knownWord(""), value: null, text: "…", splits: true }] : words;
