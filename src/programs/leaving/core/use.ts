/** How a core program may be used in a plain command: a closed list, small enough to be audited in one sitting. */
export interface CoreUse {
  /** Options without a value, separated by spaces. */
  readonly flags?: string;
  /** Options with a value: `-k 2`, `-k2`, `--key=2`, `--key 2`. A value in a word of its own never begins with a dash. */
  readonly values?: string;
  /** Options whose value, where there is one, stands in the same word: `--color=never`, `-U3`. */
  readonly attached?: string;
  /** Those of the options above that make it an edit of files. */
  readonly edits?: string;
  /** Those of the options above that mean something else outside of Linux. */
  readonly linux?: string;
  /** `-20`. */
  readonly digits?: true;
  /** Options are whole words behind one dash, never letters together (find, test); `--` is none of them. */
  readonly words?: true;
  /** Every word is text, whatever it begins with (echo). */
  readonly text?: true;
  /** Its operands may be revisions with steps back: `HEAD~1`. */
  readonly revisions?: true;
  /** The value of a long option may be a pattern without quotes: `--include=*.js`. Without the option it reads no other places. */
  readonly patterns?: true;
  /** What its first operand must be: the whole of it, as a regular expression. Where `scripts` is given, so must each value. */
  readonly first?: string;
  /** Options whose value takes the place of the first operand. */
  readonly scripts?: string;
  /** What every operand must be. */
  readonly each?: string;
  readonly most?: number;
  readonly least?: number;
  /** Its sub-commands; its own options stand before the name. */
  readonly commands?: Readonly<Record<string, CoreUse>>;
  /** Every use of it edits: files of the project, or its repository. */
  readonly changes?: true;
}
