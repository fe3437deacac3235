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
    for (const word of sweptWords(command, true)) {
      const ways = word.value === null || word.glob ? [] : waysOf(word.value, command.cwd, disk);
      if (ways.length === 0 || ways.some((path) => isInside(projectRoot, path))) return word.text;
    }
  }
  return undefined;
}
