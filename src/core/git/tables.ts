/** What is known of git as data: its sub-commands, their options, hooks, variables and files. */
import git from "./git.json" with { type: "json" };

interface GitTables {
  /** Sub-commands that only read, by what is asked of them; those of `pages` start a pager on a terminal. */
  readonly reads: readonly string[];
  readonly pages: readonly string[];
  /** All the options with which a sub-command that changes something is known. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** With one of these `branch` and `tag` list, whatever else is given; and the options that may stand beside. */
  readonly asksForRefs: readonly string[];
  readonly listsRefs: readonly string[];
  /** What refreshes the index, and what moves refs; one that is not named starts none. */
  readonly hooks: Readonly<Record<string, readonly string[]>>;
  /** Of git's family, those that say whom it is and how it looks, or what it starts for a connection, an editor or a pager. */
  readonly variables: readonly string[];
  /** What git keeps of a merge, a pick or a rebase that somebody is in the middle of. */
  readonly underWay: readonly string[];
  /** What a commit acts on besides, at its end. */
  readonly endsWithCommit: readonly string[];
  /** Of every platform and installer: where another one is read besides, nothing more is proven. */
  readonly systemFiles: readonly string[];
}

const words = (text: string): readonly string[] => text.split(" ");
const wordsOf = (rows: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(rows).map(([name, text]) => [name, words(text)]));

export const GIT: GitTables = {
  reads: git.reads.split(","),
  pages: git.pages.split(","),
  options: wordsOf(git.options),
  asksForRefs: words(git.asksForRefs),
  listsRefs: words(git.listsRefs),
  hooks: wordsOf(git.hooks),
  variables: words(git.variables.join(" ")),
  underWay: words(git.underWay),
  endsWithCommit: words(`${git.underWay} ${git.endsWithCommit}`),
  systemFiles: words(git.systemFiles.join(" ")),
};
