/** The model of the settings as a function that answers a prompt; undefined when there is none. */
import { createClassifier, type SideQuery } from "../classifier/classifier.ts";
import type { RulebookView } from "../classifier/rulebook/index.ts";
import { redact } from "../ledger/redact.ts";
import type { Settings } from "../settings/index.ts";
import type { CliIo } from "./io.ts";
import { stateDir } from "./paths.ts";

export async function sideQueryFor(
  settings: Settings,
  rulebook: RulebookView,
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
