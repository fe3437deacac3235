/** What the table of providers answers: keys, models, what they can do and cost. */
import { once } from "../../contract/kept.ts";
import { PROVIDERS, type ProviderName } from "../../contract/providers.ts";
import type { EndpointSettings, ModelOverride } from "../../policy/settings/index.ts";
import type { Environment } from "./keys.ts";
import type { ModelAbilities } from "./models.ts";
import { RANKS } from "./ranks.ts";
import { recordOf } from "./table.ts";

/** The provider used where settings name none: the first whose key is there. */
export const defaultProvider = (env: Environment): ProviderName =>
  PROVIDERS.find((name) => {
    const { keyEnv } = recordOf(name);
    return keyEnv !== null && Boolean(env[keyEnv]);
  }) ?? "offline";

/** The variable an endpoint's key is taken from; undefined where it is taken from a file, or from nowhere. */
export const keyVariable = ({ provider, apiKeyEnv, apiKeyFile }: EndpointSettings): string | undefined =>
  apiKeyEnv ?? (apiKeyFile === undefined ? (recordOf(provider).keyEnv ?? undefined) : undefined);

export const defaultModel = (provider: ProviderName): string | null => recordOf(provider).defaultModel;

/** Whether the provider is known to serve a model of that name; undefined where nobody can know. */
export const serves = (provider: ProviderName, model: string): boolean | undefined =>
  recordOf(provider).serves?.test(model);

const families = once(() => [...new Set(PROVIDERS.flatMap((name) => recordOf(name).models ?? []))]);

const NEWER: ModelAbilities = { alwaysThinks: true, noTemperature: true, contextTokens: null, price: null };
/** Servers of one's own take a temperature and no word about thinking. */
const UNKNOWN: ModelAbilities = { alwaysThinks: false, noTemperature: false, contextTokens: null, price: null };

export const THINKING_ROOM_TOKENS = 2048;

/** `us.anthropic.claude-haiku-4-5-20251001-v1:0` and `claude-haiku-4-5@20251001` are the model they name. */
const plainName = (model: string): string =>
  model
    .replace(/^.*?(?=claude-)/, "")
    .replace("@", "-")
    .replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)?(?:-?v\d+(?::\d+)?)?$/, "");

/** Undefined for a model that is in no table of ours. */
export const rankOf = (model: string): number | undefined => {
  const name = plainName(model);
  return Object.hasOwn(RANKS, name) ? RANKS[name] : undefined;
};

const knownAbilities = (model: string): ModelAbilities => {
  const name = plainName(model);
  const family = families().find(({ known }) => Object.hasOwn(known, name));
  return family?.known[name] ?? (families().some(({ newer }) => newer.test(name)) ? NEWER : UNKNOWN);
};

/** By name alone, whoever serves the model. What the user says of it stands before what is known. */
export const abilitiesOf = (model: string, overrides: Readonly<Record<string, ModelOverride>> = {}): ModelAbilities => {
  const base = knownAbilities(model);
  const own = Object.hasOwn(overrides, model) ? overrides[model] : undefined;
  const price = own?.price;
  return {
    alwaysThinks: own?.alwaysThinks ?? base.alwaysThinks,
    noTemperature: own?.noTemperature ?? base.noTemperature,
    contextTokens: own?.contextTokens ?? base.contextTokens,
    price:
      price === undefined
        ? base.price
        : {
            input: price.input,
            output: price.output,
            cacheRead: price.cacheRead ?? price.input,
            cacheWrite: price.cacheWrite ?? price.input,
          },
  };
};
