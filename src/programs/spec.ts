/**
 * What is known of a program, as data. An entry is a closed world: a word the entry does not account for makes the
 * use "not understood", and that is never harmless. Entries are reviewed like rules and carry their own examples.
 */
import type { Effect, Target } from "../contract/effect.ts";
import type { KnownWord, ReadContext } from "../contract/reading.ts";
import type { Names } from "./options.ts";

/** What a word on the command line is for. */
export type Role =
  | "text" // data for the program: no effect
  | "number" // digits only; anything else is not understood
  | "read" // a path whose contents are read
  | "look" // a path whose name, size or times are looked at
  | "readTree" // read with everything below
  | "readThrough" // the same, links in it followed
  | "lookTree"
  | "write"
  | "writeTree"
  | "makeDir"
  | "delete"
  | "deleteTree"
  | "cwd" // changes the directory for this program
  | "url" // contacted, fetched
  | "host" // contacted
  | "code" // code in the program's own language
  | "program" // the name of a program that is run
  | "never"; // this option or operand is never understood

/** Options by what their value is for, each list separated by spaces: `{ text: "-k --key", write: "-o" }`. */
export type OptionRoles = { readonly [role in Role]?: string };

export interface OperandSpec {
  /** Roles of the first operands, in order. */
  readonly first?: readonly Role[];
  /** Role of the last operand when there are at least two (cp, mv). */
  readonly last?: Role;
  /** Role of all others. */
  readonly rest?: Role;
  /** Fewest and most operands this entry understands. */
  readonly min?: number;
  readonly max?: number;
  /** With no operand the program works on this path ("." for ls, find). */
  readonly none?: { readonly role: Role; readonly path: string };
}

/** An effect with the words of the use filled in, or a fixed one. */
export type EffectMaker = Effect | ((use: Use) => readonly Effect[]);

export interface CommandSpec {
  /** How options are written. getopt: anywhere, clusters (`-la`), `--long=value`; posix: before operands only;
   *  go: `-name value` or `-name=value`, one or two dashes; words: no options at all, every word is an operand. */
  readonly style?: "getopt" | "posix" | "go" | "words";
  /** Options without a value, separated by spaces: "-l -a --all". */
  readonly flags?: string;
  /** Options with a value (`-k 2`, `-k2`, `--key=2`, `--key 2`). Listed in `flags` too: the value may be missing at the end. */
  readonly values?: OptionRoles;
  /** Options whose value may only be attached (`--color=auto`, `-i.bak`). */
  readonly attached?: OptionRoles;
  /** Options that are flags here but run code or write: named so that the reason can be said. */
  readonly runsCode?: string;
  /** Options behind whose value every word is an operand (`python -c code words`, `python -m module words`). */
  readonly ends?: string;
  /** Options that stand for others besides: `-D` of `git branch` is `--delete --force`. Deny and ask rules see both. */
  readonly means?: Readonly<Record<string, string>>;
  /** Signs at the start of an operand that stand for options: `+main` of `git push` is `--force`. */
  readonly signs?: Readonly<Record<string, string>>;
  /** `-5`, `-20` (head, tail, git log). */
  readonly digits?: boolean;
  /** `+5`, `+x` words are options too. */
  readonly plus?: boolean;
  readonly operands?: Role | OperandSpec;
  /** Role of every operand, and of `none`, in place of `operands` when an option is given (`ls -R`: "lookTree"). */
  readonly roleWhen?: OptionRoles;
  /** Effects of every use. */
  readonly always?: readonly EffectMaker[];
  /** Effects each option adds, by names separated by spaces; with `""` those of a use without any listed option. */
  readonly when?: Readonly<Record<string, readonly EffectMaker[]>>;
  /** Standard input is code, not data (`bash`, `python3 -`, `psql`). */
  readonly stdin?: "data" | "code";
  /**
   * Named sub-commands (`git log`, `npm view`); options before the name are this entry's own. The key "*" is for words
   * that are not listed: it gets the word itself as well (`yarn build`, `cargo nextest`).
   */
  readonly commands?: Readonly<Record<string, CommandSpec>>;
  /**
   * For programs whose arguments are a language (find, sed, awk, test). Its answer is final: effects, or why not.
   * It is called with options sorted out as this entry declares them (style "words": every word is an operand). With
   * `use.unaccounted` not empty the use is not understood whatever it answers, but the effects it finds still count.
   * Roles of `values` and `attached` are applied before it; those of `operands` are not.
   */
  readonly read?: (use: Use) => ReadAnswer;
}

export type ReadAnswer =
  | { readonly understood: true; readonly effects: readonly Effect[]; readonly inner?: readonly Inner[] }
  | {
      readonly understood: false;
      readonly why: string;
      readonly effects?: readonly Effect[];
      readonly inner?: readonly Inner[];
    };

/** Something a program runs in turn, to be read like a command of its own. */
export type Inner =
  | {
      readonly kind: "words";
      readonly words: readonly KnownWord[];
      readonly via: string;
      readonly moreWords: boolean;
      /** It runs in a container or on another machine: where it stands there is not known. */
      readonly elsewhere?: true;
      /** Some of its places there are those of this machine. */
      readonly mounted?: boolean;
    }
  | {
      readonly kind: "script";
      readonly code: string;
      readonly via: string;
      /** `$0`; absent: not known. */
      readonly zero?: KnownWord | undefined;
      /** `$1`, `$2`, …; absent: not known. */
      readonly args?: readonly KnownWord[];
    };

/** One use of a program, options sorted out. */
export interface Use {
  readonly program: string;
  /** Sub-command names walked through, outermost first. */
  readonly path: readonly string[];
  /** All words after the program and sub-command names. */
  readonly words: readonly KnownWord[];
  /** Options found, by their name as the spec spells it; value null for flags. */
  readonly options: ReadonlyMap<string, readonly (KnownWord | null)[]>;
  /** The values of options, in the order they stand there; absent: none were sorted. */
  readonly ordered?: readonly { readonly option: string; readonly word: KnownWord }[];
  readonly operands: readonly KnownWord[];
  /** Words the entry does not account for: an option it does not list, a word that may become one. */
  readonly unaccounted: readonly KnownWord[];
  /** What is piped or here-documented in, when it is known text. */
  readonly stdin: string | null;
  /** What is known of it otherwise, with a `HOLE` for each part that is not. */
  readonly stdinOutline?: string;
  readonly context: ReadContext;
  /** The directory this use runs in. */
  readonly cwd: Target;
  /** What the names that a pattern puts in place could be, as far as the disk tells; absent: anything. */
  readonly names?: Names;
  /** The place a word names, seen from `cwd`. */
  target(word: KnownWord): Target;
}

/** How a program passes on the command behind its own words; its `flags` and `values` stand before the command. */
export interface WrapperSpec {
  /** Words of its own before the command (`timeout 5`). */
  readonly own?: number;
  /** `NAME=value` words before the command go to its environment. */
  readonly assignments?: true;
  /** The command gets further words, read from standard input. */
  readonly more?: true;
  /** The shell's own: not looked up in PATH. */
  readonly builtin?: true;
  readonly effects?: readonly Effect[];
  /** Effects of a use with no command behind it; absent: not understood. */
  readonly alone?: readonly Effect[];
  /** The file that gets the command's output where nothing else takes it. */
  readonly output?: string;
}

export interface ProgramSpec extends CommandSpec {
  /** Separated by spaces. */
  readonly names: string;
  /** How it is used is not known: but as a wrapper, it is read as an unknown program. */
  readonly unread?: true;
  /** It runs the command behind it. */
  readonly wrapper?: WrapperSpec;
}
