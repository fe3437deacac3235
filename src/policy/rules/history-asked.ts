/**
 * What `git diff`, `git show` and `git log -p` compare or walk through, where every word of them is known here. It finds no less
 * than they print: paths behind `--` only narrow it.
 */
import type { HistoryAsked, MergesShown } from "../../machine/git/index.ts";

/** Options that change how something is printed, or print less; none of them takes the next word. */
const HOW =
  /^(?:-[puwbsMRW]|-U\d+|-M\d+%?|--(?:patch|stat|shortstat|numstat|summary|compact-summary|name-only|name-status|no-color|color-words|word-diff|ignore-all-space|ignore-space-change|ignore-space-at-eol|ignore-blank-lines|minimal|patience|histogram|no-ext-diff|no-textconv|no-renames|find-renames|no-prefix|exit-code|function-context|full-index|abbrev|no-abbrev|oneline|decorate|no-decorate|abbrev-commit|color|reverse)|--(?:unified|color|word-diff|stat|diff-algorithm|find-renames|abbrev|format|pretty|date|decorate|encoding)=.*)$/s;
/** Options of a walk by which other commits come first, or some are left out and older ones follow. */
const CHOOSES =
  /^--(?:graph|topo-order|date-order|author-date-order|no-merges|(?:since|until|after|before|author|committer|grep|skip)=.*)$/s;
const COUNT = /^(?:-n?|--max-count=)(\d{1,6})$/;
/** No search for a message, no file of a commit, no pattern. */
const REVISION = /^[^-:\\*?[\s][^:\\*?[\s]*$/;

/** `words`: with the program and its sub-command in front. Undefined: a form that is not read here. */
export function historyAsked(
  [, name = "", ...words]: readonly string[],
  stands: (path: string) => boolean,
): HistoryAsked | undefined {
  const dashes = words.indexOf("--");
  const front = dashes < 0 ? words : words.slice(0, dashes);
  const options = front.flatMap((word, at) =>
    word === "-n" ? `-n${front[at + 1]}` : word.startsWith("-") ? word : [],
  );
  const revisions = front.filter((word, at) => !word.startsWith("-") && front[at - 1] !== "-n");
  const own = options.filter((option) => !HOW.test(option));
  const isRevision = (word: string): boolean =>
    REVISION.test(word) && !word.includes("{/") && (dashes >= 0 || !stands(word));
  const shown = revisions.every(isRevision) ? FORMS[name]?.(own, dashes >= 0) : undefined;
  return shown && { shown, revisions, places: [] };
}

type Form = (own: readonly string[], narrowed: boolean) => HistoryAsked["shown"] | undefined;

const FORMS: Readonly<Record<string, Form>> = {
  diff: (own) => {
    if (!own.every((option) => /^--(?:cached|staged|merge-base)$/.test(option))) return undefined;
    const cached = own.some((option) => option !== "--merge-base");
    return { show: "difference", cached, meeting: own.includes("--merge-base") };
  },
  show: (own) => (own.length > 0 ? undefined : { show: "named", merges: "combined" }),
  log: (own, narrowed) => {
    const others = own.filter((option) => !CHOOSES.test(option) && !COUNT.test(option));
    if (!others.every((option) => /^--(?:first-parent|all|branches|tags|remotes)$/.test(option))) return undefined;
    const firstParents = others.includes("--first-parent");
    const merges: MergesShown = firstParents ? "each" : "none";
    const isCounted = !narrowed && !own.some((option) => CHOOSES.test(option));
    const counts = isCounted ? own.flatMap((option) => COUNT.exec(option)?.[1] ?? []).map(Number) : [];
    const most = counts.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...counts);
    const all = others.some((option) => option !== "--first-parent");
    return { show: "walk", merges, all, firstParents, most, counts: () => true };
  },
};
