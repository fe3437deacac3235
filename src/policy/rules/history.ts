/**
 * What git prints of files out of its own store. A rule that forbids reading a file of the work tree means its
 * contents, and every version of them lies there under other names.
 */
import { type Effect, exact, type Target } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { filesNamed, findRepo } from "../../machine/git/index.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { bareWords } from "./bare-commands.ts";
import { hiddenCode } from "./hidden-code.ts";

const RAW_FORMAT = /%\(\*?raw(?!:size)/;
/** Sub-commands that print contents unless they are told to print less. */
const SHOWS = /^(?:show|diff)$/;
/** Sub-commands that print contents, or put all that is tracked where no rule looks, whatever else they are told. */
const CONTENTS =
  /^(?:blame|annotate|archive|range-diff|format-patch|grep|difftool|mergetool|fast-export|unpack-file|merge-file|merge-tree|bundle|pack-objects|upload-pack|upload-archive|send-email|checkout-index|checkout--worker|add--interactive|instaweb|gui|citool|gitk|svn|p4|daemon|http-backend)$/;
/** Those that do so with a word that says so. */
const WORDED: Readonly<Record<string, RegExp>> = {
  status: /^(?:-[a-z]*v[a-z]*|--verbose)$/,
  commit: /^(?:-[a-z]*[vp][a-z]*|--verbose|--patch|--interactive)$/,
  add: /^(?:-[A-Za-z]*[pie][A-Za-z]*|--patch|--interactive|--edit)$/,
  stash: /^(?:-[a-z]*p[a-z]*|--patch)$/,
  checkout: /^(?:-p|--patch)$/,
  restore: /^(?:-p|--patch)$/,
  reset: /^(?:-p|--patch)$/,
  rebase: /^--show-current-patch$/,
  am: /^--show-current-patch/,
  rerere: /^diff$/,
  worktree: /^add$/,
  submodule: /^(?:summary|foreach)$/,
  "read-tree": /^(?:-[a-z]*u[a-z]*|--prefix.*)$/,
  tag: RAW_FORMAT,
  branch: RAW_FORMAT,
  "for-each-ref": RAW_FORMAT,
};
/** Those that print contents when asked for, or tell by what they list whether contents match. */
const ASKED = /^(?:log|whatchanged|reflog|rev-list|stash show|diff-tree|diff-index|diff-files|request-pull)$/;
const PATCH =
  /^(?:-[a-z]?[pucW]|-[ULGSI].*|--(?:patch|pickaxe-all|pickaxe-regex|find-object|ignore-matching-lines|check|unified|cc|dd|submodule=d|word-diff|color-words|binary|function-context|remerge-diff|diff-merges|stdin).*)$/;
const LESS =
  /^(?:-s|--(?:stat|shortstat|numstat|dirstat|name-only|name-status|summary|no-patch|raw|quiet|compact-summary)(?:=.*)?)$/;
/** Those whose words are objects and never paths of the work tree. */
const OF_OBJECTS = /^(?:cat-file|unpack-file|merge-tree|bundle|range-diff|stash)$/;
/** Options without a value: the word behind one of them is a word of its own. */
const ALONE =
  /^(?:-[pusw]|--(?:patch|stat|oneline|all|cached|staged|name-only|name-status|no-color|no-patch|numstat|follow))$/;
/** A commit, whatever else is called like it: any other name may be that of a file's contents. */
const COMMIT = /^(?:HEAD|@)(?:[~^]\d*)*$/;
const HASH = /^[0-9a-f]{4,64}$/i;
/** Settings for one command that do not change what it prints of files. */
const SETTING =
  /^(?:color\.|core\.(?:pager|quotepath|abbrev|editor|fsmonitor|hookspath)|user\.|advice\.|gc\.|commit\.gpgsign|tag\.gpgsign)/i;

/** Reads of the work tree that stand for what the git commands of a call print of its history. */
export function historyReads(call: PolicyCall): readonly Effect[] {
  const commands = [...(call.reading?.commands ?? []), ...hiddenCode(call).commands];
  return commands.flatMap((command) => (isGit(command) ? printed(command, call) : []));
}

const isGit = ({ name, words }: SubCommand): boolean => name === "git" || /(?:^|\/)git$/.test(words[0]?.value ?? "");

function printed(command: SubCommand, call: PolicyCall): readonly Effect[] {
  const words = command.words.map(spelled);
  const ways = bareWords(command, words).filter(
    (way) => printsContents(way) || isToldOtherwise(way, words) || showsObject(way, command, call),
  );
  if (ways.length === 0) return [];
  const [way] = ways;
  const confined = ways.length === 1 && way !== undefined ? placesNamed(way, command, call) : undefined;
  const places = confined ?? [exact(call.projectRoot)];
  return places.map((target) => ({ do: "read", target, recursive: true, content: true }));
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
  const worded = Object.hasOwn(WORDED, name) ? WORDED[name] : undefined;
  if (CONTENTS.test(name) || words.some((word) => worded?.test(word))) return true;
  if (name === "cat-file") return !words.some((word) => /^-[tse]$/.test(word));
  const patch = words.some((word) => PATCH.test(word));
  if (ASKED.test(name === "stash" ? `${name} ${words[0]}` : name)) return patch;
  return SHOWS.test(name) && (patch || !words.some((word) => LESS.test(word)));
}

/** The places the command confines itself to, or undefined where it does not surely do so. */
function placesNamed(way: readonly string[], { words, cwd }: SubCommand, call: PolicyCall): Places {
  const elsewhere = words.some(({ value }) => value === null || /^-C|^--(?:git-dir|work-tree)/.test(value));
  if (cwd.certainty !== "exact" || elsewhere) return undefined;
  const [, name = "", ...rest] = way;
  const paths = pathsNamed(name, rest, (path) => {
    return call.world.lstat(absolutePath(path, cwd.path, call.world)).kind !== "absent";
  });
  if (paths.length === 0 || paths.some((path) => path === "" || /[*?[\\:]/.test(path))) return undefined;
  return paths.flatMap((path) =>
    [cwd.path, call.projectRoot].map((base) => exact(absolutePath(path, base, call.world))),
  );
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
