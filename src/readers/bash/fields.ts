/** The fields of a word in the making: what is put one after the other, split where the shell would split. */
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import { assertNever } from "../../contract/result.ts";
import { isLikely } from "./likely.ts";
import { isTame } from "./names.ts";
import { opaque, type ScriptPoint, showHoles } from "./reader.ts";
import { getVariable, type Value } from "./state.ts";

const GLOB_CHARACTERS = /[*?[]/g;
/** Longer values are not kept. */
export const MAX_VALUE = 16_384;

/** quoted: never split; held: what a variable holds, which stays one word in zsh. */
export type Quoting = "quoted" | "bare" | "held";

/** One field in the making. `pattern` is `known` with quoted glob characters made harmless to match more, never less. */
interface Field {
  known: string;
  pattern: string;
  glob: boolean;
  unknown: boolean;
  splits: boolean;
  /** The whole field is one name below this place. */
  under: string | null;
  prefix: string | null;
  /** Everything put here, a `HOLE` for what is not known. */
  outline: string;
  /** Nothing but digits and numbers that are not known. */
  numeric: boolean;
  /** Something, even an empty quoted string, was put here: the field exists. */
  exists: boolean;
}

const newField = (): Field => ({
  known: "",
  pattern: "",
  glob: false,
  unknown: false,
  splits: false,
  under: null,
  prefix: null,
  outline: "",
  numeric: true,
  exists: false,
});

/** The word so far; `field` is the one that grows. */
export interface Fields {
  readonly point: ScriptPoint;
  readonly done: Field[];
  field: Field;
}

export const newFields = (point: ScriptPoint): Fields => ({ point, done: [], field: newField() });

/** The fields as words; `written` is the text of a word that became one field. */
export function closeFields(fields: Fields, written: string | null): readonly KnownWord[] {
  nextField(fields);
  // What a substitution put in place is no pattern of zsh's.
  const shown = isLikely(fields.point) && written !== null && /[$`]/.test(written) ? null : written;
  const done = isLikely(fields.point) ? fields.done.map(closeGaps) : fields.done;
  return done.map((each) => asKnown(each, fields.done.length === 1 ? shown : null));
}

function nextField(fields: Fields): void {
  if (fields.field.exists) fields.done.push(fields.field);
  fields.field = newField();
}

export function putText(fields: Fields, value: string, quoting: Quoting): void {
  const { field } = fields;
  const quoted = quoting === "quoted";
  const hole = value.indexOf(HOLE);
  if (hole >= 0) {
    putText(fields, value.slice(0, hole), quoting);
    putUnknown(fields, { splits: !quoted });
    putText(fields, value.slice(hole + HOLE.length), quoting);
    return;
  }
  field.outline += value;
  if (value !== "") field.under = null;
  field.known += value;
  field.numeric = field.numeric && /^\d*$/.test(value);
  field.pattern += quoted ? value.replace(GLOB_CHARACTERS, "?") : value;
  field.exists = field.exists || quoted || value !== "";
}

/** Something that matches file names, as written and as a pattern that matches no less. */
export function putGlob({ field }: Fields, written: string, pattern: string): void {
  field.prefix ??= field.known;
  field.glob = true;
  field.numeric = false;
  field.exists = true;
  field.known += written;
  field.outline += written;
  field.pattern += pattern;
}

interface UnknownPart {
  /** It may become several words, or none. */
  readonly splits?: boolean;
  /** It is a number, whichever. */
  readonly numeric?: boolean;
  /** What is known of it. */
  readonly outline?: string | undefined;
}

export function putUnknown(
  { field }: Fields,
  { splits = false, numeric = false, outline = HOLE }: UnknownPart = {},
): void {
  field.outline += outline;
  field.under = null;
  field.numeric = field.numeric && numeric;
  field.prefix ??= field.known;
  field.unknown = true;
  field.exists = true;
  field.splits = field.splits || splits;
}

export function putValue(fields: Fields, value: Value, quoting: Quoting): void {
  const quoted = quoting === "quoted";
  switch (value.kind) {
    case "text":
      if (quoted) putText(fields, value.text, quoting);
      else putSplit(fields, value.text, quoting);
      return;
    case "glob":
      putGlob(fields, value.text, value.text);
      if (!quoted) fields.field.splits = true;
      return;
    case "number":
      putUnknown(fields, { splits: value.empty === true && !quoted, numeric: true });
      return;
    case "names":
      putName(fields, value.under, quoting);
      return;
    case "list":
      value.items.forEach((item, index) => {
        if (index > 0) nextField(fields);
        putValue(fields, item, quoting);
      });
      return;
    case "unknown":
      putUnknown(fields, { splits: !quoted || value.many === true, outline: value.outline });
      return;
    default:
      assertNever(value);
  }
}

/** A name at or below a place. */
function putName(fields: Fields, under: string, quoting: Quoting): void {
  const { field, point } = fields;
  const isAlone = field.known === "" && field.prefix === null;
  putUnknown(fields, { splits: quoting !== "quoted" && !isLikely(point) && !isTame(point, under) });
  if (!isAlone || field.splits) return;
  field.under = under;
  field.prefix = under;
}

/** What stands between words with these separators. */
export const separatorOf = (separators: string): RegExp =>
  separators === "" ? /(?!)/ : new RegExp(`[${separators.replace(/[\\\]^-]/g, "\\$&")}]+`);

/** Splits a known unquoted value at white space, with the default separators only. */
function putSplit(fields: Fields, value: string, quoting: Quoting): void {
  const { point } = fields;
  if (quoting === "held" && /[ \t\n]/.test(value)) opaque(point, "a value that not every shell splits");
  const separators = getVariable(point.state, "IFS");
  const isKnown = isLikely(point) && separators?.kind === "text";
  if (separators !== undefined && !isKnown) {
    if (value !== "") putUnknown(fields, { splits: true });
    return;
  }
  const between = isKnown ? separatorOf(separators.text) : /[ \t\n]+/;
  value.split(between).forEach((piece, index) => {
    if (index > 0) nextField(fields);
    putText(fields, piece, "bare");
    if (/[@?*+!]\(/.test(piece)) opaque(point, "a value that some shells take for a pattern");
    if (!/[*?[]/.test(piece)) return;
    fields.field.glob = true;
    fields.field.prefix ??= beforeGlob(fields.field.pattern);
  });
}

export const beforeGlob = (pattern: string): string => pattern.slice(0, Math.max(pattern.search(/[*?[]/), 0));

/** `r${x}m`: in the middle of a name, what is not set is most likely nothing. */
function closeGaps(field: Field): Field {
  const whole = field.outline.replace(GAP, "");
  return !field.unknown || whole.includes(HOLE)
    ? field
    : { ...field, unknown: false, known: whole, pattern: whole, splits: false };
}
const GAP = new RegExp(`(?<=\\w)${HOLE}(?=\\w)`, "gu");

function asKnown(field: Field, written: string | null): KnownWord {
  const value = field.unknown || field.known.length > MAX_VALUE ? null : field.glob ? field.pattern : field.known;
  const prefix = value === null || field.glob ? (field.prefix ?? field.known) : value;
  const known = {
    value,
    ...(value === null && field.outline.length <= MAX_VALUE ? { outline: field.outline } : {}),
    text: showHoles(written ?? (value === null ? `${field.known}$…` : field.known)),
    glob: field.glob && value !== null,
    splits: field.splits,
    prefix,
  };
  if (field.under !== null) return { ...known, under: field.under };
  return value === null && field.numeric ? { ...known, numeric: true } : known;
}
