/** What models can do and cost: data a user can extend (`classifier.models`). Prices in US dollars a million tokens. */
import type { Usage } from "../../contract/decision.ts";

/** When the prices were looked up. */
export const PRICES_OF = "November 2026";

export interface ModelAbilities {
  /** Thinks whether asked to or not: gets room for it, and is not told not to. */
  readonly alwaysThinks: boolean;
  readonly noTemperature: boolean;
  /** Null when not known: then only the provider can say that a prompt is too long. */
  readonly contextTokens: number | null;
  readonly price: Price | null;
}

/** Models of one make, whoever serves them. */
export interface ModelFamily {
  /** By the model's name without its date. Prices of `PRICES_OF`. */
  readonly known: Readonly<Record<string, ModelAbilities>>;
  /** Names of models that are not in the table: they think, for all we know, and take no temperature. */
  readonly newer: RegExp;
}

export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

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

export const CLAUDE: ModelFamily = {
  newer: /^claude-/,
  known: {
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
  },
};

export const GPT: ModelFamily = {
  newer: /^(?:gpt-[5-9]|o\d)/,
  known: {
    "gpt-4.1-mini": { alwaysThinks: false, noTemperature: false, contextTokens: 1_047_576, price: gpt(0.4, 0.1, 1.6) },
    "gpt-4.1-nano": {
      alwaysThinks: false,
      noTemperature: false,
      contextTokens: 1_047_576,
      price: gpt(0.1, 0.025, 0.4),
    },
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
  },
};

export const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
});

export const costUsd = (usage: Usage, price: Price | null): number | null =>
  price === null
    ? null
    : (usage.input * price.input +
        usage.output * price.output +
        usage.cacheRead * price.cacheRead +
        usage.cacheWrite * price.cacheWrite) /
      1_000_000;
