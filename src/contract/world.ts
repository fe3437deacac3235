/**
 * The machine as the gate sees it: read-only, handed in, never the process's own globals.
 * Nothing here runs anything of a project's or a call's. Every method answers for what is not there; none throws.
 */
export type PathKind = "file" | "directory" | "link" | "other" | "absent" | "unreadable";

export interface PathInfo {
  readonly kind: PathKind;
  readonly size: number;
  readonly mtimeMs: number;
  /** When anything about it was last changed: unlike `mtimeMs`, nobody can set it back. Absent where unknown. */
  readonly ctimeMs?: number;
  /** When the file itself came into being, whatever was done to it or its name since. Absent where the file system keeps no such time. */
  readonly bornMs?: number;
  /** Hard links to the same file or socket; 1 where unknown or something else. */
  readonly links: number;
  /** Which file it is, whatever its name: known where it has more than one hard link. */
  readonly inode?: string;
  readonly executable: boolean;
  /** A directory that every user may write in; absent: it is not, or nobody knows. */
  readonly everyones?: true;
  /** A disk, the memory or another device; absent: it is none, or nobody knows. */
  readonly device?: true;
  /** A file that not every user may read, or a directory that not every user may look into; absent: it is none, or nobody knows. */
  readonly private?: true;
}

export interface DirEntry {
  readonly name: string;
  readonly kind: "link" | "directory" | "file" | "other";
}

export interface World {
  readonly platform: "linux" | "darwin" | "win32";
  readonly home: string;
  /** Directories a bare program name is looked up in, in order. Data only. */
  readonly path: readonly string[];
  /** Variables that bend programs (a closed list) and are set where the host runs its commands, and one number for all that programs may follow; absent: nobody told. */
  readonly variables?: readonly string[];
  /**
   * How `..` behind a link, and a link that leads elsewhere for every process, are read: by text alone, as programs do that tidy
   * names up first, or by links first, as the kernel does. Absent: both ways at once, and what differs is no place.
   */
  readonly parents?: "text" | "links";
  /** Without following the last link. */
  lstat(path: string): PathInfo;
  /** Following links. */
  stat(path: string): PathInfo;
  readLink(path: string): string | undefined;
  /** Every part of it was seen to be no link and to be readable, as far as there is one: it leads where it says. */
  isDirect?(path: string): boolean;
  /** At most `limit` bytes; undefined when absent, unreadable or longer. */
  readFile(path: string, limit: number): Uint8Array | undefined;
  /** Exactly the bytes of a regular file from `offset`, fewer at its end; undefined when absent or unreadable. */
  readRange?(path: string, offset: number, length: number): Uint8Array | undefined;
  /** undefined when absent or unreadable. */
  readDir(path: string): readonly string[] | undefined;
  /** The same with what each name is, links not followed, in one look. */
  listDir?(path: string): readonly DirEntry[] | undefined;
  /** The regular files directly in these that have more than one hard link; undefined where not all could be told. */
  linkedFiles?(directories: readonly string[]): readonly string[] | undefined;
  /** The machine as it is found in this moment: whoever gets the same one twice would be told nothing new. Absent: it is looked at anew each time. */
  moment?(): World;
}

/** Where a host reads the text. */
export interface OpeningPlace {
  /** The host's own name for the tool. */
  readonly tool: string;
  readonly cwd: string;
  readonly world: World;
}

/**
 * Every path, beside the text as it is written, that a host could open for it; relative ones are below `cwd`. `null`: one that
 * nobody can say. What forbids or asks holds for each of them, and nothing is proven unless it is proven for all. Never throws.
 */
export type HostPaths = (text: string, at: OpeningPlace) => readonly (string | null)[];
