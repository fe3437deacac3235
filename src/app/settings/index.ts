export { PROVIDERS } from "../../contract/providers.ts";
export {
  type AutoModeSettings,
  type ClassifierSettings,
  type EndpointSettings,
  type ProviderName,
  type Settings,
  SettingsError,
  type SettingsFile,
} from "../../policy/settings.ts";
export {
  type LoadOptions,
  loadSettings,
  MANAGED_PATH,
  PROJECT_FILE,
  settingsFrom,
  userSettingsPath,
} from "./load.ts";
export type { Loaded } from "./merge.ts";
export { settingsJsonSchema } from "./schema.ts";
