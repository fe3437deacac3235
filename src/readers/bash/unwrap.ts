/** Takes wrappers off a command, and notes what they bring. */

import { unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { type ProgramSpec, programNamed } from "../../programs/index.ts";
import type { CommandDraft } from "./invocation.ts";
import { inputLines, isLikely, likelyName, oneLineOf, textAt } from "./likely.ts";
import { withoutLogin } from "./logins.ts";
import { doubtOf } from "./lookup.ts";
import { isTame } from "./names.ts";
import { asArgument, withoutParallel } from "./parallel-words.ts";
import { cutShort, type ScriptPoint, type Stdin, unknownWord } from "./reader.ts";
import { LIKELY_ROOM, outlineOf } from "./state.ts";
import { targetOf } from "./target.ts";
import { type TakenInput, type Unwrapped, unwrap, type Wrapper } from "./wrapper-words.ts";

/** More of them in front of each other are not taken off. */
const MAX_WRAPPERS = 24;

/** Answers the wrapper that stands alone, if one does. */
export function takeWrappersOff(point: ScriptPoint, draft: CommandDraft, stdin: Stdin): Wrapper | undefined {
  for (;;) {
    const wrapper = findWrapper(point, draft);
    if (wrapper === undefined) return undefined;
    if (draft.wrappers.length >= mostWrappers(point)) {
      cutShort(point, "more wrappers than are taken off");
      return giveUp(draft, "more wrappers than are taken off");
    }
    const off = unwrap(wrapper, draft.words, (taken) => inputWords(point, stdin, taken));
    addUnwrapped(point, draft, wrapper, off);
    if (off.problem !== null) return giveUp(draft, off.problem);
    if (off.words.length === 0) return wrapper;
    draft.wrappers.push(wrapper.names.split(" ")[0] ?? "");
    draft.words = off.words;
    draft.programOnly = true;
    draft.external = draft.external || wrapper.wrapper.builtin !== true;
  }
}

const mostWrappers = (point: ScriptPoint): number => MAX_WRAPPERS * (isLikely(point) ? LIKELY_ROOM : 1);

/** `env -S 'a b'` takes the words out of one. */
function splitString(words: readonly KnownWord[]): readonly KnownWord[] {
  const at =
    words[0]?.value?.replace(/^.*\//, "") === "env"
      ? words.findIndex(({ value }) => /^(?:-\w*S|--split-string)/.test(value ?? ""))
      : -1;
  const attached = words[at]?.value?.replace(/^(?:-\w*?S|--split-string=?)/, "") ?? "";
  const said = attached === "" ? words[at + 1]?.value : attached;
  if (at < 0 || said === null || said === undefined) return words;
  const parts =
    said
      .replaceAll(`${"$"}{IFS}`, " ")
      // Its own signs for white space.
      .replace(/\\[_tnrfv]/g, " ")
      .match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return [
    ...words.slice(0, at),
    ...parts.map((part) => likelyName(part.replace(/["']/g, ""))),
    ...words.slice(at + (attached === "" ? 2 : 1)),
  ];
}

function giveUp(draft: CommandDraft, why: string): undefined {
  draft.unclear.push(why);
  draft.external = true;
}

/** The wrapper the words begin with. */
function findWrapper(point: ScriptPoint, draft: CommandDraft): Wrapper | undefined {
  if (isLikely(point))
    draft.words = withoutLogin(asArgument(splitString(withoutParallel(draft.words))), point.reader.context.world.home);
  const [first, second] = draft.words;
  if (first === undefined || first.value === null || first.splits || first.glob) return undefined;
  const { value } = first;
  if (!draft.programOnly && point.state.functions.has(value)) return undefined;
  const spec = programNamed(value.replace(/^\/(?:usr\/)?(?:local\/)?s?bin\//, ""));
  if (spec === undefined || !isWrapper(spec)) return undefined;
  const isItself =
    spec.wrapper.builtin === true
      ? !value.includes("/") && !draft.external && !onlyLooksUp(value, second)
      : value.includes("/") || isLikely(point) || doubtOf(value, draft.state, point.reader.context) === null;
  return isItself ? spec : undefined;
}

const isWrapper = (spec: ProgramSpec): spec is Wrapper => spec.wrapper !== undefined;

/** `command -v name` says what the name stands for. */
const onlyLooksUp = (name: string, option: KnownWord | undefined): boolean =>
  name === "command" && /^-[vV]+$/.test(option?.value ?? "");

/** What the wrapper itself does, and what it changes for the command. */
function addUnwrapped(point: ScriptPoint, draft: CommandDraft, { wrapper }: Wrapper, off: Unwrapped): void {
  const { world } = point.reader.context;
  draft.effects.push(...(wrapper.effects ?? []));
  for (const file of off.reads)
    for (const dir of draft.state.dirs)
      draft.effects.push({ do: "read", target: targetOf(file, dir, world), recursive: false, content: true });
  draft.assignments.push(...off.assignments);
  const { directory } = off;
  if (directory === null) return;
  draft.state = { ...draft.state, dirs: draft.state.dirs.map((dir) => targetOf(directory, dir, world)) };
}

/** The words xargs reads; where they are not known, one that stands for them all. */
function inputWords(point: ScriptPoint, stdin: Stdin, { separator, from }: TakenInput): readonly KnownWord[] {
  const known = isLikely(point) ? likelyInput(point, stdin, { separator, from }) : undefined;
  if (known === undefined || known.length === 0)
    return [inputWord(point, stdin, separator === "nul" ? "nul" : "space")];
  if (separator === "line") return [likelyName(outlineOf(oneLineOf(point, known)).trim())];
  const words = separator === "nul" ? known : known.flatMap((line) => line.trim().split(/\s+/));
  return words.filter((word) => word !== "").map((word) => likelyName(word.replace(/^(["'])(.*)\1$/, "$2")));
}

function likelyInput(point: ScriptPoint, stdin: Stdin, { separator, from }: TakenInput): readonly string[] | undefined {
  const { path } =
    from === undefined
      ? { path: "" }
      : targetOf(from, point.state.dirs[0] ?? unknownTarget(), point.reader.context.world);
  const held = path === "" ? undefined : textAt(point, path);
  const input: Stdin = held === undefined ? stdin : { kind: "text", text: held };
  return inputLines(input, separator === "nul" ? "\0" : "\n");
}

/** One of the words xargs reads. Names keep their place where nothing can take them apart; a likely reading takes them for what they were. */
function inputWord(point: ScriptPoint, stdin: Stdin, separator: "space" | "nul"): KnownWord {
  const isWhole =
    stdin.kind === "names" &&
    (isLikely(point) || (stdin.nul === (separator === "nul") && (stdin.nul || isTame(point, stdin.under))));
  if (!isWhole) {
    const outline = stdin.kind === "text" ? stdin.text : stdin.kind === "unknown" ? stdin.outline : undefined;
    return { ...unknownWord("…", true), ...(outline === undefined ? {} : { outline: outline.trim() }) };
  }
  return { value: null, text: "…", glob: false, splits: true, prefix: stdin.under, under: stdin.under };
}
