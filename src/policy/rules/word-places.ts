/**
 * Places that the words of a command name, where it runs what it is given or nobody knows what it does with it: for rules
 * that forbid reading. Strings in code are among them, names without quotes where the language has such, and the values of
 * variables that programs take files from.
 */
import { exact, onlyReads, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, matchesNow, touched } from "../../machine/index.ts";
import { bareNames, leavesWords, speaksBare } from "../../programs/index.ts";
import { spellHome, spellingsIn } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { readByCode } from "./code-globs.ts";
import { copiedPlaces, type MentionedPlace, mentionedPlaces } from "./code-mentions.ts";
import { withValues } from "./code-values.ts";
import { isGit } from "./git-base.ts";
import { standsIn } from "./ground-writes.ts";
import { joinNames } from "./joined-names.ts";
import { isOpenEnded } from "./option-values.ts";
import { filesSet } from "./set-up.ts";

/** How many places are held against a rule, how long the text of one may be and how much code is looked at, in characters. */
const MAX_PLACES = 512;
const MAX_PATH = 1_024;
const MAX_CODE = 20_000;

/** Programs and sub-commands that print a file they are told of as part of something else. */
const PRINTS =
  /^(?:git (?:interpret-trailers|notes|read-tree|mailinfo|stripspace|column|commit-tree|replace)|sort|ed|red|view|vim?|nvim|ex|nano|pico|emacs|micro|hx|kak|joe)(?: |$)/;

/** What is sent to the log is shown there, and by an option here. */
const LOGS = /^(?:logger|wall|write|systemd-cat)$/;

/** Of code that opens files by names of its own making, what it mentions, with all that lies below. */
export const codePlaces = (call: PolicyCall): readonly MentionedPlace[] =>
  [...(call.reading?.commands ?? []), ...call.likely().flatMap(({ commands }) => commands)]
    .flatMap((command) =>
      codesOf(command).flatMap((text) =>
        spellingsIn(command, text).flatMap((code) => [
          ...mentionedPlaces(code, standsIn(command, call), call),
          ...copiedPlaces(code, standsIn(command, call), call),
        ]),
      ),
    )
    .slice(0, MAX_PLACES);

const codesOf = ({ effects }: SubCommand): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined ? [effect.code.slice(0, MAX_CODE)] : [],
  );

export function wordPlaces(call: PolicyCall): readonly Target[] {
  const likely = call.likely().flatMap((one) => one.commands);
  const given =
    call.reading === undefined
      ? likely
      : [...call.reading.commands, ...likely.filter((one) => codesOf(one).length > 0)];
  const commands = given.filter(mayPrint);
  return [
    ...commands.flatMap((command) => placesIn(command, call)),
    ...given.flatMap((command) => [...memberPlaces(command, call), ...markedPlaces(command, call)]),
    ...variables(call),
    ...filesSet(call),
  ].slice(0, MAX_PLACES);
}

const mayPrint = (command: SubCommand): boolean =>
  isOpenEnded(command) ||
  LOGS.test(command.name ?? "") ||
  speaksBare(command.name ?? "") ||
  leavesWords(command.name ?? "") ||
  onlyActs(command) ||
  PRINTS.test(command.words.map(({ value }) => value ?? "").join(" "));

/** Its record says what it does, and of no file: a file among its words is not accounted for (`ip -b FILE`). Git's are read elsewhere. */
function onlyActs(command: SubCommand): boolean {
  const effects = command.effects.filter((effect) => effect.do !== "environment");
  return !isGit(command) && effects.length > 0 && effects.every((effect) => touched(effect) === undefined);
}

function placesIn(command: SubCommand, call: PolicyCall): readonly Target[] {
  const { name, words, input } = command;
  const from = standsIn(command, call);
  const given = words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  const all = [...given, ...codesOf(command), ...(input === undefined ? [] : [input])].map((text) =>
    text.slice(0, MAX_CODE),
  );
  const bare = all
    .flatMap((text) => bareNames(name ?? "", text))
    .filter((text) => couldBePath(text) && isFileName(text, from, call));
  const spelled = [...new Set(all.flatMap((text) => spellingsIn(command, text)))];
  const said = [...new Set([...spelled, ...spelled.map(withValues), ...spelled.map(joinNames)])];
  const sought = spelled.flatMap((text) => readByCode(spellHome(text), from, call)).map(exact);
  return [...placesOf([...said.flatMap(textsIn), ...bare], from, call), ...sought];
}

/** Programs that show or lay out members of an archive: below a directory of the archive's own they are the project's files. */
const UNPACKS = /^(?:g|bsd)?tar$|^(?:cpio|pax|unzip|7z[arz]?|bsdcat)$/;

const memberPlaces = ({ name, words, cwd }: SubCommand, call: PolicyCall): readonly Target[] =>
  !UNPACKS.test(name ?? "")
    ? []
    : placesOf(
        words
          .slice(2)
          .flatMap(({ value }) =>
            [...(value ?? "").matchAll(/\/(?=[^/])/g)].map(({ index }) => (value ?? "").slice(index + 1)),
          ),
        cwd.certainty === "exact" ? cwd.path : call.projectRoot,
        call,
      );

/** A pattern stands for what it finds now. */
const placesOf = (texts: readonly string[], from: string, { world }: PolicyCall): readonly Target[] =>
  [...new Set(texts.filter(couldBePath))].flatMap((text) => {
    const path = absolutePath(text, from, world);
    const found = isPattern(text) ? (matchesNow(path, world) ?? []) : [];
    return [path, ...found.slice(0, MAX_FOUND)].map(exact);
  });

const MAX_FOUND = 128;
const isPattern = (text: string): boolean => /[*?]/.test(text) && /^[\w./*?~[\]-]+$/.test(text);

/** `python3 -m tarfile -c a.tar .`: everything below what is packed. */
export const packedPlaces = (call: PolicyCall): readonly { readonly target: Target; readonly recursive: true }[] =>
  (call.reading?.commands ?? []).flatMap(({ words, cwd }) => {
    const values = words.map(({ value }) => value ?? "");
    const at = values.findIndex((value, i) => PACKERS.test(value) && values[i - 1] === "-m");
    const packs = values.findIndex((value) => /^(?:-c|--create)$/.test(value));
    const first = values[at] === "zipapp" ? at + 1 : packs + 2;
    if (at < 0 || (values[at] !== "zipapp" && packs < at)) return [];
    const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
    return values
      .slice(first)
      .filter((value) => !value.startsWith("-"))
      .map((value) => ({ target: exact(absolutePath(value, from, call.world)), recursive: true }) as const);
  });

const PACKERS = /^(?:tarfile|zipfile|zipapp|shutil)$/;

/** A table or a variable may be called like a directory: what stands alone is a name where there is such a file. */
const isFileName = (text: string, from: string, { world }: PolicyCall): boolean =>
  /[/.]/.test(text) || world.stat(absolutePath(text, from, world)).kind === "file";

/** Values of variables that programs take files from (`BASH_ENV=FILE`), whichever command is to find them. */
const variables = (call: PolicyCall): readonly Target[] =>
  call.effects.flatMap((effect) =>
    effect.do === "environment" && effect.matters && effect.value !== null
      ? placesOf(effect.value.split(/[\s:,=]+/), call.cwd, call)
      : [],
  );

/** The word, the value in it, and the strings in it. */
function textsIn(word: string): readonly string[] {
  const values = [word, word.slice(word.indexOf("=") + 1), word.slice(word.indexOf(":") + 1), word.slice(2)];
  return [
    ...values,
    ...marked(word),
    ...[...word.matchAll(/["'`]([^"'`\n]{1,1024})["'`]/g)].map((match) => match[1] ?? ""),
  ];
}

/** Of a program that does more than look at what is here, whatever its record says of the word as a whole. */
const markedPlaces = (command: SubCommand, call: PolicyCall): readonly Target[] =>
  onlyReads(command.effects)
    ? []
    : placesOf(
        command.words.slice(1).flatMap(({ value }) => marked(value ?? "")),
        standsIn(command, call),
        call,
      );

/** What stands behind signs that a file follows, of whatever program: `file://X`, `@X`, `name=@X`, `a=b=X`, `id=x,src=X`. */
const marked = (word: string): readonly string[] =>
  word.length > MAX_PATH ? [] : [...word.matchAll(MARKS)].map(({ index, 0: mark }) => word.slice(index + mark.length));
const MARKS = /\bfileb?:(?:\/\/)?|[=@]+/g;

const couldBePath = (text: string): boolean => text !== "" && text.length <= MAX_PATH && !/[\s\0]/.test(text);
