/** Settings: read from their files, checked, merged. */
export { type Settings, SettingsError, type SettingsFile } from "../../policy/settings/index.ts";
export { type LoadOptions, loadSettings, MANAGED_PATH, projectFiles, settingsFrom, userSettingsPath } from "./load.ts";
export type { Loaded } from "./merge.ts";
