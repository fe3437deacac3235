/** What a settings file may say. Written out, so that whoever uses the types needs no other package. */
import type { Mode } from "../../contract/action.ts";
import type { ProviderName } from "../../contract/providers.ts";
import type {
  AutoModeSettings,
  EndpointSettings,
  ModelOverride,
  Stages,
  TranscriptFormat,
  TranscriptWindow,
} from "./in-force.ts";

type Texts = readonly string[] | undefined;

interface EndpointFile extends Omit<EndpointSettings, "provider"> {
  readonly provider?: ProviderName | undefined;
}

/** What one settings file may say. Every key is optional; the schema that reads it is held equal by the compiler. */
export interface SettingsFile {
  readonly $schema?: string | undefined;
  readonly version?: 1 | undefined;
  readonly mode?: Mode | undefined;
  readonly shadow?: boolean | undefined;
  readonly permissions?:
    | { readonly allow?: Texts; readonly ask?: Texts; readonly deny?: Texts; readonly additionalDirectories?: Texts }
    | undefined;
  readonly autoMode?: { readonly [key in keyof AutoModeSettings]?: AutoModeSettings[key] | undefined } | undefined;
  readonly classifier?: ClassifierFile | undefined;
  readonly ironGate?: boolean | undefined;
  readonly flags?: { readonly url: string; readonly clientKey?: string | undefined } | undefined;
  readonly limits?: { readonly consecutive?: number | undefined; readonly total?: number | undefined } | undefined;
  readonly powershell?: boolean | undefined;
  readonly safeTools?: { readonly remove?: Texts } | undefined;
}

interface ClassifierFile extends EndpointFile {
  readonly stages?: Stages | undefined;
  readonly transcript?: TranscriptFormat | undefined;
  readonly window?: TranscriptWindow | undefined;
  readonly timeoutMs?: { readonly fast?: number | undefined; readonly thinking?: number | undefined } | undefined;
  readonly fallback?: readonly EndpointFile[] | undefined;
  readonly models?: Readonly<Record<string, ModelOverride>> | undefined;
  readonly proxy?: string | undefined;
  readonly caFile?: string | undefined;
}
