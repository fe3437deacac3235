/** The model of the settings as a function that answers a prompt; undefined when there is none. */

import { stateDir } from "../app/paths.ts";
import type { Settings } from "../app/settings/index.ts";
import { createClassifier, type SideQuery } from "../judge/classifier.ts";
import type { Rulebook } from "../judge/index.ts";
import { redact } from "../machine/secrets/index.ts";
import type { CliIo } from "./io.ts";

export async function sideQueryFor(
  settings: Settings,
  rulebook: Rulebook,
  io: CliIo,
): Promise<SideQuery["ask"] | undefined> {
  if (settings.classifier.provider === "offline") return undefined;
  const made = createClassifier({
    settings: settings.classifier,
    rulebook,
    env: io.env,
    now: Date.now,
    redact,
    stateDir: stateDir(io.env),
  });
  return made.ask;
}
