/** Expansion as bash does it, as far as values are known: braces, tilde, variables, substitution, splitting, globs. */

import { HOLE, type KnownWord } from "../../contract/reading.ts";
import { arithmetic } from "./arithmetic.ts";
import { bracesOf } from "./braces.ts";
import { keepOpen } from "./descriptors.ts";
import {
  beforeGlob,
  closeFields,
  type Fields,
  MAX_VALUE,
  newFields,
  putGlob,
  putText,
  putUnknown,
  putValue,
  type Quoting,
} from "./fields.ts";
import { isLikely } from "./likely.ts";
import { parameter, parameterExpansion } from "./parameters.ts";
import type { Script, Word, WordPart } from "./parse.ts";
import { opaque, type ScriptPoint, showHoles, UNKNOWN_STDIN } from "./reader.ts";
import { type Flow, joinFlow, outlineOf, secretOf, single, text, UNKNOWN, unknownValue, type Value } from "./state.ts";
import { tilde, tildes } from "./tilde.ts";

type Part = WordPart;

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
export function expandOne(point: ScriptPoint, word: Word): Value {
  point.reader.wordsLeft -= 1;
  return word.parts === undefined ? textOr(tilde(point, word.text, word.value)) : joinWord(point, word.parts);
}

/** The same for what is assigned, where a tilde counts after every colon too. */
export function expandAssigned(point: ScriptPoint, word: Word): Value {
  point.reader.wordsLeft -= 1;
  if (word.parts === undefined) return textOr(tildes(point, word.text, word.value));
  const value = joinWord(point, word.parts);
  const isLate = word.parts.some((part) => part.type === "Literal" && part.text.includes(":~"));
  return isLate && !isLikely(point) ? UNKNOWN : value;
}

/** Several parts as one quoted value. */
export function joinParts(point: ScriptPoint, parts: readonly Part[]): Value {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && only.type !== "Literal") return onlyValue(point, only);
  return joinValues(parts.map((part) => onlyValue(point, part)));
}

/** `x=$*`, `x=${a[@]}`: put together, where only one word can stand. Other shells do otherwise: likely readings only. */
function onlyValue(point: ScriptPoint, part: Part): Value {
  const value = expandPart(point, part, isLikely(point) ? "quoted" : "bare");
  if (!isLikely(point) || value.kind !== "list") return single(value);
  return text(value.items.map(outlineOf).join(" "));
}

/** The same at the start of a word, where a tilde counts. */
function joinWord(point: ScriptPoint, parts: readonly Part[]): Value {
  const [first, ...rest] = parts;
  if (first?.type !== "Literal") return joinParts(point, parts);
  const start = textOr(tilde(point, first.text, first.value, parts.length > 1));
  return joinValues([start, ...rest.map((part) => onlyValue(point, part))]);
}

function joinValues(values: readonly Value[]): Value {
  let out = "";
  let known = true;
  let glob = false;
  let secret: string | undefined;
  for (const value of values) {
    if (value.kind === "text" || value.kind === "glob") out += value.text;
    else known = false;
    secret ??= secretOf(value);
    if (value.kind === "glob") glob = true;
  }
  if (out.length > MAX_VALUE) return unknownValue({ secret });
  if (!known) return unknownValue({ secret, outline: values.map(outlineOf).join("") });
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
  if (value.includes(HOLE)) return outlinedWord(value, word.text);
  const glob = /[*?]/.test(word.text) && /[*?]/.test(word.text.replace(/\\[\s\S]/g, ""));
  return { value, text: word.text, glob, splits: false, prefix: glob ? beforeGlob(value) : value };
}

/** A word of code that was put together from parts not all of which are known. */
const outlinedWord = (outline: string, written: string): KnownWord => ({
  value: null,
  text: showHoles(written),
  glob: false,
  splits: !/^["']/.test(written),
  prefix: outline.slice(0, outline.indexOf(HOLE)),
  outline,
});

const textAfter = (name: string, value: string | null): string | null => (value === null ? null : name + value);

function fieldsOf(point: ScriptPoint, parts: readonly Part[], written: string | null): readonly KnownWord[] {
  const fields = newFields(point);
  const [start] = parts;
  if (start?.type === "Literal" && LIKE_ASSIGNMENT.test(start.text) && parts.some(hasLateTilde)) putUnknown(fields);
  parts.forEach((part, index) => {
    if (part.type !== "Literal") putPart(fields, part);
    else {
      const value = index === 0 ? tilde(point, part.text, part.value, parts.length > 1) : part.value;
      if (value === null) putUnknown(fields);
      else putText(fields, value, part.text === part.value ? "bare" : "quoted");
    }
  });
  return closeFields(fields, written);
}

function putPart(fields: Fields, part: Exclude<Part, { readonly type: "Literal" }>): void {
  const { point } = fields;
  switch (part.type) {
    case "Glob":
    case "ExtendedGlob": {
      const inner = part.parts ?? [];
      const value = inner.length === 0 ? text(part.text) : joinParts(point, inner);
      const isPlain = value.kind === "text" && inner.every((piece) => piece.type === "Literal");
      putGlob(fields, part.text, isPlain ? part.text : "*");
      return;
    }
    case "DoubleQuoted":
    case "LocaleString": {
      if (part.type === "LocaleString") putUnknown(fields);
      const values = part.parts.map((child) => expandPart(point, child, "quoted"));
      // `"$@"` without arguments is no field at all.
      if (values.length === 0 || values.some((value) => value.kind !== "list" || value.items.length > 0))
        fields.field.exists = true;
      for (const value of values) putValue(fields, value, "quoted");
      return;
    }
    case "SingleQuoted":
    case "AnsiCQuoted":
      putValue(fields, expandPart(point, part), "quoted");
      return;
    case "SimpleExpansion":
    case "ParameterExpansion":
      putValue(fields, expandPart(point, part), "held");
      return;
    default:
      putValue(fields, expandPart(point, part), "bare");
  }
}

const hasLateTilde = (part: Part): boolean => part.type === "Literal" && /[=:]~/.test(part.text);

/** The value of one part, not split. Commands inside are walked. */
export function expandPart(point: ScriptPoint, part: Part, quoting: Quoting = "bare"): Value {
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
      return parameter(point, part.text.slice(1), quoting);
    case "ParameterExpansion":
      return parameterExpansion(point, part, quoting);
    case "CommandExpansion":
      return part.script === undefined ? UNKNOWN : substitute(point, part.script);
    case "ProcessSubstitution":
      return substituteProcess(point, part.script);
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

/** `$(…)`: what it prints, less the newlines at its end. */
function substitute(point: ScriptPoint, script: Script): Value {
  const { out } = walkInside(point, point, script);
  if (out?.kind === "text") return text(out.text.replace(/\n+$/, ""));
  // Many lines, not one name.
  return out === null || (out.kind === "names" && !isLikely(point)) ? UNKNOWN : out;
}

/** `<(…)`: a file that holds what it prints. */
function substituteProcess(point: ScriptPoint, script: Script | undefined): Value {
  const flow = script === undefined ? undefined : walkInside({ ...point, stdin: UNKNOWN_STDIN }, point, script);
  const { pipes } = point.reader;
  const name = `/dev/fd/${63 - pipes.size}`;
  if (isLikely(point) && flow?.out?.kind === "text") pipes.set(name, flow.out.text);
  if (isLikely(point) && flow?.out?.kind === "names") keepOpen(point, 63 - pipes.size, { stdin: flow.out });
  return text(name);
}

/** Walks what stands inside a word, at `inner`. What it writes is there for what follows. */
function walkInside(inner: ScriptPoint, point: ScriptPoint, script: Script): Flow {
  const flow = point.walk({ ...inner, source: script.source ?? point.source, substituted: true }, script);
  if (!point.state.touched && joinFlow(flow)?.touched !== false) point.state = { ...point.state, touched: true };
  return flow;
}

const literal = (value: string): Part => ({ type: "Literal", value, text: value, pos: 0, end: 0 });
