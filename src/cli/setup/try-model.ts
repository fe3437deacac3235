/** The model asked once, before anything is written: one tiny request, and in words what came of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Env } from "../../app/index.ts";
import type { Unavailable } from "../../contract/decision.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import {
  abilitiesOf,
  type Completion,
  createProvider,
  defaultModel,
  examineAgentProvider,
  networkFetch,
  type ProviderParts,
  recordOf,
} from "../../judge/providers/index.ts";
import type { EndpointSettings } from "../../policy/settings/index.ts";

const TRY_MS = 20_000;
const LIST_MS = 5_000;
const MAX_TOKENS = 16;

/** What it means to the person, before the server's own words. */
const WORDS: Readonly<Record<Unavailable, string>> = {
  auth: "the key was refused",
  bad_request: "the server does not take the request",
  rate_limited: "the key works, but its limit is reached",
  overloaded: "the server is overloaded just now",
  server_error: "the server failed",
  timeout: "there was no answer in time",
  network: "the server cannot be reached",
  bad_response: "the answer is none that can be read",
  too_long: "the server takes only very short requests",
  aborted: "it was stopped",
};

/** An error says what is wrong, in words. */
export async function tryModel(endpoint: EndpointSettings, env: Env): Promise<Result<string>> {
  const { reach, title } = recordOf(endpoint.provider);
  if (reach.by === "nothing") return ok("there is no model to ask");
  const model = endpoint.model ?? defaultModel(endpoint.provider) ?? "";
  if (reach.by === "agent") return tryAgent(endpoint, model, env);
  const answer = await askOnce(endpoint, model, { env, fetch: networkFetch({}) });
  return answer.ok
    ? ok(`${title} answers (${model})`)
    : fail(`${title}, ${model}: ${WORDS[answer.failure]}: ${answer.detail}`);
}

function askOnce(endpoint: EndpointSettings, model: string, parts: ProviderParts): Promise<Completion> {
  const { noTemperature, alwaysThinks } = abilitiesOf(model);
  return createProvider(endpoint, parts).complete(
    {
      ...{ model, system: [{ text: "Answer with one word." }], messages: [[{ text: "Say ok." }]], stop: [] },
      ...{ maxTokens: alwaysThinks ? 2048 : MAX_TOKENS, temperature: noTemperature ? null : 0 },
      ...{ disableThinking: !alwaysThinks, tool: null, cacheKey: null },
    },
    { timeoutMs: TRY_MS },
  );
}

/**
 * The person's own agent: first with a model on loopback, which shows that it is closed and leaves the account alone; then one tiny
 * question with its own login, because only an answer shows that there is one.
 */
async function tryAgent(endpoint: EndpointSettings, model: string, env: Env): Promise<Result<string>> {
  const stateDir = mkdtempSync(join(tmpdir(), "sallyport-try-"));
  try {
    const why = await examineAgentProvider(endpoint, { env, stateDir });
    if (why != null) return fail(endSentence(why));
    const { title } = recordOf(endpoint.provider);
    const answer = await askOnce(endpoint, model, { env, stateDir });
    if (answer.ok) return ok(`${title} answers, without tools, hooks or session (${model}, asked just now)`);
    const words = answer.failure === "auth" ? "its login was refused" : WORDS[answer.failure];
    return fail(endSentence(answer.setup === true ? answer.detail : `${title}, ${model}: ${words}: ${answer.detail}`));
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** An address as the settings take it, or what is wrong with it. */
export function parseAddress(given: string): Result<string> {
  if (!/^https?:\/\//i.test(given)) return fail("an address begins with http:// or https://");
  try {
    const url = new URL(given);
    if (url.username !== "" || url.password !== "") return fail("leave user and password out of the address");
    return ok(given.replace(/\/+$/, ""));
  } catch {
    return fail("that is no address");
  }
}

/** The models a compatible server says it has; an error where it does not say. */
export async function listModels(baseUrl: string): Promise<Result<readonly string[]>> {
  try {
    const response = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(LIST_MS), redirect: "error" });
    if (!response.ok) return fail(`${baseUrl}/models answers with status ${response.status}`);
    const { data } = (await response.json()) as { readonly data?: unknown };
    const ids = Array.isArray(data)
      ? data.flatMap((one: unknown) =>
          typeof one === "object" && one !== null && "id" in one && typeof one.id === "string" ? [one.id] : [],
        )
      : [];
    return ids.length > 0 ? ok(ids) : fail(`${baseUrl}/models names no model`);
  } catch (error) {
    return fail(`${baseUrl} cannot be reached: ${messageOf(error)}`);
  }
}

/** A name of a variable; whatever looks like the key itself is not taken, and not repeated. */
export function parseVariable(given: string, env: Env): Result<string> {
  if (given === "") return fail("say the name of the variable that holds the key");
  if (
    !/^[A-Za-z_]\w*$/.test(given) ||
    /^(?:sk|pk|key|ghp|AKIA|AIza|gsk|xai)[-_A-Z0-9]/i.test(given) ||
    given.length > 60
  )
    return fail(
      "that looks like the key itself, not like the name of a variable. Keys stand in no settings file: put it into a variable (export NAME=…) in your shell's start file and give its name here",
    );
  if (!env[given]) return fail(`${given} is not set in this shell: export ${given}=… first, or name another variable`);
  return ok(given);
}
