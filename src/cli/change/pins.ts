/** What `install` pins into a host's line, worked out from where the program and the person's files are now. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type AppContext, configDir, homeOf, loadPersonSettings, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { ok, type Result } from "../../contract/result.ts";
import { deadlineMs } from "../../hosts/index.ts";
import type { Pins } from "../../hosts/install/index.ts";
import { keyVariable } from "../../judge/providers/index.ts";
import { type ProgramPlace, programPlace } from "./settle.ts";

export interface Pinned {
  readonly place: ProgramPlace;
  readonly pins: Pins;
  readonly settings: Settings;
}

/** `running` is the folder of the program that runs. */
export function pinsFor(context: AppContext, running?: string): Result<Pinned> {
  const loaded = loadPersonSettings(context);
  if (!loaded.ok) return loaded;
  return pinsWith(context, loaded.value.settings, running);
}

/** With settings that may not stand in a file yet. */
export function pinsWith({ env }: AppContext, settings: Settings, running?: string): Result<Pinned> {
  const place = programPlace(env, running);
  if (!place.ok) return place;
  return ok({
    settings,
    place: place.value,
    pins: {
      node: process.execPath,
      program: place.value.folder,
      home: homeOf(env),
      locale: env.LC_ALL || env.LANG || "C.UTF-8",
      config: dirname(configDir(env)),
      state: stateDir(env),
      keys: keysOf(settings),
      compares: existsSync("/usr/bin/sha256sum"),
      ...(place.value.origin === null ? {} : { origin: place.value.origin }),
      deadlineMs: deadlineMs(settings),
    },
  });
}

/** Without a provider in the settings it is the one whose key is there today, and that is what is pinned. */
export function keysOf({ classifier }: Pick<Settings, "classifier">): readonly string[] {
  const names = [classifier, ...classifier.fallback].flatMap((endpoint) => keyVariable(endpoint) ?? []);
  return [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name));
}
