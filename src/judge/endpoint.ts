/** One endpoint as a function: what fits is sent, with what the model can do taken into account. */
import { createHash } from "node:crypto";
import type { Endpoint } from "./choice.ts";
import {
  abilitiesOf,
  type Clock,
  type Completion,
  costUsd,
  createProvider,
  type Environment,
  type Exchange,
  type Fetch,
  failed,
  type ModelOverrides,
  type TextPart,
  THINKING_ROOM_TOKENS,
  type ToolSpec,
} from "./providers/index.ts";

export const CHARACTERS_PER_TOKEN = 4;

export interface EndpointParts {
  readonly models: ModelOverrides;
  readonly env: Environment;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly observe: (exchange: Exchange) => void;
}

export interface Call {
  readonly system: readonly TextPart[];
  readonly messages: readonly (readonly TextPart[])[];
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly tool: ToolSpec | null;
  readonly timeoutMs: number;
  readonly session: string;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenEndpoint {
  readonly complete: (call: Call) => Promise<Completion>;
  /** Null where nobody knows the price. */
  readonly cost: (completion: Completion) => number | null;
}

export const openEndpoint = ({ settings, model }: Endpoint, parts: EndpointParts): OpenEndpoint => {
  if (model === null)
    return { complete: async () => failed("bad_request", `${settings.provider}: no model is set`), cost: () => null };
  const { env, fetch, clock, observe } = parts;
  const { alwaysThinks, noTemperature, contextTokens, price } = abilitiesOf(model, parts.models);
  const provider = createProvider(settings, { env, fetch, clock, observe });
  return {
    cost: (completion) => (completion.ok && settings.provider !== "command" ? costUsd(completion.usage, price) : null),
    complete: async ({ timeoutMs, session, signal, ...call }) => {
      const maxTokens = call.maxTokens + (alwaysThinks ? THINKING_ROOM_TOKENS : 0);
      const needs = Math.ceil(characters(call) / CHARACTERS_PER_TOKEN) + maxTokens;
      if (contextTokens !== null && needs > contextTokens)
        return failed("too_long", `about ${needs} tokens, and ${model} takes ${contextTokens}`);
      const cacheKey = createHash("sha256").update(session).digest("hex").slice(0, 32);
      return provider.complete(
        { ...call, model, maxTokens, temperature: noTemperature ? null : 0, disableThinking: !alwaysThinks, cacheKey },
        { timeoutMs, ...(signal === undefined ? {} : { signal }) },
      );
    },
  };
};

const characters = ({ system, messages }: Pick<Call, "system" | "messages">): number =>
  [...system, ...messages.flat()].reduce((sum, part) => sum + part.text.length, 0);
