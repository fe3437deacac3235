/**
 * What judging costs, by provider and model: a decision, an hour, a day. What a decision takes was measured on recorded
 * sessions, the cache counted; how much an agent does in an hour is assumed, and said so.
 */
import type { Usage } from "../../contract/decision.ts";
import type { EndpointSettings, ModelOverride, Stages } from "../../policy/settings/index.ts";
import { abilitiesOf, defaultModel } from "./lookup.ts";
import { addUsage, costUsd, NO_USAGE, PRICES_OF } from "./models.ts";
import { recordOf } from "./table.ts";

/** Seen on 485 recorded sessions, 4,791 requests, four characters a token: `bench/cache.ts`, `bench/settled.ts`. */
const MEASURED = {
  /** One request, on average. */
  request: { input: 24, cacheRead: 12_105, cacheWrite: 1_089 },
  /** Of an agent's calls, those that reach the model while walls stand, and by reading alone. */
  share: { walls: 0.066, alone: 0.21 },
} as const;

const ASSUMED = {
  callsAnHour: 120,
  hoursADay: 6,
  /** Of the decisions, those a first stage sends on to the second, and how long answers are. */
  escalated: 0.2,
  fastAnswerTokens: 12,
  thinkingAnswerTokens: 350,
  /** What a model that always thinks writes besides, in every answer. */
  ownThinkingTokens: 500,
} as const;

/** What the figures stand on, for people. */
export const COST_BASIS = `Prices of ${PRICES_OF}. Measured: ${tokens(
  MEASURED.request.input + MEASURED.request.cacheRead + MEASURED.request.cacheWrite,
)} tokens a request, ${tokens(MEASURED.request.cacheRead)} of them from the cache; ${percent(MEASURED.share.walls)} % of the calls reach the model with walls, ${percent(MEASURED.share.alone)} % without. Assumed: ${ASSUMED.callsAnHour} calls an hour, ${ASSUMED.hoursADay} hours a day, ${percent(ASSUMED.escalated)} % of the decisions need the second stage, a model that always thinks writes ${ASSUMED.ownThinkingTokens} tokens more.`;

function tokens(count: number): string {
  return count.toLocaleString("en-GB");
}

function percent(share: number): string {
  return String(Math.round(1000 * share) / 10);
}

export interface PricedChoice {
  readonly decision: number;
  /** While walls stand, and without them. */
  readonly hour: { readonly walls: number; readonly alone: number };
  readonly day: { readonly walls: number; readonly alone: number };
}

/** `plan`: it counts against the limits of a subscription. `unknown`: nobody here knows the price. */
export type ChoiceCost = PricedChoice | "plan" | "unknown" | "nothing";

export interface CostOptions {
  readonly stages?: Stages;
  readonly models?: Readonly<Record<string, ModelOverride>>;
}

export const costOfChoice = (
  endpoint: Pick<EndpointSettings, "provider" | "model" | "apiKeyEnv" | "apiKeyFile">,
  { stages = "both", models = {} }: CostOptions = {},
): ChoiceCost => {
  const { reach } = recordOf(endpoint.provider);
  if (reach.by === "nothing") return "nothing";
  const hasKey = endpoint.apiKeyEnv !== undefined || endpoint.apiKeyFile !== undefined;
  if (reach.by === "agent" && !hasKey) return "plan";
  const model = endpoint.model ?? defaultModel(endpoint.provider);
  if (model === null) return "unknown";
  const { price, alwaysThinks } = abilitiesOf(model, models);
  const decision = costUsd(usageOfDecision(stages, alwaysThinks ? ASSUMED.ownThinkingTokens : 0), price);
  if (decision === null) return "unknown";
  const hour = (share: number): number => decision * share * ASSUMED.callsAnHour;
  const { walls, alone } = MEASURED.share;
  return {
    decision,
    hour: { walls: hour(walls), alone: hour(alone) },
    day: { walls: hour(walls) * ASSUMED.hoursADay, alone: hour(alone) * ASSUMED.hoursADay },
  };
};

/** A second stage finds all that the first one sent in the cache. */
const usageOfDecision = (stages: Stages, ownThinking: number): Usage => {
  const { input, cacheRead, cacheWrite } = MEASURED.request;
  const { escalated, fastAnswerTokens, thinkingAnswerTokens } = ASSUMED;
  const first = stages === "thinking" ? thinkingAnswerTokens : fastAnswerTokens;
  const again = stages === "both" ? escalated : 0;
  return addUsage(
    { input, cacheRead, cacheWrite, output: first + ownThinking },
    {
      ...NO_USAGE,
      input: again * input,
      cacheRead: again * (cacheRead + cacheWrite),
      output: again * (thinkingAnswerTokens + ownThinking),
    },
  );
};

/** For people, as short as it goes. */
export const describeCost = (cost: ChoiceCost): string => {
  if (cost === "plan") return "counts against your plan's limits";
  if (cost === "unknown") return "costs what its server costs";
  if (cost === "nothing") return "costs nothing";
  const { decision, hour, day } = cost;
  return `about ${money(decision)} a decision, ${money(hour.walls)} an hour, ${money(day.walls)} a day with walls (${money(day.alone)} without)`;
};

/** Two digits that mean something. */
export const money = (amount: number): string => {
  const digits = amount > 0 && amount < 1 ? 1 - Math.floor(Math.log10(amount)) : 2;
  return `$${amount.toFixed(Math.min(Math.max(digits, 2), 6))}`;
};
