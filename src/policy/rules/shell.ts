/** Shell rules: matched against each sub-command, wrappers taken off (§4). */

import type { Effect } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { foldText } from "../../machine/index.ts";
import { isReader, programNamed } from "../../programs/index.ts";
import { type Content, type Rule, wildcardMatches } from "./rule.ts";

export function contentMatches(content: Content, text: string): boolean {
  switch (content.kind) {
    case "prefix":
      return content.words === "" || text === content.words || text.startsWith(`${content.words} `);
    case "wildcard":
      return wildcardMatches(content.pattern, text);
    case "exact":
      return text === content.text;
    default:
      return false;
  }
}

/** Deny and ask: under any spelling, past any assignment and any wrapper, whatever was not known spelled as written. */
export function bindsCommand(content: Content, command: SubCommand): boolean {
  const folded = foldContent(content);
  return spellings(command).some((text) => contentMatches(folded, foldText(text)));
}

/** What is not known could be what the rule names: the command is then neither allowed by a rule nor proven. */
export function couldBind(content: Content, command: SubCommand): boolean {
  const first = command.words.findIndex((word) => word.value === null || word.splits || word.glob);
  if (command.name === null) return true;
  if (first < 0) return false;
  const known = foldText(command.words.slice(0, first).map(spelled).join(" "));
  const folded = foldContent(content);
  const start =
    folded.kind === "prefix"
      ? folded.words
      : folded.kind === "wildcard"
        ? (folded.pattern.split("*")[0] ?? "")
        : folded.kind === "exact"
          ? folded.text
          : "";
  return start.startsWith(known) || known.startsWith(start);
}

/** Allow: every word as it will be passed, only plain wrappers off, only harmless assignments in front. */
export function permitsCommand(content: Content, command: SubCommand): boolean {
  if (command.name === null || hasWeightyAssignment(command)) return false;
  if (content.kind !== "exact" && command.runsCodeByOption) return false;
  const text = allowText(command);
  return text !== undefined && contentMatches(content, text) && keepsWords(content, command);
}

/** The words a rule spells out are words of the command: `npm run 'test x'` is no `npm run test`. */
function keepsWords(content: Content, command: SubCommand): boolean {
  const fixed = content.kind === "prefix" ? content.words : content.kind === "exact" ? content.text : "";
  if (/["'\\]/.test(fixed)) return true;
  const spaced = command.words.findIndex((word) => /\s/.test(spelled(word)));
  return spaced < 0 || (spaced > 0 && command.words.slice(0, spaced).map(spelled).join(" ").length >= fixed.length);
}

function hasWeightyAssignment(command: SubCommand): boolean {
  return command.effects.some((effect) => effect.do === "environment" && effect.matters);
}

/**
 * The command as one line. A word that is not known stands as written, so only a wildcard can cover it; it must not
 * be able to become another word in the part a rule spells out, which is why what splits is never the program's name.
 */
function allowText(command: SubCommand): string | undefined {
  const [program] = command.words;
  if (program === undefined || program.value === null || program.splits || program.glob) return undefined;
  const words = command.words.map(spelled).join(" ");
  const past = command.wrappers.findIndex((name) => programNamed(name)?.wrapper?.plain !== true);
  return past < 0 ? words : `${command.wrappers.slice(past).join(" ")} ${words}`;
}

/** Every way a person may have spelled the command in a rule. */
function spellings(command: SubCommand): readonly string[] {
  const values = command.words.map(spelled);
  const name = baseName(values[0] ?? "");
  const plain = [
    values.join(" "),
    [name, ...values.slice(1)].join(" "),
    command.text,
    command.text.replace(/\s+/g, " "),
  ];
  const unassigned = plain.map((text) => text.replace(/^(?:[A-Za-z_]\w*\+?=\S*\s+)+/, ""));
  const wrapped = command.wrappers.map((_, i) => [...command.wrappers.slice(i), ...values].join(" "));
  return [...plain, ...unassigned, ...wrapped];
}

const spelled = (word: KnownWord): string => word.value ?? word.text;
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function foldContent(content: Content): Content {
  switch (content.kind) {
    case "prefix":
      return { kind: "prefix", words: foldText(content.words) };
    case "wildcard":
      return { kind: "wildcard", pattern: foldText(content.pattern) };
    case "exact":
      return { kind: "exact", text: foldText(content.text) };
    default:
      return content;
  }
}

/**
 * What a program whose normal use only reads would write or delete, where the rule ends in a wildcard: an open rule
 * lets it read, and says nothing of what an option writes.
 */
export function strays({ name, words, effects }: SubCommand, { content }: Rule): readonly Effect[] {
  const open = content?.kind === "prefix" || (content?.kind === "wildcard" && content.pattern.endsWith("*"));
  if (!open || name === null) return [];
  const values = words.map(({ value }) => value);
  return isReader(name, values) ? effects.filter((effect) => effect.do === "write" || effect.do === "delete") : [];
}
