/** Options with which a tool works in another directory: an open rule means the project's own, and no definition of this session. */
import { exact, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { placesSpelled } from "../proofs/credentials.ts";
import { isGit } from "./git-base.ts";
import { isOpenEnded, optionValues } from "./option-values.ts";
import { treesOf } from "./outside-places.ts";
import { isOwnWay } from "./own-reach.ts";
import { writtenDefinition } from "./written-definition.ts";

const DIRECTORY =
  /^(?:-C|--(?:prefix|cwd|dir|directory|chdir|project-dir|project-directory|manifest-path|package-path|working-directory|dir-path))$/;
/** What says there what is run. */
const DEFINITION =
  /\/(?:package\.json|\.[\w.-]*rc[\w.]*|(?:GNU)?[Mm]akefile|Cargo\.toml|build\.rs|go\.(?:mod|work)|pom\.xml|(?:build|settings)\.gradle[\w.]*|pyproject\.toml|setup\.(?:py|cfg)|deno\.jsonc?|[\w.-]+\.config\.\w+|config\.toml)$/;

export function worksElsewhere(
  command: SubCommand,
  { rest, spelled }: { readonly rest: readonly string[]; readonly spelled: readonly string[] },
  call: PolicyCall,
): boolean {
  if ((!isGit(command) && !isOpenEnded(command)) || (command.understood && onlyReads(command.effects))) return false;
  const said = optionValues(rest).filter(({ option }) => DIRECTORY.test(option));
  if (said.length === 0) return false;
  if (command.cwd.certainty !== "exact") return true;
  const own = [...treesOf(command, call), ...placesSpelled(spelled, call.cwd, call)];
  return said.some(({ value }) => {
    // The words count from where the command was started, whatever directory it says.
    const path = absolutePath(value, call.cwd, call.world);
    const ways = [path, call.real(path).path];
    if (ways.some((way) => !isOwnWay(way, call) && !own.some((one) => isInside(way, one)))) return true;
    if (isGit(command)) return false;
    const fresh = [...call.memory.written].some((one) => one === path || (DEFINITION.test(one) && isInside(one, path)));
    return fresh || writtenDefinition({ ...command, cwd: exact(path) }, call) !== undefined;
  });
}
