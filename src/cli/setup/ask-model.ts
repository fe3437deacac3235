/** Who judges what code alone cannot settle: the choice, what it needs, and whether it answers. From every question there is a way back. */
import { type Env, findOnPath } from "../../app/index.ts";
import { PROVIDERS, type ProviderName } from "../../contract/providers.ts";
import { ok, type Result } from "../../contract/result.ts";
import { costOfChoice, describeCost, recordOf } from "../../judge/providers/index.ts";
import type { EndpointSettings } from "../../policy/settings/index.ts";
import type { CliIo } from "../terminal/io.ts";
import type { Asker } from "./ask.ts";
import type { FoundMachine } from "./found.ts";
import { listModels, parseAddress, parseVariable, tryModel } from "./try-model.ts";

/** Those a few questions can set up; an agent only where its program is found. */
export const offeredProviders = (env: Env): readonly ProviderName[] =>
  PROVIDERS.filter((name) => {
    const { hint, reach } = recordOf(name);
    return hint !== null && (reach.by !== "agent" || findOnPath(reach.program, env) !== undefined);
  });

/** A key first, then a login, then none: what works without another step. */
export function proposedProvider({ keys, logins }: Pick<FoundMachine, "keys" | "logins">): ProviderName {
  const keyed = PROVIDERS.find((name) => keys.includes(recordOf(name).keyEnv ?? ""));
  return keyed ?? logins[0] ?? "offline";
}

/** The agent's program by its absolute path: later nobody's PATH is asked. */
export function pinnedProgram(provider: ProviderName, env: Env): { readonly command?: readonly string[] } {
  const { reach } = recordOf(provider);
  const found = reach.by === "agent" ? findOnPath(reach.program, env) : undefined;
  return found === undefined ? {} : { command: [found] };
}

const SENT =
  "With a model, for each call that code cannot settle, it is sent what you typed, the agent's calls so far with their inputs, and the project's instructions, secrets taken out; what calls gave back is not sent.";

/** Undefined when the person gave up. */
export async function askClassifier(
  machine: FoundMachine,
  asker: Asker,
  io: CliIo,
): Promise<EndpointSettings | undefined> {
  const offered = offeredProviders(io.env);
  asker.say(`\n${SENT}`);
  let proposed = proposedProvider(machine);
  for (;;) {
    const choices = offered.map((name) => ({ label: describeProvider(name, machine), about: aboutProvider(name) }));
    const first = [Math.max(offered.indexOf(proposed), 0)];
    const picked = await asker.choose("Who judges what code alone cannot settle?", choices, { first });
    if (picked === undefined) return undefined;
    const endpoint = await askEndpoint(offered[picked[0] ?? 0] ?? "offline", asker, io);
    const works =
      endpoint === BACK ? BACK : endpoint === undefined ? undefined : await tryEndpoint(endpoint, asker, io);
    if (works !== BACK) return works;
    // What did not work is not proposed again: Enter leads on.
    proposed = "offline";
  }
}

/** The person wants the list of providers again. */
const BACK = Symbol("back");
type Back = typeof BACK;

/** The choice, once it was tried. */
async function tryEndpoint(
  endpoint: EndpointSettings,
  asker: Asker,
  io: CliIo,
): Promise<EndpointSettings | Back | undefined> {
  if (endpoint.provider === "offline") return endpoint;
  asker.say("Trying it …");
  const tried = await tryModel(endpoint, io.env);
  asker.say(tried.ok ? `${tried.value}.` : tried.error);
  if (tried.ok) return endpoint;
  const choices = [
    { label: "Choose again" },
    { label: "Go on with it all the same" },
    { label: "No model for now", about: "sallyport init adds one later" },
  ];
  const picked = await asker.choose("It does not work yet.", choices, { first: [0] });
  if (picked === undefined) return undefined;
  return picked[0] === 0 ? BACK : picked[0] === 1 ? endpoint : { provider: "offline" };
}

function describeProvider(name: ProviderName, { keys, logins }: FoundMachine): string {
  const { title, keyEnv, hint } = recordOf(name);
  if (keyEnv !== null) return `${title} (${keyEnv} is ${keys.includes(keyEnv) ? "set" : "not set"})`;
  if (recordOf(name).reach.by === "agent")
    return `${title} (${logins.includes(name) ? "you are logged in; no key" : "no login found"})`;
  return name === "offline" ? title : `${title} (${hint})`;
}

/** What it costs and what leaves the machine: said before the choice. */
export function aboutProvider(name: ProviderName): string {
  const { reach, title } = recordOf(name);
  const cost = describeCost(costOfChoice({ provider: name }));
  if (reach.by === "nothing")
    return "costs nothing, nothing leaves the machine; what is not proven harmless is asked about";
  const to = name === "openai-compatible" ? "that server" : title.replace(/ itself$/, "'s own provider");
  return `${cost}; sends to ${to}`;
}

type AskedEndpoint = Promise<EndpointSettings | Back | undefined>;

/** What the provider needs besides its name. */
async function askEndpoint(provider: ProviderName, asker: Asker, io: CliIo): AskedEndpoint {
  const base = { provider, ...pinnedProgram(provider, io.env) };
  const { keyEnv } = recordOf(provider);
  if (provider === "openai-compatible") return askServer(base, asker, io);
  if (keyEnv === null) return base;
  if (io.env[keyEnv]) return { ...base, apiKeyEnv: keyEnv };
  asker.say(
    `${keyEnv} is not set in this shell. To set it: leave with Ctrl-C, type export ${keyEnv}=…, and begin again. Or name another variable that holds the key.`,
  );
  return withVariable(base, asker, io.env);
}

async function askServer(base: EndpointSettings, asker: Asker, io: CliIo): AskedEndpoint {
  const baseUrl = await askUntil(
    asker,
    () => asker.line("Its address, such as http://127.0.0.1:11434/v1 (Enter: back):"),
    parseAddress,
  );
  if (typeof baseUrl !== "string") return baseUrl;
  const model = await askServersModel(baseUrl, asker);
  if (typeof model !== "string") return model;
  const keyed = await asker.choose("Does it want a key?", [{ label: "No" }, { label: "Yes" }], { first: [0] });
  if (keyed === undefined) return undefined;
  const server = { ...base, baseUrl, model };
  return keyed[0] === 0 ? server : withVariable(server, asker, io.env);
}

async function askServersModel(baseUrl: string, asker: Asker): Promise<string | Back | undefined> {
  const listed = await listModels(baseUrl);
  if (!listed.ok) {
    asker.say(`${listed.error}.`);
    return askUntil(asker, () => asker.line("The model, by the name the server knows (Enter: back):"), ok);
  }
  const choices = listed.value.slice(0, 20).map((label) => ({ label }));
  const picked = await asker.choose("It has these models. Which?", choices, { first: [0] });
  return picked === undefined ? undefined : listed.value[picked[0] ?? 0];
}

async function withVariable(base: EndpointSettings, asker: Asker, env: Env): AskedEndpoint {
  const apiKeyEnv = await askUntil(
    asker,
    () => asker.unseen("The variable that holds the key, by NAME (typing is hidden). Enter: back"),
    (text) => parseVariable(text, env),
  );
  return typeof apiKeyEnv === "string" ? { ...base, apiKeyEnv } : apiKeyEnv;
}

const MAX_TRIES = 5;

/** Enter leads back; so does a fifth answer that is not taken. */
async function askUntil(
  asker: Asker,
  ask: () => Promise<string | undefined>,
  parse: (text: string) => Result<string>,
): Promise<string | Back | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const typed = await ask();
    if (typed === undefined) return undefined;
    if (typed === "") return BACK;
    const parsed = parse(typed);
    if (parsed.ok) return parsed.value;
    asker.say(`Not taken: ${parsed.error}.`);
  }
  return BACK;
}
