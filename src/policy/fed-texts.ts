/**
 * What programs that nobody emulates may hand to something that runs it (`shuf -e "git push" | sh`), or write into a definition, a
 * script or a hook that the call goes on to run: each of their words may be what they print. So may variables that code asks for.
 * For what finds, and never proves.
 */
import type { Effect, EnvironmentEffect, ReadEffect, WriteEffect } from "../contract/effect.ts";
import type { KnownWord, ShellReading, SubCommand } from "../contract/reading.ts";
import { evaluatedFiles, filePatterns } from "../programs/index.ts";

const MAX_TEXTS = 48;
const MAX_TEXT = 4_096;

/** Texts of more than one word that may be run. */
export function fedTexts(reading: ShellReading): readonly string[] {
  const { commands } = reading;
  const said = commands.flatMap((command) => {
    const first = [...(runsUnseen(command) ? fedDirectly(command, commands) : []), ...writersFor(command, commands)];
    const words = [...withFeeders(first, commands).flatMap(spelledBy), ...givenVariables(command, reading)].map(
      unescaped,
    );
    const pieces = words.flatMap((word) => [...word.split(/[^\w\s./~$-]+/), ...word.split(/[^\w\s.~$-]+/)]);
    return [...words, ...pieces, words.join(" ")];
  });
  const texts = said.map((text) => text.trim()).filter((text) => /\s/.test(text) && text.length <= MAX_TEXT);
  return [...new Set(texts)].slice(0, MAX_TEXTS);
}

/** `\\n` as printf and its like have it. */
const unescaped = (text: string): string => text.replace(/\\[nrt]/g, "\n");

const runsUnseen = ({ name, effects }: SubCommand): boolean => name === null || effects.some(isUnseen);

/** Code of which only the way it comes is known, now or later, and code that starts what it is given. */
function isUnseen(effect: Effect): boolean {
  if (effect.do === "persist") return true;
  if (effect.do !== "run") return false;
  const { what, code, script } = effect;
  if (what === "code") return code === undefined || STARTS_INPUT.test(code);
  return what === "script" && (script?.certainty !== "exact" || /^\/(?:dev|proc)\//.test(script.path));
}

const STARTS_INPUT =
  /^(?=[\s\S]*(?:stdin|\binput\b|<>|readline|\bgets\b|open\(0|argv|environ))(?=[\s\S]*(?:system|exec|spawn|popen|\brun\b|\bcall\b|`|%x))/i;

const spelledBy = ({ words, input = "" }: SubCommand): readonly string[] =>
  [...words.slice(1).map(spelled), input].filter((text) => text !== "");

const spelled = ({ value, outline, prefix }: KnownWord): string => value ?? outline ?? prefix;

const fedDirectly = ({ fedBy = [] }: SubCommand, commands: readonly SubCommand[]): readonly SubCommand[] =>
  fedBy.flatMap(([from, to]) => commands.slice(from, to));

/** And what makes their input and their words. */
function withFeeders(first: readonly SubCommand[], commands: readonly SubCommand[]): readonly SubCommand[] {
  const found = new Set<SubCommand>();
  const todo = [...first];
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    if (found.has(next)) continue;
    found.add(next);
    todo.push(...fedDirectly(next, commands));
  }
  return [...found];
}

/** Those that write what it runs, or the contents that are put there. */
function writersFor(command: SubCommand, commands: readonly SubCommand[]): readonly SubCommand[] {
  const isRun = runFiles(command);
  if (isRun === undefined) return [];
  const found = new Set<SubCommand>();
  const wanted = new Set<string>();
  // What is moved there was written before: from the last to the first.
  for (const one of [...commands].reverse()) {
    const isWanted = (path: string): boolean => wanted.has(path) || isRun(path);
    const writes = one.effects.some((effect) => effect.do === "write" && isWanted(effect.target.path));
    // Of a program that nobody knows, what it names it may write.
    const mayWrite = !one.understood && one.words.slice(1).some((word) => isRun(`/${spelled(word)}`));
    if (one === command || !(writes || mayWrite)) continue;
    found.add(one);
    for (const effect of one.effects) if (effect.do === "write" || effect.do === "read") wanted.add(sourceOf(effect));
  }
  return [...found];
}

const sourceOf = (effect: ReadEffect | WriteEffect): string =>
  effect.do === "read" ? effect.target.path : (effect.from?.path ?? "");

/** Scripts it names, definitions it evaluates by itself, and hooks; undefined: none. */
function runFiles({ name, words, effects }: SubCommand): ((path: string) => boolean) | undefined {
  const scripts = effects.flatMap((effect) =>
    effect.do === "run" && effect.script?.certainty === "exact" ? [effect.script.path] : [],
  );
  const values = words.map(({ value, prefix }) => value ?? prefix);
  const rows = evaluatedFiles(values, { starts: true }).map(({ files }) => files);
  const tasks = effects.some((effect) => effect.do === "run" && effect.what === "task") ? [LOOKED_THROUGH] : [];
  const patterns = [...rows, ...tasks].filter((files) => files !== "").map((files) => filePatterns(files).below);
  if (name === "git") patterns.push(HOOK);
  if (scripts.length + patterns.length === 0) return undefined;
  return (path) => scripts.includes(path) || patterns.some((pattern) => pattern.test(path));
}

/** Definitions of runners that are looked through, as the table of evaluated files has no row for those. */
const LOOKED_THROUGH =
  "package.json .npmrc GNUmakefile makefile Makefile *.mk *.make justfile Justfile .justfile mise.toml .mise.toml mise.local.toml .mise.local.toml";
const HOOK =
  /(?:^|\/)(?:(?:pre|post)-(?:commit|merge|merge-commit|checkout|rebase|rewrite|push|applypatch|index-change|auto-gc)|(?:prepare-)?commit-msg|applypatch-msg|reference-transaction)$/;

/** What a command finds in its environment and may run: its code, or a word of it, asks for the variable. */
function givenVariables(command: SubCommand, { effects }: ShellReading): readonly string[] {
  const runs = command.effects.some((effect) => effect.do === "run") || !command.understood;
  const code = runs ? command.words.slice(1).map(spelled).join("\n") : "";
  const set = [...command.assignments, ...effects.filter(isEnvironment)];
  return set.flatMap(({ name, value }) => (value !== null && asksFor(code, name) ? [value] : []));
}

const isEnvironment = (effect: Effect): effect is EnvironmentEffect => effect.do === "environment";

/** A function that is exported is started by its name alone, wherever that stands. */
const asksFor = (code: string, name: string): boolean =>
  /^BASH_FUNC_/.test(name) || code.split(/\W+/).includes(name) || /\benviron|getenv/i.test(code);
