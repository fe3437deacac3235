/**
 * Places where a harmless-looking write runs later or changes what the agent may do (§2 step 3c, §5).
 * Tables first; matching is by folded segments, so `.GIT`, `.git.` and `.g\u200bit` are `.git`.
 */
import { foldSegment } from "./fold.ts";
import { nameList, segmentMatches, segmentsOf } from "./glob.ts";
import { isInside } from "./resolve.ts";

/**
 * Directories of git, of the agents and of the gate: a write at or below them asks the person (3c). The agents' stand in their
 * descriptors too (`hosts`, a room above this one); a test holds the two equal.
 */
export const GUARDED_DIRECTORIES = [
  ".git",
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".opencode",
  ".copilot",
  ".sallyport",
] as const;
/** The same agents' directories as they are called under `~/.config`. */
export const GUARDED_CONFIG_DIRECTORIES = [
  "claude",
  "codex",
  "gemini",
  "cursor",
  "opencode",
  "copilot",
  "github-copilot",
  "sallyport",
] as const;
export const GUARDED_FILES = [".claude.json", ".mcp.json"] as const;

/** A write at or below them is never proven by the edit fast path; the classifier sees it. */
export const PROTECTED_DIRECTORIES = [
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
export const PROTECTED_DIRECTORY_PAIRS = [
  [".config", "git"],
  [".github", "workflows"],
  [".github", "hooks"],
  [".github", "actions"],
] as const;
/** Names of files, with wildcards; one row a kind. Shell start files are listed one by one. */
export const PROTECTED_FILES: readonly string[] = [
  ".gitconfig .gitmodules .gitattributes .gitlab-ci.yml jenkinsfile",
  ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile",
  ".zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc config.fish",
  ".xprofile .xinitrc .xsessionrc",
  ".env* .envrc .npmrc .yarnrc* .pnp.* .pnpmfile.cjs bunfig.toml .bazelrc .mise.toml mise.toml .tool-versions",
  ".pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml *-wrapper.properties .ripgreprc pyrightconfig.json",
  "*.tf *.tfstate",
  "claude.md claude.local.md agents.md agents.override.md gemini.md",
].flatMap((names) => names.split(" "));

const protectedFile = nameList(PROTECTED_FILES);

export interface ProtectedContext {
  readonly projectRoot: string;
  readonly home: string;
  /** Directories of the gate itself: managed settings, state, user settings. Absolute. */
  readonly gateDirectories: readonly string[];
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
  return guardedName(segments, context) ?? protectedName(segments);
}

const foldedPath = (path: string): string => `/${segmentsOf(path).map(foldSegment).join("/")}`;

function guardedName(segments: readonly string[], context: ProtectedContext): ProtectedPlace | undefined {
  const dir = segments.find((segment) => includes(GUARDED_DIRECTORIES, segment));
  if (dir !== undefined) return { name: dir, guarded: true };
  const last = segments.at(-1) ?? "";
  if (includes(GUARDED_FILES, last)) return { name: last, guarded: true };
  const config = [...segmentsOf(context.home).map(foldSegment), ".config"];
  const below = config.every((segment, i) => segments[i] === segment) ? segments[config.length] : undefined;
  return below !== undefined && includes(GUARDED_CONFIG_DIRECTORIES, below)
    ? { name: below, guarded: true }
    : undefined;
}

function protectedName(segments: readonly string[]): ProtectedPlace | undefined {
  for (const [i, segment] of segments.entries()) {
    if (includes(PROTECTED_DIRECTORIES, segment)) return { name: segment, guarded: false };
    const pair = PROTECTED_DIRECTORY_PAIRS.find(([a, b]) => segment === a && segments[i + 1] === b);
    if (pair !== undefined) return { name: pair.join("/"), guarded: false };
  }
  const last = segments.at(-1) ?? "";
  const file = protectedFile(last);
  return file === undefined ? undefined : { name: file, guarded: false };
}

/** A name anywhere in a tree that would be protected: what a recursive copy must not bring along. */
export function isProtectedName(name: string): boolean {
  const folded = foldSegment(name);
  return (
    includes(GUARDED_DIRECTORIES, folded) ||
    includes(GUARDED_FILES, folded) ||
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
export function couldBeGuarded(segment: string): string | undefined {
  if (!segment.startsWith(".") || !/[*?[]/.test(segment)) return undefined;
  return [...GUARDED_DIRECTORIES, ...GUARDED_FILES].find((name) => segmentMatches(segment, name));
}

const includes = (list: readonly string[], value: string): boolean => list.includes(value);
