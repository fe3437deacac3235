/**
 * A makefile, read conservatively: rules, recipes and plain variables. What it computes (functions, conditionals,
 * templates) is not worked out: such values are not known, and where more could be run than was found, that is said.
 */
import type { Files } from "./definition.ts";
import { ALL_VARIABLES, exportAll, setFor } from "./make-exports.ts";
import { inside } from "./words.ts";

const MAX_FILES = 16;
const MAX_LINES = 8_000;
const MAX_LINE_CHARS = 8_000;
const MAX_REFERENCES = 4_000;
const MAX_CALLS = 40;

export interface MakeVariable {
  readonly text: string;
  /** Set in a conditional, by a command or for one target: its value is not known. */
  readonly sure: boolean;
}

export interface MakeRule {
  readonly targets: readonly string[];
  readonly prerequisites: readonly string[];
  readonly recipe: readonly string[];
}

export interface Makefile {
  readonly variables: Map<string, MakeVariable>;
  readonly rules: MakeRule[];
  readonly files: string[];
  readonly unknown: string[];
  /** Names of variables that everything it runs is given. */
  readonly exported: Set<string>;
  /** Code that runs while the file is read, whatever the target: `$(shell …)`, `!=`. */
  readonly atOnce: string[];
  /** Counts down with every variable put in place: a value can be made to grow without end. */
  readonly room: { left: number };
}

interface Reading {
  readonly make: Makefile;
  readonly files: Files;
  readonly cwd: string;
  readonly count: { lines: number };
}

export function readMakefile(path: string, cwd: string, files: Files): Makefile {
  const make: Makefile = {
    variables: new Map(),
    rules: [],
    files: [],
    unknown: [],
    exported: new Set(),
    atOnce: [],
    room: { left: MAX_REFERENCES },
  };
  readInto({ make, files, cwd, count: { lines: 0 } }, path, "needed");
  exportAll(make);
  return make;
}

/** What is needed and not there is said. */
type Need = "needed" | "optional";

function readInto(reading: Reading, path: string, need: Need): void {
  const { make } = reading;
  if (make.files.includes(path)) return;
  make.files.push(path);
  const found = make.files.length > MAX_FILES ? ({ kind: "unknown", why: "too many files" } as const) : undefined;
  const read = found ?? reading.files.text(path);
  if (read.kind === "unknown") make.unknown.push(`${path}: ${read.why}`);
  if (read.kind === "absent" && need === "needed") make.unknown.push(`${path} is not there to be read`);
  if (read.kind === "text") readLines(reading, read.text);
}

const CONDITION = /^(?:ifeq|ifneq|ifdef|ifndef)\b(.*)$/;
const INCLUDE = /^(-include|sinclude|include)\s+(.*)$/;
/** `$(` and `${` on the left side count as one name. */
const ASSIGNMENT = /^((?:[^\s:=?+!#$]|\$(?![({])|\$[({][^)}]*[)}])+)\s*(:{0,3}=|\?=|\+=|!=)\s*(.*)$/s;

/** The lines of one file as they are read. */
interface LineReading extends Reading {
  readonly rest: string[];
  /** How many conditionals are open. */
  conditional: number;
  /** What the lines that begin with a tab belong to. */
  recipe: string[] | null;
}

function readLines(reading: Reading, text: string): void {
  const { make } = reading;
  const file: LineReading = { ...reading, rest: text.split(/\r?\n/), conditional: 0, recipe: null };
  while (file.rest.length > 0) {
    if (++reading.count.lines > MAX_LINES) {
      make.unknown.push("a makefile that is too long");
      return;
    }
    const isRecipe = file.recipe !== null && file.rest[0]?.startsWith("\t") === true;
    const line = takeLine(file.rest, isRecipe ? "recipe" : "code");
    if (line.length > MAX_LINE_CHARS) make.unknown.push("a line that is too long");
    else if (isRecipe) file.recipe?.push(line.slice(1));
    else readCode(file, stripComment(line).trim());
  }
  if (file.conditional !== 0) make.unknown.push("a conditional that does not end");
}

/** A line with those it goes on in. */
function takeLine(rest: string[], kind: "recipe" | "code"): string {
  let line = rest.shift() ?? "";
  while (goesOn(line) && rest.length > 0 && line.length <= MAX_LINE_CHARS) {
    const next = rest.shift() ?? "";
    line = kind === "recipe" ? `${line}\n${next.replace(/^\t/, "")}` : `${line.slice(0, -1)} ${next.trim()}`;
  }
  return line;
}

function readCode(file: LineReading, code: string): void {
  const { make } = file;
  const condition = CONDITION.exec(code);
  if (code === "") return;
  if (condition !== null || /^else\b/.test(code)) {
    if (condition !== null) file.conditional += 1;
    runsAtOnce(make, condition?.[1] ?? code);
    file.recipe = null;
  } else if (/^endif\b/.test(code)) file.conditional -= 1;
  else if (DEFINE.test(code)) {
    const name = DEFINE.exec(code)?.[2] ?? "";
    setFor(make, { name, exports: /\bexport\b/.test(DEFINE.exec(code)?.[1] ?? "") });
    make.variables.set(name, { text: "", sure: false });
    while (file.rest.length > 0 && !/^\s*endef\b/.test(file.rest.shift() ?? "")) {}
  } else file.recipe = statement(file, code);
}

const DEFINE = /^((?:(?:override|export|private)\s+)*)define\b\s*(\S*)/;
const MODIFIERS = /^(?:(?:export|unexport|override|private)\s+)+/;

/** Answers the recipe that the next lines belong to, or null. */
function statement(reading: LineReading, code: string): string[] | null {
  const { make } = reading;
  const include = INCLUDE.exec(code);
  if (include !== null) {
    includes(reading, include[2] ?? "", include[1] === "include" ? "needed" : "optional");
    return null;
  }
  if (/^(?:load|vpath)\b/.test(code)) {
    make.unknown.push(`${code.split(/\s/)[0]} changes how targets are made`);
    return null;
  }
  const [modifiers = ""] = MODIFIERS.exec(code) ?? [];
  const bare = code.slice(modifiers.length);
  const [whole, name = "", operator = "", value = ""] = ASSIGNMENT.exec(bare) ?? [];
  if (whole !== undefined) {
    assign(reading, { name, operator, value, exports: /\bexport\b/.test(modifiers) });
    return null;
  }
  if (/^unexport\b/.test(code)) return null;
  if (/^export(?:\s|$)/.test(code)) {
    const names = listNames(make, code.slice("export".length));
    for (const name of names.length === 0 ? [ALL_VARIABLES] : names) setFor(make, { name, exports: true });
    return null;
  }
  return rule(reading, code);
}

interface MakeAssignment {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
  readonly exports: boolean;
}

function assign({ make, conditional }: LineReading, { name, operator, value, exports }: MakeAssignment): void {
  const old = make.variables.get(name);
  if (operator === "!=") make.atOnce.push(value);
  else if (operator !== "=") runsAtOnce(make, value);
  if (/^(?:\.RECIPEPREFIX|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES)$/.test(name)) make.unknown.push(`${name} is changed`);
  // What the environment has stays as it is.
  if (exports || operator !== "?=") setFor(make, { name, exports });
  const sure = conditional <= 0 && operator !== "!=" && old?.sure !== false;
  if (operator === "?=" && old !== undefined) return;
  const text = operator === "+=" && old !== undefined ? `${old.text} ${value}` : value;
  make.variables.set(name, { text, sure });
}

function rule({ make, conditional }: LineReading, code: string): string[] | null {
  runsAtOnce(make, code.split(";")[0] ?? "");
  const colon = colonIn(code);
  if (colon < 0) {
    make.unknown.push(`a line that is not understood: ${code.slice(0, 40)}`);
    return null;
  }
  const targets = listNames(make, code.slice(0, colon));
  const rest = code.slice(colon + 1).replace(/^:/, "");
  if (isVariable(make, rest.trim())) return null;
  if (colonIn(rest.split(";")[0] ?? "") >= 0) make.unknown.push("a static pattern rule");
  const semicolon = rest.indexOf(";");
  const prerequisites = listNames(make, (semicolon < 0 ? rest : rest.slice(0, semicolon)).replace(/[|:]/g, " "));
  const recipe: string[] = semicolon < 0 ? [] : [rest.slice(semicolon + 1).trim()];
  if (conditional > 0 && targets.some((target) => !target.startsWith(".")))
    make.unknown.push("a rule in a conditional");
  if (targets.includes(".SECONDEXPANSION")) make.unknown.push("prerequisites that are expanded twice");
  make.rules.push({ targets, prerequisites, recipe });
  return recipe;
}

/** `target: NAME = value`; with a semicolon it may be a recipe as well, and is both. */
function isVariable(make: Makefile, text: string): boolean {
  const [modifiers = ""] = MODIFIERS.exec(text) ?? [];
  const [whole, name = "", , value = ""] = ASSIGNMENT.exec(text.slice(modifiers.length)) ?? [];
  if (whole === undefined || name.includes(";")) return false;
  setFor(make, { name, exports: /\bexport\b/.test(modifiers) });
  make.variables.set(name, { text: value, sure: false });
  return modifiers !== "" || !text.includes(";");
}

/** The colon that ends the targets: not one inside `$(…)`, not one of a drive. */
function colonIn(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "(" || char === "{") depth += 1;
    else if (char === ")" || char === "}") depth -= 1;
    else if (char === ":" && depth <= 0) return i;
  }
  return -1;
}

function includes(reading: Reading, text: string, need: Need): void {
  runsAtOnce(reading.make, text);
  for (const name of listNames(reading.make, text)) {
    if (/[*?[$%]/.test(name)) reading.make.unknown.push(`includes ${name}`);
    else readInto(reading, inside(reading.cwd, name), need);
  }
}

/** Names in a list of targets or files; one that is computed stays as written, and is said. */
function listNames(make: Makefile, text: string): readonly string[] {
  const plain = plainText(make, text);
  if (plain === undefined) make.unknown.push(`computed names: ${text.trim().slice(0, 60)}`);
  return (plain ?? text).split(/\s+/).filter((word) => word !== "");
}

/** Variables put in place, where each is plainly known; else undefined. */
export function plainText(make: Makefile, text: string, depth = 0): string | undefined {
  if (!text.includes("$")) return text;
  if (depth > 8 || --make.room.left < 0) return undefined;
  let known = true;
  const out = text.replace(/\$(?:\$|[({]([\w.-]+)[)}]|(.))/g, (whole, name?: string) => {
    const variable = name === undefined ? undefined : make.variables.get(name);
    const value = variable?.sure === true ? plainText(make, variable.text, depth + 1) : undefined;
    if (value === undefined) known = false;
    return value ?? whole;
  });
  return known ? out : undefined;
}

/** `$(shell …)` in text that is expanded while the file is read. */
export function runsAtOnce(make: Makefile, text: string): void {
  for (const code of shellCalls(text)) make.atOnce.push(code);
  if (/\$[({](?:eval|call|foreach|guile|load|file)\s/.test(text))
    make.unknown.push("code that is made while it is read");
}

/** The code of every `$(shell …)` in a text, innermost included. */
export function shellCalls(text: string): readonly string[] {
  const out: string[] = [];
  for (const match of text.matchAll(/\$([({])shell\s+/g)) {
    const start = match.index + match[0].length;
    if (out.length < MAX_CALLS) out.push(text.slice(start, closing(text, start, match[1] === "(" ? ")" : "}")));
  }
  return out;
}

/** Where the bracket that is open at `start` is closed. */
export function closing(text: string, start: number, close: string): number {
  const open = close === ")" ? "(" : "{";
  let depth = 1;
  for (let i = start; i < text.length; i += 1) {
    if (text.charAt(i) === open) depth += 1;
    else if (text.charAt(i) === close && --depth === 0) return i;
  }
  return text.length;
}

/** An odd number of backslashes at its end. */
function goesOn(line: string): boolean {
  let at = line.length;
  while (line.charAt(at - 1) === "\\") at -= 1;
  return (line.length - at) % 2 === 1;
}

const stripComment = (line: string): string => {
  const at = /(?:^|[^\\])(#)/.exec(line);
  return at === null ? line : line.slice(0, at.index + at[0].length - 1);
};
