/** `git commit`. */
import type { Effect } from "../../contract/effect.ts";
import { given, valuesOf } from "../makers.ts";
import type { CommandSpec, Use } from "../spec.ts";
import { EDITOR, helpers, SIGNS, vcs } from "./git-effects.ts";
import { committedShown } from "./git-secrets.ts";

const MESSAGE = "-m --message -F --file -C --reuse-message --no-edit --fixup --dry-run";

function commits(use: Use): readonly Effect[] {
  if (given(use, "--dry-run")) return [];
  const unchecked = given(use, "-n --no-verify");
  const fixups = valuesOf(use, "--fixup").some((word) => word.value === null || /^(?:amend|reword):/.test(word.value));
  const op = given(use, "--amend") ? "amend" : "commit";
  const effect = vcs(op, unchecked ? { act: `git.${op}-unchecked`, forced: true } : {});
  return !given(use, MESSAGE) || fixups ? [effect, EDITOR] : [effect];
}

export const commit: CommandSpec = {
  flags:
    "-q --quiet -v --verbose --reset-author -s --signoff --no-signoff -a --all -i --include -o --only -n --no-verify --verify --dry-run --short --branch --ahead-behind --no-ahead-behind --porcelain --long -z --null --amend --no-edit --no-post-rewrite --allow-empty --allow-empty-message --status --no-status --no-gpg-sign --pathspec-file-nul -e --edit --interactive -p --patch -S --gpg-sign",
  values: {
    text: "--author --date -m --message -c --reedit-message -C --reuse-message --fixup --squash --trailer --cleanup",
    read: "-F --file -t --template --pathspec-from-file",
  },
  attached: { text: "-u --untracked-files -S --gpg-sign" },
  when: {
    "-e --edit --interactive -p --patch -c --reedit-message": [EDITOR],
    "-S --gpg-sign": [SIGNS],
  },
  operands: "text",
  always: [helpers("commit"), commits, committedShown],
};
