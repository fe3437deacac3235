/** What this directory's own settings can do to Claude Code's hook. */
import type { JsonObject } from "../../contract/action.ts";
import { readTextFile } from "../../machine/index.ts";
import { bad, type HealthFinding, type HostCheck } from "../doctor/finding.ts";
import { objectIn, parseArguments } from "../json.ts";
import { SETTINGS_MAX_BYTES } from "../own-rules.ts";

const START = "start with `claude --setting-sources user`, or install with --managed";

export function examineClaudeCode({ at }: HostCheck): readonly HealthFinding[] {
  return ["settings.json", "settings.local.json"].flatMap((name) => {
    const file = `${at.cwd}/.claude/${name}`;
    const settings = settingsIn(file);
    return settings === undefined ? [] : examineSettings(file, settings);
  });
}

function examineSettings(file: string, settings: JsonObject): readonly HealthFinding[] {
  const loads = Object.keys(objectIn(settings, "env") ?? {}).some((key) =>
    /^(?:LD_|DYLD_|(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS)$)/.test(key),
  );
  const says = [
    ...(settings.disableAllHooks === true ? ["switches hooks off (disableAllHooks)"] : []),
    ...(loads
      ? [
          "sets a variable of the loader or the shell: its code runs in every program Claude Code starts, hooks included",
        ]
      : []),
  ];
  return says.map((one) => bad("this repository", `${file} ${one}`, START));
}

function settingsIn(file: string): JsonObject | undefined {
  try {
    return parseArguments(readTextFile(file, SETTINGS_MAX_BYTES));
  } catch {
    return undefined;
  }
}
