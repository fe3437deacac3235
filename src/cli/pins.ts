/** What `install` pins into a host's line, worked out from where the program and the person's files are now. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AppContext, configDir, homeOf, loadPersonSettings, stateDir } from "../app/index.ts";
import type { Settings } from "../app/settings/index.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { deadlineMs } from "../hosts/index.ts";
import type { Pins } from "../hosts/install/index.ts";
import { keyVariable } from "../judge/providers/index.ts";

export interface Pinned {
  readonly pins: Pins;
  readonly settings: Settings;
}

/** `program` is the folder hook.cjs is in. */
export function pinsFor(context: AppContext, program = programFolder()): Result<Pinned> {
  const loaded = loadPersonSettings(context);
  if (!loaded.ok) return loaded;
  const { settings } = loaded.value;
  const { env } = context;
  if (!existsSync(join(program, "hook.cjs")))
    return fail(`${program}/hook.cjs is not there: run this from an installed sallyport`);
  if (/[/\\]_npx[/\\]/.test(program))
    return fail("this sallyport lives in the cache of npx and may vanish; install it first: npm install -g sallyport");
  return ok({
    settings,
    pins: {
      node: process.execPath,
      program,
      home: homeOf(env),
      locale: env.LC_ALL || env.LANG || "C.UTF-8",
      config: dirname(configDir(env)),
      state: stateDir(env),
      keys: keysOf(settings),
      deadlineMs: deadlineMs(settings),
    },
  });
}

/** Without a provider in the settings it is the one whose key is there today, and that is what is pinned. */
export function keysOf({ classifier }: Pick<Settings, "classifier">): readonly string[] {
  const names = [classifier, ...classifier.fallback].flatMap((endpoint) => keyVariable(endpoint) ?? []);
  return [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

function programFolder(): string {
  try {
    return dirname(realpathSync(process.argv[1] ?? ""));
  } catch {
    return "";
  }
}
