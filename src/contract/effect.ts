/** What a call would do, found by reading it. Tools state theirs; shell commands are read for them. */
import { ACTS, type ActId, type ActIn } from "./acts.ts";

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
  /** Only what is found is shown of the contents; `told`: secrets that it would show are effects of their own. */
  readonly search?: FileSearch | "told";
}
/** What a search of files looks for, and what it surely leaves out. */
export interface FileSearch {
  readonly patterns: readonly string[];
  /** The patterns are texts, not expressions. */
  readonly fixed: boolean;
  /** Filters of the names it is told to search, or to leave out (`!dist`). */
  readonly filters: readonly string[];
  /** Names that begin with a dot, and all below them, are left out. */
  readonly visible: boolean;
  /** What git ignores is left out. */
  readonly unignored: boolean;
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
/** What a person is told besides the act, or in place of its own words. Only `describe.ts` reads it. */
interface Worded {
  readonly wording?: string;
}
/** `wording`: which of it, where not all is meant; it counts as all. */
export interface DeleteEffect extends Worded {
  readonly do: "delete";
  readonly target: Target;
  readonly recursive: boolean;
}
/** Runs code or a program whose behaviour is not established here. Never harmless. */
export interface RunEffect extends Worded {
  readonly do: "run";
  /** Where more is known than what sort of thing runs. */
  readonly act?: ActIn<"run">;
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
}
export interface NetworkEffect {
  readonly do: "network";
  /** Where more is known than that somebody is contacted or sent something. */
  readonly act?: ActIn<"network">;
  /** Lower-case host name; null when it is not known. */
  readonly host: string | null;
  /** In words, where no host is known: whom the call itself names. For display only. */
  readonly wording?: string;
  readonly method?: string;
  /** Data of this machine may leave with the request (a body, an upload, a header from a file, a query from a variable). */
  readonly sends: boolean;
}
export interface VcsEffect extends Worded {
  readonly do: "vcs";
  /** Where more is known than the operation. */
  readonly act?: ActIn<"vcs">;
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
}
type WorldFamily =
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
type WorldOp = "read" | "create" | "change" | "delete" | "run" | "stop" | "expose";
export type WorldAct = ActIn<WorldFamily>;
/** Everything else that has its own family, made by `act`. `op` orders severity within the family. */
export interface WorldEffect extends Worded {
  readonly do: WorldFamily;
  readonly op: WorldOp;
  readonly act: WorldAct;
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
  readonly act: ActIn<"secret">;
  /** The variable's name, where it is one. */
  readonly on?: string;
}
/** The reader knows the program but not what this use of it does. Never harmless. */
export interface UnknownEffect extends Worded {
  readonly do: "unknown";
  readonly act: ActIn<"unknown">;
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

/** An act on something that is neither a file, a program, a host nor a repository. */
export function act(id: WorldAct, more: Pick<WorldEffect, "on" | "wording"> = {}): WorldEffect {
  const [family, op] = ACTS[id];
  return { do: family, op, act: id, ...more };
}

export const unknownUse = (wording: string): UnknownEffect => ({ do: "unknown", act: "unknown.use", wording });

/** Overwrites or removes what others can fetch. */
const isForcedPush = ({ op, forced, deletes }: VcsEffect): boolean =>
  op === "push" && (forced === true || deletes === true);

/** What an effect does, as one id of the closed list. */
export function actOf(effect: Effect): ActId {
  switch (effect.do) {
    case "read":
      return effect.content ? "file.read" : "file.look";
    case "write":
      return `file.${effect.as ?? "write"}`;
    case "delete":
      return "file.delete";
    case "run":
      return effect.act ?? `run.${effect.what}`;
    case "network":
      return effect.act ?? (effect.sends ? "network.send" : "network.contact");
    case "vcs":
      return effect.act ?? (isForcedPush(effect) ? "git.push-force" : `git.${effect.op}`);
    case "environment":
      return "variable.set";
    default:
      return effect.act;
  }
}

/** Reading and harmless variables: what step 8 may prove. */
export const isReading = (effect: Effect): boolean =>
  effect.do === "read" || (effect.do === "environment" && !effect.matters);
export const onlyReads = (effects: readonly Effect[]): boolean => effects.every(isReading);
