/** What models can do and cost: data a user can extend (`classifier.models`). Prices in US dollars a million tokens. */
export interface ModelAbilities {
  /** Thinks whether asked to or not: gets room for it, and is not told not to. */
  readonly alwaysThinks: boolean;
  readonly noTemperature: boolean;
  /** Null when not known: then only the provider can say that a prompt is too long. */
  readonly contextTokens: number | null;
  readonly price: Price | null;
}

export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What a user may say of a model; the rest stays as it is known. */
export type ModelOverrides = Readonly<
  Record<
    string,
    {
      readonly alwaysThinks?: boolean | undefined;
      readonly noTemperature?: boolean | undefined;
      readonly contextTokens?: number | undefined;
      readonly price?:
        | (Pick<Price, "input" | "output"> & { readonly [kind in "cacheRead" | "cacheWrite"]?: number | undefined })
        | undefined;
    }
  >
>;

const claude = (input: number, output: number): Price => ({
  input,
  output,
  cacheRead: input / 10,
  cacheWrite: input * 1.25,
});
const gpt = (input: number, cacheRead: number, output: number): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite: input,
});
const K = 1000;
const M = 1_000_000;

/** By the model's name without its date. Of November 2026. */
const KNOWN: Readonly<Record<string, ModelAbilities>> = {
  "claude-haiku-4-5": { alwaysThinks: false, noTemperature: false, contextTokens: 200 * K, price: claude(1, 5) },
  "claude-sonnet-4-5": { alwaysThinks: false, noTemperature: false, contextTokens: 200 * K, price: claude(3, 15) },
  "claude-sonnet-4-6": { alwaysThinks: false, noTemperature: false, contextTokens: 1 * M, price: claude(3, 15) },
  "claude-opus-4-5": { alwaysThinks: false, noTemperature: false, contextTokens: 200 * K, price: claude(5, 25) },
  "claude-opus-4-6": { alwaysThinks: false, noTemperature: false, contextTokens: 1 * M, price: claude(5, 25) },
  "claude-opus-4-7": { alwaysThinks: false, noTemperature: true, contextTokens: 1 * M, price: claude(5, 25) },
  "claude-opus-4-8": { alwaysThinks: false, noTemperature: true, contextTokens: 1 * M, price: claude(5, 25) },
  "claude-haiku-5-5": { alwaysThinks: false, noTemperature: true, contextTokens: 1 * M, price: claude(0.1, 0.5) },
  "claude-sonnet-5": { alwaysThinks: false, noTemperature: true, contextTokens: 1 * M, price: claude(2, 10) },
  "claude-sonnet-5-5": { alwaysThinks: false, noTemperature: true, contextTokens: 1 * M, price: claude(2, 10) },
  "claude-opus-5": { alwaysThinks: false, noTemperature: true, contextTokens: 1 * M, price: claude(5, 25) },
  "claude-opus-5-5": { alwaysThinks: true, noTemperature: true, contextTokens: 1 * M, price: claude(4, 20) },
  "claude-fable-5": { alwaysThinks: true, noTemperature: true, contextTokens: 1 * M, price: claude(10, 50) },
  "claude-fable-5-1": { alwaysThinks: true, noTemperature: true, contextTokens: 1 * M, price: claude(10, 50) },
  "gpt-4.1-mini": { alwaysThinks: false, noTemperature: false, contextTokens: 1_047_576, price: gpt(0.4, 0.1, 1.6) },
  "gpt-4.1-nano": { alwaysThinks: false, noTemperature: false, contextTokens: 1_047_576, price: gpt(0.1, 0.025, 0.4) },
  "gpt-4.1": { alwaysThinks: false, noTemperature: false, contextTokens: 1_047_576, price: gpt(2, 0.5, 8) },
  "gpt-4o-mini": { alwaysThinks: false, noTemperature: false, contextTokens: 128 * K, price: gpt(0.15, 0.075, 0.6) },
  "gpt-4o": { alwaysThinks: false, noTemperature: false, contextTokens: 128 * K, price: gpt(2.5, 1.25, 10) },
  "gpt-5": { alwaysThinks: true, noTemperature: true, contextTokens: 400 * K, price: null },
  "gpt-5-mini": { alwaysThinks: true, noTemperature: true, contextTokens: 400 * K, price: gpt(0.25, 0.025, 2) },
  "gpt-5-nano": { alwaysThinks: true, noTemperature: true, contextTokens: 400 * K, price: gpt(0.05, 0.005, 0.4) },
  "gpt-5.4-mini": { alwaysThinks: true, noTemperature: true, contextTokens: 400 * K, price: gpt(0.75, 0.075, 4.5) },
  "gpt-5.6-sol": { alwaysThinks: true, noTemperature: true, contextTokens: 1_050_000, price: gpt(4, 0.4, 20) },
  "gpt-5.6-terra": { alwaysThinks: true, noTemperature: true, contextTokens: 1_050_000, price: gpt(2.5, 0.25, 15) },
  "gpt-5.6-luna": { alwaysThinks: true, noTemperature: true, contextTokens: 1_050_000, price: gpt(1, 0.1, 6) },
  o3: { alwaysThinks: true, noTemperature: true, contextTokens: 200 * K, price: null },
  "o4-mini": { alwaysThinks: true, noTemperature: true, contextTokens: 200 * K, price: null },
};

/** Models of these families that are not in the table think, for all we know, and take no temperature. */
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

export const abilitiesOf = (model: string, overrides: ModelOverrides = {}): ModelAbilities => {
  const name = plainName(model);
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  const family = /^(?:claude-|gpt-[5-9]|o\d)/.test(name) ? NEWER : UNKNOWN;
  const base = known ?? family;
  const said = Object.hasOwn(overrides, model) ? overrides[model] : undefined;
  return {
    alwaysThinks: said?.alwaysThinks ?? base.alwaysThinks,
    noTemperature: said?.noTemperature ?? base.noTemperature,
    contextTokens: said?.contextTokens ?? base.contextTokens,
    price:
      said?.price === undefined
        ? base.price
        : {
            input: said.price.input,
            output: said.price.output,
            cacheRead: said.price.cacheRead ?? said.price.input,
            cacheWrite: said.price.cacheWrite ?? said.price.input,
          },
  };
};
