/** A provider made from an endpoint's settings. Nothing is loaded and no key is read before it is asked. */
import { tmpdir } from "node:os";
import { assertNever } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import type { EndpointSettings } from "../../policy/settings/index.ts";
import type { AgentProgram } from "./agents/ask.ts";
import { CLOCK, type Clock } from "./deadline.ts";
import { type Environment, findKey } from "./keys.ts";
import { keyVariable } from "./lookup.ts";
import type { Network } from "./network.ts";
import { type Completion, failed, notSetUp, type Provider } from "./provider.ts";
import type { ProviderReach } from "./record.ts";
import { recordOf } from "./table.ts";
import type { Exchange, Fetch } from "./transport.ts";

export interface ProviderParts {
  readonly env: Environment;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly observe?: ((exchange: Exchange) => void) | undefined;
  /** For agents: a proxy and certificates of the network's own, and where the state directory is. */
  readonly network?: Network | undefined;
  readonly stateDir?: string | undefined;
}

/** Never throws: what is missing shows as a failure of the call. */
export const createProvider = (settings: EndpointSettings, parts: ProviderParts): Provider => ({
  complete: async (request, options) => {
    try {
      const provider = await open(settings, parts);
      return await provider.complete(request, options);
    } catch (error) {
      const why = error instanceof Error ? error.message : "cannot be set up";
      return failed("bad_request", `${settings.provider}: ${why}`);
    }
  },
});

const open = async (settings: EndpointSettings, parts: ProviderParts): Promise<Provider> => {
  const { reach } = recordOf(settings.provider);
  switch (reach.by) {
    case "network":
      return connect(reach, settings, parts);
    case "program": {
      const { env, observe, clock = CLOCK } = parts;
      return (await reach.load())({ command: settings.command ?? [], env, clock, observe });
    }
    case "agent":
      return openAgent(reach, settings, parts);
    case "nothing":
      throw new Error("there is no model to ask");
    default:
      return assertNever(reach);
  }
};

const openAgent = async (
  reach: Extract<ProviderReach, { readonly by: "agent" }>,
  settings: EndpointSettings,
  parts: ProviderParts,
): Promise<Provider> => {
  const found = findKey({ apiKeyEnv: settings.apiKeyEnv, apiKeyFile: settings.apiKeyFile }, parts.env);
  if (!found.ok) return without(`no key: ${found.why}`);
  const clean = withoutKey(found.key);
  const { agentProvider } = await import("./agents/agent.ts");
  const provider = agentProvider(await reach.load(), agentProgram(settings, parts, { key: found.key, clean }));
  return { complete: async (request, options) => cleanCompletion(await provider.complete(request, options), clean) };
};

const agentProgram = (
  { command = [], baseUrl }: EndpointSettings,
  { env, clock = CLOCK, network = {}, stateDir, observe }: ProviderParts,
  { key, clean }: { readonly key: string | null; readonly clean: (text: string) => string },
): AgentProgram => {
  const own = stateDir === undefined ? undefined : stateLayout(stateDir);
  return {
    ...{ command, env, key, network, clock },
    baseUrl: baseUrl ?? null,
    folder: own?.asks ?? tmpdir(),
    proofs: own?.agents,
    observe: observe === undefined ? undefined : (exchange) => observe(cleanExchange(exchange, clean)),
  };
};

const TRIAL_MS = 60_000;

/**
 * Tries the person's own agent again, with a model on loopback: whether it can be asked and is closed. Why not, for people;
 * null when it is; undefined for providers that are no agent.
 */
export const examineAgentProvider = async (
  settings: EndpointSettings,
  parts: ProviderParts,
): Promise<string | null | undefined> => {
  const { reach } = recordOf(settings.provider);
  if (reach.by !== "agent") return undefined;
  const found = findKey({ apiKeyEnv: settings.apiKeyEnv, apiKeyFile: settings.apiKeyFile }, parts.env);
  if (!found.ok) return `no key: ${found.why}`;
  const { examineAgent } = await import("./agents/agent.ts");
  const program = agentProgram(settings, parts, { key: found.key, clean: withoutKey(found.key) });
  return examineAgent(await reach.load(), program, AbortSignal.timeout(TRIAL_MS));
};

const connect = async (
  reach: Extract<ProviderReach, { readonly by: "network" }>,
  settings: EndpointSettings,
  parts: ProviderParts,
): Promise<Provider> => {
  const { apiKeyFile, project = null } = settings;
  const found = findKey({ apiKeyEnv: keyVariable(settings), apiKeyFile }, parts.env);
  if (!found.ok) return without(`no key: ${found.why}`);
  if (found.key === null && reach.needsKey) return without("no key is set");
  const region = settings.region ?? reach.defaultRegion;
  const { observe } = parts;
  const clean = withoutKey(found.key);
  const provider = (await reach.load())({
    baseUrl: settings.baseUrl ?? reach.baseUrl(region ?? ""),
    apiKey: found.key,
    fetch: parts.fetch ?? globalThis.fetch,
    clock: parts.clock ?? CLOCK,
    region,
    project,
    observe: observe === undefined ? undefined : (exchange) => observe(cleanExchange(exchange, clean)),
  });
  return { complete: async (request, options) => cleanCompletion(await provider.complete(request, options), clean) };
};

const SHORTEST_KEY = 4;

/** An endpoint may say the key back: it is taken out of whatever comes from it, as it is and as others would write it. */
const withoutKey = (key: string | null): ((text: string) => string) => {
  if (key === null || key.length < SHORTEST_KEY) return (text) => text;
  const forms = [key, encodeURIComponent(key), Buffer.from(key).toString("base64").replace(/=+$/, "")];
  const shown = `[secret, ${key.length} characters]`;
  return (text) =>
    withoutBeginning(
      forms.reduce((clean, form) => clean.replaceAll(form, shown), text),
      forms,
    );
};

/** What a bound cut off in the middle of a key is not left standing. */
const withoutBeginning = (text: string, forms: readonly string[]): string => {
  for (const form of forms)
    for (let length = form.length - 1; length >= SHORTEST_KEY; length -= 1)
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}…`;
  return text;
};

const cleanExchange = (exchange: Exchange, clean: (text: string) => string): Exchange => ({
  ...exchange,
  url: clean(exchange.url),
  request: clean(exchange.request),
  response: clean(exchange.response),
});

function cleanCompletion(answer: Completion, clean: (text: string) => string): Completion {
  if (!answer.ok) return { ...answer, detail: clean(answer.detail) };
  const toolCalls = answer.toolCalls.map(({ name, input }) => ({ name, input: cleanInput(input, clean) }));
  return { ...answer, text: clean(answer.text), toolCalls };
}

/** The JSON text the model wrote, or an object, whose texts are looked at as JSON. */
const cleanInput = (input: unknown, clean: (text: string) => string): unknown => {
  if (typeof input === "string") return clean(input);
  const text = JSON.stringify(input) ?? "";
  const cleaned = clean(text);
  return cleaned === text ? input : JSON.parse(cleaned);
};

const without = (why: string): Provider => ({ complete: () => Promise.resolve(notSetUp("auth", why)) });

/** The global `fetch`, or one for a network with a proxy or certificates of its own. */
export const networkFetch = (network: Network): Fetch =>
  network.proxy === undefined && network.caFile === undefined
    ? globalThis.fetch
    : async (input, init) => (await import("./network.ts")).specialFetch(network)(input, init);
