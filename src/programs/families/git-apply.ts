/** `git apply` and `git am`: what a patch does to the work tree, and where. */
import type { Effect } from "../../contract/effect.ts";
import { reads } from "../disk-makers.ts";
import type { Use } from "../spec.ts";
import { vcs } from "./git-effects.ts";

/** Backwards, or given up, it takes changes away; a look at it changes nothing. */
export function appliesPatch(use: Use): readonly Effect[] {
  const words = use.words.map((word) => word.value ?? "");
  if (words.some((value) => /^(?:--reverse|--abort|--skip|--quit|-[a-zA-Z]*R[a-zA-Z]*)$/.test(value)))
    return [vcs("discard", { wording: "overwrites files" })];
  const looks = words.some((value) => /^--(?:check|stat|numstat|summary)$/.test(value)) && !words.includes("--apply");
  if (looks && use.path[0] === "apply" && use.words.every((word) => word.value !== null))
    return use.words.filter((word) => !word.value?.startsWith("-")).map((word) => reads(use.target(word)));
  return [vcs("other", { wording: "applies a patch" }), ...appliedIn(use)];
}

/** `--directory`, however shortened: where what the patch names is taken to lie. */
const appliedIn = (use: Use): readonly Effect[] =>
  use.words.flatMap((given, i): readonly Effect[] => {
    const [, joined] = /^--di[a-z]*(?:=(.*))?$/s.exec(given.value ?? "") ?? [null, null];
    if (joined === null) return [];
    const next = joined === undefined ? use.words[i + 1] : { ...given, value: joined };
    return next === undefined ? [] : [{ do: "write", target: use.target(next), recursive: true }];
  });
