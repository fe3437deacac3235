/** The settings in force: every key filled in, each rule with the file it came from. */

import type { Mode } from "../../contract/action.ts";
import type { ProviderName } from "../../contract/providers.ts";
import type { Rule } from "../../rules/index.ts";

export type Protocol = "xml" | "tool";
export type Stages = "both" | "fast" | "thinking";
export type TranscriptFormat = "jsonl" | "text";
export type TranscriptWindow = "full" | "compact";

/** How one provider is reached: a part of `classifier`, or one entry of its `fallback`. */
export interface EndpointSettings {
  readonly provider: ProviderName;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  /** Provider `command`: the program and its arguments; the prompt comes on its standard input. */
  readonly command?: readonly string[] | undefined;
  readonly protocol?: Protocol | undefined;
  /** Bedrock and Vertex. */
  readonly region?: string | undefined;
  /** Vertex and OpenAI. */
  readonly project?: string | undefined;
}

/** What a user may say of a model; the rest stays as it is known. Prices in US dollars a million tokens. */
export interface ModelOverride {
  readonly alwaysThinks?: boolean | undefined;
  readonly noTemperature?: boolean | undefined;
  readonly contextTokens?: number | undefined;
  readonly price?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cacheRead?: number | undefined;
        readonly cacheWrite?: number | undefined;
      }
    | undefined;
}

export interface ClassifierSettings extends EndpointSettings {
  /** Also of every fallback that names none. */
  readonly protocol: Protocol;
  readonly stages: Stages;
  readonly transcript: TranscriptFormat;
  /** Undefined: `compact` for protocol `tool`, else `full`. */
  readonly window?: TranscriptWindow | undefined;
  readonly timeoutMs: { readonly fast: number; readonly thinking: number };
  readonly fallback: readonly EndpointSettings[];
  readonly models: Readonly<Record<string, ModelOverride>>;
  /** For systems that need them: a hook consults no environment variable. */
  readonly proxy?: string | undefined;
  readonly caFile?: string | undefined;
}

export interface AutoModeSettings {
  readonly allow: readonly string[];
  readonly soft_deny: readonly string[];
  readonly hard_deny: readonly string[];
  readonly environment: readonly string[];
  readonly classifyAllShell: boolean;
  readonly classifyEdits: boolean;
  readonly askRules: "always" | "classify";
  /** What nothing proves and no topic names is left to the host's own prompt where that is sure to come; `ask` never leaves it. */
  readonly unproven: "host" | "ask";
  readonly strictSuspension: boolean;
  /** Who looks at results that came from outside: code, code and then the model, or nobody. */
  readonly probe: "code" | "model" | false;
  readonly suspendAlso: readonly string[];
}

/** How many denials it takes until the person is asked, or the agent is stopped. */
export interface DenialLimits {
  readonly consecutive: number;
  readonly total: number;
}

/** Walls around what reading alone cannot prove. */
export interface ContainSettings {
  /** False: nothing is walled, and nothing is `contained`. */
  readonly enabled: boolean;
  /** What is plain runs inside walls too. */
  readonly plain: boolean;
  /** What is put inside walls is judged by the model as well. */
  readonly judge: boolean;
  /** Allow rules, as written in `permissions.allow`, whose calls run without walls. */
  readonly free: readonly string[];
  /** Directories a walled call may write, besides the project. */
  readonly writable: readonly string[];
  /** Places that are not there inside walls. */
  readonly hidden: readonly string[];
  /** Variables a walled call is given, besides those of the list. */
  readonly env: readonly string[];
}

/** Bounds of a restore point, above which there is none, and how long and how much is kept. */
export interface RestoreSettings {
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly maxMs: number;
  readonly keepDays: number;
  readonly keepBytes: number;
}

/** How long the record of a session is kept after its last entry. */
export interface RecordSettings {
  readonly keepDays: number;
}

/** What only counts where the service runs, and whether hooks start it. */
export interface ServiceSettings {
  /** Where the person agreed to one at set-up, a hook that finds none starts it. */
  readonly start: boolean;
  /** How long an ask waits for a person's answer in the page or at `approve --wait`; 0: the host asks. */
  readonly waitSeconds: number;
  /** Shows a notice on the desktop when an ask begins to wait. */
  readonly notify: boolean;
}

export interface Settings {
  readonly mode: Mode;
  readonly shadow: boolean;
  readonly rules: readonly Rule[];
  readonly additionalDirectories: readonly string[];
  readonly autoMode: AutoModeSettings;
  readonly classifier: ClassifierSettings;
  readonly ironGate: boolean;
  readonly flags: { readonly url: string; readonly clientKey?: string | undefined } | null;
  readonly limits: DenialLimits;
  readonly powershell: boolean;
  readonly restore: RestoreSettings;
  readonly record: RecordSettings;
  readonly service: ServiceSettings;
  /** What the floor does (step 3f): it denies, or the person is asked. */
  readonly floor: "deny" | "ask";
  readonly safeTools: { readonly remove: readonly string[] };
  readonly contain: ContainSettings;
  /** Keys the managed file sets ("mode", "ironGate", "classifier.model"): nothing below loosens them. */
  readonly managed: ReadonlySet<string>;
}

/** Bad settings at start: names file and field. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
