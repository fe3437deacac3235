/**
 * The table of core programs: rows of data, a small part of what each program can do. What is not in a row is not proven.
 * `docs/core.md` shows the whole of it; the referees run it.
 */
import edits from "./edits.json" with { type: "json" };
import files from "./files.json" with { type: "json" };
import git from "./git.json" with { type: "json" };
import places from "./places.json" with { type: "json" };
import said from "./said.json" with { type: "json" };
import searches from "./searches.json" with { type: "json" };
import services from "./services.json" with { type: "json" };

/** What a word is for, with the form it must have as a whole: "text:number". */
export type WordUse = string;

export interface OptionRow {
  /** It takes a value, in the same word or the next. */
  readonly value?: WordUse;
  /** Its value, where there is one, stands in the same word; "never": one there would mean something else. */
  readonly attached?: WordUse;
  /** Without that value it is another option, or takes the next word. */
  readonly needed?: boolean;
  /** Its value takes the place of the first operand. */
  readonly first?: boolean;
  /** What it makes of the other words' roles. */
  readonly turns?: Readonly<Record<string, string>>;
  /** "gnu": elsewhere it is read in another way. */
  readonly only?: string;
}

export interface UseRow {
  readonly does?: string;
  /** What its operands are for, in order; the last one holds for all that follow. */
  readonly operands?: readonly WordUse[];
  /** What the last of several is for. */
  readonly last?: WordUse;
  /** What those behind `--` are for. */
  readonly behind?: WordUse;
  readonly least?: number;
  readonly most?: number;
  /** Without a place among its words: it reads its input, lists or searches where it stands. */
  readonly alone?: string;
  /** It does that only where nothing is fed to it. */
  readonly unlessFed?: boolean;
  /** "always": it reads its input whatever places it names. */
  readonly input?: string;
  /** How it changes what it writes. */
  readonly how?: string;
  /** `-20` is an option. */
  readonly digits?: boolean;
  /** Options are whole words behind one dash; `--` is none of them. */
  readonly words?: boolean;
  /** Every word is text, whatever it begins with. */
  readonly text?: boolean;
  /** Any operand makes something new. */
  readonly creates?: boolean;
  /** Options may stand behind operands, whoever wrote the C library. */
  readonly permutes?: boolean;
  readonly options?: Readonly<Record<string, OptionRow>>;
  /** Its sub-commands; its own options stand before the name. */
  readonly commands?: Readonly<Record<string, UseRow>>;
  /** What else it starts, keeps, opens and whom it asks: for whoever reads the table, and for the referee. */
  readonly starts?: readonly string[];
  readonly keeps?: readonly string[];
  readonly opens?: readonly string[];
  readonly talks?: readonly string[];
}

export interface ProgramRow extends UseRow {
  /** Implementations it holds for; "own": there is one everywhere. Run by the referee: gnu, busybox, own. */
  readonly holds: readonly string[];
  /** Part of every shell. */
  readonly builtin?: boolean;
  /** Names that the file may have in truth, besides its own and those of boxes of many programs. */
  readonly real?: readonly string[];
  /** Names of variables that bend it. */
  readonly variables?: readonly string[];
  /** Of those, some that change nothing here. */
  readonly except?: readonly string[];
  /** It is proven too where nobody told which variables are set. */
  readonly untold?: boolean;
  /** Below home: what the person set it up with. */
  readonly settings?: string;
  /** It runs one of these, which stands behind its name. */
  readonly wraps?: readonly string[];
}

const TABLE: Readonly<Record<string, ProgramRow>> = {
  ...files,
  ...searches,
  ...places,
  ...said,
  ...edits,
  ...git,
  ...services,
};

/** `[` is a `test` with a bracket behind it. */
export const rowOf = (name: string): ProgramRow | undefined => {
  const row = name === "[" ? "test" : name;
  return Object.hasOwn(TABLE, row) ? TABLE[row] : undefined;
};

export const programRows = (): readonly (readonly [string, ProgramRow])[] => Object.entries(TABLE);
