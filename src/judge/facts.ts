/**
 * What the gate's own code established about an action, for the classifier: what it does and touches, never what it is
 * good for. Names of files and branches are the agent's or the project's words, so they stand in quotes; contents are
 * apart and marked. Reads through `World` only, starts no program, never throws.
 */
import { describeEffect, describeOrigin } from "../contract/describe.ts";
import type { Effect, VcsEffect } from "../contract/effect.ts";
import type { ShellReading, SubCommand } from "../contract/reading.ts";

import type { World } from "../contract/world.ts";
import {
  defaultBranch,
  findRepo,
  type Remote,
  type Repo,
  readHead,
  remotes,
  withoutUserinfo,
} from "../machine/git/index.ts";
import { looker, realPath } from "../machine/index.ts";
import { type FlowContext, flowsOf, OWN_FILES } from "../policy/offline/index.ts";
import { behindFacts } from "./behind-facts.ts";
import { quoteName, scriptFacts } from "./script-facts.ts";
import type { Fact } from "./types.ts";
import { uncommittedWork } from "./uncommitted.ts";

export const MAX_EFFECTS = 25;
const MAX_LINKS = 5;
const MAX_FLOWS = 8;
const MAX_REMOTES = 8;
const MAX_TREES = 3;

export interface FactsInput {
  readonly effects: readonly Effect[];
  /** The sub-commands of a shell command, where it is one. */
  readonly commands?:
    | readonly (Pick<SubCommand, "effects" | "depth" | "via" | "wrappers"> & Partial<Pick<SubCommand, "cwd">>)[]
    | undefined;
  /** For following data: the project, what was read of the command, and files that earlier calls marked. */
  readonly follow?: Pick<FlowContext, "projectRoot" | "marked"> & { readonly reading: ShellReading | undefined };
  /** The directory the action would run in. */
  readonly cwd: string;
  readonly world: World;
  /** Takes secrets out of what is quoted. */
  readonly redact: (text: string) => string;
  /** Remotes as they were when the session began, where that is known. */
  readonly remotesAtStart?: readonly Remote[] | undefined;
}

/** Only what the action does not show by itself: every fact is read anew with each request. */
export const factsOf = (input: FactsInput): readonly Fact[] => [
  ...hiddenEffects(input),
  ...scriptFacts(input),
  ...behindFacts({ ...input, reading: input.follow?.reading }),
  ...linkFacts(input),
  ...flowFacts(input),
  ...repositoryFacts(input),
];

const MOVES = {
  outside: "is sent to",
  name: "becomes part of a name that is looked up at",
  message: "is sent in a message to",
  public: "is published at",
  local: "is sent to this machine or its network:",
  run: "is run by",
  apply: "is applied by",
  system: "is put among the system's files:",
} as const;

const KINDS = {
  secret: "a secret",
  private: "private data",
  fetched: "what was fetched",
  unpacked: "what was fetched and unpacked",
  decoded: "what was decoded",
} as const;

/** Data that moves: from where, to where, by pipes, words and files, of this call and of earlier ones. */
const flowFacts = ({ cwd, world, follow }: FactsInput): readonly Fact[] => {
  if (follow?.reading === undefined) return [];
  const { reading, ...context } = follow;
  const { flows } = flowsOf(reading.commands, { ...context, cwd, world, look: looker(world), text: reading.command });
  const said = flows
    .filter(({ of, from, to }) => of !== "private" || (to !== "local" && from !== OWN_FILES))
    .map(
      ({ of, from, to, at }) =>
        `${KINDS[of]} from ${quoteName(describeOrigin(from))} ${MOVES[to]} ${at === null ? "a place that is not known" : quoteName(at)}`,
    );
  const all = [...new Set(said)].slice(0, MAX_FLOWS);
  return all.length === 0 ? [] : [{ about: "data flow", says: all.join("; ") }];
};

/** What stands behind a wrapper, a script or code in a string. */
const hiddenEffects = ({ commands = [] }: FactsInput): readonly Fact[] => {
  const said = commands.flatMap(({ effects, depth, via, wrappers }) => {
    const behind = depth > 0 ? via : wrappers.join(" ");
    return behind ? effects.map((effect) => `behind ${quoteName(behind)}: ${describeEffect(effect, FACT)}`) : [];
  });
  const all = [...new Set(said)];
  const shown = all.slice(0, MAX_EFFECTS);
  const more = all.length > shown.length ? [`and ${all.length - shown.length} more`] : [];
  return all.length === 0 ? [] : [{ about: "effects", says: [...shown, ...more].join("; ") }];
};

const FACT = { quote: quoteName, brief: true } as const;

const linkFacts = ({ effects, world }: FactsInput): readonly Fact[] => {
  const paths = new Set(
    effects.flatMap((effect) =>
      "target" in effect && effect.target.certainty === "exact" ? [effect.target.path] : [],
    ),
  );
  return [...paths]
    .flatMap((path) => {
      const real = realPath(path, world);
      return real.problem === null && real.path !== path
        ? [{ about: "link target", says: `${quoteName(path)} leads to ${quoteName(real.path)}` }]
        : [];
    })
    .slice(0, MAX_LINKS);
};

type GitFact = "branch" | "work" | "remotes";

/** What matters about the repository, by what is done to it. */
const WANTED: Readonly<Partial<Record<VcsEffect["op"], readonly GitFact[]>>> = {
  push: ["branch", "remotes"],
  "remote-change": ["remotes"],
  "branch-delete": ["branch"],
  amend: ["branch"],
  merge: ["branch", "work"],
  pull: ["branch", "work"],
  rewrite: ["branch", "work"],
  switch: ["work"],
  stash: ["work"],
  discard: ["work"],
  other: ["branch", "work"],
};

const wantedOf = (effects: readonly Effect[]): ReadonlySet<GitFact> =>
  new Set(
    effects.flatMap((effect): readonly GitFact[] => {
      if (effect.do === "delete") return effect.recursive ? ["work"] : [];
      return effect.do === "vcs" ? (WANTED[effect.op] ?? []) : [];
    }),
  );

/** Of the repository each command works in, which need not be the one around the directory of the call. */
function repositoryFacts(input: FactsInput): readonly Fact[] {
  const { commands = [], cwd, world } = input;
  const elsewhere = new Map<string, Effect[]>();
  for (const command of commands) {
    const tree = command.cwd?.certainty === "exact" ? findRepo(command.cwd.path, world)?.workTree : undefined;
    if (tree == null || tree === findRepo(cwd, world)?.workTree || wantedOf(command.effects).size === 0) continue;
    elsewhere.set(tree, [...(elsewhere.get(tree) ?? []), ...command.effects]);
  }
  const told = [...elsewhere].slice(0, MAX_TREES).flatMap(([tree, effects]) =>
    gitFacts({ cwd: tree, world }, wantedOf(effects)).map((fact) => ({
      ...fact,
      says: `in the repository ${quoteName(tree)}: ${fact.says}`,
    })),
  );
  const moved = new Set([...elsewhere.values()].flat());
  const here = input.effects.filter((effect) => !moved.has(effect));
  return [...gitFacts(input, wantedOf(here)), ...told];
}

/** Branch, default branch, uncommitted work and remotes of the repository around the directory. */
export const gitFacts = (
  { cwd, world, remotesAtStart }: Pick<FactsInput, "cwd" | "world" | "remotesAtStart">,
  wanted: ReadonlySet<GitFact> = new Set(["branch", "work", "remotes"]),
): readonly Fact[] => {
  const repo = wanted.size === 0 ? undefined : findRepo(cwd, world);
  if (repo === undefined) return [];
  return [
    ...(wanted.has("branch") ? branchFacts(repo, world) : []),
    ...(wanted.has("work") ? workFacts(cwd, world) : []),
    ...(wanted.has("remotes") ? remoteFacts(repo, world, remotesAtStart) : []),
  ];
};

const branchFacts = (repo: Repo, world: World): readonly Fact[] => {
  const head = readHead(repo, world);
  const usual = defaultBranch(repo, world);
  const by = usual?.from === "name" ? "its usual name" : usual?.from;
  return [
    ...(head.kind === "branch" || head.kind === "unborn"
      ? [{ about: "current branch", says: quoteName(head.name) }]
      : []),
    ...(usual === undefined ? [] : [{ about: "default branch", says: `${quoteName(usual.name)}, by ${by}` }]),
  ];
};

const remoteFacts = (repo: Repo, world: World, atStart: readonly Remote[] | undefined): readonly Fact[] => {
  const now = remotes(repo, world);
  const changed = atStart !== undefined && listRemotes(atStart) !== listRemotes(now);
  return [
    ...(now.length === 0 ? [] : [{ about: "remotes", says: "as configured now", quoted: listRemotes(now) }]),
    ...(changed
      ? [{ about: "remotes", says: "changed in this session; when it began they were", quoted: listRemotes(atStart) }]
      : []),
  ];
};

const workFacts = (cwd: string, world: World): readonly Fact[] => {
  const work = uncommittedWork(cwd, world);
  if (work === undefined) return [];
  const { modified, untracked, staged, complete } = work;
  const counts = `${modified} modified, ${staged} staged, ${untracked} untracked files`;
  if (!complete) return [{ about: "uncommitted work", says: `at least ${counts}; not everything could be counted` }];
  return [{ about: "uncommitted work", says: modified + untracked + staged === 0 ? "none" : counts }];
};

/** Records of earlier versions hold remotes with their userinfo. */
const listRemotes = (list: readonly Remote[]): string =>
  list
    .slice(0, MAX_REMOTES)
    .map((remote) => `${remote.name} ${[...remote.urls, ...remote.pushUrls].map(withoutUserinfo).join(" ")}`)
    .join("\n");
