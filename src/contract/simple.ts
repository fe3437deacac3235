/**
 * A simple command: one program with its words, as rules, the floor, guarded places and the choice of walls look at it. The
 * core's reader makes them of what it takes apart, the watch of everything else; nothing here says what may run.
 */

/** One word: literal, or as far as it is known. */
export interface Word {
  /** What the program gets; of a glob, the pattern; null: not known. */
  readonly value: string | null;
  /** As written. */
  readonly text: string;
  /** The known beginning of one that is not known as a whole ("src/" of "src/$X"). */
  readonly prefix: string;
  /** The shell puts file names here. */
  readonly glob?: true;
}

/** What a word is for, as the row of its program says. */
export type WordRole =
  | "read"
  | "search"
  | "list"
  | "stage"
  | "write"
  | "delete"
  | "move"
  | "text"
  | "pattern"
  | "revision"
  | "code"
  | "program"
  | "host"
  | "directory"
  | "unknown";

/** An option that was given: every name it has in its row, and its value. */
export interface GivenOption {
  readonly names: readonly string[];
  readonly value: Word | null;
  readonly role: WordRole;
}

/** The words of a command, sorted as the row of its program says. */
export interface SortedUse {
  /** Names of sub-commands walked through, outermost first: ["push"] of `git -C x push`. */
  readonly path: readonly string[];
  readonly options: readonly GivenOption[];
  readonly operands: readonly { readonly word: Word; readonly role: WordRole }[];
}

export interface SimpleCommand {
  /** The program's name without its directory; null: not known. */
  readonly name: string | null;
  /** The program as written, and its words. */
  readonly words: readonly Word[];
  /** Wrappers that were taken off, outermost first ("timeout", "env", "sudo"). */
  readonly wrappers: readonly string[];
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  /** Places of its redirections. */
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
  /** Where it stands, absolute; null: not known. */
  readonly cwd: string | null;
  /** A literal document that is fed to it. */
  readonly document?: string;
  /** Its words sorted; absent: no row knows the program, or not this use of it. */
  readonly use?: SortedUse;
  /** How deep it stands: 0 as typed, 1 inside `bash -c`, a substitution, a function, … */
  readonly depth: number;
  /** It runs in a container that has no place of this machine. */
  readonly away?: true;
}
