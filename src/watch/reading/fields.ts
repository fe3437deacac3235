/** The fields that one word becomes while it is expanded: none, one or several. */
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import type { Value } from "./state.ts";

/** A longer value is not followed. */
const MAX_VALUE = 16_384;

/** One field in the making. */
interface Field {
  known: string;
  /** `known` with quoted glob characters made harmless to match more, never less. */
  pattern: string;
  glob: boolean;
  unknown: boolean;
  splits: boolean;
  /** The whole field is one name below this place. */
  under: string | null;
  prefix: string | null;
  /** Everything put here, a `HOLE` for what is not known. */
  outline: string;
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
  exists: false,
});

/** The word so far; `field` is the one that grows. */
export interface Fields {
  readonly done: Field[];
  field: Field;
}

export const newFields = (): Fields => ({ done: [], field: newField() });

/** `written` is the text of a word that became one field. */
export function closeFields(fields: Fields, written: string | null): readonly KnownWord[] {
  nextField(fields);
  return fields.done.map((each) => asKnown(each, fields.done.length === 1 ? written : null));
}

export function nextField(fields: Fields): void {
  if (fields.field.exists) fields.done.push(fields.field);
  fields.field = newField();
}

export function putText(fields: Fields, value: string, quoted: boolean): void {
  const hole = value.indexOf(HOLE);
  if (hole >= 0) {
    putText(fields, value.slice(0, hole), quoted);
    putUnknown(fields, { splits: !quoted });
    putText(fields, value.slice(hole + HOLE.length), quoted);
    return;
  }
  const { field } = fields;
  field.outline += value;
  field.known += value;
  field.pattern += quoted ? value.replace(/[*?[\]]/g, "?") : value;
  if (value !== "") field.under = null;
  field.exists = field.exists || quoted || value !== "";
}

export function putGlob({ field }: Fields, pattern: string): void {
  field.prefix ??= field.known;
  field.glob = true;
  field.exists = true;
  field.known += pattern;
  field.outline += pattern;
  field.pattern += pattern;
}

interface UnknownPart {
  /** It may become several words, or none. */
  readonly splits?: boolean;
  readonly outline?: string | undefined;
}

export function putUnknown({ field }: Fields, { splits = false, outline = HOLE }: UnknownPart = {}): void {
  field.outline += outline;
  const known = outline.indexOf(HOLE);
  field.prefix ??= field.known + outline.slice(0, Math.max(known, 0));
  field.under = null;
  field.unknown = true;
  field.exists = true;
  field.splits = field.splits || splits;
}

export function putValue(fields: Fields, value: Value, quoted: boolean): void {
  switch (value.kind) {
    case "text":
      if (value.glob === true) putGlob(fields, value.text);
      else if (quoted) putText(fields, value.text, true);
      else putSplit(fields, value.text);
      return;
    case "names": {
      const isAlone = fields.field.outline === "";
      putUnknown(fields);
      if (!isAlone) return;
      fields.field.under = value.under;
      fields.field.prefix = value.under;
      return;
    }
    case "list":
      value.items.forEach((item, index) => {
        if (index > 0) nextField(fields);
        putValue(fields, item, quoted);
      });
      return;
    case "unknown":
      putUnknown(fields, { splits: !quoted || value.many === true, outline: value.outline });
  }
}

/** Splits a known unquoted value at white space. */
function putSplit(fields: Fields, value: string): void {
  value.split(/[ \t\n]+/).forEach((piece, index) => {
    if (index > 0) nextField(fields);
    if (/[*?[]/.test(piece)) putGlob(fields, piece);
    else putText(fields, piece, false);
  });
}

export const beforeGlob = (pattern: string): string => pattern.slice(0, Math.max(pattern.search(/[*?[]/), 0));

function asKnown(field: Field, written: string | null): KnownWord {
  const value = field.unknown || field.known.length > MAX_VALUE ? null : field.glob ? field.pattern : field.known;
  const outlined = value === null && field.outline.length <= MAX_VALUE && field.outline !== HOLE;
  return {
    value,
    ...(outlined ? { outline: field.outline } : {}),
    text: written ?? (value === null ? field.outline.replaceAll(HOLE, "$…") : field.known),
    glob: field.glob && value !== null,
    splits: field.splits,
    prefix: value === null || field.glob ? (field.prefix ?? field.known) : value,
    ...(field.under === null ? {} : { under: field.under }),
  };
}
