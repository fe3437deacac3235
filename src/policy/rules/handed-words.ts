/** Places among the words of programs of which nobody knows what they do with them, or that run what they are given. */
import type { Target } from "../../contract/effect.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { mayRunWords } from "./hidden-code.ts";

const MAX_WORDS = 256;
const MAX_WORD = 1_024;
const LOOKS_LIKE_PLACE = /^(?:[~/]|\.\.?\/|[^/]*\/|\.[\w-]+$)/;

export function handedWords(call: PolicyCall): readonly Target[] {
  const readings = [...(call.reading === undefined ? [] : [call.reading]), ...call.likely()];
  return readings
    .flatMap(({ commands }) => commands.filter(mayRunWords))
    .flatMap(({ words, cwd }) => {
      const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
      return words
        .slice(1)
        .flatMap(({ value, prefix }) => (value ?? prefix).split(/[\s"'`=,;|(){}<>&:]+/))
        .filter((word) => word.length <= MAX_WORD && LOOKS_LIKE_PLACE.test(word))
        .map((word) => toTarget(word, from, call.world));
    })
    .slice(0, MAX_WORDS);
}
