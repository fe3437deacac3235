/**
 * Places where a harmless-looking write runs later or changes what the agent may do (§2 step 3c, §5).
 * Tables first; matching is by folded segments, so `.GIT`, `.git.` and `.g\u200bit` are `.git`.
 */
import { foldSegment } from "./fold.ts";
import { nameList, segmentMatches, segmentsOf } from "./glob.ts";
import { isInside } from "./resolve.ts";

/** What of an agent's own nobody but the person may change. Names are compared folded. */
export interface AgentFiles {
  /** At any depth: a home's and a project's. */
  readonly directories: readonly string[];
  /** Below `~/.config`. */
  readonly configDirectories: readonly string[];
  readonly files: readonly string[];
  /** What instructs every session of a project. */
  readonly instructions: readonly string[];
}

/** Of several agents, each name once and folded. */
export function joinAgentFiles(agents: readonly AgentFiles[]): AgentFiles {
  const join = (facet: keyof AgentFiles): readonly string[] => [
    ...new Set(agents.flatMap((files) => files[facet].map(foldSegment))),
  ];
  return {
    directories: join("directories"),
    configDirectories: join("configDirectories"),
    files: join("files"),
    instructions: join("instructions"),
  };
}

/** Directories of git and of the gate: like those of the agents, a write at or below them asks the person (3c). */
const GUARDED_DIRECTORIES = [".git", ".sallyport"] as const;
const GUARDED_CONFIG_DIRECTORIES = ["sallyport"] as const;

/** A write at or below them is never proven by the edit fast path; the classifier sees it. */
const PROTECTED_DIRECTORIES = [
  ".vscode",
  ".idea",
  ".husky",
  ".cargo",
  ".devcontainer",
  ".yarn",
  ".mvn",
  ".circleci",
  "node_modules",
  ".venv",
] as const;
const PROTECTED_DIRECTORY_PAIRS = [
  [".config", "git"],
  [".github", "workflows"],
  [".github", "hooks"],
  [".github", "actions"],
] as const;
/** Names of files, with wildcards; one row a kind. Shell start files are listed one by one. */
const PROTECTED_FILES: readonly string[] = [
  ".gitconfig .gitmodules .gitattributes .gitlab-ci.yml jenkinsfile",
  ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile",
  ".zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc config.fish",
  ".xprofile .xinitrc .xsessionrc",
  ".env* .envrc .npmrc .yarnrc* .pnp.* .pnpmfile.cjs bunfig.toml .bazelrc .mise.toml mise.toml .tool-versions",
  ".pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml *-wrapper.properties .ripgreprc pyrightconfig.json",
  "*.tf *.tfstate",
].flatMap((names) => names.split(" "));

const protectedFile = nameList(PROTECTED_FILES);

export interface ProtectedContext {
  readonly projectRoot: string;
  readonly home: string;
  /** Directories of the gate itself: managed settings, state, user settings. Absolute. */
  readonly gateDirectories: readonly string[];
  /** Joined: folded. */
  readonly agentFiles: AgentFiles;
}

export interface ProtectedPlace {
  /** The name that protects it, as in the tables, or the gate's own directory. */
  readonly name: string;
  /** 3c: no classifier may approve; the person is asked. */
  readonly guarded: boolean;
}

/** The strongest protection of an absolute path, or undefined. */
export function protectedPlace(path: string, context: ProtectedContext): ProtectedPlace | undefined {
  const folded = foldedPath(path);
  for (const dir of context.gateDirectories) {
    if (isInside(folded, foldedPath(dir))) return { name: dir, guarded: true };
  }
  const segments = segmentsOf(withoutWorktree(path, context.projectRoot)).map(foldSegment);
  return guardedName(segments, context) ?? protectedName(segments, context.agentFiles);
}

const foldedPath = (path: string): string => `/${segmentsOf(path).map(foldSegment).join("/")}`;

function guardedName(segments: readonly string[], context: ProtectedContext): ProtectedPlace | undefined {
  const { agentFiles } = context;
  const dir = segments.find((segment) => isGuardedDirectory(segment, agentFiles));
  if (dir !== undefined) return { name: dir, guarded: true };
  const last = segments.at(-1) ?? "";
  if (agentFiles.files.includes(last)) return { name: last, guarded: true };
  const config = [...segmentsOf(context.home).map(foldSegment), ".config"];
  const below = config.every((segment, i) => segments[i] === segment) ? segments[config.length] : undefined;
  const isGuarded =
    below !== undefined &&
    (includes(GUARDED_CONFIG_DIRECTORIES, below) || agentFiles.configDirectories.includes(below));
  return isGuarded ? { name: below, guarded: true } : undefined;
}

const isGuardedDirectory = (name: string, { directories }: AgentFiles): boolean =>
  includes(GUARDED_DIRECTORIES, name) || directories.includes(name);

function protectedName(segments: readonly string[], agentFiles: AgentFiles): ProtectedPlace | undefined {
  for (const [i, segment] of segments.entries()) {
    if (includes(PROTECTED_DIRECTORIES, segment)) return { name: segment, guarded: false };
    const pair = PROTECTED_DIRECTORY_PAIRS.find(([a, b]) => segment === a && segments[i + 1] === b);
    if (pair !== undefined) return { name: pair.join("/"), guarded: false };
  }
  const last = segments.at(-1) ?? "";
  const file = agentFiles.instructions.includes(last) ? last : protectedFile(last);
  return file === undefined ? undefined : { name: file, guarded: false };
}

/** A name anywhere in a tree that would be protected: what a recursive copy must not bring along. */
export function isProtectedName(name: string, agentFiles: AgentFiles): boolean {
  const folded = foldSegment(name);
  return (
    isGuardedDirectory(folded, agentFiles) ||
    agentFiles.files.includes(folded) ||
    agentFiles.instructions.includes(folded) ||
    includes(PROTECTED_DIRECTORIES, folded) ||
    PROTECTED_DIRECTORY_PAIRS.some(([a, b]) => folded === a || folded === b) ||
    protectedFile(folded) !== undefined
  );
}

/**
 * Claude Code keeps work trees in `.claude/worktrees/NAME`. In a session that was started inside one, that leading
 * part is where the project is, not a guarded directory; anything else below `.claude` still is.
 */
function withoutWorktree(path: string, projectRoot: string): string {
  const found = /^.*?\/\.claude\/worktrees\/[^/]+(?=\/|$)/.exec(projectRoot);
  return found !== null && isInside(path, found[0]) ? path.slice(found[0].length) : path;
}

/** A pattern that spells out the leading dot, as `.gi*` does, could name it; `*` does not match hidden files. */
export function couldBeGuarded(segment: string, { directories, files }: AgentFiles): string | undefined {
  if (!segment.startsWith(".") || !/[*?[]/.test(segment)) return undefined;
  return [...GUARDED_DIRECTORIES, ...directories, ...files].find((name) => segmentMatches(segment, name));
}

const includes = (list: readonly string[], value: string): boolean => list.includes(value);
