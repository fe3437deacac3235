/** Takes wrappers off a command, and notes what they bring. */
import type { KnownWord } from "../../contract/reading.ts";
import { type ProgramSpec, programNamed } from "../../programs/index.ts";
import type { CommandDraft } from "./command.ts";
import { HOME_OF_PROGRAMS, targetOf } from "./places.ts";
import { type Input, knownWord, noteOpaque, type Point, unknownWord } from "./point.ts";
import { type TakenInput, type Unwrapped, unwrap, type Wrapper } from "./wrapper-words.ts";

/** More of them in front of each other are not taken off. */
const MAX_WRAPPERS = 24;
/** More words than this that xargs reads are not told apart. */
const MAX_READ = 64;

/** Answers the wrapper that stands alone, if one does. */
export function takeWrappersOff(point: Point, draft: CommandDraft): Wrapper | undefined {
  for (;;) {
    const wrapper = findWrapper(point, draft);
    if (wrapper === undefined) return undefined;
    if (draft.wrappers.length >= MAX_WRAPPERS) {
      noteOpaque(point, { why: "more wrappers than are taken off", at: null, cut: true });
      return undefined;
    }
    const off = unwrap(wrapper, draft.words, (taken) => inputWords(draft.call.input, taken));
    addUnwrapped(draft, wrapper, off);
    if (off.words.length === 0) return wrapper;
    draft.wrappers.push(wrapper.names.split(" ")[0] ?? "");
    draft.words = off.words;
    draft.external = draft.external || wrapper.wrapper.builtin !== true;
  }
}

/** The wrapper the words begin with. */
function findWrapper({ state }: Point, { words, external, wrappers }: CommandDraft): Wrapper | undefined {
  const [first, second] = words;
  const value = first?.value ?? null;
  if (value === null || first?.glob === true || (wrappers.length === 0 && state.functions.has(value))) return undefined;
  const spec = programNamed(value.replace(HOME_OF_PROGRAMS, ""));
  if (spec === undefined || !isWrapper(spec)) return undefined;
  // `command -v name` says what the name stands for.
  const onlyLooksUp = value === "command" && /^-[vV]+$/.test(second?.value ?? "");
  const isShells = spec.wrapper.builtin === true;
  return onlyLooksUp || (isShells && (external || value.includes("/"))) ? undefined : spec;
}

const isWrapper = (spec: ProgramSpec): spec is Wrapper => spec.wrapper !== undefined;

/** What the wrapper itself does, and what it changes for the command. */
function addUnwrapped(draft: CommandDraft, { wrapper }: Wrapper, off: Unwrapped): void {
  draft.effects.push(...(wrapper.effects ?? []));
  for (const file of off.reads)
    draft.effects.push({ do: "read", target: targetOf(file, draft.cwd), recursive: false, content: true });
  draft.assignments.push(...off.assignments);
  if (off.problem !== null) draft.unclear.push(off.problem);
  if (off.directory !== null) draft.cwd = targetOf(off.directory, draft.cwd);
}

/** The words xargs reads; where they are not known, one that stands for them all. */
function inputWords(input: Input, { separator, from }: TakenInput): readonly KnownWord[] {
  if (from === undefined && input?.kind === "names")
    return [{ ...unknownWord("…"), prefix: input.under, under: input.under }];
  if (from !== undefined || input?.kind !== "text" || separator === "line") return [unknownWord("…", true)];
  const words = input.text.split(separator === "nul" ? "\0" : /\s+/).filter((word) => word !== "");
  const isPlain = words.length > 0 && words.length <= MAX_READ && words.every((word) => !/["'\\]/.test(word));
  return isPlain ? words.map((word) => knownWord(word)) : [unknownWord("…", true)];
}
