/** Programs whose normal use only reads: an open rule for one lets it read, and says nothing of what an option writes. */
import type { Effect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import type { Rule } from "./rule.ts";

const READERS: ReadonlySet<string> = new Set(
  "find gfind fd fdfind sort gsort uniq tree xxd base64 base32 basenc iconv shuf gshuf less more man diff sdiff diff3 cmp awk gawk mawk nawk jq yq rg grep ag ack tail head".split(
    " ",
  ),
);
const GIT_READERS: ReadonlySet<string> = new Set(
  "log diff show status blame shortlog whatchanged rev-list rev-parse diff-tree diff-index diff-files range-diff grep ls-files ls-tree cat-file describe reflog".split(
    " ",
  ),
);

/** What a reading program would write or delete, where the rule ends in a wildcard. */
export function strays(command: SubCommand, rule: Rule): readonly Effect[] {
  const { content } = rule;
  const open = content?.kind === "prefix" || (content?.kind === "wildcard" && content.pattern.endsWith("*"));
  if (!open || !isReader(command)) return [];
  return command.effects.filter((effect) => effect.do === "write" || effect.do === "delete");
}

const isReader = ({ name, words }: SubCommand): boolean =>
  READERS.has(name ?? "") || (name === "git" && words.some(({ value }) => GIT_READERS.has(value ?? "")));
