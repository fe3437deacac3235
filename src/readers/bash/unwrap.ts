/** Takes wrappers off a command, and notes what they bring. */

import type { KnownWord } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import type { Draft } from "./invocation.ts";
import { doubtOf } from "./lookup.ts";
import { isTame } from "./names.ts";
import { type Scene, type Stdin, unknownWord } from "./reader.ts";
import { targetOf } from "./target.ts";
import { unwrap, type Wrapper } from "./wrapper-words.ts";

/** More of them in front of each other are not taken off. */
const MAX_WRAPPERS = 24;

/** Answers the wrapper that stands alone, if one does. */
export function takeWrappersOff(scene: Scene, draft: Draft, stdin: Stdin): Wrapper | undefined {
  for (;;) {
    const first = draft.words[0];
    if (first === undefined || first.value === null || first.splits || first.glob) return undefined;
    const wrapper = wrapperFor(scene, draft, first);
    if (wrapper === undefined) return undefined;
    if (draft.wrappers.length >= MAX_WRAPPERS) {
      draft.unclear.push("more wrappers than are taken off");
      draft.external = true;
      return undefined;
    }
    const name = wrapper.names[0] ?? first.value;
    if (name === "command" && /^-[vV]+$/.test(draft.words[1]?.value ?? "")) return undefined;
    const off = unwrap(wrapper, draft.words, (split) => inputWord(scene, stdin, split));
    draft.effects.push(...(wrapper.wrapper.effects ?? []));
    for (const file of off.reads)
      for (const dir of draft.state.dirs)
        draft.effects.push({
          do: "read",
          target: targetOf(file, dir, scene.reader.context.world),
          recursive: false,
          content: true,
        });
    draft.assignments.push(...off.assignments);
    if (off.directory !== null) {
      const directory = off.directory;
      draft.state = {
        ...draft.state,
        dirs: draft.state.dirs.map((dir) => targetOf(directory, dir, scene.reader.context.world)),
      };
    }
    if (off.problem !== null) {
      draft.unclear.push(off.problem);
      draft.external = true;
      return undefined;
    }
    if (off.words.length === 0) return wrapper;
    draft.wrappers.push(name);
    draft.words = off.words;
    draft.programOnly = true;
    draft.external = draft.external || wrapper.wrapper.builtin !== true;
  }
}

/** One of the words xargs reads. Names keep their place where nothing can take them apart. */
function inputWord(scene: Scene, stdin: Stdin, split: boolean): KnownWord {
  if (stdin.kind !== "names" || (!stdin.nul && !isTame(scene, stdin.under)) || stdin.nul === split)
    return unknownWord("…", true);
  return { value: null, text: "…", glob: false, splits: true, prefix: stdin.under, under: stdin.under };
}

function wrapperFor(scene: Scene, draft: Draft, first: KnownWord): Wrapper | undefined {
  const value = first.value ?? "";
  if (!draft.programOnly && scene.state.functions.has(value)) return undefined;
  const spec = programNamed(value.replace(/^\/(?:usr\/)?(?:local\/)?s?bin\//, ""));
  if (spec?.wrapper === undefined) return undefined;
  const wrapper: Wrapper = { ...spec, wrapper: spec.wrapper };
  if (spec.wrapper.builtin === true) return value.includes("/") || draft.external ? undefined : wrapper;
  return doubtOf(value, draft.state, scene.reader.context) === null || value.includes("/") ? wrapper : undefined;
}
