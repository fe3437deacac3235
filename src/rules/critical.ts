/** Critical deletes: never by a rule (§5). */
import { isInside } from "../core/places/index.ts";
import type { RuleCall } from "./call.ts";
import { waysOf } from "./places.ts";
import { searchedAway, sweptWords, wholePlace } from "./sweeps.ts";

/** A recursive delete of the root, its parents, home, `/`, what lies directly in it, or of what is not fully known: as written. */
export function criticalDelete({ commands, disk, projectRoot }: RuleCall): string | undefined {
  for (const command of commands) {
    if (command.name === "mv" || command.name === "rsync") continue;
    const whole = [...sweptWords(command), ...searchedAway(command)].find(
      (word) => wholePlace(word, command.cwd, disk) !== undefined,
    );
    if (whole !== undefined) return whole.text;
    const open = sweptWords(command, true).find(({ value, glob }) => {
      const ways = value === null || glob ? [] : waysOf(value, command.cwd, disk);
      return ways.length === 0 || ways.some((path) => isInside(projectRoot, path));
    });
    if (open !== undefined) return open.text;
  }
  return undefined;
}
