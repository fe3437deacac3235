/**
 * What git prints of files out of its own store. A rule that forbids reading a file of the work tree means its
 * contents, and every version of them lies there under other names.
 */
import { dirname } from "node:path/posix";
import { exact, onlyReads, type ReadEffect, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import {
  discoverRepo,
  enclosing,
  filesNamed,
  filesShown,
  findRepo,
  mayBePart,
  otherTrees,
  type SecretsFound,
  settingAt,
} from "../../machine/git/index.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { bareWords } from "./bare-commands.ts";
import { gitFront, gitStands } from "./git-base.ts";
import { hiddenCode } from "./hidden-code.ts";
import { historyAsked } from "./history-asked.ts";

const RAW_FORMAT = /%\(\*?raw(?!:size)/;
/** Sub-commands that print contents unless they are told to print less. */
const SHOWS = /^(?:show|diff)$/;
/** Sub-commands that print contents, or put all that is tracked where no rule looks, whatever else they are told. */
const CONTENTS =
  /^(?:blame|annotate|archive|range-diff|format-patch|grep|difftool|mergetool|fast-export|fast-import|mktree|unpack-file|merge-file|merge-tree|bundle|pack-objects|upload-pack|upload-archive|send-email|checkout-index|checkout--worker|add--interactive|instaweb|gui|citool|gitk|svn|p4|daemon|http-backend)$/;
/** Those that do so with an option that says so, by its letter or its name, which git takes cut short as well. */
const BY_OPTION: Readonly<Record<string, string>> = {
  status: "v verbose",
  commit: "v p verbose patch interactive",
  add: "p i e patch interactive edit",
  stash: "p patch",
  checkout: "p patch",
  restore: "p patch",
  reset: "p patch",
  rebase: "show-current-patch",
  am: "show-current-patch",
  "read-tree": "u prefix",
  "update-index": "cacheinfo index-info",
  notes: "C c reuse-message reedit-message",
};
/** Those that do so with a word that says so. */
const BY_WORD: Readonly<Record<string, RegExp>> = {
  rerere: /^diff$/,
  "commit-tree": /^[\w./@-]+(?:[~^]\d*)*:[\w./-]*$|^[0-9a-f]{7,64}$|rev-parse/,
  worktree: /^add$/,
  submodule: /^(?:summary|foreach)$/,
  tag: RAW_FORMAT,
  branch: RAW_FORMAT,
  "for-each-ref": RAW_FORMAT,
};
/** Those that list commits or names, until an option asks for more. */
const LISTS =
  /^(?:log|whatchanged|reflog|rev-list|stash list|stash show|diff-tree|diff-index|diff-files|request-pull|shortlog|cherry|show-branch)$/;
/** The options that tell of commits alone; what stands in neither list may print contents, or tell whether they match. */
const OF_COMMITS = new RegExp(
  `^(?:${[
    "-\\d+|-n\\d*|-[gizrtEFPMCR]|-[MC]\\d+%?",
    "--(?:oneline|max-count|skip|format|pretty|graph|no-graph|decorate|no-decorate|decorate-refs|decorate-refs-exclude|source)",
    "--(?:all|branches|tags|remotes|glob|exclude|not|reflog|walk-reflogs|no-walk|boundary|first-parent|merges|no-merges|min-parents|max-parents)",
    "--(?:since|until|after|before|since-as-filter|author|committer|grep|grep-reflog|all-match|invert-grep|regexp-ignore-case|extended-regexp|fixed-strings|perl-regexp)",
    "--(?:reverse|topo-order|date-order|author-date-order|date|relative-date|abbrev|no-abbrev|abbrev-commit|no-abbrev-commit|encoding|notes|no-notes|mailmap|no-mailmap|use-mailmap|show-signature|log-size)",
    "--(?:left-right|left-only|right-only|cherry|cherry-mark|cherry-pick|ancestry-path|simplify-by-decoration|simplify-merges|full-history|dense|sparse|parents|children|count|timestamp|objects)",
    "--(?:color|no-color|follow|diff-filter|find-renames|find-copies|no-renames|relative|no-relative|root|cached|staged|merge-base|no-commit-id|no-ext-diff|no-textconv|exit-code|no-pager)",
    "--(?:summary|numbered|email|sha1-name|current|independent)",
  ].join("|")})(?:=.*)?$`,
  "s",
);
const LESS =
  /^(?:-s|--(?:stat|shortstat|numstat|dirstat|name-only|name-status|summary|no-patch|raw|quiet|compact-summary)(?:=.*)?)$/;
/** Options by which a command takes in more than the paths it names. */
const BEYOND_PATHS = /^--(?:full-diff|stdin|pathspec-from-file)/;
/** Those whose words are objects and never paths of the work tree. */
const OF_OBJECTS =
  /^(?:cat-file|commit-tree|fast-import|mktree|notes|update-index|unpack-file|merge-tree|bundle|range-diff|stash)$/;
/** Options without a value: the word behind one of them is a word of its own. */
const ALONE =
  /^(?:-[pusw]|-\d+|--(?:patch|stat|oneline|all|cached|staged|name-only|name-status|no-color|no-patch|numstat|follow))$/;
/** A commit, whatever else is called like it: any other name may be that of a file's contents. */
const COMMIT = /^(?:HEAD|@)(?:[~^]\d*)*$/;
const HASH = /^[0-9a-f]{4,64}$/i;
/** Settings for one command that do not change what it prints of files. */
const SETTING =
  /^(?:color\.|core\.(?:pager|quotepath|abbrev|editor|fsmonitor|hookspath)|user\.|advice\.|gc\.|commit\.gpgsign|tag\.gpgsign)/i;

/** What a git command of a call prints of its history, as a read of places. */
export interface HistoryRead {
  readonly command: SubCommand;
  readonly effects: readonly ReadEffect[];
  /** The files of a sort among them that it prints now, by absolute paths; absent: any of them may be. */
  readonly found?: (sought: (path: string) => boolean) => SecretsFound;
}

export function historyReads(call: PolicyCall): readonly HistoryRead[] {
  const typed = call.reading?.commands ?? [];
  return [...typed, ...hiddenCode(call).commands].filter(isGit).flatMap((command): readonly HistoryRead[] => {
    const effects = printed(command, call);
    if (effects.length === 0) return [];
    const found = typed.includes(command) && isStill(command, call) ? filesOf(command, call) : undefined;
    return [{ command, effects, ...(found === undefined ? {} : { found }) }];
  });
}

/** Nothing else of the call changes what it prints: everything of it was read, and only reads. */
const isStill = (command: SubCommand, { reading }: PolicyCall): boolean =>
  reading !== undefined &&
  reading.opaque.length === 0 &&
  command.understood &&
  command.assignments.length === 0 &&
  reading.commands.every((one) => one === command || (one.understood && onlyReads(one.effects)));

/** Before its sub-command it is told nothing that changes what is printed. */
const FRONT = /^(?:-C|-P|--no-pager|--no-optional-locks)$/;

function filesOf(command: SubCommand, { world }: PolicyCall): HistoryRead["found"] {
  const stands = gitStands(command, world);
  const repo = stands === undefined ? undefined : findRepo(stands, world);
  const top = repo?.workTree;
  const [way, ...others] = bareWords(command, command.words.map(spelled), 1);
  const isPlain = command.words.every(({ value, glob, splits }) => value !== null && !glob && !splits);
  const isTold = gitFront(command)?.options.every(({ name }) => FRONT.test(name)) !== true;
  if (stands === undefined || repo === undefined || top == null || way === undefined) return undefined;
  if (others.length > 0 || !isPlain || isTold || repo.strays || settingAt(repo, "diff.submodule", world) === "diff")
    return undefined;
  // A rule about the same project where it stands a second time holds here, too.
  if (otherTrees(top, world).length > 0) return undefined;
  const asked = historyAsked(way, (path) => world.lstat(absolutePath(path, stands, world)).kind !== "absent");
  // What is less than a commit has files that no longer say where they lie.
  if (asked === undefined || asked.revisions.flatMap(endsOf).some((name) => mayBePart(repo, name, world)))
    return undefined;
  const below = top === "/" ? "" : top;
  return (sought) => filesShown(repo, asked, (path) => sought(`${below}/${path}`), world);
}

/** `a..b`, `^a`, `a^!`: the commits that are named. */
const endsOf = (revision: string): readonly string[] =>
  revision
    .replace(/^\^|\^[!@]$|\^-\d*$/g, "")
    .split(/\.{2,3}/)
    .filter((end) => end !== "");

/** Those of a repository that is not the project's own; a home that is one is nobody's project. */
export function historyElsewhere(call: PolicyCall): readonly ReadEffect[] {
  const git = (call.reading?.commands ?? []).filter(isGit);
  if (git.length === 0) return [];
  const { projectRoot, settings, world } = call;
  const tops = enclosing(projectRoot, world).tops.filter((top) => !isInside(world.home, top));
  const added = settings.additionalDirectories.map((dir) => absolutePath(dir, projectRoot, world));
  const own = [projectRoot, ...added, ...tops, ...otherTrees(projectRoot, world)].flatMap((dir) => [
    dir,
    call.real(dir).path,
  ]);
  const isElsewhere = ({ path, certainty }: Target): boolean =>
    certainty !== "exact" || !own.some((dir) => isInside(path, dir));
  // Of its own repository git shows nothing that lies outside of it.
  return git
    .filter((command) => treesPrinted(command, call).some(isElsewhere))
    .flatMap((command) => printed(command, call))
    .filter(({ target }) => isElsewhere(target));
}

const isGit = ({ name, words }: SubCommand): boolean => name === "git" || /(?:^|\/)git$/.test(words[0]?.value ?? "");

function printed(command: SubCommand, call: PolicyCall): readonly ReadEffect[] {
  const words = command.words.map(spelled);
  const ways = bareWords(command, words, 1).filter(
    (way) => printsContents(way) || isToldOtherwise(way, words) || showsObject(way, command, call),
  );
  if (ways.length === 0) return [];
  const [way] = ways;
  const confined = ways.length === 1 && way !== undefined ? placesNamed(way, command, call) : undefined;
  const places = confined ?? treesPrinted(command, call);
  return places.map((target) => ({ do: "read", target, recursive: true, content: true }));
}

/** The work trees of the repository a command stands in, and the project; where that cannot be known, anything. */
function treesPrinted(command: SubCommand, call: PolicyCall): readonly Target[] {
  const stands = gitStands(command, call.world);
  const led = gitFront(command)?.options.some(({ name }) => /^--(?:git-dir|work-tree)$/.test(name)) !== false;
  const found = stands === undefined || led ? undefined : discoverRepo(stands, call.world);
  const project = exact(call.projectRoot);
  if (found === undefined || found.found === "unknown") return [project, unknownTarget()];
  if (found.found === "none") return [project];
  const { workTree, commonDir } = found.repo;
  const main = commonDir.endsWith("/.git") ? [dirname(commonDir)] : [];
  const trees = [...(workTree === null ? [] : [workTree]), ...main];
  if (trees.length === 0) return [project, unknownTarget()];
  return [project, ...trees.flatMap((tree) => [tree, ...otherTrees(tree, call.world)]).map(exact)];
}

/** An object given by its hash may be a file, which is printed whatever else is said, unless it is known to be history. */
function showsObject([, name = "", ...words]: readonly string[], { cwd }: SubCommand, { world }: PolicyCall): boolean {
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, world) : undefined;
  return (
    SHOWS.test(name) &&
    words.some((word) => HASH.test(word) && (repo === undefined || filesNamed(repo, word, world).length > 0))
  );
}

/** A setting for this one command may make a list of names one of contents. */
const isToldOtherwise = ([, name = ""]: readonly string[], words: readonly string[]): boolean =>
  (SHOWS.test(name) || /^(?:log|whatchanged|reflog|stash|status|diff-tree|tag|branch|check-mailmap)$/.test(name)) &&
  words.some((word, at) => /^(?:-c|--config-env)$/.test(words[at - 1] ?? "") && !SETTING.test(word));

function printsContents([, name = "", ...words]: readonly string[]): boolean {
  if (CONTENTS.test(name) || words.some((word) => asksByOption(name, word) || BY_WORD[name]?.test(word))) return true;
  if (name === "cat-file") return !words.some((word) => /^-[tse]$/.test(word));
  const asks = words.some((word) => /^-./.test(word) && word !== "--" && !OF_COMMITS.test(word) && !LESS.test(word));
  if (LISTS.test(name === "stash" ? `${name} ${words.find((word) => !word.startsWith("-"))}` : name)) return asks;
  return SHOWS.test(name) && (asks || !words.some((word) => LESS.test(word)));
}

function asksByOption(name: string, word: string): boolean {
  const options = Object.hasOwn(BY_OPTION, name) ? (BY_OPTION[name] ?? "").split(" ") : [];
  const [long = ""] = word.split("=");
  return options.some((option) =>
    option.length === 1
      ? /^-[A-Za-z]/.test(word) && word.includes(option)
      : long.length > 2 && `--${option}`.startsWith(long),
  );
}

/** The places the command confines itself to, or undefined where it does not surely do so. */
function placesNamed(way: readonly string[], { name: program, words, cwd }: SubCommand, call: PolicyCall): Places {
  const elsewhere = words.some(
    ({ value }) =>
      value === null ||
      (/^-C/.test(value) && program !== "git") ||
      /^--(?:git-dir|work-tree)/.test(value) ||
      BEYOND_PATHS.test(value),
  );
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, call.world) : undefined;
  // Where there is no work tree, no word is a path of it.
  if (cwd.certainty !== "exact" || elsewhere || repo?.workTree === null) return undefined;
  const [, name = "", ...rest] = way;
  const paths = pathsNamed(name, rest, (path) => {
    return call.world.lstat(absolutePath(path, cwd.path, call.world)).kind !== "absent";
  });
  if (paths.length === 0 || paths.some((path) => path === "" || /[*?[\\:]/.test(path))) return undefined;
  const bases = [...new Set([cwd.path, repo?.workTree ?? cwd.path, call.projectRoot])];
  return paths.flatMap((path) => bases.map((base) => exact(absolutePath(path, base, call.world))));
}

type Places = readonly Target[] | undefined;

/** The paths among the words; none where a word may stand for more than a path. */
function pathsNamed(name: string, words: readonly string[], stands: (path: string) => boolean): readonly string[] {
  const isOperand = (at: number): boolean => {
    const before = words[at - 1] ?? "";
    return !before.startsWith("-") || ALONE.test(before) || before.includes("=");
  };
  const dashes = words.findIndex((word, at) => word === "--" && isOperand(at));
  const front = dashes < 0 ? words : words.slice(0, dashes);
  const operands = front.filter((word, at) => !word.startsWith("-") && isOperand(at));
  const inside = operands.filter(isInRevision).map((word) => word.slice(word.lastIndexOf(":") + 1));
  const lines = front.flatMap((word) => /^-L.*:([^:]+)$/.exec(word)?.[1] ?? []);
  const others = operands.filter((word) => !isInRevision(word));
  if (OF_OBJECTS.test(name)) return others.every((word) => word === "blob") && dashes < 0 ? inside : [];
  if (dashes >= 0) {
    const isSure = name !== "show" || others.every((word) => COMMIT.test(word));
    return isSure ? [...words.slice(dashes + 1), ...inside] : [];
  }
  return others.every(stands) || (lines.length > 0 && name === "log")
    ? [...others.filter(stands), ...inside, ...lines]
    : [];
}

/** `HEAD:path`, `:path` and `:0:path`; neither a search for a message (`:/x`, `^{/x}`) nor magic (`:(glob)x`, `:!x`). */
const isInRevision = (value: string): boolean => /^[^-:{][^:{]*:[^:]+$|^:(?:[0-3]:)?[\w.][^:]*$/.test(value);
const spelled = ({ value, text }: KnownWord): string => value ?? text;
