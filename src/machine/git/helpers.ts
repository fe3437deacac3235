/**
 * What git would run because of configuration or repository files. The answer holds for the machine as it is now: an
 * earlier part of the same command that writes to one of the `consulted` places makes it void. The environment
 * (`GIT_*`, `EDITOR`, `PAGER`) and options on the command line are the caller's to consider; so is an editor that git
 * opens because no message was given.
 */

import { assertNever } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isInside } from "../index.ts";
import { type ConfigEntry, type GitConfig, readConfig } from "./config.ts";
import { gitBoolean } from "./configfile.ts";
import { readBytes } from "./files.ts";
import { MODE_GITLINK, readIndex } from "./gitindex.ts";
import { HELPER_ROWS, type HelperRow, MANY_COMMANDS, NETWORK, type Operation } from "./helpertable.ts";
import { findHooks } from "./hooks.ts";
import { readsOutside } from "./outside.ts";
import { runsFromWorkTree } from "./own-programs.ts";
import { plantedIn } from "./planted.ts";
import { replacedIn } from "./replaced.ts";
import { discoverRepo, type Repo } from "./repo.ts";

const SUBMODULE_DEPTH_MAX = 4;
const SUBMODULES_MAX = 64;
const INDEX_BYTES_MAX = 256 << 20;
/** The mode of a submodule as it stands in the index file. */
const GITLINK_BYTES = Buffer.from([0, 0, 0xe0, 0]);

export interface GitHelpers {
  /** Programs from repository configuration, and hooks from anywhere; each as a phrase. */
  readonly runs: readonly string[];
  /** A sentence: why something else may run too. */
  readonly unknown: string | null;
  /** Files and directories (with everything below) the answer depends on, whether they exist or not. */
  readonly consulted: readonly string[];
}

export function gitHelpers(dir: string, operation: Operation, world: World): GitHelpers {
  return helpersAt(dir, operation, world, 0);
}

function helpersAt(dir: string, operation: Operation, world: World, depth: number): GitHelpers {
  const discovery = discoverRepo(dir, world);
  if (discovery.found === "unknown") return { runs: [], unknown: sentence(discovery.why), consulted: [] };
  const repo = discovery.found === "repo" ? discovery.repo : undefined;
  const config = readConfig(repo, world);
  const runs = configured(operation, config, (value) => runsFromWorkTree(value, repo?.workTree ?? null, world));
  if (repo === undefined) return { runs, unknown: sentence(config.unknown), consulted: config.files };
  const strays = repo.strays ? "the work tree lies elsewhere than the repository" : null;
  const hooks = findHooks(repo, dir, operation, config, world);
  const modules = submodules(repo, world, depth);
  const inner = modules.paths.map((path) => helpersAt(path, INSIDE[operation], world, depth + 1));
  return {
    runs: [...runs, ...hooks.runs, ...inner.flatMap((one) => one.runs)],
    unknown:
      sentence(
        strays ??
          config.unknown ??
          hooks.unknown ??
          modules.unknown ??
          astray(repo, config, world) ??
          (PRINTS.has(operation) ? replacedIn(repo.commonDir, world) : null),
      ) ??
      inner.find((one) => one.unknown)?.unknown ??
      null,
    consulted: [...config.files, ...hooks.dirs, `${repo.gitDir}/index`, ...inner.flatMap((one) => one.consulted)],
  };
}

/** What shows the contents of objects. */
const PRINTS: ReadonlySet<Operation> = new Set(["diff", "log", "show"]);

/** What git takes for its own may be another's file. */
const astray = (repo: Repo, config: GitConfig, world: World): string | null =>
  plantedIn(repo.gitDir, world) ??
  (repo.commonDir === repo.gitDir ? null : plantedIn(repo.commonDir, world)) ??
  readsOutside(repo, config, world);

/** What git does inside a populated submodule while it works on the repository around it. */
const INSIDE: Readonly<Record<Operation, Operation>> = {
  status: "status",
  diff: "diff",
  log: "diff",
  show: "diff",
  add: "status",
  commit: "status",
  checkout: "checkout",
  merge: "checkout",
  rewrite: "checkout",
  refs: "log",
  fetch: "fetch",
  push: "push",
  other: "other",
};

/** The repository's settings count, and the person's own where what they run is found from the work tree. */
function configured(operation: Operation, config: GitConfig, fromWorkTree: (value: string) => boolean): string[] {
  return config.entries.flatMap((entry) => {
    const row = HELPER_ROWS.find((one) => concerns(one, operation) && names(one, entry.key) && matters(one, entry));
    const counts = row !== undefined && (entry.scope === "repository" || isOfWorkTree(row, entry, fromWorkTree));
    return counts ? [`${row.runs} (${entry.key} in ${entry.file})`] : [];
  });
}

/** What git starts only when it is asked for by name (an alias, a tool) is looked through where that happens. */
const isOfWorkTree = ({ on }: HelperRow, { value }: ConfigEntry, fromWorkTree: (value: string) => boolean): boolean =>
  value !== null && (on === "" ? NAMES_FILE_OF_REPOSITORY.test(value) : fromWorkTree(value));

/** `./tool`, `.git/hooks/query`. */
const NAMES_FILE_OF_REPOSITORY = /^!?\s*["']?(?![/~$%])[\w.@-]+\//;

const concerns = ({ on }: HelperRow, operation: Operation): boolean =>
  on === "*" ||
  on.split(" ").includes(operation) ||
  (MANY_COMMANDS.has(operation) && (operation === "other" || !isOfConnections(on)));

const isOfConnections = (on: string): boolean => on !== "" && on.split(" ").every((one) => NETWORK.includes(one));

const names = ({ keys }: HelperRow, key: string): boolean =>
  keys.split(" ").some((pattern) => {
    const star = pattern.indexOf("*");
    if (star === -1) return pattern === key;
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    return key.length > before.length + after.length && key.startsWith(before) && key.endsWith(after);
  });

function matters({ if: test }: HelperRow, { key, value }: ConfigEntry): boolean {
  switch (test) {
    case undefined:
      return value !== "";
    case "not-false":
      return gitBoolean(value) !== false;
    case "command":
      return gitBoolean(value) === undefined && value !== "cat";
    case "shell":
      return value?.trimStart().startsWith("!") ?? false;
    case "helper-url":
      return value?.includes("::") ?? false;
    case "local-url":
      return value !== null && (value.startsWith("file:") || !/^[^/]*:/.test(value));
    case "unusual-base":
      return !/^url\.(https?:\/\/|ssh:\/\/|git:\/\/|[\w.-]+@)/.test(key);
    case "signature-format":
      return value?.includes("%G") ?? false;
    default:
      return assertNever(test);
  }
}

/** Populated submodules: git runs itself inside them, with their own configuration. */
function submodules(repo: Repo, world: World, depth: number): { paths: readonly string[]; unknown: string | null } {
  const { workTree } = repo;
  const bytes = workTree === null ? "absent" : readBytes(`${repo.gitDir}/index`, INDEX_BYTES_MAX, world);
  if (workTree === null || bytes === "absent") return { paths: [], unknown: null };
  if (bytes === "unreadable") return { paths: [], unknown: "the index cannot be read" };
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(GITLINK_BYTES) && !isSplit(repo, world))
    return { paths: [], unknown: null };
  const index = readIndex(repo, world);
  if (!index.ok) return { paths: [], unknown: `submodules are not known: ${index.error}` };
  const links = index.value.entries.filter((entry) => entry.mode === MODE_GITLINK);
  const paths = links
    .map((entry) => `${workTree}/${entry.path}`)
    .filter((path) => isInside(path, workTree) && world.lstat(`${path}/.git`).kind !== "absent");
  if (paths.length > SUBMODULES_MAX || (paths.length > 0 && depth >= SUBMODULE_DEPTH_MAX))
    return { paths: [], unknown: "there are more submodules than are looked into" };
  return { paths, unknown: null };
}

/** Part of a split index stands in another file. */
const isSplit = (repo: Repo, world: World): boolean =>
  world.readDir(repo.gitDir)?.some((name) => name.startsWith("sharedindex.")) ?? true;

const sentence = (why: string | null): string | null =>
  why === null ? null : `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
