import { each, given, named } from "../makers.ts";
import type { CommandSpec } from "../spec.ts";
import { bringsHooks, EDITOR, helpers, vcs } from "./git-effects.ts";
import { GIT_DIFF, GIT_LOG } from "./git-read.ts";
import { stashShown } from "./git-secrets.ts";
import { secretsTakenUp } from "./git-taken-up.ts";

export const stashSaves: CommandSpec = {
  flags:
    "-p --patch -S --staged -k --keep-index --no-keep-index -q --quiet -u --include-untracked -a --all --pathspec-file-nul",
  values: { text: "-m --message", read: "--pathspec-from-file" },
  when: { "-p --patch": [EDITOR] },
  operands: "text",
  always: [
    helpers("checkout"),
    vcs("stash"),
    (use) => (given(use, "-u --include-untracked -a --all") ? secretsTakenUp(use, "-a --all") : []),
  ],
};

export function stashCommands(): Record<string, CommandSpec> {
  const restoring: CommandSpec = {
    flags: "--index -q --quiet",
    operands: "text",
    always: [helpers("checkout"), bringsHooks, vcs("stash", { wording: "applied" })],
  };
  return {
    list: GIT_LOG,
    show: {
      ...GIT_DIFF,
      flags: `${GIT_DIFF.flags} -u --include-untracked --only-untracked`,
      always: [helpers("diff"), stashShown],
    },
    ...each("push save", stashSaves),
    ...each("pop apply", restoring),
    ...each("drop clear", {
      flags: "-q --quiet",
      operands: "text",
      always: [helpers("refs"), vcs("discard", { forced: true, wording: "stashed work" })],
    }),
    branch: {
      operands: "text",
      always: [helpers("checkout"), bringsHooks, (use) => [vcs("branch-create", { branch: named(use) }), vcs("stash")]],
    },
    ...each("create store", {
      flags: "-q --quiet",
      values: { text: "-m --message" },
      operands: "text",
      always: [helpers("checkout"), vcs("stash")],
    }),
  };
}
