/**
 * The gate's own command among what a program is given that may start it or type it into a terminal (3c): as words behind its name, as a
 * text, on its input. A program that is known and starts nothing only names it. For what finds, and never proves.
 */
import type { Effect } from "../contract/effect.ts";
import type { KnownWord, SubCommand } from "../contract/reading.ts";
import { foldSegment } from "../machine/index.ts";
import { isChecker, programNamed } from "../programs/index.ts";
import type { PolicyCall } from "./call.ts";
import { isElsewhere } from "./launched-tasks.ts";

const GATE_PROGRAM = /^sallyport(?:\.c?js|\.cmd|\.exe)?$/;
/** A word that is the gate's command, by its name or by a path, with or without a version. */
export const isGateName = (word: string): boolean =>
  GATE_PROGRAM.test(foldSegment(word.slice(word.lastIndexOf("/") + 1).replace(/@[^/]*$/, "")));

/** Texts of one command that are read as commands. */
const MAX_TEXTS = 16;
const MAX_TEXT = 4_096;

/** Its commands but those that only look. */
const CHANGES =
  /^(?:install|uninstall|init|mcp|acp|hook|suggest|allow|ask|deny|rules|approve|refresh|dump|undo|serve|pause|resume|live|shadow)$/;

export function startsGateBehind(command: SubCommand, call: PolicyCall): boolean {
  if (!mayStart(command)) return false;
  const values = command.words.map(spelled);
  return namesGateCommand(command.name ?? "", values) || textsOf(command, values).some((text) => isCommand(text, call));
}

const spelled = ({ value, outline, prefix }: KnownWord): string => value ?? outline ?? prefix;

/** Nobody knows what it does with its words, or it runs some of them or hands them to what does; here, and not on another machine. */
const mayStart = (command: SubCommand): boolean => {
  const { name, understood, effects } = command;
  if (isElsewhere(name ?? "") || isChecker(name ?? "") || TESTS.test(name ?? "")) return false;
  return !understood || handsOn(command) || effects.some((effect) => effect.do === "run" && effect.what !== "helper");
};
/** Their words choose tests by name. */
export const TESTS = /^(?:vitest|jest|mocha|ava|tap|playwright|cypress|pytest|rspec|phpunit)$/;

/** To another process, a terminal, the desktop: what becomes of it there is not known. */
const handsOn = ({ effects }: SubCommand): boolean => effects.some((effect) => HANDS_ON.includes(effect.do));
const HANDS_ON: readonly Effect["do"][] = ["unknown", "process", "system", "persist"];

/** `tmux new-window sallyport pause`, `frob npx sallyport@1 approve 12`; keys are words too (`send-keys sallyport Space pause`). */
function namesGateCommand(program: string, values: readonly string[]): boolean {
  const words = values.map((value) => value.trim()).filter((value) => value !== "" && value !== "Space");
  const known = programNamed(program) !== undefined;
  return words.some(
    (word, i) =>
      i > 0 && isGateName(word) && changes(words.slice(i + 1)) && !(known && SAYS_WHERE.test(words[i - 1] ?? "")),
  );
}
/** `make -C sallyport install`, `npm --prefix sallyport install`: a directory or a package of that name. */
const SAYS_WHERE = /^(?:-[CF]|--(?:prefix|dir|directory|cwd|chdir|root|project|workspace|filter|package|path))$/;

const changes = ([verb = "", next = ""]: readonly string[]): boolean =>
  CHANGES.test(verb) || (verb === "log" && next === "purge");

/** Words that are texts, and its input; of a program that runs code, that is read where it is run. */
function textsOf(command: SubCommand, values: readonly string[]): readonly string[] {
  const { name, input = "" } = command;
  if (programNamed(name ?? "") !== undefined && !handsOn(command)) return [];
  const given = values
    .slice(1)
    .filter((value, i) => /\s/.test(value) && !SAYS_MESSAGE.test(optionOf(value, values[i])));
  return [...given.map((value) => value.replace(/^-[^=\s]*=/, "")), input]
    .map((text) => text.slice(0, MAX_TEXT).replace(/\\[nr]|\^M/g, "\n"))
    .filter((text) => /sallyport/i.test(text))
    .slice(0, MAX_TEXTS);
}

/** The option that a word is the value of. */
export const optionOf = (value: string, before = ""): string => /^(-[^=\s]*)=/.exec(value)?.[1] ?? before;
export const SAYS_MESSAGE =
  /^(?:-[mst]|--?(?:message|msg|title|subject|body|description|notes?|comment|summary|reason|text))$/;

/** Read as a shell would; prose that begins so goes on in plain words. */
function isCommand(text: string, { cwd, projectRoot, world, readShell }: PolicyCall): boolean {
  const said = text.replace(/^\s*type\s+/gm, "");
  const { commands } = readShell(said, { cwd, projectRoot, world, written: new Set() });
  return commands.some(({ words }) => {
    const values = words.map(spelled);
    const at = values.findIndex(isGateName);
    const rest = values.slice(at + 1);
    return at >= 0 && at <= MAX_BEFORE && changes(rest) && rest.filter((word) => PLAIN.test(word)).length <= MAX_PLAIN;
  });
}
/** `npx -y sallyport`. */
const MAX_BEFORE = 2;
const PLAIN = /^[A-Za-z]+[.,:]?$/;
/** The command, what it is for, and one more. */
const MAX_PLAIN = 3;
