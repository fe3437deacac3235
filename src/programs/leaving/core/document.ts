/** The table of core programs as it is published: one row a program or sub-command, one entry an option. */
import { CORE } from "./table.ts";
import type { CoreUse } from "./use.ts";

export interface CoreOption {
  readonly option: string;
  /** `own`: in the same word or the next; `attached`: in the same word only, or none. */
  readonly value: "none" | "own" | "attached";
  readonly edits?: true;
  readonly linuxOnly?: true;
}

export interface CoreRow {
  /** The program, with its sub-command. */
  readonly use: string;
  readonly does: "reads" | "edits";
  readonly options: readonly CoreOption[];
  /** `-20` is an option too. */
  readonly digits?: true;
  /** Every word is text. */
  readonly text?: true;
  /** Options are whole words behind one dash. */
  readonly words?: true;
  /** Operands may be revisions with steps back. */
  readonly revisions?: true;
  /** The value of a long option may be a pattern without quotes. */
  readonly patterns?: true;
  readonly firstOperand?: string;
  readonly eachOperand?: string;
  readonly operands?: { readonly least?: number; readonly most?: number };
}

export const coreDocument = (): { readonly programs: readonly CoreRow[] } => ({
  programs: Object.entries(CORE).flatMap(([name, use]) => rowsOf(name, use)),
});

function rowsOf(name: string, use: CoreUse): readonly CoreRow[] {
  const inner = Object.entries(use.commands ?? {}).flatMap(([sub, one]) => rowsOf(`${name} ${sub}`, one));
  return [rowOf(name, use), ...inner];
}

function rowOf(name: string, use: CoreUse): CoreRow {
  const { least, most, digits, text, words, revisions, patterns, first, each } = use;
  const bounds = { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
  return {
    use: name,
    does: use.changes === true ? "edits" : "reads",
    options: [...options(use, "flags"), ...options(use, "values"), ...options(use, "attached")],
    ...(digits && { digits }),
    ...(text && { text }),
    ...(words && { words }),
    ...(revisions && { revisions }),
    ...(patterns && { patterns }),
    ...(first === undefined ? {} : { firstOperand: first }),
    ...(each === undefined ? {} : { eachOperand: each }),
    ...(Object.keys(bounds).length === 0 ? {} : { operands: bounds }),
  };
}

const VALUE = { flags: "none", values: "own", attached: "attached" } as const;

function options(use: CoreUse, list: keyof typeof VALUE): readonly CoreOption[] {
  const isListed = (names: string | undefined, name: string): boolean => names?.split(" ").includes(name) === true;
  return (use[list]?.split(" ") ?? []).map((option) => ({
    option,
    value: VALUE[list],
    ...(isListed(use.edits, option) ? { edits: true as const } : {}),
    ...(isListed(use.linux, option) ? { linuxOnly: true as const } : {}),
  }));
}
