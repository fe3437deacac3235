/** Which words of a git command are pathspecs of what it writes in the work tree, one row for each sub-command. */
import type { KnownWord } from "../../contract/reading.ts";

export interface GitPaths {
  readonly words: readonly KnownWord[];
  /** Nothing but what the index names can be written. */
  readonly fromIndex: boolean;
  /** The revision that files are taken from; null where it is not known. */
  readonly revision?: string | null;
  /** What git does not track goes too. */
  readonly untracked?: true;
  /** Where no word names a place: all below where it stands. */
  readonly below?: true;
}

export interface PathOptions {
  /** A word that may be a branch names a file. */
  readonly stands: (value: string) => boolean;
  /** The sub-command may be any. */
  readonly anyCommand: boolean;
  /** The sub-command stands for another, which is read for itself. */
  readonly isAlias: boolean;
  /** What it writes was read already. */
  readonly isRead: boolean;
}

interface Tail {
  /** Options as written, values apart. */
  readonly options: readonly string[];
  readonly operands: readonly KnownWord[];
  /** Values of options, apart or attached, by the option as written. */
  readonly given: ReadonlyMap<string, string | null>;
  /** What stands behind `--`; undefined: there is none. */
  readonly behind: readonly KnownWord[] | undefined;
}

interface PathRow {
  /** Options whose value is the next word. */
  readonly values?: RegExp;
  readonly paths: (tail: Tail, options: PathOptions) => GitPaths | undefined;
}

/** Undefined: the sub-command names no place that it writes. */
export function pathsWritten(name: string, words: readonly KnownWord[], options: PathOptions): GitPaths | undefined {
  const mayWrite = options.anyCommand || !(options.isAlias || NAMES_NO_FILE.test(name));
  const row = Object.hasOwn(ROWS, name) ? ROWS[name] : mayWrite ? ANY : undefined;
  if (row === undefined) return undefined;
  const tail = takeApart(words, row.values);
  const listed = tail.options.some((option) => option.startsWith("--pathspec-fr"));
  return listed ? { words: [NOBODY_KNOWS], fromIndex: false } : row.paths(tail, options);
}

const NOBODY_KNOWS: KnownWord = { value: null, text: "", glob: false, splits: false, prefix: "" };

function takeApart(words: readonly KnownWord[], values: RegExp | undefined): Tail {
  const ends = words.findIndex(({ value }) => value === "--");
  const front = ends < 0 ? words : words.slice(0, ends);
  const options: string[] = [];
  const operands: KnownWord[] = [];
  const given = new Map<string, string | null>();
  for (let i = 0; i < front.length; i += 1) {
    const word = front[i];
    if (word === undefined) continue;
    if (!word.value?.startsWith("-") || word.value === "-") operands.push(word);
    else {
      options.push(word.value);
      const [, name = word.value, value] = /^(--[\w-]+=|-\w)(.+)$/s.exec(word.value) ?? [];
      if (values?.test(word.value) === true) i += 1;
      given.set(name.replace("=", ""), value ?? front[i]?.value ?? null);
    }
  }
  return { options, operands, given, behind: ends < 0 ? undefined : words.slice(ends + 1) };
}

const has = ({ options }: Tail, wanted: RegExp): boolean => options.some((option) => wanted.test(option));
const all = ({ operands, behind }: Tail): readonly KnownWord[] => [...operands, ...(behind ?? [])];
const asWord = (value: string): KnownWord => ({ value, text: value, glob: false, splits: false, prefix: value });

/** `git checkout X` is a branch unless X is a file; behind another word or `--` it is a pathspec whatever it is called. */
const checkout: PathRow = {
  values: /^(?:-b|-B|--orphan|--conflict)$/,
  paths: (tail, { stands }) => {
    const { operands, behind } = tail;
    if (has(tail, /^(?:-b|-B|--orphan)/)) return undefined;
    const [first, ...others] = operands;
    const revision = first === undefined ? {} : { revision: first.value };
    if (behind !== undefined) return { words: behind, fromIndex: first === undefined, ...revision };
    const isFile = first?.value != null && stands(first.value);
    return { words: [...(isFile ? [first] : []), ...others], fromIndex: isFile, ...(isFile ? {} : revision) };
  },
};

const restore: PathRow = {
  values: /^(?:-s|--source|--conflict)$/,
  paths: (tail) => {
    const fromRevision = has(tail, /^(?:-s|--so)/);
    // Taking a file off the index changes neither the file nor what the next commit has of it but back to what it was.
    if (has(tail, /^(?:-[a-zA-Z]*S|--st)/) && !has(tail, /^(?:-[a-zA-Z]*W|--w)/) && !fromRevision) return undefined;
    const source = [...tail.given].find(([option]) => /^(?:-s|--so)/.test(option));
    return { words: all(tail), fromIndex: !fromRevision, ...(source === undefined ? {} : { revision: source[1] }) };
  },
};

const STASH_VERB = /^(?:list|show|save|pop|apply|drop|clear|branch|create|store|export|import)$/;

const stash: PathRow = {
  values: /^(?:-m|--message)$/,
  paths: (tail) => {
    const [verb, ...others] = tail.operands;
    if (STASH_VERB.test(verb?.value ?? "")) return undefined;
    const words = verb?.value === "push" ? [...others, ...(tail.behind ?? [])] : all(tail);
    const untracked = has(tail, /^(?:-[a-zA-Z]*[ua]|--incl|--all)/);
    return { words, fromIndex: !untracked, ...(untracked ? { untracked } : {}) };
  },
};

/** An entry of the index from another commit is on the disk after the next checkout. */
const reset: PathRow = {
  paths: ({ operands, behind }, { stands }) => {
    const isRevision = ({ value }: KnownWord): boolean => value === null || !stands(value);
    const [first] = operands;
    if (first === undefined || !isRevision(first) || /^(?:HEAD|@)$/.test(first.value ?? "")) return undefined;
    return { words: behind ?? operands.slice(1), fromIndex: false, revision: first.value };
  },
};

const checkoutIndex: PathRow = {
  paths: (tail) => {
    const prefix = tail.options.find((option) => option.startsWith("--prefix="))?.slice("--prefix=".length);
    if (has(tail, /^--stdin$/)) return { words: [NOBODY_KNOWS], fromIndex: false };
    const words = all(tail);
    if (prefix === undefined) return { words, fromIndex: true };
    return { words: [asWord(prefix), ...words.map(({ value }) => asWord(prefix + (value ?? "")))], fromIndex: false };
  },
};

const named = (words: (tail: Tail) => readonly KnownWord[]): PathRow => ({
  paths: (tail) => ({ words: words(tail), fromIndex: false }),
});

/** The value of an option, in the same word or the next. */
const valued = (option: RegExp): PathRow => ({
  values: /^$/,
  paths: ({ options, operands }) => ({
    words: options.flatMap((word) => {
      const value = option.exec(word)?.[1];
      return value === undefined ? [] : value === "" ? operands : [asWord(value)];
    }),
    fromIndex: false,
  }),
});

/** With one of these options it writes nothing that a patch names now. */
const patched = (looks: RegExp): PathRow => ({
  paths: (tail, { isRead }) => (isRead || has(tail, looks) ? undefined : { words: [NOBODY_KNOWS], fromIndex: false }),
});

const ROWS: Readonly<Record<string, PathRow>> = {
  checkout,
  restore,
  stash,
  reset,
  "checkout-index": checkoutIndex,
  "read-tree": valued(/^--prefix=(.+)$/),
  subtree: valued(/^(?:--prefix=?|-P)(.*)$/),
  "format-patch": valued(/^(?:--output-directory=?|-o)(.*)$/),
  clean: {
    values: /^(?:-e|--exclude)$/,
    paths: (tail) =>
      has(tail, /^(?:-[a-zA-Z]*n|--dry)/)
        ? undefined
        : { words: all(tail), fromIndex: false, untracked: true, below: true },
  },
  "merge-file": {
    values: /^(?:-L|--marker-size)$/,
    paths: (tail) =>
      has(tail, /^(?:-[a-z]*p|--stdout)/) ? undefined : { words: all(tail).slice(0, 1), fromIndex: false },
  },
  "interpret-trailers": {
    values: /^--trailer$/,
    paths: (tail) => (has(tail, /^--in/) ? { words: all(tail), fromIndex: false } : undefined),
  },
  // A patch that is not there to be read may be of any file.
  apply: patched(/^--(?:check|stat|numstat|summary)$/),
  am: patched(/^--(?:abort|quit|skip|continue|resolved|show-current-patch.*)$|^-r$/),
  // What it does not keep goes from the disk.
  "sparse-checkout": {
    paths: ({ operands: [verb, ...kept] }) =>
      /^(?:set|reapply|init)$/.test(verb?.value ?? "")
        ? {
            words: [
              asWord(":/"),
              ...kept.flatMap(({ value }) => (value === null ? [] : [asWord(`:(exclude,top)${value}`)])),
            ],
            fromIndex: true,
          }
        : undefined,
  },
  mergetool: named(all),
  mailinfo: named(all),
  mailsplit: valued(/^-o(.*)$/),
  bugreport: valued(/^(?:--output-directory=?|-o)(.*)$/),
  diagnose: valued(/^(?:--output-directory=?|-o)(.*)$/),
  "fast-export": valued(/^--export-marks=?(.*)$/),
  "fast-import": valued(/^--export-(?:marks|pack-edges)=?(.*)$/),
  "credential-store": valued(/^--file=?(.*)$/),
  "credential-cache": valued(/^--socket=?(.*)$/),
  init: {
    values: /^(?:-b|--initial-branch|--object-format|--ref-format|--template|--separate-git-dir)$/,
    ...named(all),
  },
  submodule: {
    values: /^(?:-b|--branch|--name|--reference|--depth)$/,
    paths: ({ operands: [verb, ...operands], behind = [] }) => {
      const words = [...operands, ...behind];
      if (verb?.value === "add") return { words: words.slice(1), fromIndex: false };
      return /^(?:update|deinit)$/.test(verb?.value ?? "") ? { words, fromIndex: false } : undefined;
    },
  },
  lfs: {
    paths: ({ operands: [verb, ...operands], behind = [] }) =>
      verb?.value === "checkout" ? { words: [...operands, ...behind], fromIndex: true } : undefined,
  },
};

const ANY: PathRow = named(all);

/** What these write is read from their effects, or lies in git's own directory; of any other every word may be a file it writes. */
const NAMES_NO_FILE =
  /^(?:add|annotate|archive|bisect|blame|branch|bundle|cat-file|check-attr|check-ignore|check-mailmap|check-ref-format|cherry|cherry-pick|clone|column|commit|commit-graph|commit-tree|config|count-objects|credential|daemon|describe|diff|diff-files|diff-index|diff-tree|difftool|fetch|filter-branch|filter-repo|fmt-merge-msg|for-each-ref|fsck|gc|get-tar-commit-id|grep|gui|gitk|hash-object|help|hook|instaweb|log|ls-files|ls-remote|ls-tree|maintenance|merge|merge-base|merge-tree|mktag|mktree|multi-pack-index|mv|name-rev|notes|pack-refs|patch-id|prune|pull|push|range-diff|rebase|reflog|remote|repack|replace|request-pull|rerere|rev-list|rev-parse|revert|rm|send-email|shortlog|show|show-branch|show-index|show-ref|stage|status|stripspace|switch|symbolic-ref|tag|update-index|update-ref|update-server-info|var|verify-commit|verify-pack|verify-tag|version|whatchanged|worktree|write-tree|)$/;
