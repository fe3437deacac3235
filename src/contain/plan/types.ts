/** What walls are, before any tool makes them: what is asked for, and the plan that follows from it. */
import type { Walls } from "../../contract/decision.ts";
import type { ProtectedContext } from "../../machine/index.ts";
import type { RepositoryAround } from "./around.ts";
import type { Mount } from "./mount.ts";

/** Every path is absolute. `gateDirectories` and the agents' own state are never there inside. */
export interface WallsRequest extends ProtectedContext {
  readonly walls: Walls;
  readonly cwd: string;
  /** Besides the project: `contain.writable` and additional directories. */
  readonly writable: readonly string[];
  /** Of the repository the project lies in: there for reading, its secrets apart. */
  readonly around: RepositoryAround;
  /** Not there inside: `contain.hidden`, and what `Read` deny rules name. Places that do not exist count for nothing. */
  readonly hidden: readonly string[];
  /** Not there either: git's objects, which hold what `Read` deny rules name. */
  readonly hiddenObjects: readonly string[];
  /** Only for reading inside: what `Edit` deny rules name. */
  readonly readOnly: readonly string[];
  /** What they name that is not there yet: extended expressions of whole paths. Made inside, it is moved away. */
  readonly unmade: readonly string[];
  /** In `edit`: git's own forward commands may write the git directory and the common directory. */
  readonly gitWrites: boolean;
  /** The project's `.env*` are there. */
  readonly envFiles: boolean;
  /** Made in this session: not taken for a secret of the person's because of its name. */
  readonly made?: readonly string[];
  /** Names of variables besides those of the table: `contain.env`. */
  readonly env: readonly string[];
  /** One temporary directory a session, at its real path: `TMPDIR`. */
  readonly sessionTmp: string;
  /** Private copies of caches, kept for each project. */
  readonly cacheDir: string;
  readonly stateDir: string;
}

/** A directory of the gate's own, or an empty mount point, that has to be there before the walls are put up. */
export interface NeededDirectory {
  readonly path: string;
  /** Filled from here when it is new, or when that has changed since. */
  readonly copyOf: string | null;
}

/**
 * Between planning and mounting another call can put a link where a directory was, and a tool that follows it would open
 * the place it leads to. So the kernel's table is compared from inside, first of all. Paths as that table writes them.
 */
export interface ExpectedMounts {
  /** Everything that may be written: device, root, mount point. */
  readonly written: readonly string[];
  /** Memory of the call's own. */
  readonly fresh: readonly string[];
  /** Has to be there. */
  readonly fixed: readonly string[];
  /** Sockets of other programs, covered, gone or out of reach: none is to be found there. */
  readonly silent: readonly string[];
  /** Devices of the machine: none of them is memory of the call's own. */
  readonly devices: readonly string[];
  /** As the machine has them: device, root, mount point. One that this user cannot reach stays as it is inside. */
  readonly host: readonly string[];
}

export interface WallsPlan {
  readonly walls: Walls;
  /** In the order in which they are made. */
  readonly mounts: readonly Mount[];
  /** Variables with a value of our own. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that are passed on as the caller has them, where it has them. */
  readonly pass: readonly string[];
  readonly chdir: string;
  readonly needs: readonly NeededDirectory[];
  /** The system calls that are refused: a file of the gate's, given by descriptor. */
  readonly seccomp: string;
  /** Where the call may write: the project and other roots, and the session's temporary directory. */
  readonly writable: readonly string[];
  /** Protected and other places below them that are held read-only, or are empty, for telling what was refused. */
  readonly held: readonly string[];
  /** Places that are not there. */
  readonly hidden: readonly string[];
  /** Git says that there is no repository: a rule hides its objects, or it lies outside of what is there. */
  readonly withoutGit: "rule" | "outside" | null;
  /** Places of home that are there outside and not inside, the nearest first; not all of them. */
  readonly unseen: readonly string[];
  /** Extended expressions of paths that must not come into being. */
  readonly unmade: readonly string[];
  /** Protected places that are not there: made inside, they are moved away. */
  readonly absent: readonly string[];
  /** What must show in the kernel's own table inside, before the command may start. */
  readonly expected: ExpectedMounts;
  /** Protected places that are links: no mount holds a link, so that only looking afterwards tells whether one was replaced. */
  readonly protectedLinks: readonly string[];
}
