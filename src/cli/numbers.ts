/** Numbers among the options. */
import { fail, ok, type Result } from "../contract/result.ts";

export interface WholeRange {
  readonly from: number;
  readonly to?: number;
  /** Where the option was not given. */
  readonly fallback: number;
}

export function parseWhole(name: string, text: string | undefined, { from, to, fallback }: WholeRange): Result<number> {
  if (text === undefined) return ok(fallback);
  const value = Number(text);
  if (Number.isInteger(value) && value >= from && value <= (to ?? value)) return ok(value);
  return fail(`--${name} must be a whole number ${to === undefined ? `above ${from - 1}` : `from ${from} to ${to}`}`);
}

/** Null where the option was not given. */
export const parseDollars = (name: string, text: string | undefined): Result<number | null> =>
  parseUpTo(Number.MAX_VALUE, text) ?? fail(`--${name} must be an amount in dollars`);

/** Null where the option was not given. */
export const parseShare = (name: string, text: string | undefined): Result<number | null> =>
  parseUpTo(1, text) ?? fail(`--${name} must be a share from 0 to 1`);

function parseUpTo(most: number, text: string | undefined): Result<number | null> | undefined {
  if (text === undefined) return ok(null);
  const value = Number(text);
  return text.trim() !== "" && value >= 0 && value <= most ? ok(value) : undefined;
}
