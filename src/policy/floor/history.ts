/**
 * A key that version control keeps and sends: put into a history as a file, a message or an object, and pushed, mailed or
 * packed from there. The history is one more place that data flows into and out of.
 */
import { type Effect, exact, fixedPart, globTarget, type ReadEffect, type Target } from "../../contract/effect.ts";
import { once } from "../../contract/once.ts";
import type { FileMark } from "../../contract/session.ts";
import { findRepo, openWorkTree, type WorkTree } from "../../machine/git/index.ts";
import { isInside, realPath, toTarget } from "../../machine/index.ts";
import {
  type CallCommand,
  type CallView,
  type DataFlow,
  flowsOf,
  lineOf,
  marksOfSources,
  PRIVATE_KEY_FILE,
} from "../offline/index.ts";
import { isKeyMark, KEY_BLOCK } from "./keys.ts";

const PROGRAMS = /^(?:git|yadm|hg|chg|sl|jj|svn|fossil|bzr|brz|darcs|got|dvc)$/;
/** Options of the program itself, before the word that says what to do. */
const OWN_VALUES = /^(?:-[CcR]|--(?:git-dir|work-tree|namespace|config-env|exec-path|repository|cwd|config|yadm-\w+))$/;

/** Puts what it is given or reads into the history, a name or a message of it among them. */
const KEEPS =
  /^(?:add|stage|commit|ci|amend|record|tag|notes|stash|hash-object|commit-tree|mktag|mktree|fast-import|update-index|update-ref|am|apply|replace|branch|checkout|switch|merge|import|addremove|describe|new|squash|shelve|annex add|lfs track)(?: |$)/;
/** Takes the whole work tree in before whatever else it does. */
const KEEPS_ALL = /^jj$/;
/** Its operands are files. */
const TAKES_FILES =
  /^(?:add|stage|commit|ci|record|stash|hash-object|update-index|import|addremove|shelve|annex add)(?: |$)/;
/** All that is new or changed, and all of it that is known already, without a name. */
const TAKES_NEW =
  /^(?:(?:add|stage)(?: .*)? (?:-\w*A\w*|--all)|(?:commit|ci)(?: .*)? (?:-\w*A\w*|--addremove)|stash(?: .*)? (?:-\w*[ua]\w*|--include-untracked|--all)|addremove)(?: |$)/;
const TAKES_KNOWN =
  /^(?:(?:add|stage)(?: .*)? (?:-\w*u\w*|--update)|(?:commit|ci)(?: .*)? (?:-\w*a\w*|--all)|stash)(?: |$)/;
const TAKES_IGNORED =
  /^(?:hash-object|update-index|(?:add|stage)(?: .*)? (?:-\w*f\w*|--force)|stash(?: .*)? (?:-\w*a\w*|--all))(?: |$)/;
/** The next word is a text, a name or a number. */
const BEFORE_TEXT =
  /^-(?:\w*m|[bcCt]|-(?:message|author|date|fixup|squash|trailer|chmod|template|reuse-message|reedit-message|cacheinfo))$/;

/** Sends or serves what is in the history. */
const SENDS =
  /^(?:(?:subtree|lfs|annex|git|flow \S+) )?(?:push|publish|send|send-email|send-pack|http-push|imap-send|daemon|instaweb|serve|review|sync)(?: |$)|^(?:svn dcommit|p4 submit|cl upload|annex copy)(?: |$)/;
const SENDS_AT_ONCE = /^svn (?:.* )?(?:commit|ci|import)(?: |$)/;
const SENDS_FOR_IT =
  /^(?:gh (?:pr create|repo sync|repo create .*--push)|glab (?:mr|repo) (?:create|new)|hub (?:push|pull-request)|arc (?:diff|land)|gt (?:submit|ss)|repo upload|b4 send)(?: |$)/;
/** Keeps a setting: a name for commits, a header or an address for requests. */
const SETS = /^(?:config|remote (?:add|set-url))(?: |$)/;
const SETS_BY_NAME = /^(?:GIT_|HG|EMAIL$)/;
/** Asks another machine, with the settings and the words it has. */
const ASKS =
  /^(?:(?:lfs|annex|svn) )?(?:fetch|pull|clone|ls-remote|remote update|remote show|submodule (?:update|add)|incoming|in|outgoing|out|identify)(?: |$)/;
/** Prints or packs what is in it. */
const SHOWS =
  /^(?:log|show|diff|cat-file|fast-export|archive|bundle|format-patch|whatchanged|blame|annotate|export|cat|stash show|notes show)(?: |$)/;

/** Stands for every history of the call, with a part for each command: no file, and none that data is looked for in. */
const HISTORY = exact("/dev/history");
const part = (name: string | number): Target => exact(`${HISTORY.path}/${name}`);
const SETTINGS = exact("/dev/settings");
const setting = (name: string | number): Target => exact(`${SETTINGS.path}/${name}`);
const into = (target: Target): Effect => ({ do: "write", target, recursive: false });
const OUT_OF: Effect = { do: "read", target: HISTORY, recursive: false, content: true };
const OUT_OF_SETTINGS: Effect = { ...OUT_OF, target: SETTINGS };
const SOMEWHERE: Effect = { do: "network", host: null, sends: true };
const MAX_MESSAGE_BYTES = 65_536;

/** What flows where in the call, through a history; nothing where none is sent or shown. */
export function flowsThroughHistory(view: CallView, marked: readonly FileMark[]): readonly DataFlow[] {
  const uses = view.commands.map(useOf);
  if (!uses.some((use) => use !== undefined && (use.sends || use.shows || use.asks))) return [];
  const { cwd, projectRoot, world, look, text } = view;
  const context = { cwd, projectRoot, world, look, text, marked };
  const made = [...flowsOf(view.commands, context).files].flatMap(([path, mark]) => (isKeyMark(mark) ? [path] : []));
  const before = marked.filter(isKeyMark);
  const taking = { view, made: new Set(made), copies: [...made, ...before.map(({ path }) => path)] };
  const commands = view.commands.map((command, i) => withHistory(command, uses[i], { ...taking, at: i }));
  const kept = [...before.filter(({ path }) => isTracked(path, view)), ...lastMessages(view, uses)];
  const inHistory = kept.map((mark, i) => ({ ...mark, path: part(`before-${i}`).path }));
  return flowsOf(commands, { ...context, marked: [...marked, ...inHistory] }).flows;
}

interface HistoryUse {
  /** Its words, the program and the program's own options off. */
  readonly line: string;
  /** Where in the command's words they begin. */
  readonly at: number;
  readonly sends: boolean;
  readonly shows: boolean;
  readonly asks: boolean;
}

/** What a command does with a history; undefined where it is no program that has one. */
function useOf(command: CallCommand): HistoryUse | undefined {
  if (SENDS_FOR_IT.test(lineOf(command))) return { line: "", at: 0, sends: true, shows: false, asks: false };
  const [, program = "", joined] = /^([a-z]+)(?:-(.+))?$/.exec(command.name ?? "") ?? [];
  if (!PROGRAMS.test(program) || (joined !== undefined && program !== "git")) return undefined;
  const values = command.words.map(({ value, text }) => value ?? text);
  const isVerb = (value: string, i: number): boolean =>
    i > 0 && !value.startsWith("-") && !OWN_VALUES.test(values[i - 1] ?? "");
  const at = joined === undefined ? values.findIndex(isVerb) : 0;
  if (at < 0) return undefined;
  const line = [joined ?? values[at], ...values.slice(at + 1)].join(" ");
  const sends = SENDS.test(line) || SENDS_AT_ONCE.test(`${program} ${line}`);
  return { line, at, sends, shows: SHOWS.test(line), asks: ASKS.test(line) };
}

interface Taking {
  readonly view: CallView;
  /** Files that hold a key, made by this call or an earlier one. */
  readonly copies: readonly string[];
  /** Those of this call, which are not there yet. */
  readonly made: ReadonlySet<string>;
  /** Which command it is: each has its part of the history and of the settings. */
  readonly at: number;
}

/** The command with what it puts into the history, and takes out of it. */
function withHistory(command: CallCommand, use: HistoryUse | undefined, taking: Taking): CallCommand {
  const { name, effects } = command;
  const kept = keepsSetting(command, use) ? [into(part(taking.at)), into(setting(taking.at))] : [];
  if (use === undefined) return kept.length === 0 ? command : { ...command, effects: [...effects, ...kept] };
  const keeps = KEEPS_ALL.test(name ?? "") || KEEPS.test(use.line);
  const isDeaf = (use.asks || SETS.test(use.line)) && !takesWords(command);
  return {
    ...command,
    ...(isDeaf ? { fedBy: [] } : {}),
    effects: [
      ...ownEffects(effects, use),
      ...(keeps ? [...keysTaken(command, use, taking), into(part(taking.at))] : []),
      ...kept,
      ...takenOut(effects, use),
      ...(/^format-patch(?: |$)/.test(use.line) ? [into(dirOf(command, taking.view))] : []),
    ],
  };
}

/** What it takes out of the history and the settings, and that it sends it somewhere. */
function takenOut(effects: readonly Effect[], { sends, shows, asks }: HistoryUse): readonly Effect[] {
  const known = effects.some((effect) => effect.do === "network" || (effect.do === "vcs" && effect.op === "push"));
  return [
    ...(sends || shows ? [OUT_OF] : []),
    ...(sends || asks ? [OUT_OF_SETTINGS] : []),
    ...(asks || (sends && !known) ? [SOMEWHERE] : []),
  ];
}

/** Something but its own letters is in its words; of its input it takes nothing. */
const takesWords = ({ words, wrappers }: CallCommand): boolean =>
  wrappers.length > 0 || words.some(({ value, text }) => value === null || /[$`]/.test(text));

const keepsSetting = ({ effects }: CallCommand, use: HistoryUse | undefined): boolean =>
  (use !== undefined && SETS.test(use.line)) ||
  effects.some((effect) => effect.do === "environment" && SETS_BY_NAME.test(effect.name));

/**
 * What a whole tree would take up is held against proofs and rules; the floor is for what the call itself names or brings. A
 * request carries its words and settings, and no file that is read for it; a setting holds what it is given.
 */
function ownEffects(effects: readonly Effect[], { line, asks }: HistoryUse): readonly Effect[] {
  if (SETS.test(line)) return effects.filter((effect) => effect.do !== "secret");
  return asks || TAKES_UP.test(line) ? effects.filter((effect) => !isTakenUp(effect)) : effects;
}

const TAKES_UP = /^(?:add|stage|stash)(?: |$)/;
const isTakenUp = (effect: Effect): boolean =>
  effect.do === "read" || (effect.do === "secret" && effect.act === "secret.private-key");

const dirOf = ({ cwd }: CallCommand, view: CallView): Target => (cwd?.certainty === "exact" ? cwd : exact(view.cwd));

/** Copies of keys among the files it takes, and keys that it names. What is ignored stays out, and a link goes in as a link. */
function keysTaken(command: CallCommand, { line, at }: HistoryUse, { view, copies, made }: Taking): readonly Effect[] {
  const dir = dirOf(command, view).path;
  const tree = once(() => openWorkTree(dir, view.world));
  const all = KEEPS_ALL.test(command.name ?? "") || TAKES_NEW.test(line);
  const named = TAKES_FILES.test(line) ? placesNamed(command, at, { dir, view, tree }) : [];
  const isTaken = (path: string): boolean => {
    const isNamed = named.some((place) => isInside(path, fixedPart(place)) || isInside(fixedPart(place), path));
    if (isKnown(path, tree(), view)) return isNamed || all || TAKES_KNOWN.test(line);
    const isThere = made.has(path) || named.some((place) => place.path === path) || exists(path, view);
    const isIn = isNamed || (all && isInside(path, tree()?.root ?? dir));
    return isThere && isIn && (TAKES_IGNORED.test(line) || !isIgnored(path, tree(), view));
  };
  const whole = all ? treesGiven(command, tree()?.root ?? dir, view) : [];
  const own = [...named, ...whole].filter(
    (place) =>
      isOwnKey(place, command, view) && view.world.lstat(place.path).kind !== "link" && !isTracked(place.path, view),
  );
  return [...copies.filter(isTaken).map(exact), ...own, ...messagesIn(command, dir, view)].map(readOf);
}

/** The work tree that is taken in without a name: where it stands, or where a variable says. */
const treesGiven = ({ effects }: CallCommand, root: string, { cwd, world }: CallView): readonly Target[] => [
  exact(root),
  ...effects.flatMap((effect) =>
    effect.do === "environment" && effect.name === "GIT_WORK_TREE" ? [toTarget(effect.value ?? "", cwd, world)] : [],
  ),
];

/** `commit-tree -F FILE`: the file is the message. */
const messagesIn = ({ words }: CallCommand, dir: string, { world }: CallView): readonly Target[] =>
  words.flatMap(({ value }, i) => {
    const given = /^(?:-F|--file)$/.test(words[i - 1]?.value ?? "")
      ? value
      : /^(?:-F|--file=)(.+)$/s.exec(value ?? "")?.[1];
    return given === undefined || given === null || given === "-" ? [] : [toTarget(given, dir, world)];
  });

const readOf = (target: Target): ReadEffect => ({ do: "read", target, recursive: false, content: true });

interface Naming {
  readonly dir: string;
  readonly view: CallView;
  readonly tree: () => WorkTree | undefined;
}

function placesNamed({ words }: CallCommand, at: number, { dir, view, tree }: Naming): readonly Target[] {
  return words.slice(at + 1).flatMap(({ value, glob }, i) => {
    if (value === null || value.startsWith("-") || BEFORE_TEXT.test(words[at + i]?.value ?? "")) return [];
    if (/^:(?:\/|\(top)/.test(value)) return [exact(tree()?.root ?? dir)];
    const target = toTarget(value, dir, view.world);
    return [glob ? globTarget(target.path) : target];
  });
}

/** A key that lies there now, by its place, its name or what is in it. */
function isOwnKey(target: Target, command: CallCommand, view: CallView): boolean {
  if (target.certainty !== "exact" || !exists(target.path, view)) return false;
  const { cwd, projectRoot, world, look } = view;
  const one = { ...command, words: [], effects: [readOf(target)] };
  return marksOfSources(one, { cwd, projectRoot, world, look }).some(isKeyMark);
}

const exists = (path: string, { world }: CallView): boolean => world.lstat(path).kind !== "absent";

const isTracked = (path: string, view: CallView): boolean =>
  isKnown(path, openWorkTree(path.slice(0, Math.max(path.lastIndexOf("/"), 1)), view.world), view);

const isKnown = (path: string, tree: WorkTree | undefined, { world }: CallView): boolean => {
  const real = realPath(path, world).path;
  return tree !== undefined && isInside(real, tree.root) && (tree.names(real) || tree.tracksBelow(real));
};

const isIgnored = (path: string, tree: WorkTree | undefined, { world }: CallView): boolean => {
  const real = realPath(path, world).path;
  return tree !== undefined && isInside(real, tree.root) && tree.ignores(real, world.lstat(real).kind === "directory");
};

/** The last commit's message, as git left it: it may hold a key from an earlier call. */
function lastMessages(view: CallView, uses: readonly (HistoryUse | undefined)[]): readonly FileMark[] {
  const dirs = view.commands.flatMap((command, i) => (uses[i] === undefined ? [] : [dirOf(command, view).path]));
  return [...new Set(dirs)].flatMap((dir) => {
    const repo = findRepo(dir, view.world);
    if (repo === undefined) return [];
    const path = `${repo.gitDir}/COMMIT_EDITMSG`;
    return KEY_BLOCK.test(new TextDecoder().decode(view.world.readFile(path, MAX_MESSAGE_BYTES)))
      ? [{ path, of: "secret", from: PRIVATE_KEY_FILE, whole: true, strong: true } as const]
      : [];
  });
}
