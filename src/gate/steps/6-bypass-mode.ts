/** Step 6, `bypassMode`: the person switched the questions off. Steps 1 to 5 still hold. */

import { ask, type Opinion } from "../../contract/decision.ts";
import { openSource } from "../../contract/witness.ts";
import { cutShort } from "../../policy/index.ts";
import { allowBypassed } from "../allow.ts";
import type { Call } from "../call.ts";

const bypass = openSource("bypass");

/** Of a command that is more than one reading looks at, nobody can say that they were kept: it is asked about. */
export function bypassMode(call: Call): Opinion {
  if (call.mode !== "bypassPermissions") return undefined;
  const why = cutShort(call);
  return why === undefined
    ? allowBypassed(bypass(null))
    : ask(
        "bypassMode",
        `The command is more than is looked through (${why}): whether a rule or the floor forbids a part of it is not known.`,
        { clearsWhen: "it is given in parts, or the person approves this exact call" },
      );
}
