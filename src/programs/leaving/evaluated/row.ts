/** One row of what is evaluated: by which programs, and which files. */
export interface EvaluatedFiles {
  /** Programs, each with the sub-commands it takes, separated by commas: "bundle, docker compose". */
  readonly by: string;
  /** Sub-commands right behind these that evaluate none of it, or whose code is looked through, separated by spaces. */
  readonly except?: string;
  /** From the directory it works in or one above: names with `*`, and `dir/**` for all below, separated by spaces. */
  readonly files: string;
  /** Only in the directories that are named on the command line, all below included. */
  readonly where?: "named";
  /** Where the text of such a file leads to others of the same names further down. */
  readonly leads?: RegExp;
  /** At every level below where it works. */
  readonly everywhere?: true;
  /** Such a file holds commands: a file of the session that it, or one it leads to, names there is run. "commands": only what
   *  stands under their names (`scripts`, `tasks`), as it says much else besides. */
  readonly mentions?: true | "commands";
  /** Names of sources that are run as well, wherever they lie below the directory it works in. */
  readonly sources?: string;
  /** A word by which the sources are those of a package from elsewhere. */
  readonly elsewhere?: RegExp;
}
