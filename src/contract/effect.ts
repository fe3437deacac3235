/** What a call would do, found by reading it. Tools state theirs; shell commands are read for them. */

/**
 * A place on disk as far as it is known.
 * - `exact`: `path` is absolute, `.` and `..` taken out, links not resolved.
 * - `glob`: `path` is an absolute pattern (`*`, `?`, `[…]` have their shell meaning within one segment).
 * - `unknown`: could be anything at or below `path`; `path` is "" when it could be anywhere.
 */
export interface Target {
  readonly path: string;
  readonly certainty: "exact" | "glob" | "unknown";
}

/** A pattern up to its first segment with a wildcard: what it matches lies there or below. "" is the root, or anywhere. */
export const fixedPart = ({ path }: Target): string => path.split(/\/[^/]*[*?[{]/, 1)[0] ?? "";

export interface ReadEffect {
  readonly do: "read";
  readonly target: Target;
  /** Everything below the target too. */
  readonly recursive: boolean;
  /** False when only names, sizes or times are looked at, not contents. */
  readonly content: boolean;
}
/** Creates, overwrites, appends, changes mode or owner, moves into. */
export interface WriteEffect {
  readonly do: "write";
  readonly target: Target;
  readonly recursive: boolean;
  /** What sort of write, where it matters: a link is later followed; a copy brings unknown names along. */
  readonly as?: "link" | "hardlink" | "copy" | "move" | "mode" | "directory" | "append";
  /** Where copied, moved or linked contents come from. */
  readonly from?: Target;
  /** The exact new contents, where the command itself says them (a heredoc, an echo). */
  readonly contents?: string;
}
export interface DeleteEffect {
  readonly do: "delete";
  readonly target: Target;
  readonly recursive: boolean;
}
/** Runs code or a program whose behaviour is not established here. Never harmless. */
export interface RunEffect {
  readonly do: "run";
  /** The program, interpreter or task runner. */
  readonly program: string;
  readonly what: "unknown-program" | "script" | "code" | "task" | "helper" | "remote";
  /** The code itself, where it is there to be read. */
  readonly code?: string;
  readonly language?: string;
  /** The script's path, where it is a file. */
  readonly script?: Target;
  /** `task`: the name of the task ("test", "build", "deploy") and its further arguments. */
  readonly task?: string;
  readonly detail?: string;
}
export interface NetworkEffect {
  readonly do: "network";
  /** Lower-case host name; null when it is not known. */
  readonly host: string | null;
  readonly method?: string;
  /** Data of this machine may leave with the request (a body, an upload, a header from a file, a query from a variable). */
  readonly sends: boolean;
  readonly detail?: string;
}
export interface VcsEffect {
  readonly do: "vcs";
  readonly op:
    | "add"
    | "commit"
    | "amend"
    | "branch-create"
    | "branch-delete"
    | "switch"
    | "discard"
    | "stash"
    | "merge"
    | "rewrite"
    | "tag"
    | "fetch"
    | "pull"
    | "clone"
    | "push"
    | "remote-change"
    | "config"
    | "other";
  readonly remote?: string | null;
  readonly branch?: string | null;
  readonly forced?: boolean;
  /** Deletes something on the remote. */
  readonly deletes?: boolean;
  readonly detail?: string;
}
/** Everything else that has its own family. `op` orders severity within the family. */
export interface WorldEffect {
  readonly do:
    | "process"
    | "privilege"
    | "persist"
    | "package"
    | "container"
    | "cluster"
    | "cloud"
    | "database"
    | "account"
    | "security"
    | "message"
    | "system"
    | "publish";
  readonly op: "read" | "create" | "change" | "delete" | "run" | "stop" | "expose";
  readonly detail: string;
  /** The named object: a pid, a bucket, a namespace, a package, an account. */
  readonly on?: string | null;
}
/** A variable that changes what later programs do (PATH, LD_PRELOAD, GIT_*, NODE_OPTIONS), or one that does not. */
export interface EnvironmentEffect {
  readonly do: "environment";
  readonly name: string;
  readonly value: string | null;
  /** False for names that no known program takes code, paths or hosts from. */
  readonly matters: boolean;
}
/** Shows secrets or the whole environment in the output (`env`, `printenv`, a password store). */
export interface SecretEffect {
  readonly do: "secret";
  readonly source: string;
}
/** The reader knows the program but not what this use of it does. Never harmless. */
export interface UnknownEffect {
  readonly do: "unknown";
  readonly detail: string;
}

export type Effect =
  | ReadEffect
  | WriteEffect
  | DeleteEffect
  | RunEffect
  | NetworkEffect
  | VcsEffect
  | WorldEffect
  | EnvironmentEffect
  | SecretEffect
  | UnknownEffect;

export const exact = (path: string): Target => ({ path, certainty: "exact" });
export const globTarget = (path: string): Target => ({ path, certainty: "glob" });
export const unknownTarget = (path = ""): Target => ({ path, certainty: "unknown" });

/** Reading and harmless variables: what step 8 may prove. */
export const isReading = (effect: Effect): boolean =>
  effect.do === "read" || (effect.do === "environment" && !effect.matters);
export const onlyReads = (effects: readonly Effect[]): boolean => effects.every(isReading);
