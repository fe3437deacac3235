/** Expansion as bash does it, as far as values are known: tilde, simple lists in braces, variables, substitution, globs. */
import { HOLE, type KnownWord } from "../../contract/reading.ts";
import { bracesOf } from "./braces.ts";
import { beforeGlob, closeFields, type Fields, newFields, putGlob, putText, putUnknown, putValue } from "./fields.ts";
import { parameter, parameterExpansion } from "./parameters.ts";
import type { Script, Word, WordPart } from "./parse.ts";
import type { Point } from "./point.ts";
import { outlineOf, textValue, UNKNOWN, type Value } from "./state.ts";
import { walkInside } from "./substituted.ts";

/** The fields a word of a command becomes. */
export function expandWord(point: Point, word: Word): readonly KnownWord[] {
  point.reading.wordsLeft -= 1;
  if (word.parts === undefined) return [plainWord(point, word)];
  const choices = bracesOf(word.parts);
  point.reading.wordsLeft -= choices.length - 1;
  const written = choices.length === 1 ? word.text : null;
  return choices.flatMap((parts) => fieldsOf(point, parts, written));
}

/** The one value of a word that is not split and not matched against files: an assignment, a here-string. */
export function expandOne(point: Point, word: Word): Value {
  point.reading.wordsLeft -= 1;
  if (word.parts === undefined) return textOr(tilde(point, word.text, word.value));
  const [first, ...rest] = word.parts;
  if (first?.type !== "Literal") return joinParts(point, word.parts);
  const start = textOr(tilde(point, first.text, first.value));
  return joinValues([start, ...rest.map((part) => expandPart(point, part))]);
}

/** Several parts as one quoted value. */
export function joinParts(point: Point, parts: readonly WordPart[]): Value {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return asOne(expandPart(point, only));
  return joinValues(parts.map((part) => expandPart(point, part)));
}

const asOne = (value: Value): Value => (value.kind === "list" ? UNKNOWN : value);

function joinValues(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return asOne(only);
  const text = values.map(outlineOf).join("");
  const isGlob = values.some((value) => value.kind === "text" && value.glob === true);
  return isGlob && !text.includes(HOLE) ? { kind: "text", text, glob: true } : textValue(text);
}

const textOr = (value: string | null): Value => (value === null ? UNKNOWN : textValue(value));

function plainWord(point: Point, word: Word): KnownWord {
  const value = tilde(point, word.text, word.value);
  if (value === null) return { value: null, text: word.text, glob: false, splits: false, prefix: "" };
  if (value.includes(HOLE)) return outlinedWord(value, word.text);
  const glob = /[*?]/.test(word.text) && /[*?]/.test(word.text.replace(/\\[\s\S]/g, ""));
  return { value, text: word.text, glob, splits: false, prefix: glob ? beforeGlob(value) : value };
}

/** A word of code that was put together from parts not all of which are known. */
const outlinedWord = (outline: string, written: string): KnownWord => ({
  value: null,
  text: written.replaceAll(HOLE, "$…"),
  glob: false,
  splits: !/^["']/.test(written),
  prefix: outline.slice(0, outline.indexOf(HOLE)),
  outline,
});

/** `~` and `~/…` at the start of a word, or behind `name=`; null for another person's home. */
function tilde(point: Point, written: string, value: string): string | null {
  const [name = ""] = /^[A-Za-z_]\w*\+?=(?=~)/.exec(written) ?? [];
  if (written[name.length] !== "~") return value;
  const rest = value.slice(name.length);
  const { home } = point.reading.context.world;
  const { cwd } = point.state;
  if (/^~\+(?=\/|$)/.test(rest) && cwd.certainty === "exact") return `${name}${cwd.path}${rest.slice(2)}`;
  return /^~(?=\/|$)/.test(rest) ? `${name}${home}${rest.slice(1)}` : null;
}

function fieldsOf(point: Point, parts: readonly WordPart[], written: string | null): readonly KnownWord[] {
  const fields = newFields();
  parts.forEach((part, index) => {
    if (part.type !== "Literal") putPart(point, fields, part);
    else {
      const value = index === 0 ? tilde(point, part.text, part.value) : part.value;
      if (value === null) putUnknown(fields);
      else putText(fields, value, part.text !== part.value);
    }
  });
  return closeFields(fields, written);
}

function putPart(point: Point, fields: Fields, part: Exclude<WordPart, { readonly type: "Literal" }>): void {
  switch (part.type) {
    case "Glob":
    case "ExtendedGlob":
      walkInside(point, part);
      putGlob(fields, part.type === "Glob" ? part.text : "*");
      return;
    case "BraceExpansion":
      // What is no simple list could be any name.
      walkInside(point, part);
      putGlob(fields, "*");
      return;
    case "DoubleQuoted":
    case "LocaleString": {
      const values = part.parts.map((child) => expandPart(point, child, true));
      // `"$@"` without arguments is no field at all.
      if (values.length === 0 || values.some((value) => value.kind !== "list" || value.items.length > 0))
        fields.field.exists = true;
      for (const value of values) putValue(fields, value, true);
      return;
    }
    case "SingleQuoted":
    case "AnsiCQuoted":
      putText(fields, part.value, true);
      return;
    default:
      putValue(fields, expandPart(point, part), false);
  }
}

/** The value of one part, not split. Commands inside are walked. */
function expandPart(point: Point, part: WordPart, quoted = false): Value {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return textValue(part.value);
    case "DoubleQuoted":
    case "LocaleString":
      return joinParts(point, part.parts);
    case "SimpleExpansion":
      return parameter(point, part.text.slice(1), quoted);
    case "ParameterExpansion":
      return parameterExpansion(point, part, quoted);
    case "CommandExpansion":
      return part.script === undefined ? UNKNOWN : substitute(point, part.script);
    case "ProcessSubstitution":
      if (part.script !== undefined) substitute(point, part.script);
      return textValue("/dev/fd/63");
    case "ArithmeticExpansion":
      walkInside(point, part);
      return UNKNOWN;
    default:
      walkInside(point, part);
      return { kind: "text", text: part.text, ...(part.type === "BraceExpansion" ? {} : { glob: true }) };
  }
}

/** `$(…)`: what it prints, less the newlines at its end. */
function substitute(point: Point, script: Script): Value {
  const out = point.walkScript({ ...point, source: script.source ?? point.source, inside: point.inside + 1 }, script);
  if (out?.kind === "text") return { ...out, text: out.text.replace(/\n+$/, "") };
  return out === null || out.kind === "list" ? UNKNOWN : out;
}
