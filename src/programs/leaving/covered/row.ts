/** The closed list of a program's commands that an open allow rule covers, with the options of each. */
import type { AccountedWords } from "../accounted.ts";

/** What is said of the words of one command. */
export type CoveredWords = Partial<Omit<AccountedWords, "by" | "hands" | "defines">>;

export interface CoveredCommand extends CoveredWords {
  /** Its names, one or several commands separated by `|`; "" for a program without commands. */
  readonly names: string;
  /** What is behind `--`; "any" where those are the words of something that is started by their own rules anyway. Undefined: nothing may be. */
  readonly behind?: CoveredWords | "any";
  /** All that stands behind its first operand is not the program's own. */
  readonly tail?: boolean;
  /** Its operands are places of the project. */
  readonly inPlace?: boolean;
  /** Options of which one must be there. */
  readonly needs?: string;
  /** Held also where a rule spells the command out, as long as it spells no option. */
  readonly always?: boolean;
}

export interface CoveredProgram {
  /** Programs, separated by spaces. */
  readonly by: string;
  /** Words before the first name, and between names; by the names before them. */
  readonly front?: Readonly<Record<string, CoveredWords>>;
  readonly commands: readonly CoveredCommand[];
  /** Options that a rule covers only where it spells them out. */
  readonly spelled?: RegExp;
}

export const NOTHING = /^(?!)/;
/** A name, a number, a branch, an address without a scheme. */
export const NAME = /^[\w@#][\w.@:#/+-]*$/;
