/** What the reader says of one shell command. The only shape the rest of the gate knows. */
import type { Effect, Target } from "./effect.ts";
import type { World } from "./world.ts";

/** Stands for a part of a text that is not known: a character of private use, which no program is named with. */
export const HOLE = "\u{f8ffe}";

/** A word after expansion, as far as it is known. */
export interface KnownWord {
  /** The value the program would get; null when it is not known. */
  readonly value: string | null;
  /** As written. */
  readonly text: string;
  /** Unquoted glob characters: the shell would put file names here. `value` is then the pattern. */
  readonly glob: boolean;
  /** The value could become several words or none (unquoted expansion). */
  readonly splits: boolean;
  /** Leading part of the value that is known even if the whole is not ("src/" of "src/$X"). */
  readonly prefix: string;
  /** The value is not known as a whole: what is known of it, a `HOLE` for each part that is not. */
  readonly outline?: string;
  /** The value is not known but is a number, or nothing. */
  readonly numeric?: true;
  /** The value is not known but names a place at or below this one, never an option (`{}` of `find src`). */
  readonly under?: string;
}

/** One simple command, wrappers taken off, in the order the shell would reach it. */
export interface SubCommand {
  /** As written, with wrappers and redirections. */
  readonly text: string;
  /** The program, base name only when given by path inside a system directory; null when not known. */
  readonly name: string | null;
  /** Program and arguments with wrappers off and assignments apart. */
  readonly words: readonly KnownWord[];
  /** What was taken off, outermost first: "timeout", "env", "sudo", … */
  readonly wrappers: readonly string[];
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  readonly effects: readonly Effect[];
  /** Those of `effects` that come from its redirections: a rule for the program does not cover them. */
  readonly redirections?: readonly Effect[];
  /** The program is in the tables and every word of this use is accounted for. */
  readonly understood: boolean;
  /** The directory it would work in: an option of its own may lead elsewhere (`git -C`). */
  readonly cwd: Target;
  /** How deep it stands: 0 as typed, 1 inside `bash -c`, a function, a script, … */
  readonly depth: number;
  /** How many substitutions it stands in; absent: none. */
  readonly inside?: number;
  /** In a container that has no place of this machine. */
  readonly away?: true;
  /** What brought it here when depth > 0 ("bash -c", "npm run deploy", "./deploy.sh"). */
  readonly via: string | null;
  /** Found by looking through the task runner or script at this place in `commands`; absent: not below one. */
  readonly under?: number;
  /** It runs a task or a script whose definition was written in this session, or by this very command. */
  readonly fresh?: true;
  /** Variables among its words and its input whose names speak of a secret, and which nothing before it set; absent: none. */
  readonly secrets?: readonly string[];
  /** What is known of its standard input, with a `HOLE` for each part that is not; absent: nothing. */
  readonly input?: string;
  /** Places in `commands`, [from, to), of what may have made its input or its words; absent: nothing. */
  readonly fedBy?: readonly (readonly [from: number, to: number])[];
}

export interface Opacity {
  readonly why: string;
  /** Offset in the command text, where there is one. */
  readonly at: number | null;
  /** The task or script in whose own code it was met ("npm run build"); absent: in the command as typed. */
  readonly via?: string;
  /** Not because it is hard to read: it is more than one reading looks at. */
  readonly cut?: true;
}

export interface ShellReading {
  readonly command: string;
  readonly commands: readonly SubCommand[];
  /** All effects of all sub-commands, redirections and assignments included, in order. */
  readonly effects: readonly Effect[];
  /** Why the reader cannot be sure it saw everything. Empty means: everything was seen. */
  readonly opaque: readonly Opacity[];
  /** Scripts and definitions of tasks that were looked through, or would run; absent: none. */
  readonly looked?: readonly string[];
  /** The reader itself broke, and how: what was found is worth nothing, and the call is denied. */
  readonly failed?: string;
  /** The directory afterwards, where the host's shell keeps it. */
  readonly cwdAfter: Target;
  /** Of a likely reading: how many values a variable it used could have at most; absent: one. */
  readonly alternatives?: number;
  /** A part of it is started in the background, where it may outlast the rest. */
  readonly background?: true;
  /** What it leaves behind in a shell that keeps state: later commands may mean something else. */
  readonly leaves?: ShellState;
}

export interface ReadContext {
  readonly cwd: string;
  readonly projectRoot: string;
  readonly world: World;
  /** Absolute paths written in this session: their contents are the agent's. */
  readonly written: ReadonlySet<string>;
  /** What an earlier call of a shell that keeps state left behind. */
  readonly shellState?: ShellState;
  /** Directories a task runner puts in front of PATH (`node_modules/.bin`): what is there is the project's own. */
  readonly ahead?: readonly string[];
  /** Directories beside the project that the agent may fill, absolute. */
  readonly writable?: readonly string[];
  /**
   * Set for a likely reading: everything is taken as bash would most likely have it, where an ordinary reading says that
   * it is not known. Which of several values a variable may have is taken, counted from 0. It finds, and proves nothing.
   */
  readonly likely?: number;
}

export interface ShellState {
  readonly pathChanged: boolean;
  readonly functions: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
}
