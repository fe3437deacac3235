/** Which endpoints are asked, in which order, with which model. */
import {
  defaultModel,
  type Environment,
  type ModelOverrides,
  type ProviderName,
  type ProviderSettings,
  serves,
} from "./providers/index.ts";
import type { Protocol, Stages } from "./stages.ts";
import type { TranscriptFormat, TranscriptWindow } from "./transcript.ts";

/** One endpoint as the settings have it. `offline` is no endpoint and is passed over. */
export interface EndpointSettings extends Omit<ProviderSettings, "provider"> {
  readonly provider: ProviderName | "offline";
  readonly protocol?: Protocol | undefined;
}

/** What the classifier reads of `settings.classifier`. */
export interface ClassifierSettings extends EndpointSettings {
  readonly stages: Stages;
  readonly transcript: TranscriptFormat;
  /** Undefined: `compact` for protocol `tool`, else `full`. */
  readonly window?: TranscriptWindow | undefined;
  readonly timeoutMs: { readonly fast: number; readonly thinking: number };
  readonly fallback: readonly EndpointSettings[];
  readonly models: ModelOverrides;
  readonly proxy?: string | undefined;
  readonly caFile?: string | undefined;
}

/** What remote flags say, as far as they may: null where they say nothing or must not. */
export interface FlagChoice {
  readonly model: string | null;
  readonly stages: Stages | null;
}

export interface Endpoint {
  readonly settings: ProviderSettings;
  /** Null when none is named and there is no default: the call then fails. */
  readonly model: string | null;
  readonly protocol: Protocol;
  readonly window: TranscriptWindow;
}

export interface ChoiceInput {
  readonly settings: ClassifierSettings;
  readonly flags: FlagChoice;
  readonly env: Environment;
  /** In a hook the environment names no model: a repository can influence it. */
  readonly hook: boolean;
  readonly agentModel: string | null;
}

export const endpoints = (input: ChoiceInput): readonly Endpoint[] =>
  [input.settings, ...input.settings.fallback].flatMap((endpoint, index): Endpoint[] => {
    const { provider } = endpoint;
    if (provider === "offline") return [];
    const protocol = endpoint.protocol ?? input.settings.protocol ?? "xml";
    return [
      {
        settings: { ...endpoint, provider },
        model: chooseModel(provider, endpoint.model ?? null, input, index === 0),
        protocol,
        window: input.settings.window ?? (protocol === "tool" ? "compact" : "full"),
      },
    ];
  });

/** Variable and flag speak for the first endpoint only; a fallback is another provider with models of its own. */
const chooseModel = (
  provider: ProviderName,
  configured: string | null,
  { env, hook, flags, agentModel }: ChoiceInput,
  first: boolean,
): string | null => {
  const byVariable = first && !hook ? env.SALLYPORT_MODEL?.trim() || null : null;
  const byFlag =
    first && flags.model !== null && (defaultModel(provider) === null || serves(provider, flags.model))
      ? flags.model
      : null;
  const agents = agentModel !== null && serves(provider, agentModel) ? agentModel : null;
  return (
    byVariable ??
    byFlag ??
    configured ??
    agents ??
    defaultModel(provider) ??
    (provider === "command" ? "command" : null)
  );
};
