/** Whether Cline loads the plugin: nothing starts it without a model, so its newest session is held against the last loading. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bad, good, type HealthFinding, type HostCheck, warn } from "../doctor/finding.ts";
import { signOfLife } from "../install/module.ts";
import { parseObject, textIn } from "../json.ts";
import { readSettingsFile } from "../own-rules.ts";
import { clineData } from "./records.ts";

const ABOUT = "Cline CLI, plugin";

export async function examineCline({ at, pins, isLive }: HostCheck): Promise<readonly HealthFinding[]> {
  if (!isLive) return [];
  const data = clineData(at);
  const settings = readSettingsFile(join(data, "settings/global-settings.json"), (text) => JSON.parse(text));
  if (JSON.stringify(settings?.disabledPlugins ?? []).includes("sallyport"))
    return [
      bad(ABOUT, "switched off in Cline's settings: nothing is judged", "switch it on again in Cline's settings"),
    ];
  const loaded = statSync(signOfLife("cline", pins), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const begun = newestSession(join(data, "sessions"));
  if (begun !== undefined && begun > loaded && begun > installedAt(at))
    return [
      bad(
        ABOUT,
        "Cline's newest session ran without it: nothing was judged",
        "look at Cline's log; sallyport install cline",
      ),
    ];
  return [
    good(ABOUT, loaded === 0 ? "not yet loaded: no session since" : "loaded by Cline's newest session"),
    ...(Number(at.env[PATIENCE] ?? 0) >= ENOUGH_MS
      ? []
      : [
          warn(
            ABOUT,
            "on a busy machine it may not load in Cline's four seconds, and Cline goes on without it",
            `export ${PATIENCE}=60000`,
          ),
        ]),
  ];
}

/** How long Cline waits for its plugins. */
const PATIENCE = "CLINE_PLUGIN_IMPORT_TIMEOUT_MS";
const ENOUGH_MS = 30_000;

const installedAt = ({ home, env }: HostCheck["at"]): number =>
  statSync(`${env.CLINE_DIR || `${home}/.cline`}/plugins/sallyport.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the newest session that is no sub-agent's began; undefined where there is none. */
function newestSession(folder: string): number | undefined {
  try {
    const times = readdirSync(folder).map((id) => beginOf(join(folder, id, `${id}.json`)));
    return times.length === 0 ? undefined : Math.max(...times);
  } catch {
    return undefined;
  }
}

function beginOf(file: string): number {
  try {
    const note = parseObject(readFileSync(file));
    return Date.parse((note === undefined ? null : textIn(note, "started_at")) ?? "") || 0;
  } catch {
    return 0;
  }
}
