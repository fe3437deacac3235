export { PROVIDERS } from "../../contract/providers.ts";
export {
  type AutoModeSettings,
  type ClassifierSettings,
  type EndpointSettings,
  type ModelAbilities,
  type ProviderName,
  type Settings,
  SettingsError,
} from "../../policy/settings.ts";
export {
  type Loaded,
  type LoadOptions,
  loadSettings,
  MANAGED_PATH,
  PROJECT_FILE,
  settingsFrom,
  userSettingsPath,
} from "./load.ts";
export { type SettingsFile, settingsJsonSchema } from "./schema.ts";
