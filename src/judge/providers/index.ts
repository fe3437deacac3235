/** The providers' room. Importing it loads no SDK; making a call does. */

import { CLOCK, type Clock } from "./deadline.ts";
import { type Environment, findKey } from "./keys.ts";
import type { Network } from "./network.ts";
import { type Completion, failed, type Provider, type ProviderName } from "./provider.ts";
import type { Exchange, Fetch } from "./transport.ts";

export * from "./cost.ts";
export { CLOCK, type Clock } from "./deadline.ts";
export type { Environment } from "./keys.ts";
export * from "./models.ts";
export type { Network } from "./network.ts";
export * from "./provider.ts";
export { type Exchange, type Fetch, transport } from "./transport.ts";

/** How one provider is reached: a part of `settings.classifier`, or one entry of its `fallback`. */
export interface ProviderSettings {
  readonly provider: ProviderName;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  /** `command`: the program and its arguments. */
  readonly command?: readonly string[] | undefined;
  /** Bedrock and Vertex. */
  readonly region?: string | undefined;
  /** Vertex and OpenAI. */
  readonly project?: string | undefined;
}

interface Facts {
  readonly model: string | null;
  readonly baseUrl: (region: string) => string;
  readonly keyEnv: string | null;
  readonly needsKey: boolean;
  /** Model names this provider is known to serve, for an agent's own model. */
  readonly serves: RegExp | null;
}

const FACTS: Readonly<Record<ProviderName, Facts>> = {
  anthropic: {
    model: "claude-haiku-4-5-20251001",
    baseUrl: () => "https://api.anthropic.com",
    keyEnv: "ANTHROPIC_API_KEY",
    needsKey: true,
    serves: /^claude-[a-z0-9-]+$/,
  },
  bedrock: {
    model: "global.anthropic.claude-haiku-4-5-20251001-v1:0",
    baseUrl: (region) => `https://bedrock-runtime.${region}.amazonaws.com`,
    keyEnv: null,
    needsKey: false,
    serves: /^(?:[a-z]+\.)?anthropic\.claude-[a-z0-9:.-]+$/,
  },
  vertex: {
    model: "claude-haiku-4-5@20251001",
    baseUrl: (region) => `https://${region === "global" ? "" : `${region}-`}aiplatform.googleapis.com/v1`,
    keyEnv: null,
    needsKey: false,
    serves: /^claude-[a-z0-9-]+@[a-z0-9]+$/,
  },
  openai: {
    model: "gpt-4.1-mini",
    baseUrl: () => "https://api.openai.com/v1",
    keyEnv: "OPENAI_API_KEY",
    needsKey: true,
    serves: /^(?:gpt-|o\d)[a-z0-9.-]*$/,
  },
  "openai-compatible": { model: null, baseUrl: () => "", keyEnv: null, needsKey: false, serves: null },
  command: { model: null, baseUrl: () => "", keyEnv: null, needsKey: false, serves: null },
};
const DEFAULT_REGION: Partial<Record<ProviderName, string>> = { bedrock: "us-east-1", vertex: "global" };

export const defaultModel = (provider: ProviderName): string | null => FACTS[provider].model;
export const defaultKeyEnv = (provider: ProviderName): string | null => FACTS[provider].keyEnv;
/** Whether the provider is known to serve a model of that name. */
export const serves = (provider: ProviderName, model: string): boolean => FACTS[provider].serves?.test(model) ?? false;

/** The global `fetch`, or one for a network with a proxy or certificates of its own. */
export const networkFetch = (network: Network): Fetch =>
  network.proxy === undefined && network.caFile === undefined
    ? globalThis.fetch
    : async (input, init) => (await import("./network.ts")).specialFetch(network)(input, init);

export interface ProviderParts {
  readonly env: Environment;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

/** Never throws: what is missing shows as a failure of the call. */
export const createProvider = (settings: ProviderSettings, parts: ProviderParts): Provider => {
  const { provider: name } = settings;
  const complete: Complete = async (request, options) => {
    try {
      return await (await open(settings, parts))(request, options);
    } catch (error) {
      return failed("bad_request", `${name}: ${error instanceof Error ? error.message : "cannot be set up"}`);
    }
  };
  return { name, complete };
};

type Complete = Provider["complete"];
const always =
  (completion: Completion): Complete =>
  () =>
    Promise.resolve(completion);

const open = async (settings: ProviderSettings, parts: ProviderParts): Promise<Complete> => {
  const { provider: name } = settings;
  const { observe, clock = CLOCK } = parts;
  if (name === "command") {
    const { command } = await import("./command.ts");
    return command({ command: settings.command ?? [], env: parts.env, clock, observe }).complete;
  }
  const { keyEnv, needsKey, baseUrl } = FACTS[name];
  const apiKeyEnv = settings.apiKeyEnv ?? (settings.apiKeyFile === undefined ? (keyEnv ?? undefined) : undefined);
  const found = findKey({ apiKeyEnv, apiKeyFile: settings.apiKeyFile }, parts.env);
  if (!found.ok) return always(failed("auth", `no key: ${found.why}`));
  if (found.key === null && needsKey) return always(failed("auth", "no key is set"));
  const region = settings.region ?? DEFAULT_REGION[name] ?? null;
  const connection = {
    baseUrl: settings.baseUrl ?? baseUrl(region ?? ""),
    apiKey: found.key,
    fetch: parts.fetch ?? globalThis.fetch,
    clock,
    region,
    project: settings.project ?? null,
    observe,
  };
  return (await LOAD[name]())(connection).complete;
};

const LOAD = {
  anthropic: async () => (await import("./anthropic.ts")).anthropic,
  bedrock: async () => (await import("./anthropic.ts")).bedrock,
  vertex: async () => (await import("./anthropic.ts")).vertex,
  openai: async () => (await import("./openai.ts")).openai,
  "openai-compatible": async () => (await import("./compatible.ts")).compatible,
} as const;
