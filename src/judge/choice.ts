/** Which model an endpoint is asked for, by settings, variable, flags and the agent's own. */
import type { EndpointSettings, Stages } from "../policy/settings/index.ts";
import { defaultModel, type Environment, serves } from "./providers/index.ts";

/** What remote flags say, as far as they may: null where they say nothing or must not. */
export interface FlagChoice {
  readonly model: string | null;
  readonly stages: Stages | null;
}

export const NO_FLAGS: FlagChoice = { model: null, stages: null };

interface ModelWishes {
  readonly flags: FlagChoice;
  readonly env: Environment;
  /** In a hook the environment names no model: a repository can influence it. */
  readonly hook: boolean;
  readonly agentModel: string | null;
}

/** For the first endpoint. */
export const chooseModel = (endpoint: EndpointSettings, wishes: ModelWishes): string | null => {
  const { env, hook, flags } = wishes;
  const byVariable = hook ? null : env.SALLYPORT_MODEL?.trim() || null;
  const byFlag = flags.model !== null && serves(endpoint.provider, flags.model) !== false ? flags.model : null;
  return byVariable ?? byFlag ?? chooseFallbackModel(endpoint, wishes);
};

/** Variable and flag do not speak for a fallback: it is another provider with models of its own. */
export const chooseFallbackModel = (
  { provider, model }: EndpointSettings,
  { agentModel }: Pick<ModelWishes, "agentModel">,
): string | null => {
  const agents = agentModel !== null && serves(provider, agentModel) === true ? agentModel : null;
  return model ?? agents ?? defaultModel(provider);
};
