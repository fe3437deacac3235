/**
 * A file of this session, whatever its name, out of which a task that was there before takes words, variables, options or code: it
 * stands in a substitution, before a `read`, in an assignment, as a list of arguments, or in code of one line that runs data. What is
 * only an operand of a program that processes it stays data.
 */
import { type Effect, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { changedPaths } from "./changed-paths.ts";
import { feedersOf } from "./feeders.ts";
import { LOADS } from "./fresh.ts";
import { runsData } from "./running-words.ts";
import { namesAround, namesFile } from "./spelled-files.ts";

/** The first such file, absolute. Of what was typed itself its rule is asked; here only what stands below a task or a script is. */
export function fedFresh(command: SubCommand, call: PolicyCall): string | undefined {
  if (command.under === undefined) return undefined;
  const fresh = [...changedPaths(call, command)].filter((path) => isInside(path, call.projectRoot));
  if (fresh.length === 0) return undefined;
  const texts = textsTaken(command, call);
  if (texts.length === 0) return undefined;
  const bases = [...(command.cwd.certainty === "exact" ? [command.cwd.path] : []), call.projectRoot];
  return fresh.find((path) => texts.some(({ text, around }) => (around ? namesAround : namesFile)(text, path, bases)));
}

/** A text in which the name of a file counts. */
interface TakenText {
  readonly text: string;
  /** A directory that the file lies in counts too: programs, settings and libraries are looked up there. */
  readonly around: boolean;
}

const plainly = (texts: readonly string[]): readonly TakenText[] => texts.map((text) => ({ text, around: false }));

function textsTaken(command: SubCommand, call: PolicyCall): readonly TakenText[] {
  return [
    ...(takesWords(command) ? plainly(textsFeeding(command, call)) : []),
    ...(listsArguments(command) ? plainly([command.text]) : []),
    ...valuesAssigned(command),
    ...plainly(argumentFiles(command)),
    ...plainly(configurations(command)),
    ...plainly(codeRunningData(command)),
  ];
}

/** Words of it, the values of its variables or the code it runs are made by others; what only shows them is done with it. */
function takesWords(command: SubCommand): boolean {
  const { fedBy = [], words, assignments, effects } = command;
  if (fedBy.length === 0) return false;
  if (effects.some((effect) => effect.do === "run" && effect.what === "code" && effect.code === undefined)) return true;
  const isMade = words.some(({ value }) => value === null);
  if (SETS.test(command.name ?? "")) return isMade;
  return (isMade && !(command.understood && onlyReads(effects))) || (words.length > 0 && assignments.some(isOpen));
}
const isOpen = ({ value }: { readonly value: string | null }): boolean => value === null;
const SETS = /^(?:export|declare|typeset|readonly|local|set|alias|eval|source|\.|trap|hash|enable|bind|complete)$/;

/** As far as it is the task's own text. */
const textsFeeding = (command: SubCommand, call: PolicyCall): readonly string[] =>
  feedersOf(command, call).flatMap(({ text, under }) => (under === undefined ? [] : [text]));

/** `xargs -a FILE program`, `xargs program < FILE`, `parallel :::: FILE`. */
const listsArguments = ({ name, wrappers, understood, effects }: SubCommand): boolean =>
  [name, ...wrappers].some((one) => /^(?:xargs|parallel)$/.test(one ?? "")) && !(understood && onlyReads(effects));

/** `@FILE` stands for the words in it; those who send or print a file so are known. */
const argumentFiles = ({ name, words }: SubCommand): readonly string[] =>
  /^(?:curl|wget|https?|xh|gh|glab|jq|echo|printf)$/.test(name ?? "")
    ? []
    : words.slice(1).flatMap(({ value }) => (value?.startsWith("@") === true ? [value.slice(1)] : []));

const ASSIGNMENT = /(?:^|[\s;&|("'])([A-Za-z_]\w*)\+?=("[^"]*"|'[^']*'|(?:\\.|[^\s;&|\\])*)/g;
/** Where modules of the project itself are looked up: they are its sources, and counted as such. */
const MODULES = /^(?:PYTHONPATH|NODE_PATH|RUBYLIB|PERL5LIB|GOPATH|CLASSPATH|LUA_PATH|GOFLAGS)$/;

/** Of what is set for this command, or from here on. */
function valuesAssigned({ text, name, wrappers, assignments, effects, words }: SubCommand): readonly TakenText[] {
  const mattering = effects.flatMap((effect) => (effect.do === "environment" && effect.matters ? [effect.name] : []));
  const given = words.length === 0 ? [] : assignments.map((one) => one.name);
  const isSetter =
    SETS.test(name ?? "") || [name, ...wrappers].some((one) => /^(?:env|cross-env\S*|sudo)$/.test(one ?? ""));
  if (mattering.length === 0 && given.length === 0 && !isSetter) return [];
  return [...text.matchAll(ASSIGNMENT)].flatMap(([, variable = "", value = ""]): readonly TakenText[] => {
    if (!isSetter && !mattering.includes(variable) && !given.includes(variable)) return [];
    return [{ text: value, around: mattering.includes(variable) && !MODULES.test(variable) }];
  });
}

/** Files that options hand to a program which does what they say. */
function configurations({ words, effects }: SubCommand): readonly string[] {
  if (!effects.some(isOpenUse)) return [];
  const values = words.slice(1).map(({ value, prefix }) => value ?? prefix);
  return values.filter((value, i) => LOADS.test(value) || LOADS.test(values[i - 1] ?? ""));
}
const isOpenUse = (effect: Effect): boolean =>
  effect.do === "unknown" || (effect.do === "run" && effect.what === "helper");

const codeRunningData = ({ effects }: SubCommand): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined && runsData(effect.code, effect.language ?? "")
      ? [effect.code]
      : [],
  );
