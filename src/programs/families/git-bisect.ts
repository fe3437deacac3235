/** `git bisect`: it goes from commit to commit, and may run a command at each. */
import { understood } from "../disk-makers.ts";
import type { CommandSpec, Use } from "../spec.ts";
import { bringsHooks, helpers, vcs } from "./git-effects.ts";

export function bisect(use: Use): ReturnType<NonNullable<CommandSpec["read"]>> {
  const [verb, ...rest] = use.operands;
  if (verb?.value === "log" || verb?.value === "terms") return understood([]);
  const moves = [...helpers("checkout")(use), ...bringsHooks(use), vcs("switch", { wording: "bisecting" })];
  if (verb?.value === "run")
    return understood(moves, [{ kind: "words", words: rest, via: "git bisect run", moreWords: false }]);
  return understood(moves);
}
