/**
 * Where the operands lead that a command gets from a list of names: what git lists is what its index and its pathspecs name, what a
 * plain grep leaves of it, and any other list may name any place. For what finds, and never proves.
 */
import { exact, type Target, unknownTarget } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { EXCLUDES, findRepo, specExpression, trackedPaths } from "../../machine/git/index.ts";
import { callPattern } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, gitStands, isGit } from "./git-base.ts";

/** More files than this are not looked up one by one: all of the work tree counts. */
const MAX_FILES = 600;
const ANYWHERE: readonly Target[] = [unknownTarget()];

export function listedPlaces(command: SubCommand, call: PolicyCall): readonly Target[] {
  const { certainty, path: cwd } = command.cwd;
  const feeders = feedersOf(command, call);
  const lists = feeders.filter(({ name, fedBy }) => !(PASSES_ON.test(name ?? "") && fedBy !== undefined));
  if (lists.length === 0 || certainty !== "exact") return ANYWHERE;
  const keeps = feeders.map((one) => (lists.includes(one) ? EVERY : keptBy(one)));
  const below = lists.filter(isSearch).flatMap(rootsOf);
  const found = lists
    .filter((list) => !isSearch(list))
    .map((list) => (isGit(list) ? namesListed(list, call) : undefined));
  if (found.includes(undefined)) return ANYWHERE;
  const names = [...new Set(found.flatMap((some) => some ?? []))].filter((name) => keeps.every((keep) => keep(name)));
  const files =
    names.length > MAX_FILES ? [unknownTarget(cwd)] : names.map((name) => exact(`${cwd === "/" ? "" : cwd}/${name}`));
  return [...below, ...files];
}

/** What it finds lies below what it reads. */
const isSearch = (command: SubCommand): boolean =>
  /^(?:[ef]?grep|rg|g?find|fd(?:find)?|bfs)$/.test(command.name ?? "") && rootsOf(command).length > 0;
const rootsOf = ({ effects }: SubCommand): readonly Target[] =>
  effects.flatMap((effect) =>
    effect.do === "read" && effect.target.path !== "" ? [{ ...effect.target, certainty: "unknown" as const }] : [],
  );

/** Of the reading it stands in. */
function feedersOf(command: SubCommand, call: PolicyCall): readonly SubCommand[] {
  const reading = [call.reading, ...call.likely()].find((one) => one?.commands.includes(command) === true);
  const found = new Set<SubCommand>();
  const todo = [command];
  for (let next = todo.pop(); next !== undefined; next = todo.pop())
    for (const one of (next.fedBy ?? []).flatMap(([from, to]) => reading?.commands.slice(from, to) ?? []))
      if (!found.has(one)) {
        found.add(one);
        todo.push(one);
      }
  return [...found];
}

/** They give names on as they got them, or some of them. */
const PASSES_ON = /^(?:head|tail|sort|uniq|shuf|tac|cat|tee|read|mapfile|readarray|[ef]?grep)$/;

const EVERY = (): boolean => true;

/** Which names it gives on. */
function keptBy({ name, words }: SubCommand): (name: string) => boolean {
  const values = words.slice(1).map(({ value }) => value ?? "\0");
  if (!/^[ef]?grep$/.test(name ?? "")) return EVERY;
  const options = values.filter((value) => value.startsWith("-")).join("");
  const [pattern = "", ...more] = values.filter((value) => !value.startsWith("-"));
  if (more.length > 0 || /[^-EivqPw]/.test(options) || pattern.includes("\0")) return EVERY;
  const fits = expression(pattern, options.includes("i") ? "i" : "");
  return fits === undefined ? EVERY : (one) => one.length > MAX_NAME || fits.test(one) !== options.includes("v");
}

/** A longer name is given on: on it a pattern could take long. */
const MAX_NAME = 200;

const expression = (pattern: string, flags: string): RegExp | undefined =>
  callPattern(pattern.replaceAll("\\|", "|").replace(/\\([(){}])/g, "$1"), flags, MAX_NAME);

/** From where git stands and from the top of its tree: which of the two a command prints depends on its options. */
function namesListed(command: SubCommand, { world }: PolicyCall): readonly string[] | undefined {
  const front = gitFront(command);
  const from = gitStands(command, world);
  const repo = from === undefined ? undefined : findRepo(from, world);
  const tracked = repo === undefined ? undefined : trackedPaths(repo, world);
  const words = front?.rest.map(({ value }) => value ?? "\0") ?? [];
  if (from === undefined || tracked === undefined || !LISTS.test(`${front?.sub} ${words.join(" ")}`)) return undefined;
  if (words.some((word) => word.includes("\0") || UNTRACKED.test(word))) return undefined;
  const top = repo?.workTree ?? from;
  const specs = specsOf(front?.sub ?? "", words);
  const wanted = specs.filter((spec) => !EXCLUDES.test(spec)).map((spec) => specExpression(spec, { from, top }));
  const paths = wanted.length === 0 ? tracked : tracked.filter((path) => wanted.some((one) => one.test(path)));
  return [...new Set([from, top])].flatMap((base) => {
    const root = base === "/" ? "/" : `${base}/`;
    return paths.flatMap((path) => (path.startsWith(root) ? [path.slice(root.length)] : []));
  });
}

const LISTS =
  /^(?:ls-files\b|grep .*(?:-\w*[lL]\b|--files-with|--name-only)|(?:diff|show|diff-tree|diff-index|log) .*--name-only)/;
const UNTRACKED =
  /^(?:--(?:others|ignored|directory|untracked|no-index|no-exclude\S*|format=.*|output=.*)|-[a-z]*[oi][a-z]*)$/;

/** All of `ls-files`, of the others what stands behind `--`: before it a word may be a branch. */
const specsOf = (sub: string, words: readonly string[]): readonly string[] =>
  sub === "ls-files"
    ? words.filter((word) => !word.startsWith("-"))
    : words.includes("--")
      ? words.slice(words.indexOf("--") + 1)
      : [];
