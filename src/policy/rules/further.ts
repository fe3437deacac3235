/**
 * What an open allow rule says nothing of, whichever program it is for: an address at a host nobody knows, a definition that is
 * code, a file outside the project to be loaded, a directory that is emptied, results that are sent somewhere, another goal, files that a list names.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import { listsOf } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { contactsUnknown } from "./addresses.ts";
import { loadsOutside, loadsTemporary } from "./loaded-outside.ts";
import { isOpenEnded, type OptionValue, optionValues } from "./option-values.ts";

/** `rest`: the words behind those the rule spells out, and the last of these. `fixed`: the words it spells out. */
export function reachesFurther(
  command: SubCommand,
  { rest, fixed }: { readonly rest: readonly string[]; readonly fixed: readonly string[] },
  call: PolicyCall,
): boolean {
  const given = optionValues(rest);
  if (contactsUnknown(command, given, { fixed, call }) || readsListed(command, fixed)) return true;
  if (!isOpenEnded(command)) return false;
  return (
    rest.slice(1).some((word) => definesCode(word) || SENDS.test(word)) ||
    loadsTemporary(command) ||
    given.some((value) => loadsOutside(command, value, call) || empties(command, value, call)) ||
    (MANY_GOALS.has(baseName(command)) && rest.slice(1).some((word) => OUTWARD_GOALS.has(word)))
  );
}

/** What it reads stands in a list, and the rule does not spell out that it may. */
const readsListed = ({ name, words }: SubCommand, fixed: readonly string[]): boolean =>
  listsOf(name ?? "", words.slice(1)).some(({ option }) => !fixed.includes(option));

/** `./gradlew` is gradle's own wrapper wherever it lies. */
export const baseName = ({ name }: SubCommand): string => (name ?? "").slice((name ?? "").lastIndexOf("/") + 1);

/** `NAME=value`, `-DNAME=value`, `-PNAME=value`, `-p:NAME=value`, `/p:NAME=value`, `--property:NAME=value`. */
const DEFINITION = /^(?:-[DP]|[-/]p:|(?:--|\/)(?:property|define)[:=])?([A-Za-z_][\w.-]*)=/;
/** What is defined under such a name is code, or where code is loaded from. */
const CODE_NAMES =
  /class\.?path|java-?agent|arg-?line|jvm-?args|addopts|bootstrap|executable|event$|command$|targets$|plugins?$|^ext\.|\.ext\./i;
const definesCode = (word: string): boolean => CODE_NAMES.test(DEFINITION.exec(word)?.[1] ?? "");

/** Options with which what a run showed or built is sent to others. */
const SENDS = /^--?(?:pastebin|upload[\w-]*|publish[\w-]*|scan)(?:=|$)/;

/** Options that name a directory which is emptied first. */
const EMPTIED = /^--?(?:[\w-]*-)?(?:base-?temp|te?mp(?:-?dir)?|scratch[\w-]*|clean[\w-]*|empty[\w-]*|wipe[\w-]*)$/i;
/** Directories by whose names nothing is lost. */
const THROWN_AWAY = /(?:^|\/)[.\w-]*(?:te?mp|cache|scratch|build|dist|target|out|output|coverage)[\w-]*(?:\/|$)/i;

function empties({ cwd }: SubCommand, { option, value }: OptionValue, call: PolicyCall): boolean {
  if (!EMPTIED.test(option)) return false;
  if (cwd.certainty !== "exact") return true;
  const path = absolutePath(value, cwd.path, call.world);
  const inProject = isInside(path, call.projectRoot) ? path.slice(call.projectRoot.length) : path;
  return !THROWN_AWAY.test(inProject) && call.world.lstat(path).kind !== "absent";
}

/** Programs that take any number of goals in one call. */
const MANY_GOALS: ReadonlySet<string> = new Set(
  "make gmake mvn mvnw gradle gradlew ant rake sbt task just ninja".split(" "),
);
const OUTWARD_GOALS: ReadonlySet<string> = new Set("deploy publish release upload site-deploy".split(" "));
