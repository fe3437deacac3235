/** Rows of programs as they stand in `rows/*.json`, and the records made of them. */
import { LANGUAGES } from "./languages/index.ts";
import type { CommandSpec, EffectMaker, OperandSpec, OptionRoles, ProgramSpec, Role } from "./spec.ts";
import { fillIn } from "./template.ts";
import type { Template } from "./template-shape.ts";

/** A list in one text, or in several where a line would be long. */
type Names = string | readonly string[];
type Roles = { readonly [role in Role]?: Names };

/** One level: the program itself, or one of its sub-commands. What a field means stands in `spec.ts`. */
export interface LevelRow {
  readonly style?: CommandSpec["style"];
  readonly flags?: Names;
  readonly values?: Roles;
  readonly attached?: Roles;
  readonly runsCode?: Names;
  readonly ends?: string;
  readonly means?: Readonly<Record<string, string>>;
  readonly signs?: Readonly<Record<string, string>>;
  readonly digits?: true;
  readonly plus?: true;
  readonly operands?: Role | OperandSpec;
  /** What operands are for, where `does` and not `operands` says what is done to them. */
  readonly roleWhen?: OptionRoles;
  readonly stdin?: "data" | "code";
  readonly does?: readonly Template[];
  /** What a use without a sub-command does besides. */
  readonly alone?: readonly Template[];
  /** By names separated by spaces; `*`: any other word. */
  readonly commands?: Readonly<Record<string, LevelRow>>;
  /** Everything of that level of the same file's `shared`, less what stands here too. */
  readonly like?: string;
}

export interface KnownProgramRow extends LevelRow, Pick<ProgramSpec, "unread" | "wrapper"> {
  readonly names: Names;
  /** Uses and the acts they do, in order: the row's tests. */
  readonly match?: readonly (readonly [command: string, acts: string])[];
}

export interface RowFile {
  /** Levels that several rows have in common, by name. */
  readonly shared?: Readonly<Record<string, LevelRow>>;
  readonly programs: readonly KnownProgramRow[];
}

type Shared = NonNullable<RowFile["shared"]>;

type Present<T, K extends keyof T> = { readonly [F in K]?: Exclude<T[F], undefined> };

const picked = <T extends object, K extends keyof T>(row: T, fields: readonly K[]): Present<T, K> =>
  Object.fromEntries(fields.flatMap((name) => (name in row ? [[name, row[name]]] : []))) as Present<T, K>;

const joined = (names: Names): string => (typeof names === "string" ? names : names.join(" "));

/** Every name of a row. */
export const namesOfRow = ({ names }: KnownProgramRow): readonly string[] => joined(names).split(" ");

export function programOf(row: KnownProgramRow, shared: Shared = {}): ProgramSpec {
  return { ...picked(row, ["unread", "wrapper"]), ...levelOf(row, shared), names: joined(row.names) };
}

/** Fields of a level that are the record's as they stand. */
const PLAIN = [
  "style",
  "ends",
  "means",
  "signs",
  "digits",
  "plus",
  "operands",
  "roleWhen",
  "stdin",
] as const satisfies readonly (keyof LevelRow & keyof CommandSpec)[];

function levelOf({ like, ...own }: LevelRow, shared: Shared): CommandSpec {
  const row: LevelRow = { ...(like === undefined ? {} : shared[like]), ...own };
  const { commands, flags, runsCode, values, attached, style, operands } = row;
  return {
    ...picked(row, PLAIN),
    ...(style === "words" && operands === undefined ? { operands: "text" as const } : {}),
    ...(flags === undefined ? {} : { flags: joined(flags) }),
    ...(runsCode === undefined ? {} : { runsCode: joined(runsCode) }),
    ...(values === undefined ? {} : { values: rolesIn(values) }),
    ...(attached === undefined ? {} : { attached: rolesIn(attached) }),
    ...(commands === undefined ? {} : { commands: commandsOf(commands, shared) }),
    ...doneBy(row),
  };
}

const rolesIn = (roles: Roles): OptionRoles =>
  Object.fromEntries(Object.entries(roles).map(([role, names]) => [role, joined(names)]));

const commandsOf = (rows: NonNullable<LevelRow["commands"]>, shared: Shared): NonNullable<CommandSpec["commands"]> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([names, row]) => {
      const spec = levelOf(row, shared);
      return names.split(" ").map((name) => [name, spec]);
    }),
  );

const startsOthers = ({ inner, shell, language, does = [], first = [] }: Template): boolean =>
  inner !== undefined || shell !== undefined || language !== undefined || [...does, ...first].some(startsOthers);

const makerOf =
  (...templates: readonly Template[]): EffectMaker =>
  (use) =>
    fillIn(templates, use, LANGUAGES).effects;

/**
 * What only has effects stands beside what the operands are for; what may start others answers for the whole use. Where
 * sub-commands follow, options are told apart: they may be what runs code.
 */
function doneBy({
  does = [],
  alone = [],
  commands,
  operands,
}: LevelRow): Pick<CommandSpec, "always" | "when" | "read"> {
  const read = (templates: readonly Template[]): Pick<CommandSpec, "read"> =>
    templates.length === 0 ? {} : { read: (use) => ({ understood: true, ...fillIn(templates, use, LANGUAGES) }) };
  if (commands === undefined) {
    if (does.length === 0) return {};
    const isWhole = operands === undefined || (operands === "text" && does.some(startsOthers));
    return isWhole ? read(does) : { always: [makerOf(...does)] };
  }
  const byOption = does.filter((one) => one.if !== undefined);
  const always = does.filter((one) => one.if === undefined);
  return {
    ...(always.length === 0 ? {} : { always: [makerOf(...always)] }),
    ...(byOption.length === 0
      ? {}
      : { when: Object.fromEntries(byOption.map((one) => [one.if ?? "", [makerOf(one)]])) }),
    ...read(alone),
  };
}
