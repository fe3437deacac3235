/**
 * Options as data, and the one parser that reads them. By hand: Node's own takes longer to load than a hook's whole answer.
 * A value that begins with a dash is written with `=`, so that an option is never taken for the value of the one before it.
 */

import { nearest } from "../contract/nearest.ts";
import { fail, ok, type Result } from "../contract/result.ts";

interface Described {
  /** For the help; null keeps the option out of it. */
  readonly about: string | null;
  readonly short?: string;
}
interface FlagOption extends Described {
  readonly kind: "flag";
}
interface ValueOption extends Described {
  /** `text` once, `list` any number of times, `pair` two words. */
  readonly kind: "text" | "list" | "pair";
  /** What the help calls the value. */
  readonly value: string;
}
export type Option = FlagOption | ValueOption;
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly kind: "flag" }
  ? boolean
  : O extends { readonly kind: "list" }
    ? readonly string[]
    : O extends { readonly kind: "pair" }
      ? readonly [string, string] | undefined
      : string | undefined;

export type OptionValues<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

export const flag = (about: string | null, short?: string) =>
  ({ kind: "flag", about, ...(short === undefined ? {} : { short }) }) as const;
export const text = (value: string, about: string) => ({ kind: "text", value, about }) as const;
export const list = (value: string, about: string) => ({ kind: "list", value, about }) as const;
export const pair = (value: string, about: string) => ({ kind: "pair", value, about }) as const;

export interface Arguments<O extends Options> {
  readonly options: OptionValues<O>;
  readonly words: readonly string[];
  /** What stands behind `--`; null without one. */
  readonly behind: readonly string[] | null;
}

type Value = boolean | string | readonly string[];

export function parseArguments<O extends Options>(args: readonly string[], options: O): Result<Arguments<O>> {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const values = new Map<string, Value>();
  const words: string[] = [];
  for (let at = 0; at < own.length; ) {
    const arg = own[at] ?? "";
    if (arg.length < 2 || !arg.startsWith("-")) {
      words.push(arg);
      at += 1;
      continue;
    }
    const taken = takeOption(own.slice(at), options);
    if (!taken.ok) return taken;
    const { name, option, given, used } = taken.value;
    values.set(name, joinValue(option, given, values.get(name)));
    at += used;
  }
  const complete = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, values.get(name) ?? absentValue(option)]),
  );
  // The one place where parsed text becomes the type its declaration promises.
  return ok({ options: complete as OptionValues<O>, words, behind: end < 0 ? null : args.slice(end + 1) });
}

/** The option the arguments begin with, its values, and how many arguments that is. */
function takeOption(args: readonly string[], options: Options) {
  const found = findOption(args[0] ?? "", options);
  if (!found.ok) return found;
  const { name, option, inline } = found.value;
  const count = option.kind === "flag" ? 0 : option.kind === "pair" ? 2 : 1;
  const given = inline === null ? args.slice(1, 1 + count) : [inline];
  const wrong = wrongValue(found.value, count, given);
  return wrong === null ? ok({ name, option, given, used: inline === null ? 1 + count : 1 }) : fail(wrong);
}

function findOption(arg: string, options: Options) {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  const said = equals < 0 ? arg : arg.slice(0, equals);
  const name = said.startsWith("--")
    ? said.slice(2)
    : (Object.keys(options).find((one) => `-${options[one]?.short}` === said) ?? "");
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option !== undefined) return ok({ name, option, inline: equals < 0 ? null : arg.slice(equals + 1) });
  const shown = Object.keys(options).filter((one) => options[one]?.about !== null);
  const near = nearest(name, shown);
  return fail(`unknown option ${said}${near === undefined ? "" : `, did you mean --${near}?`}`);
}

function wrongValue(
  { name, inline }: { readonly name: string; readonly inline: string | null },
  count: number,
  given: readonly string[],
): string | null {
  if (inline !== null) return count === 1 ? null : `--${name} takes ${count === 0 ? "no value" : "two words"}`;
  const dashed = given.find((one) => one.length > 1 && one.startsWith("-"));
  if (given.length === count && dashed === undefined) return null;
  if (count === 2) return `--${name} needs two values`;
  return `--${name} needs a value${dashed === undefined ? "" : ` (one that begins with a dash: --${name}=${dashed})`}`;
}

function joinValue(option: Option, given: readonly string[], before: Value | undefined): Value {
  if (option.kind === "flag") return true;
  if (option.kind === "list") return [...(Array.isArray(before) ? before : []), ...given];
  return option.kind === "pair" ? given : (given[0] ?? "");
}

const absentValue = ({ kind }: Option): Value | undefined =>
  kind === "flag" ? false : kind === "list" ? [] : undefined;

interface WholeRange {
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
