/** How one of a host's tools becomes one of ours. A table of these is all that is known of a host's names. */
import type { Json, JsonObject } from "../../contract/action.ts";

/**
 * What becomes of a field of the host's published schema:
 * - a name: it is our field of that name (the first one present wins, in the order of the table);
 * - null: declared, and of no consequence (a limit, a format);
 * - `cwd`: the directory the call runs in, if it is a string;
 * - `only`: of no consequence at these values, undeclared at any other.
 */
export type FieldRule = string | null | { readonly cwd: true } | { readonly only: readonly Json[] };

export interface Row {
  /** Our tool. */
  readonly to: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Our fields with a fixed value. */
  readonly fixed?: JsonObject;
  /** Reshapes the host's input before the fields are read; undefined: this call is not one we know. */
  readonly prepare?: (input: JsonObject) => JsonObject | undefined;
}

/** A row, or the choice of one by what the input says. */
export type Rows = Readonly<Record<string, Row | ((input: JsonObject) => Row | undefined)>>;

/** Fields that are called the same on both sides. */
export const same = (names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names
      .split(" ")
      .filter((name) => name !== "")
      .map((name) => [name, name]),
  );

/** Fields that are declared and change nothing. */
export const ignored = (names: string): Readonly<Record<string, null>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, null]));

export const CWD = { cwd: true } as const;
