/** Settings: what a file may say, and what is in force. */
export type { SettingsFile } from "./file.ts";
export {
  type AutoModeSettings,
  type ClassifierSettings,
  type ContainSettings,
  type DenialLimits,
  type EndpointSettings,
  type ModelOverride,
  type Protocol,
  type Settings,
  SettingsError,
  type Stages,
  type TranscriptFormat,
  type TranscriptWindow,
} from "./in-force.ts";
