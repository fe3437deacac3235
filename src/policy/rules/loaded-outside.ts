/**
 * Files outside the project whose code or orders a program is told to load: an open allow rule says nothing of them. Of tools that a
 * project declares for itself every option counts by whose name something is loaded; checkers may have settings of the person's in home.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import { isChecker, isProjectTool, loadsSettings } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import type { OptionValue } from "./option-values.ts";

/** Options that name a file or a directory whose code or orders are loaded, of any program. */
const LOADED =
  /^(?:-[cfrbp]|--?(?:rootdir|root|confcutdir|config[\w-]*|manifest-path|noxfile|bootstrap|require|import|project[\w-]*|settings[\w-]*|build-?file|makefile|justfile|taskfile|file|include-build|override-ini))$/;
/** Words in the names of options of a project's own tools with which they load something. */
const LOADS =
  /^--?[\w.-]*(?:config|format(?!-?out)|plugin|rules?-?dir|rule-?path|resolve|require|import|loader|preset|environment|setup|teardown|reporter(?!-?opt)|transform|runner|parser|processor|syntax|standard|extension|autoload|bootstrap|init-?script|init-?hook|rc-?file|base-?dir|toolchain|sequencer|serializer|compiler|middleware)[\w.-]*$|^--?(?:env|ui|project|conf|preload|use|with|module-?name-?mapper|runtime)$/i;
/** By its name something is put there, left out or only printed. */
const NO_LOADING = /out(?:put|file|dir)?(?:-|$)|cache|ignore|exclude|env-?file|log|print|report-?(?:file|dir|path)/i;

/** Where anybody may lay something, or what was fetched lies. */
const PASSING = /\/(?:te?mp|\.cache|\.?trash|downloads?)(?:\/|$)/i;
const TEMPORARY = /\$\{?\w*(?:TMP|TEMP)\w*|mktemp/;

export function loadsOutside(command: SubCommand, { option, value }: OptionValue, call: PolicyCall): boolean {
  const name = programOf(command);
  const isTool = isProjectTool(name) || loadsSettings(name);
  // Settings of these are no code, and lead to none.
  if (isChecker(name) && !loadsSettings(name)) return false;
  const byName = isTool && LOADS.test(option) && !NO_LOADING.test(option);
  if (!byName && !LOADED.test(option)) return false;
  const places = [value, ...(byName ? value.split(/[,;"'{}[\]]|:(?=\/)/) : [])].filter(isPlace);
  if (command.cwd.certainty !== "exact") return places.some((place) => /^(?:~|\/|\.\.|file:)/.test(place));
  return places.some((place) => liesOutside(place, command, call));
}

/** Behind such an option stands a name that begins in a temporary directory nobody knows by now. */
export const loadsTemporary = (command: SubCommand): boolean =>
  loadsSettings(programOf(command)) &&
  command.words.some(
    ({ value, text }, i) =>
      value === null &&
      TEMPORARY.test(text) &&
      [/^--?[\w-]+/.exec(text)?.[0] ?? "", command.words[i - 1]?.value ?? ""].some(
        (option) => LOADED.test(option) || (LOADS.test(option) && !NO_LOADING.test(option)),
      ),
  );

const programOf = ({ name }: SubCommand): string => (name ?? "").slice((name ?? "").lastIndexOf("/") + 1);

/** It may lead out of here. */
const isPlace = (value: string): boolean => /^(?:~|\/|file:)|^\.\.|\/\.\.(?:\/|$)/.test(value);

function liesOutside(place: string, command: SubCommand, call: PolicyCall): boolean {
  const { world, projectRoot, settings } = call;
  const path = absolutePath(place.replace(/^file:(?:\/\/)?/, ""), command.cwd.path, world);
  if (path === "/dev/null") return false;
  const roots = [projectRoot, ...settings.additionalDirectories].map((root) => absolutePath(root, projectRoot, world));
  if (roots.some((root) => isInside(path, root))) return false;
  const isOwn = isInside(path, world.home) && !PASSING.test(path.slice(world.home.length));
  return !(isChecker(programOf(command)) && isOwn);
}
