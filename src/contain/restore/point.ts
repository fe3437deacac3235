/** What a restore point is: a head, and one entry for each place it holds. */
import type { Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import type { ProtectedContext } from "../../machine/index.ts";

/** Above one of these there is no restore point, and so no proof. */
export interface RestoreLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly maxMs: number;
}

/** Before what it was made: a proven edit, code inside walls, or a person's own `undo`. */
export const POINT_CAUSES = ["edit", "work", "undo"] as const;
export type PointCause = (typeof POINT_CAUSES)[number];

/** The call a point is made for, as a person will know it again. */
export interface PointCall {
  readonly session: string;
  /** Which call it is, by its key and by the host's own id. */
  readonly key: string;
  readonly toolUseId: string | null;
  readonly tool: string;
  /** One line of the call, without secrets. */
  readonly text: string;
}

/** What the call is known to leave at a place: nothing, or exactly this content. */
export type ExpectedAfter = "absent" | { readonly sha256: string };

export interface EditRequest {
  readonly call: PointCall;
  /** Absolute; what lies below a directory belongs to it. */
  readonly paths: readonly string[];
  /** Places the call makes that are not there yet. */
  readonly creates: readonly string[];
  readonly expected: ReadonlyMap<string, ExpectedAfter>;
}

export interface ProjectRequest {
  readonly call: PointCall;
  /** The project and every other place the walls leave writable, resolved. */
  readonly roots: readonly string[];
  /** Protected places cannot be changed inside walls, so they are not saved. Null: nothing keeps them, and they are. */
  readonly places: ProtectedContext | null;
  /** What else the walls hold read-only or hide. */
  readonly held: readonly string[];
  /** Saved though the index has it: it goes with the index. */
  readonly staged?: ReadonlySet<string>;
  /** Since when an agent could have changed what git ignores. */
  readonly session?: SessionFiles;
}

export interface SessionFiles {
  readonly startedAt: number;
  /** It came into being by a call of this session. */
  readonly made: (path: string) => boolean;
}

/** Why there is no restore point. */
export interface RestoreFailure {
  readonly why: string;
  /** Credentials, of which no copies are made: walls that hold them read-only (`held`) need none. */
  readonly credentials: readonly string[];
}

export interface RestorePoints {
  /** Whether a point would cover these places within the bounds. Looks at the world it is handed and writes nothing. */
  readonly covers: (paths: readonly string[], world: World) => Result<RestoreEstimate, RestoreFailure>;
  /** Before a proven delete or overwrite. Never throws; where it fails, nothing was promised. */
  readonly save: (request: EditRequest) => Result<PointId, RestoreFailure>;
  /** Before `work`: whatever of the project version control could not bring back. */
  readonly saveProject: (request: ProjectRequest) => Result<PointId, RestoreFailure>;
  /** The call has run: what its places hold now is what it left there. */
  readonly noteAfter: (call: Pick<PointCall, "session" | "key" | "toolUseId">) => void;
}

export interface RestoreEstimate {
  readonly files: number;
  readonly bytes: number;
}

/** null: there was nothing to save. */
export type PointId = string | null;

export interface PointHead {
  readonly version: 1;
  readonly id: string;
  readonly at: number;
  readonly cause: PointCause;
  readonly call: PointCall;
  readonly roots: readonly string[];
  readonly creates: readonly string[];
  /** How many entries follow, and the bytes of their content. */
  readonly entries: number;
  readonly bytes: number;
  /** Other points that hold content of this one: what was the same then is not copied again. */
  readonly uses: readonly string[];
}

interface SavedBase {
  readonly path: string;
  readonly mode: number;
  readonly expected?: ExpectedAfter;
}

export interface SavedFile extends SavedBase {
  readonly kind: "file";
  readonly size: number;
  readonly mtimeMs: number;
  readonly sha256: string;
  /** Where its content stands: in the file of this point, from this byte. */
  readonly data: string;
  readonly offset: number;
  /** Device, inode, size and times in nanoseconds: equal only for a file that nobody touched. */
  readonly stamp: string;
}

export interface SavedLink extends SavedBase {
  readonly kind: "link";
  readonly to: string;
}

export interface SavedDirectory extends SavedBase {
  readonly kind: "directory";
}

export type SavedEntry = SavedFile | SavedLink | SavedDirectory;

export interface RestorePoint {
  readonly head: PointHead;
  readonly entries: readonly SavedEntry[];
}
