/** The model of the settings as a function that answers a prompt; undefined when there is none. */
import { stateDir } from "../app/paths.ts";
import type { Settings } from "../app/settings/index.ts";
import { openClassifier, type SideQuery } from "../judge/index.ts";
import type { CliIo } from "./io.ts";

export const sideQueryFor = (settings: Settings, { env }: CliIo): SideQuery["ask"] | undefined =>
  settings.classifier.provider === "offline"
    ? undefined
    : openClassifier({ settings, env, stateDir: stateDir(env) })?.ask;
