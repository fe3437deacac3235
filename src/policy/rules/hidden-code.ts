/**
 * Code that a call carries as text, for deny and ask rules: the words of programs that run things, the strings in the
 * code of other languages, the fields of other tools that are named like code. What is code is not told from what only
 * looks like it: matching too much is the safe side here, and nothing is allowed by it.
 */

import { beside } from "../../contract/beside.ts";
import type { Effect, RunEffect } from "../../contract/effect.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import { codeSpellings, shellCalls } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { literalsIn } from "../code-literals.ts";
import { commandsGiven, evaluates } from "../tools/index.ts";
import { aliasTexts } from "./git-aliases.ts";
import { scriptTexts } from "./mentioned-scripts.ts";
import { doorTexts } from "./other-doors.ts";
import { suppliedTexts } from "./supplied-operands.ts";

export interface HiddenCode {
  readonly commands: readonly SubCommand[];
  readonly effects: readonly Effect[];
}

/** How many texts are read, and how long one may be, in characters. */
const MAX_TEXTS = 64;
const MAX_TEXT = 16_384;

const NONE: HiddenCode = { commands: [], effects: [] };
const found = beside<PolicyCall, HiddenCode>();

/** Found once for each call, when a rule first asks for it. */
export function hiddenCode(call: PolicyCall): HiddenCode {
  const code = found.get(call) ?? readTexts(call);
  found.set(call, code);
  return code;
}

/** What a proof leaves unknown is here what bash would most likely have. */
function readTexts(call: PolicyCall): HiddenCode {
  const likely = call.likely();
  const effects = [call.effects, ...likely.map((reading) => reading.effects)].flat();
  const texts = [...new Set([...wordTexts(call), ...codeTexts(effects, call), ...fieldTexts(call)])].slice(
    0,
    MAX_TEXTS,
  );
  if (texts.length === 0 && likely.length === 0) return NONE;
  const readings = texts.map((text) => readText(text, call));
  const all = [...readings, ...likely];
  const further = behind(all, new Set(texts), call);
  return {
    commands: [...all, ...further].flatMap(({ commands }) => commands),
    effects: [...all, ...further].flatMap(({ effects }) => effects),
  };
}

function readText(text: string, call: PolicyCall): ShellReading {
  const { cwd, projectRoot, world, memory } = call;
  const reading = call.readShell(text, { cwd, projectRoot, world, written: memory.written });
  if (reading.failed !== undefined) throw new Error(`code in the call could not be read: ${reading.failed}`);
  return reading;
}

/** How many names of git's configuration, and scripts, stand behind one another. */
const MAX_STEPS = 10;

/** What code of the call leads to further: a name of git's configuration behind another one, what a script starts. */
function behind(readings: readonly ShellReading[], known: Set<string>, call: PolicyCall): readonly ShellReading[] {
  const found: ShellReading[] = [];
  let todo = readings;
  for (let step = 0; step < MAX_STEPS && todo.length > 0; step += 1) {
    const texts = todo.flatMap(({ commands, effects }) => [
      ...commands.flatMap((command) => [...nicknames(command), ...aliasTexts(command, call)]),
      ...effects.flatMap((effect) => (effect.do === "run" ? startedBy(effect, call) : [])),
    ]);
    const fresh = [...new Set(texts)].filter((text) => !known.has(text)).slice(0, MAX_TEXTS);
    for (const text of fresh) known.add(text);
    todo = fresh.map((text) => readText(text, call));
    found.push(...todo);
  }
  return found;
}

/** It runs what it is given, or nobody knows what it does with it. */
export const mayRunWords = ({ name, words, understood, effects }: SubCommand): boolean =>
  !looksUp(words) &&
  (!understood ||
    effects.some((effect) => effect.do === "run" && effect.what !== "helper") ||
    (name !== null && programNamed(name)?.launcher === true));

/** `command -v curl` says where a program is, and runs nothing. */
const looksUp = ([first, option, ...names]: SubCommand["words"]): boolean =>
  first?.value === "command" &&
  /^-[vV]$/.test(option?.value ?? "") &&
  names.every(({ value }) => /^[\w.+/-]+$/.test(value ?? ""));

const wordTexts = (call: PolicyCall): readonly string[] => [
  ...(call.reading?.commands ?? []).flatMap((command) => [
    ...nicknames(command),
    ...aliasTexts(command, call),
    ...doorTexts(command, call),
    ...scriptTexts(command, call),
    ...suppliedTexts(command, call),
  ]),
  ...(call.reading?.commands ?? [])
    .filter(mayRunWords)
    .flatMap(({ words, input }) => [
      ...words.slice(1).flatMap((word) => textsIn(word.value ?? word.outline ?? word.prefix)),
      ...(input === undefined ? [] : textsIn(input)),
    ]),
];

/** What a name that git is given here stands for, whenever it is used. */
function nicknames({ name, words }: SubCommand): readonly string[] {
  if (name !== "git") return [];
  return words.flatMap(({ value }, i) => {
    const given = /^alias\.[^=]+(?:=(.*))?$/is.exec(value ?? "");
    const meaning = given === null ? undefined : (given[1] ?? words[i + 1]?.value ?? undefined);
    return meaning === undefined ? [] : [meaning.startsWith("!") ? meaning.slice(1) : `git ${meaning}`];
  });
}

/** The text, what stands behind an option or an editor's sign for a command in it, and its strings. */
function textsIn(text: string): readonly string[] {
  if (text.length > MAX_TEXT || !/\s/.test(text.trim())) return [];
  const value = /^(?:--?[\w-]*[=:]|-[A-Za-z]|[:!\s]+)([^=:].*)$/s.exec(text)?.[1];
  const typed = text.includes("\\") ? [text.replace(/\\[nr]|\^M/g, "\n")] : [];
  return [text, ...typed, ...(value === undefined ? [] : [value]), ...literalsIn(text)];
}

const codeTexts = (effects: readonly Effect[], call: PolicyCall): readonly string[] =>
  effects.flatMap((effect) => {
    if (effect.do !== "run") return [];
    const { code } = effect;
    if (code === undefined || code.length > MAX_TEXT) return startedBy(effect, call);
    const language = effect.language ?? effect.program;
    const spelled = codeSpellings(code, language);
    const texts = spelled.some((one) => STARTS.test(one)) ? spelled : [code];
    return [code, ...texts.flatMap((text) => literalsIn(text)), ...shellCalls(code, language)];
  });

/** Words of languages with which code starts programs: what a function of its own hands to them is not followed. */
const STARTS =
  /\b(?:\w*exec\w*|\w*spawn\w*|system\w*|popen\w*|Popen|subprocess|child_process|fork|qx|eval|Open3)\b|\$`/;

/** The commands that a file of another language starts, as far as they stand there in words. */
function startedBy({ script, language }: RunEffect, { world }: PolicyCall): readonly string[] {
  if (script?.certainty !== "exact" || /^(?:shell|bash|sh|zsh)$/.test(language ?? "")) return [];
  const { path } = script;
  const file = world.stat(path).kind === "directory" ? `${path}/${MAINS[language ?? ""] ?? "__main__.py"}` : path;
  const bytes = world.readFile(file, MAX_TEXT);
  return bytes === undefined ? [] : shellCalls(new TextDecoder().decode(bytes), language ?? "");
}

/** What is run of a directory. */
const MAINS: Readonly<Record<string, string>> = { node: "index.js", javascript: "index.js" };

const CODE_FIELD = /^(?:command|commands|cmd|script|code|shell|bash|exec|run|args|argv|arguments|input|keys|text)$/i;

/** Fields of a tool whose schema nobody declared. */
function fieldTexts(call: PolicyCall): readonly string[] {
  if (!call.spec.anyField) return [];
  const field = evaluates(call.tool, call.input) ? /^/ : CODE_FIELD;
  return commandsGiven(call.input, field).flatMap((text) => [text, ...literalsIn(text), ...notebookLines(text)]);
}

/** A notebook hands lines behind these to a shell. */
const notebookLines = (text: string): readonly string[] =>
  [
    ...text.matchAll(/^[ \t]*(?:\w+[ \t]*=[ \t]*)?(?:!!?|%s[xc] |%system )(.+)|^%%(?:bash|sh|script).*\n([\s\S]+)/gm),
  ].map(([, line, cell]) => line ?? cell ?? "");
