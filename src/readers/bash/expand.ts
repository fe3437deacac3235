/** Expansion as bash does it, as far as values are known: braces, tilde, variables, substitution, splitting, globs. */

import type { KnownWord } from "../../contract/reading.ts";
import { arithmetic } from "./arithmetic.ts";
import { bracesOf } from "./braces.ts";
import { isTame } from "./names.ts";
import { parameter, parameterExpansion } from "./parameters.ts";
import type { Word, WordPart } from "./parse.ts";
import { opaque, type ScriptPoint } from "./reader.ts";
import { type Flow, getVariable, joinFlow, secretOf, single, text, UNKNOWN, type Value } from "./state.ts";
import { tilde, tildes } from "./tilde.ts";

type Part = WordPart;

const GLOB_CHARACTERS = /[*?[]/g;
const MAX_VALUE = 16_384;

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
  numeric: true,
  exists: false,
});

/** The fields a word of a command becomes: none, one or several. */
export function expandWord(point: ScriptPoint, word: Word): readonly KnownWord[] {
  point.reader.wordsLeft -= 1;
  if (word.parts === undefined) return [plainWord(point, word)];
  const alternatives = bracesOf(word.parts);
  if (alternatives === null) {
    opaque(point, "a brace expansion that is too large", word.pos);
    return [];
  }
  if (alternatives.length === 1) return fieldsOf(point, alternatives[0] ?? [], word.text);
  point.reader.wordsLeft -= alternatives.length;
  return alternatives.flatMap((parts) => fieldsOf(point, parts, null));
}

/** The one value of a word that is not split and not matched against files: an assignment, a here-string, a case word. */
export function expandOne(point: ScriptPoint, word: Word, assignment = false): Value {
  point.reader.wordsLeft -= 1;
  if (word.parts === undefined)
    return textOr(assignment ? tildes(point, word.text, word.value) : tilde(point, word.text, word.value));
  if (assignment && word.parts.some((part) => part.type === "Literal" && part.text.includes(":~"))) {
    joinParts(point, word.parts, true);
    return UNKNOWN;
  }
  return joinParts(point, word.parts, true);
}

/** Several parts as one quoted value. */
export function joinParts(point: ScriptPoint, parts: readonly Part[], startOfWord = false): Value {
  if (parts.length === 1 && parts[0] !== undefined && parts[0].type !== "Literal")
    return single(expandPart(point, parts[0]));
  let out = "";
  let known = true;
  let glob = false;
  let secret: string | undefined;
  parts.forEach((part, index) => {
    const value =
      startOfWord && index === 0 && part.type === "Literal"
        ? textOr(tilde(point, part.text, part.value, parts.length > 1))
        : single(expandPart(point, part));
    if (value.kind === "text" || value.kind === "glob") out += value.text;
    else known = false;
    secret ??= secretOf(value);
    if (value.kind === "glob") glob = true;
  });
  if (!known || out.length > MAX_VALUE) return secret === undefined ? UNKNOWN : { kind: "unknown", secret };
  return glob ? { kind: "glob", text: out } : text(out);
}

const textOr = (value: string | null): Value => (value === null ? UNKNOWN : text(value));

/** `name=~/x` is expanded as in an assignment. */
const LIKE_ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

function plainWord(point: ScriptPoint, word: Word): KnownWord {
  const name = word.text.includes("~") ? (LIKE_ASSIGNMENT.exec(word.text)?.[0] ?? null) : null;
  const value =
    name === null
      ? tilde(point, word.text, word.value)
      : textAfter(name, tildes(point, word.text.slice(name.length), word.value.slice(name.length)));
  if (value === null) return { value: null, text: word.text, glob: false, splits: false, prefix: "" };
  const glob = /[*?]/.test(word.text) && /[*?]/.test(word.text.replace(/\\[\s\S]/g, ""));
  return { value, text: word.text, glob, splits: false, prefix: glob ? beforeGlob(value) : value };
}

const textAfter = (name: string, value: string | null): string | null => (value === null ? null : name + value);

const beforeGlob = (pattern: string): string => pattern.slice(0, Math.max(pattern.search(/[*?[]/), 0));

function fieldsOf(point: ScriptPoint, parts: readonly Part[], written: string | null): readonly KnownWord[] {
  const fields: Field[] = [];
  let field = newField();
  const put = (value: string, quoted: boolean): void => {
    if (value !== "") field.under = null;
    field.known += value;
    field.numeric = field.numeric && /^\d*$/.test(value);
    field.pattern += quoted ? value.replace(GLOB_CHARACTERS, "?") : value;
    field.exists = field.exists || quoted || value !== "";
  };
  const next = (): void => {
    if (field.exists) fields.push(field);
    field = newField();
  };
  const putValue = (value: Value, quoted: boolean, held = false): void => {
    switch (value.kind) {
      case "text":
        if (quoted) put(value.text, true);
        else {
          // What a variable holds stays one word in zsh.
          if (held && /[ \t\n]/.test(value.text)) opaque(point, "a value that not every shell splits");
          putSplit(
            point,
            value.text,
            put,
            next,
            () => {
              field.glob = true;
              field.prefix ??= beforeGlob(field.pattern);
            },
            () => unknown(true),
          );
        }
        return;
      case "glob":
        field.prefix ??= field.known;
        field.glob = true;
        field.numeric = false;
        field.known += value.text;
        field.pattern += value.text;
        field.exists = true;
        if (!quoted) field.splits = true;
        return;
      case "number":
        unknown(value.empty === true && !quoted, true);
        return;
      case "names": {
        const alone = field.known === "" && field.prefix === null;
        unknown(!quoted && !isTame(point, value.under));
        if (alone && !field.splits) {
          field.under = value.under;
          field.prefix = value.under;
        }
        return;
      }
      case "list":
        value.items.forEach((item, index) => {
          if (index > 0) next();
          putValue(item, quoted, held);
        });
        return;
      case "unknown":
        unknown(!quoted || value.many === true);
    }
  };
  const unknown = (splits: boolean, numeric = false): void => {
    field.under = null;
    field.numeric = field.numeric && numeric;
    field.prefix ??= field.known;
    field.unknown = true;
    field.exists = true;
    field.splits = field.splits || splits;
  };
  const [start] = parts;
  if (start?.type === "Literal" && LIKE_ASSIGNMENT.test(start.text) && parts.some(hasLateTilde)) unknown(false);
  parts.forEach((part, index) => {
    if (part.type === "Literal") {
      const value = index === 0 ? tilde(point, part.text, part.value, parts.length > 1) : part.value;
      if (value === null) unknown(false);
      else put(value, part.text !== part.value);
    } else if (part.type === "Glob" || part.type === "ExtendedGlob") {
      field.prefix ??= field.known;
      field.glob = true;
      field.numeric = false;
      field.exists = true;
      const inner = part.parts ?? [];
      const value = inner.length === 0 ? text(part.text) : joinParts(point, inner);
      const plain = value.kind === "text" && inner.every((piece) => piece.type === "Literal");
      field.known += part.text;
      field.pattern += plain ? part.text : "*";
    } else if (part.type === "DoubleQuoted" || part.type === "LocaleString") {
      if (part.type === "LocaleString") unknown(false);
      const values = part.parts.map((child) => expandPart(point, child, true));
      // `"$@"` without arguments is no field at all.
      if (values.length === 0 || values.some((value) => value.kind !== "list" || value.items.length > 0)) {
        field.exists = true;
      }
      for (const value of values) putValue(value, true);
    } else {
      const held = part.type === "SimpleExpansion" || part.type === "ParameterExpansion";
      putValue(expandPart(point, part), part.type === "SingleQuoted" || part.type === "AnsiCQuoted", held);
    }
  });
  next();
  return fields.map((each) => asKnown(each, fields.length === 1 ? written : null));
}

const hasLateTilde = (part: Part): boolean => part.type === "Literal" && /[=:]~/.test(part.text);

function asKnown(field: Field, written: string | null): KnownWord {
  const value = field.unknown || field.known.length > MAX_VALUE ? null : field.glob ? field.pattern : field.known;
  const prefix = value === null || field.glob ? (field.prefix ?? field.known) : value;
  const known = {
    value,
    text: written ?? (value === null ? `${field.known}$…` : field.known),
    glob: field.glob && value !== null,
    splits: field.splits,
    prefix,
  };
  if (field.under !== null) return { ...known, under: field.under };
  return value === null && field.numeric ? { ...known, numeric: true } : known;
}

/** Splits a known unquoted value at white space, with the default separators only. */
function putSplit(
  point: ScriptPoint,
  value: string,
  put: (value: string, quoted: boolean) => void,
  next: () => void,
  glob: () => void,
  unknown: () => void,
): void {
  if (getVariable(point.state, "IFS") !== undefined) {
    if (value !== "") unknown();
    return;
  }
  const pieces = value.split(/[ \t\n]+/);
  pieces.forEach((piece, index) => {
    if (index > 0) next();
    put(piece, false);
    if (/[*?[]/.test(piece)) glob();
  });
}

/** The value of one part, not split. Commands inside are walked. */
export function expandPart(point: ScriptPoint, part: Part, inQuotes = false): Value {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return text(part.value);
    case "AnsiCQuoted":
      // Which bytes an escape beyond ASCII becomes depends on the locale.
      return /[^\x00-\x7f]/.test(part.value) && /\\[uUx0-7]/.test(part.text) ? UNKNOWN : text(part.value);
    case "DoubleQuoted":
      return joinParts(point, part.parts);
    case "LocaleString":
      joinParts(point, part.parts);
      return UNKNOWN;
    case "SimpleExpansion":
      return parameter(point, part.text.slice(1), inQuotes);
    case "ParameterExpansion":
      return parameterExpansion(point, part, inQuotes);
    case "CommandExpansion": {
      if (part.script === undefined) return UNKNOWN;
      const inner: ScriptPoint = { ...point, source: part.script.source ?? point.source, substituted: true };
      const flow = point.walk(inner, part.script);
      noteTouched(point, flow);
      if (flow.out?.kind === "text") return text(flow.out.text.replace(/\n+$/, ""));
      // Many lines, not one name.
      return flow.out === null || flow.out.kind === "names" ? UNKNOWN : flow.out;
    }
    case "ProcessSubstitution":
      if (part.script !== undefined) {
        const source = part.script.source ?? point.source;
        noteTouched(point, point.walk({ ...point, source, stdin: UNKNOWN_STDIN, substituted: true }, part.script));
      }
      return text("/dev/fd/63");
    case "ArithmeticExpansion":
      return arithmetic(point, part.expression);
    case "Glob":
    case "ExtendedGlob":
      for (const child of part.parts ?? []) expandPart(point, child);
      return text(part.text);
    case "BraceExpansion":
      if (part.parts === undefined) return text(part.text.replace(/\\([\s\S])/g, "$1"));
      return joinParts(point, [literal("{"), ...part.parts, literal("}")]);
  }
}

/** What a substitution writes is there for what follows it. */
function noteTouched(point: ScriptPoint, flow: Flow): void {
  if (!point.state.touched && joinFlow(flow)?.touched !== false) point.state = { ...point.state, touched: true };
}

const UNKNOWN_STDIN = { kind: "unknown" } as const;

const literal = (value: string): Part => ({ type: "Literal", value, text: value, pos: 0, end: 0 });
