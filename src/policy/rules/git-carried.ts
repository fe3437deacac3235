/**
 * What git carries of a repository to a place where its files go by other names: a clone, a fetch or a push from one place of this disk
 * to another, a work tree elsewhere, a part of the tree for a whole. For rules that forbid reading, all that goes there is read.
 */
import { exact, type Target } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { enclosing, findRepo, type Repo, reachedBy } from "../../machine/git/index.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, gitStands, isGit } from "./git-base.ts";
import { wasReached } from "./git-contacts.ts";
import { gitRepo, movedTree, ownTrees, writesTree } from "./git-told.ts";
import { hiddenCode } from "./hidden-code.ts";

export function carriedReads(call: PolicyCall): readonly { readonly target: Target; readonly command: SubCommand }[] {
  const commands = [...(call.reading?.commands ?? []), ...hiddenCode(call).commands];
  return commands
    .filter((command) => isGit(command) || OTHERS.test(command.name ?? ""))
    .flatMap((command) => carriedBy(command, call).map((path) => ({ target: exact(path), command })))
    .concat(storesRead(call));
}

/** Other programs that clone a repository of git's. */
const OTHERS = /^(?:hg|jj|sl|gix|got|gh|glab|tea|hub|degit|tiged|ghq)$/;

function carriedBy(command: SubCommand, call: PolicyCall): readonly string[] {
  const repo = gitRepo(command, call);
  const treesOf = (one: Repo): readonly string[] => [
    ...ownTrees(one, call),
    ...(isOfProject(one, call) ? [call.projectRoot] : []),
  ];
  const taken = fetched(command, repo, call).flatMap(treesOf);
  if (!isGit(command)) return taken;
  const moved = writesTree(command) && movedTree(command, call) !== undefined;
  const goes = moved || sendsNear(command, repo, call) || shiftsTree(command);
  // Where nobody can tell which repository it is, it may be the project's.
  const whole = !goes ? [] : repo === undefined ? [call.projectRoot] : treesOf(repo);
  return [...taken, ...whole, ...splitOff(command, call)];
}

/** Those that may be the project's, by where they keep what they hold. */
export function isOfProject({ commonDir }: Repo, call: Pick<PolicyCall, "projectRoot" | "world">): boolean {
  const { projectRoot, world } = call;
  return [projectRoot, ...enclosing(projectRoot, world).tops].some(
    (dir) => findRepo(dir, world)?.commonDir === commonDir,
  );
}

/** Inside its own repository a path is a pathspec, but for these. */
const FROM_ANYWHERE = /^(?:clone|submodule|subtree)$/;
/** Tells of names of commits alone. */
const TELLS = /^(?:ls-remote|init|config)$/;

/** The repositories of this project that another one is filled from. */
function fetched(command: SubCommand, repo: Repo | undefined, call: PolicyCall): readonly Repo[] {
  const front = isGit(command) ? gitFront(command) : { sub: "clone", options: [], rest: command.words.slice(1) };
  const from = gitStands(command, call.world);
  if (front === undefined || from === undefined) return [];
  const isAway = repo === undefined || !isOfProject(repo, call);
  const sub = front.sub ?? "clone";
  if (TELLS.test(sub) || !(isAway || FROM_ANYWHERE.test(sub))) return [];
  const options = front.options.flatMap(({ name, value }) => (/^(?:-c|--config-env)$/.test(name) ? [value ?? ""] : []));
  const words = front.rest.map(known);
  const sources = [...(sub === "clone" ? withoutLast(words) : words), ...options];
  return [...sources.flatMap(addressesIn), ...configured(sub, words, repo, call)].flatMap((text) => {
    const named = repoNamed(text, from, call);
    return named !== undefined && isOfProject(named, call) ? [named] : [];
  });
}

const known = ({ value, outline, prefix }: KnownWord): string => value ?? outline ?? prefix;

/** Where it goes to is no source. */
function withoutLast(words: readonly string[]): readonly string[] {
  const operands = words.filter((word) => !word.startsWith("-"));
  const last = operands.length > 1 ? operands.at(-1) : undefined;
  return words.filter((word) => word !== last);
}

/** The word, the value in it, and what an address of its beginning is replaced by. */
function addressesIn(word: string): readonly string[] {
  const [, base] = /^url\.(.+)\.\w*insteadof(?:=|$)/is.exec(word) ?? [];
  return [
    word,
    ...(word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : []),
    ...(base === undefined ? [] : [base]),
  ];
}

/** What its configuration leads to, for those that fetch. */
function configured(
  sub: string,
  words: readonly string[],
  repo: Repo | undefined,
  { world }: PolicyCall,
): readonly string[] {
  if (repo === undefined || !/^(?:fetch|pull|remote|submodule)$/.test(sub)) return [];
  const operands = words.filter((word) => !word.startsWith("-"));
  return [null, ...operands].flatMap((named) => reachedBy(named, repo, world)?.fetch ?? []);
}

/** This very machine, by whatever way of an address. */
const NEAR =
  /^(?:file:(?:\/\/(?:localhost)?)?|(?:ssh|git|https?|git\+\w+):\/\/(?:[^@/]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/(?=~))?|(?:[^@/:]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\]):)/i;

/** Longer words are no places, in characters. */
const MAX_PATH = 4_096;

/** A place that is the top of a repository, or its own directory. */
export function repoNamed(text: string, from: string, { world, real }: PolicyCall): Repo | undefined {
  if (text === "" || text.length > MAX_PATH || text.startsWith("-") || /[\s\0]/.test(text)) return undefined;
  const place = real(absolutePath(text.replace(NEAR, ""), from, world)).path;
  for (const path of [place, `${place}.git`]) {
    const repo = world.stat(path).kind === "directory" ? findRepo(path, world) : undefined;
    if (repo !== undefined && (repo.workTree === path || isInside(path, repo.commonDir) || isInside(path, repo.gitDir)))
      return repo;
  }
  return undefined;
}

const LOCAL = /^(?:\.{0,2}\/|\.\.?$|~)/;

/** To another place of this disk, which was none of its remotes when the session began. */
function sendsNear(command: SubCommand, repo: Repo | undefined, call: PolicyCall): boolean {
  const front = gitFront(command);
  const from = gitStands(command, call.world);
  if (!/^(?:push|send-pack)$/.test(front?.sub ?? "") || repo === undefined || from === undefined) return false;
  const operands = front?.rest.map(known).filter((word) => !word.startsWith("-")) ?? [];
  const values = front?.rest.flatMap((word) => /^--repo=(.+)$/s.exec(known(word))?.[1] ?? []) ?? [];
  const named = [...values, ...operands.slice(0, 1)];
  const reached = (named.length === 0 ? [null] : named).flatMap((one) => reachedBy(one, repo, call.world)?.push ?? []);
  return [...named, ...reached].some((address) => {
    const place = address.replace(NEAR, "");
    const isNear =
      place !== address ||
      LOCAL.test(place) ||
      call.world.stat(absolutePath(place, from, call.world)).kind === "directory";
    if (!isNear || wasReached(address, call) || isRemoteName(address, repo, call)) return false;
    const other = repoNamed(address, from, call);
    return other === undefined || other.commonDir !== repo.commonDir;
  });
}

/** A name stands for what it leads to, which is looked at for itself. */
const isRemoteName = (text: string, repo: Repo, { world }: PolicyCall): boolean =>
  /^[\w.-]+$/.test(text) && reachedBy(text, repo, world)?.push.includes(text) === false;

/** What is merged is taken for a part of the tree: every file of it goes by another name. */
const shiftsTree = (command: SubCommand): boolean =>
  gitFront(command)?.rest.some(({ value }, i, rest) => {
    const before = rest[i - 1]?.value ?? "";
    return (
      /^(?:-X\s*|--strategy-option=)subtree(?:=|$)|^(?:-s\s*|--strategy=)subtree$/.test(value ?? "") ||
      (/^(?:-X|-s|--strategy(?:-option)?)$/.test(before) && /^subtree(?:=|$)/.test(value ?? ""))
    );
  }) === true;

/** `git subtree split -P DIR`: a history in which the directory is the whole. */
function splitOff(command: SubCommand, { world }: PolicyCall): readonly string[] {
  const front = gitFront(command);
  const from = gitStands(command, world);
  const words = front?.sub === "subtree" ? front.rest.map(known) : [];
  if (from === undefined || !words.some((word) => /^(?:split|push)$/.test(word))) return [];
  const parts = words.flatMap((word, i) => {
    if (/^(?:-P|--prefix)$/.test(words[i - 1] ?? "")) return [word];
    return /^(?:--prefix=|-P)(.+)$/s.exec(word)?.[1] ?? [];
  });
  const top = findRepo(from, world)?.workTree ?? from;
  return parts.map((part) => absolutePath(part, top, world));
}

/** What reads the store of the project's own repository as a whole has all that was ever in it. */
function storesRead(call: PolicyCall): readonly { readonly target: Target; readonly command: SubCommand }[] {
  const { projectRoot, world } = call;
  const repos = [projectRoot, ...enclosing(projectRoot, world).tops].flatMap((dir) => findRepo(dir, world) ?? []);
  return (call.reading?.commands ?? [])
    .filter((command) => !isGit(command))
    .flatMap((command) =>
      command.effects.flatMap((effect) => {
        if (effect.do !== "read" || !effect.content) return [];
        const at = call.real(effect.target.path.split(/[^/]*[*?[]/, 1)[0] ?? "").path.replace(/(?<=.)\/$/, "");
        const isRead = (store: string): boolean =>
          isInside(at, store) || ((effect.recursive || effect.target.certainty === "glob") && isInside(store, at));
        const stores = repos.filter(({ commonDir }) => isInside(at, commonDir) && isRead(`${commonDir}/objects`));
        return stores.flatMap((repo) => ownTrees(repo, call).map((tree) => ({ target: exact(tree), command })));
      }),
    );
}
