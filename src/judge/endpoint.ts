/** The endpoints of the settings, in the order they are asked, each as a function: what fits is sent. */
import { createHash } from "node:crypto";
import type {
  ClassifierSettings,
  EndpointSettings,
  Protocol,
  Stages,
  TranscriptWindow,
} from "../policy/settings/index.ts";
import {
  abilitiesOf,
  CLOCK,
  type Clock,
  type Completed,
  type CompleteOptions,
  type Completion,
  costUsd,
  createProvider,
  defaultModel,
  type Environment,
  type Exchange,
  type Fetch,
  failed,
  type ModelRequest,
  networkFetch,
  notSetUp,
  type ProviderParts,
  rankOf,
  recordOf,
  serves,
  THINKING_ROOM_TOKENS,
} from "./providers/index.ts";

export const CHARACTERS_PER_TOKEN = 4;
/** No prompt of ours has so much text to a token: a server that counts fewer has silently cut it. */
const MOST_CHARACTERS_PER_TOKEN = 7;

/** What remote flags say, as far as they may: null where they say nothing or must not. */
export interface FlagChoice {
  readonly model: string | null;
  readonly stages: Stages | null;
}

export const NO_FLAGS: FlagChoice = { model: null, stages: null };

export interface EndpointsInput {
  readonly settings: ClassifierSettings;
  readonly env: Environment;
  readonly flags?: FlagChoice;
  /** In a hook the environment names no model. */
  readonly hook?: boolean;
  readonly agentModel?: string | null;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock;
  readonly observe?: (exchange: Exchange) => void;
  readonly stateDir?: string | undefined;
}

/** What is asked, before the model's own abilities are taken into account. */
type PlainRequest = Pick<ModelRequest, "system" | "messages" | "maxTokens" | "stop" | "tool">;

export interface Endpoint {
  readonly settings: EndpointSettings;
  /** Null when none is named and there is no default: every request then fails. */
  readonly model: string | null;
  readonly protocol: Protocol;
  /** The only stages it can be asked in; null: as the settings say. */
  readonly stages: Stages | null;
  readonly window: TranscriptWindow;
  /** Never rejects. Requests of one session share a prefix. */
  readonly complete: (
    request: PlainRequest,
    options: CompleteOptions & { readonly session: string },
  ) => Promise<Completion>;
  /** Null where nobody knows the price. */
  readonly cost: (answer: Pick<Completed, "usage" | "costUsd">) => number | null;
}

/** Nothing is loaded and nothing is sent before an endpoint is asked. `offline` is none, and is passed over. */
export const openEndpoints = (input: EndpointsInput): readonly Endpoint[] => {
  const { settings, env, flags = NO_FLAGS, hook = false, agentModel = null } = input;
  const parts: Parts = {
    models: settings.models,
    env,
    fetch: input.fetch ?? networkFetch(settings),
    clock: input.clock ?? CLOCK,
    observe: input.observe,
    network: settings,
    stateDir: input.stateDir,
  };
  return [settings, ...settings.fallback].flatMap((endpoint, index): Endpoint[] => {
    if (recordOf(endpoint.provider).reach.by === "nothing") return [];
    const wishes = { flags, env, hook, agentModel };
    const model = index === 0 ? chooseModel(endpoint, wishes) : chooseFallbackModel(endpoint, wishes);
    const isAgent = recordOf(endpoint.provider).reach.by === "agent";
    const protocol = isAgent ? "xml" : (endpoint.protocol ?? settings.protocol);
    const stages = isAgent ? "thinking" : null;
    const window = settings.window ?? (protocol === "tool" ? "compact" : "full");
    return [{ settings: endpoint, model, protocol, stages, window, ...openModel(endpoint, model, parts) }];
  });
};

type Parts = ProviderParts & Pick<ClassifierSettings, "models">;

const openModel = (
  settings: EndpointSettings,
  model: string | null,
  { models, ...parts }: Parts,
): Pick<Endpoint, "complete" | "cost"> => {
  if (model === null)
    return { complete: async () => notSetUp("bad_request", `${settings.provider}: no model is set`), cost: () => null };
  const { alwaysThinks, noTemperature, contextTokens, price } = abilitiesOf(model, models);
  const provider = createProvider(settings, parts);
  const { reach } = recordOf(settings.provider);
  const own = Object.hasOwn(models, model) ? models[model] : undefined;
  const counts = reach.by === "network";
  const believed = !counts || own?.contextTokens !== undefined;
  return {
    // Only a network endpoint says what it used; an agent says what that cost, where it knows.
    cost: (answer) =>
      recordOf(settings.provider).reach.by === "network" ? costUsd(answer.usage, price) : (answer.costUsd ?? null),
    complete: async (request, { session, ...options }) => {
      const maxTokens = request.maxTokens + (alwaysThinks ? THINKING_ROOM_TOKENS : 0);
      const needs = Math.ceil(countCharacters(request) / CHARACTERS_PER_TOKEN) + maxTokens;
      if (contextTokens !== null && needs > contextTokens)
        return failed("too_long", `about ${needs} tokens, and ${model} takes ${contextTokens}`);
      const cacheKey = createHash("sha256").update(session).digest("hex").slice(0, 32);
      const temperature = noTemperature ? null : 0;
      const asked: ModelRequest = {
        ...request,
        model,
        maxTokens,
        temperature,
        disableThinking: !alwaysThinks,
        cacheKey,
      };
      const answer = await provider.complete(asked, options);
      return refuseCut(answer, countCharacters(request), { model, counts, believed });
    },
  };
};

/**
 * Cached tokens were read too. A program is not asked to count (`counts`). A server that says nothing of what it read is
 * `believed` where the person has said how many tokens the model takes on it, so that nothing longer was sent; one that
 * says that it read nothing is taken at its word.
 */
const refuseCut = (
  answer: Completion,
  sent: number,
  { model, counts, believed }: { readonly model: string; readonly counts: boolean; readonly believed: boolean },
): Completion => {
  if (!answer.ok) return answer;
  const { input, output, cacheRead, cacheWrite } = answer.usage;
  const read = input + cacheRead + cacheWrite;
  if (read + output === 0 && (!counts || answer.uncounted === true))
    return believed
      ? answer
      : failed(
          "bad_response",
          `the server does not say how many tokens it read, so it may have cut the prompt; if it never does, say how many ${model} takes on it: classifier.models, contextTokens`,
        );
  return read * MOST_CHARACTERS_PER_TOKEN < sent
    ? failed("too_long", `the server read ${read} tokens of a prompt of ${sent} characters: its context is too small`)
    : answer;
};

/** All characters of a prompt. */
export const countCharacters = ({ system, messages }: Pick<ModelRequest, "system" | "messages">): number =>
  [...system, ...messages.flat()].reduce((sum, part) => sum + part.text.length, 0);

interface ModelWishes {
  readonly flags: FlagChoice;
  readonly env: Environment;
  /** In a hook the environment names no model: a repository can influence it. */
  readonly hook: boolean;
  readonly agentModel: string | null;
}

/** For the first endpoint. */
const chooseModel = (endpoint: EndpointSettings, wishes: ModelWishes): string | null => {
  const { env, hook, flags } = wishes;
  const byVariable = hook ? null : env.SALLYPORT_MODEL?.trim() || null;
  const byFlag = flags.model !== null && serves(endpoint.provider, flags.model) !== false ? flags.model : null;
  const model = byVariable ?? byFlag ?? endpoint.model;
  return chooseFallbackModel({ ...endpoint, model }, wishes);
};

/** In place of a model's name: the one the agent itself runs on. */
const AGENT = "agent";

/** Variable and flag do not speak for a fallback: it is another provider with models of its own. */
const chooseFallbackModel = (
  { provider, model }: EndpointSettings,
  { agentModel }: Pick<ModelWishes, "agentModel">,
): string | null => (model === AGENT ? agentsModel(provider, agentModel) : model) ?? defaultModel(provider);

/** Only one our table lists, that the provider serves, and that is no worse a judge than the provider's default. */
function agentsModel(provider: EndpointSettings["provider"], reported: string | null): string | null {
  // Claude Code names the size of the window with the model.
  const model = reported?.replace(/\[\w+\]$/, "") ?? "";
  const [rank, least] = [rankOf(model), rankOf(defaultModel(provider) ?? "")];
  return serves(provider, model) === true && rank !== undefined && least !== undefined && rank >= least ? model : null;
}
