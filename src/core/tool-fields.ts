/** What a tool declares of its input. Anything else, or anything of another type, leaves the call unproven. */
import type { Json, JsonObject } from "../contract/action.ts";

/** What hosts write into a list of notes: tasks, steps of a plan, what a review found. */
const OF_NOTES: ReadonlySet<string> = new Set(
  (
    "id content status state priority activeForm active_form title description text name step notes note details done completed " +
    "dependencies dependsOn blockedBy created_at updated_at createdAt updatedAt " +
    "file line end_line summary failure_scenario severity category confidence verdict evidence"
  ).split(" "),
);
const OF_EDITS: ReadonlySet<string> = new Set(["old_string", "new_string", "replace_all"]);

/** Of longer lists nobody says what they name. */
export const MAX_LISTED = 500;

const isText = (value: Json): boolean => typeof value === "string";
const isSimple = (value: Json): boolean => value === null || typeof value !== "object";

/** A list of texts, or of objects with no other fields than these, whose values hold nothing further. */
const isListOf = (value: Json, fields: ReadonlySet<string>): boolean =>
  Array.isArray(value) &&
  value.every((one: Json) => {
    if (isText(one)) return true;
    if (typeof one !== "object" || one === null || Array.isArray(one)) return false;
    return Object.entries(one).every(
      ([name, inner]) => fields.has(name) && (isSimple(inner) || (Array.isArray(inner) && inner.every(isText))),
    );
  });

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  text: isText,
  /** A number, or yes or no, or a range of pages: some hosts write them as text. */
  short: (value) => isSimple(value) && /^(?:\d{1,9}(?:\.0|-\d{1,9})?|true|false|)$/i.test(String(value)),
  texts: (value) => Array.isArray(value) && value.length <= MAX_LISTED && value.every(isText),
  notes: (value) => isListOf(value, OF_NOTES),
  edits: (value) => isListOf(value, OF_EDITS) && Array.isArray(value) && !value.some(isText),
  none: (value) => ["{}", "[]", '""'].includes(JSON.stringify(value)),
  /** Hosts make a directory of that name among their own. */
  name: (value) => isText(value) && /^(?!\.+$)[^/\\\0]+$/.test(String(value)),
  any: () => true,
};

export interface DeclaredField {
  readonly required: boolean;
  readonly fits: (value: Json) => boolean;
}

/** `name`, `name!` (has to be there), `name:type`; a text where no type is told. */
export function declaredFields(fields: string): ReadonlyMap<string, DeclaredField> {
  return new Map(
    fields.split(" ").flatMap((field) => {
      const [, name = "", needed, type = "text"] = /^([\w-]+)(!)?(?::(\w+))?$/.exec(field) ?? [];
      const fits = TYPES[type];
      return name === "" || fits === undefined ? [] : [[name, { required: needed === "!", fits }] as const];
    }),
  );
}

/** Null and what is not there are the same. */
export function fitsDeclared(input: JsonObject, declared: ReadonlyMap<string, DeclaredField>): boolean {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return (
    Object.keys(input).every((name) => declared.has(name)) &&
    given.every(([name, value]) => declared.get(name)?.fits(value as Json) === true) &&
    [...declared].every(([name, { required }]) => !required || given.some(([one]) => one === name))
  );
}
