/** The shape of a template: conditions, structure, and one thing that is done. `template.ts` fills it in. */
import type { ActId } from "../contract/acts.ts";
import type { RunEffect, VcsEffect, WriteEffect } from "../contract/effect.ts";

/** Every condition that is given must hold. Options are separated by spaces; patterns begin with `(?i)` where case does not matter. */
interface Conditions {
  /** One of these options is given. */
  readonly if?: string;
  /** None of these is. */
  readonly unless?: string;
  /** A value of one of these options matches. */
  readonly says?: readonly [options: string, pattern: string];
  /** The operands as one line match, or do not; `?` stands for a word that is not known. */
  readonly line?: string;
  readonly not?: string;
  /** As many operands, at least and at most. */
  readonly least?: number;
  readonly most?: number;
  /** Only for these names of the row. */
  readonly by?: string;
}

export interface Template extends Conditions {
  /** Once for each of these words; of those that match, `$` is the first group. */
  readonly each?: string;
  readonly match?: string;
  readonly does?: readonly Template[];
  /** The first of these that fits. */
  readonly first?: readonly Template[];
  /** The templates of that name, in `rows/templates.json`. */
  readonly use?: string;
  /** Code of `languages/` that reads the use. */
  readonly language?: string;

  /** An act on something in the world; beside `run`, `vcs` or `net`: which of it. */
  readonly act?: ActId;
  readonly on?: string;
  /** What people are told besides. */
  readonly text?: string;

  readonly run?: RunEffect["what"];
  readonly program?: string;
  readonly code?: string;
  readonly speaks?: string;
  readonly script?: string;
  readonly task?: string;

  readonly vcs?: VcsEffect["op"];
  readonly remote?: string;
  readonly branch?: string;
  readonly forced?: true | string;
  readonly deletes?: true | string;

  /** A host, or `?`; `contact`: words that name hosts. */
  readonly net?: string;
  readonly contact?: string;
  readonly sends?: true;
  readonly method?: string;

  readonly read?: string;
  readonly look?: string;
  readonly write?: string;
  readonly delete?: string;
  readonly tree?: true | string;
  /** With these options links are followed. */
  readonly follows?: string;
  readonly as?: NonNullable<WriteEffect["as"]>;
  readonly from?: string;
  readonly contents?: string;

  /** A command of its own behind its words; `shell`: its words are read by a shell. */
  readonly inner?: string;
  readonly shell?: string;
  readonly via?: string;
  readonly elsewhere?: true;
  readonly more?: true;
}
