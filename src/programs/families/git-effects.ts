/** What git uses have in common: helpers from repository configuration, paths that are shown, addresses contacted. */
import { beside } from "../../contract/beside.ts";
import { type Effect, exact, type Target, unknownShown, unknownTarget, type VcsEffect } from "../../contract/effect.ts";
import type { KnownWord, ReadContext } from "../../contract/reading.ts";
import {
  broughtHooks,
  filesNamed,
  findRepo,
  type GitHelpers,
  gitHelpers,
  type Operation,
  remotes,
  settingsFiles,
  trackedPaths,
} from "../../machine/git/index.ts";
import { foldSegment, namesOpen, secretFile, secretsPicked } from "../../machine/index.ts";
import { reads } from "../disk-makers.ts";
import { carries, hostOf, valuesOf, word } from "../makers.ts";
import type { Use } from "../spec.ts";

type Maker = (use: Use) => readonly Effect[];

/** Runs of programs that the repository's own configuration asks for. A directory that is not known is one such run. */
export const helpers =
  (operation: Operation): Maker =>
  (use) => {
    if (use.cwd.certainty !== "exact")
      return [helper("the repository is not known, so its configuration is not either")];
    const found = helpersOnce(use, operation, use.cwd.path);
    return [...found.runs, ...(found.unknown === null ? [] : [found.unknown])].map(helper);
  };

/** Addresses and other values, as all settings together make them: whoever shows these shows what stands in there. */
export const settingsShown: Maker = (use) =>
  use.cwd.certainty !== "exact"
    ? [reads(unknownTarget())]
    : settingsFiles(use.cwd.path, use.context.world)
        .filter((file) => use.context.world.lstat(file).kind !== "absent")
        .map((file) => reads(exact(file)));

/** For what brings the files of another commit: hooks among them are run at once. */
export const bringsHooks: Maker = (use) =>
  use.cwd.certainty !== "exact"
    ? []
    : broughtHooks(use.cwd.path, use.context.world).map((place) => helper(`hooks in ${place} come with the files`));

/** The same helpers only where something is changed: most of such a command's forms list. */
export const changing =
  (operation: Operation, make: Maker): Maker =>
  (use) => {
    const found = make(use);
    return found.some((effect) => effect.do === "vcs") ? [...helpers(operation)(use), ...found] : found;
  };

const asked = beside<ReadContext, Map<string, GitHelpers>>();

/** A command is read before it runs, so one answer holds for all of it. */
function helpersOnce({ context }: Use, operation: Operation, dir: string): GitHelpers {
  const answers = asked.get(context) ?? new Map<string, GitHelpers>();
  asked.set(context, answers);
  const key = `${operation} ${dir}`;
  const answer = answers.get(key) ?? gitHelpers(dir, operation, context.world);
  answers.set(key, answer);
  return answer;
}

const helper = (wording: string): Effect => ({ do: "run", program: "git", what: "helper", wording });

const OWN_STRATEGIES: ReadonlySet<string> = new Set("ort recursive resolve octopus ours theirs subtree".split(" "));

/** Any other strategy is a program, `git-merge-NAME`, of whosever. */
export const strategies: Maker = (use) =>
  valuesOf(use, use.path[0] === "cherry-pick" || use.path[0] === "revert" ? "--strategy" : "-s --strategy")
    .filter(({ value }) => value === null || !OWN_STRATEGIES.has(value))
    .map(({ text }) => helper(`a program merges (${text})`));

export const EDITOR = helper("an editor is opened");
export const SIGNS = helper("a signing program");

export const vcs = (op: VcsEffect["op"], more: Partial<Omit<VcsEffect, "do" | "op">> = {}): VcsEffect => ({
  do: "vcs",
  op,
  ...more,
});

/** The files named by `REV:path`, by words after `--`, and by words that are paths on disk: their contents are shown. */
export const pathsRead: Maker = (use) =>
  [
    ...use.operands.flatMap((word) => placesOf(use, word)),
    ...use.operands.flatMap((word) => secretsOf(use, word)),
    ...valuesOf(use, "-L").flatMap(({ value }) => inTree(use, /:([^:]+)$/.exec(value ?? "")?.[1] ?? ".")),
  ].map((target) => reads(target));

/** The files whose contents an object has, by whatever name it goes: a hash, a tag, a path of another tree. */
export const objectsRead =
  (words: (use: Use) => readonly KnownWord[]): Maker =>
  (use) => {
    const repo = use.cwd.certainty === "exact" ? findRepo(use.cwd.path, use.context.world) : undefined;
    if (repo === undefined) return [];
    return words(use).flatMap(({ value }): readonly Effect[] => {
      if (value === null) return anyTracked(use).map((target) => reads(target));
      const files = filesNamed(repo, value, use.context.world);
      return files === "any" ? anyObject(use) : files.map((path) => reads(exact(path)));
    });
  };

/** Also what a file once held and no name leads to any more. */
export const anyObject: Maker = (use) => [
  ...anyTracked(use).map((target) => reads(target)),
  unknownShown("git may show what a file once held"),
];

/** How many of them are named, where it may be any. */
const SECRETS_NAMED = 8;

/** Any file git keeps, those that are called like secrets by their names. */
function anyTracked(use: Use): readonly Target[] {
  if (use.cwd.certainty !== "exact") return [unknownTarget()];
  const repo = findRepo(use.cwd.path, use.context.world);
  if (repo === undefined) return [unknownTarget(use.cwd.path)];
  const secrets = trackedPaths(repo, use.context.world)?.filter(
    (path) => secretFile(foldSegment(path.slice(path.lastIndexOf("/") + 1))) !== undefined,
  );
  return [unknownTarget(repo.workTree ?? use.cwd.path), ...(secrets ?? []).slice(0, SECRETS_NAMED).map(exact)];
}

/** The operands, up to what surely is a path. */
export const objectWords = (use: Use): readonly KnownWord[] => {
  const dashes = use.words.findIndex(({ text }) => text === "--");
  return use.operands.filter((word) => dashes < 0 || use.words.indexOf(word) < dashes);
};

/** A ref that is made of an object: whoever shows it shows that. */
export const objectsNamed: Maker = (use) => [
  ...use.operands
    .filter(({ value }) => /^[^-:][^:]*:./.test(value ?? ""))
    .flatMap((word) => placesOf(use, word).map((at) => reads(at))),
  ...objectsRead(objectWords)(use),
];

const RAW = /%\(\*?raw\b(?!:size)/;
/** A branch's remote may be an address, with a token in it. */
const REMOTE_NAMED = /%\(\*?(?:upstream|push):[^)]*remotename/;

/** Formats of lists that print the objects themselves, of which any may be behind a ref, or settings. */
export const formatsShown: Maker = (use) => {
  const formats = valuesOf(use, "--format").map(({ value }) => value ?? "%(raw)%(push:remotename)");
  return [
    ...(formats.some((format) => RAW.test(format)) ? anyObject(use) : []),
    ...(formats.some((format) => REMOTE_NAMED.test(format)) ? settingsShown(use) : []),
  ];
};

/** Git itself matches patterns, and words before them (`:(glob)`, `:(icase,top)`), with the names it knows. */
export function secretsOf(use: Use, { value }: KnownWord): readonly Target[] {
  if (value === null || !/^:[(/!^]|[*?[\\]/.test(value) || /^:[!^]|^:\([^)]*exclude/.test(value)) return [];
  const pattern = value.replace(/^:(?:\([^)]*\)|\/)/, "");
  return [...secretsPicked(pattern).flatMap((name) => inTree(use, name)), ...openTracked(use, pattern)];
}

/** What git keeps now and a pattern with an open end (`server*`) picks out of it. */
function openTracked(use: Use, pattern: string): readonly Target[] {
  const has = namesOpen(pattern);
  const repo =
    has === undefined || use.cwd.certainty !== "exact" ? undefined : findRepo(use.cwd.path, use.context.world);
  if (has === undefined || repo === undefined) return [];
  const tracked = trackedPaths(repo, use.context.world);
  const found = tracked?.find((path) => has(foldSegment(path.slice(path.lastIndexOf("/") + 1))));
  return tracked === undefined ? inTree(use, ".env") : found === undefined ? [] : [exact(found)];
}

export function placesOf(use: Use, word: KnownWord): readonly Target[] {
  const value = word.value;
  if (value === null) return [use.target(word)];
  const colon = value.indexOf(":");
  if (colon >= 0 && !value.startsWith(":(")) {
    const path = value.slice(/^:[0-3]:/.test(value) ? 3 : colon + 1);
    return path === "" ? [] : inTree(use, path);
  }
  const afterDashes =
    use.words.indexOf(word) > use.words.findIndex((other) => other.text === "--") &&
    use.words.some((other) => other.text === "--");
  const target = use.target(word);
  return afterDashes || word.glob || use.context.world.lstat(target.path).kind !== "absent" ? [target] : [];
}

/** A path inside a tree counts from the top of the repository; where that is not known, the project root may be it. */
function inTree(use: Use, path: string): readonly Target[] {
  const here = use.target(word(path));
  if (path.startsWith("./") || path.startsWith("../")) return [here];
  const repo = use.cwd.certainty === "exact" ? findRepo(use.cwd.path, use.context.world) : undefined;
  const tops = [use.context.projectRoot, ...(repo?.workTree == null ? [] : [repo.workTree])];
  const paths = new Set(tops.map((top) => `${top}/${path}`.replace(/\/{2,}/g, "/")));
  paths.delete(here.path);
  return [here, ...[...paths].map(exact)];
}

const SIGNATURE = /%G|%\(signature/;
const PRETTY_NAMES = /^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw|t?format:.*|.*%.*|)$/s;

/** Formats that check signatures start a program; a format's name may be configured to one. */
export const signatures: Maker = (use) =>
  valuesOf(use, "--format --pretty").flatMap((word): readonly Effect[] => {
    if (word.value === null) return [helper("a format that is not known may check signatures")];
    if (SIGNATURE.test(word.value)) return [helper("a signature is checked by the configured program")];
    const refs = use.path[0] === "for-each-ref" || use.path[0] === "branch" || use.path[0] === "tag";
    return refs || PRETTY_NAMES.test(word.value)
      ? []
      : [helper(`the format ${word.value} is defined in configuration`)];
  });

/** Contact with a remote given by name or address. Transports that start a program of their own are runs. */
export function contact(use: Use, remote: KnownWord | undefined, sends: boolean): readonly Effect[] {
  const value = remote === undefined ? undefined : (remote.value ?? remote.prefix);
  if (value !== undefined && /^[a-z0-9]+::/i.test(value))
    return [helper(`the transport ${value.split("::")[0]} starts a program`)];
  const host = remote === undefined ? null : hostOf(remote);
  const told = host === null ? describeRemote(use, remote) : undefined;
  const carried = sends || (remote !== undefined && carries(remote));
  return [{ do: "network", host, ...(told === undefined ? {} : { wording: told }), sends: carried }];
}

/** The remote as the repository has it before the call; undefined where that says nothing. */
function describeRemote({ cwd, context }: Use, remote: KnownWord | undefined): string | undefined {
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, context.world) : undefined;
  if (repo === undefined || remote?.value === null) return undefined;
  const all = remotes(repo, context.world);
  const name = remote?.value;
  if (name === undefined) return all.length === 0 ? "a remote, of which this repository has none yet" : undefined;
  if (/[/:\\]|^\.\.?$/.test(name)) return undefined;
  const known = all.find((one) => one.name === name);
  if (known === undefined) return `the remote ${name}, which this repository does not have yet`;
  return `the remote ${name} (${[...(known.pushUrls.length > 0 ? known.pushUrls : known.urls)].join(", ")})`;
}
