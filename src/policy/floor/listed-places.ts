/** Lists of every name in a place, on their way to a command that takes names: by a search or a listing that leaves nothing out. */
import type { Effect, Target } from "../../contract/effect.ts";
import { type CallCommand, type CallView, findsEverything, lineOf } from "../offline/index.ts";
import { feedersOf } from "./feeders.ts";

export const SEARCHES = /^g?find$/;

/** The places of which every name is handed to the command. */
export const placesListed = (command: CallCommand, view: CallView): readonly Target[] =>
  listersOf(command, view)
    .filter(listsAll)
    .flatMap((one) =>
      one.effects.flatMap((effect) =>
        effect.do === "read" && (effect.recursive || SEARCHES.test(one.name ?? "")) ? [effect.target] : [],
      ),
    );

/** What it is fed by, and what wrote the files that it, or what feeds it, takes the names from. */
function listersOf(command: CallCommand, view: CallView): readonly CallCommand[] {
  const passes = (one: CallCommand): boolean => !narrows(one);
  const feeders = feedersOf(command, view, passes);
  const files = new Set([command, ...feeders.filter(passes)].flatMap(({ effects }) => effects.flatMap(fileRead)));
  const writers =
    files.size === 0 ? [] : view.commands.filter((one) => one.effects.some((effect) => writesOne(effect, files)));
  return [...feeders, ...writers.flatMap((one) => [one, ...(passes(one) ? feedersOf(one, view, passes) : [])])];
}

const fileRead = (effect: Effect): readonly string[] =>
  effect.do === "read" && effect.content && effect.target.certainty === "exact" ? [effect.target.path] : [];
const writesOne = (effect: Effect, files: ReadonlySet<string>): boolean =>
  effect.do === "write" && files.has(effect.target.path);

/** Leaves some of the names it is given, and not others. */
const NARROWS: readonly RegExp[] = [
  /^(?:head|tail|fzf|comm|look)(?: |$)/,
  /^(?:[ef]?grep|rg)(?!.* (?:-\w*v|--invert))(?=.* [^-\s]*[^-\s.*^$/])/,
  /^g?sed (?:.* )?(?:-\w*n|--quiet|--silent)/,
  /^[gmn]?awk (?:-\S+ )*[^{\s-]/,
  /^perl .*\b(?:if|unless|grep)\b/,
];
const narrows = (command: CallCommand): boolean => NARROWS.some((use) => use.test(lineOf(command)));

/** Lists of files with their paths, and the words that tell some files from others. */
const LISTS: readonly (readonly [use: RegExp, narrow: RegExp])[] = [
  [/^rg (?:.* )?--files(?: |$)/, / (?:-[gtT]|--i?glob|--type|--max-filesize)/],
  [/^tree (?=(?:.* )?-\w*f)(?=(?:.* )?-\w*i)/, / (?:-[PI]|--prune|--filelimit)/],
  [/^du (?:.* )?(?:-\w*a|--all)/, / (?:-t|--threshold|--exclude)/],
];

const listsAll = (command: CallCommand): boolean =>
  (SEARCHES.test(command.name ?? "") && findsEverything(command)) ||
  (/^fd(?:find)?$/.test(command.name ?? "") && listsEverything(command)) ||
  LISTS.some(([use, narrow]) => use.test(lineOf(command)) && !narrow.test(lineOf(command)));

/** Of fd: a pattern that fits every name, and no option that tells some files from others. */
export const listsEverything = ({ words }: CallCommand): boolean =>
  words.slice(1).some(({ value }) => /^(?:\.?\*?|\^)$/.test(value ?? "?")) &&
  !words.some(({ value }) =>
    /^(?:-e|-E|-S|-o|--extension|--exclude|--size|--owner|--changed-\w+|--older|--newer|--and)(?:=|$)/.test(
      value ?? "",
    ),
  );
