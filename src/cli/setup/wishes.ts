/** The walk through the questions: agents, who judges, live or watching, rules to adopt, a service. Nothing is written here. */
import { type Env, findOnPath } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { PROVIDERS, type ProviderName } from "../../contract/providers.ts";
import { HOSTS, type Host } from "../../hosts/index.ts";
import { costOfChoice, describeCost, recordOf } from "../../judge/providers/index.ts";
import type { EndpointSettings } from "../../policy/settings/index.ts";
import { NEVER_FOR } from "../adopt.ts";
import type { CliIo } from "../io.ts";
import { describeOwnRules, findSavedRules, type SavedRule } from "../saved-rules.ts";
import { standingOf } from "../serve/keep.ts";
import type { Asker } from "./ask.ts";
import type { FoundMachine } from "./found.ts";
import type { SetupWishes } from "./plan.ts";
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

/** Where questions are put. */
export interface AskingAt {
  readonly asker: Asker;
  readonly io: CliIo;
}

/** Undefined when the person gave up. */
export async function askWishes(
  machine: FoundMachine,
  settings: Settings,
  { asker, io }: AskingAt,
): Promise<SetupWishes | undefined> {
  const hosts = await askHosts(machine, asker);
  if (hosts === undefined) return undefined;
  const classifier = await askClassifier(machine, asker, io);
  if (classifier === undefined) return undefined;
  const begin = await asker.choose(
    "How to begin?",
    [
      { label: "Live", about: "what is not safe does not run" },
      {
        label: "Watch first",
        about: "everything is judged and recorded, the agent is told nothing; sallyport live ends it",
      },
    ],
    { first: [0] },
  );
  if (begin === undefined) return undefined;
  const adopt = hosts.some(({ name }) => name === "claude-code") ? await askRules(settings, asker, io) : [];
  if (adopt === undefined) return undefined;
  const service = await askService(asker, io);
  if (service === undefined) return undefined;
  return { hosts, classifier, shadow: begin[0] === 1, adopt, service };
}

/** Only where something keeps one running, and none is there. */
async function askService(asker: Asker, io: CliIo): Promise<boolean | undefined> {
  const standing = standingOf(io);
  if (standing.kind !== "offered") return false;
  const picked = await asker.choose(
    "Shall one service answer for all agents? They wait less, and it has a page.",
    [
      { label: "No", about: "each hook starts a process of its own; sallyport serve --install adds it later" },
      {
        label: "Yes, keep it running",
        about: `${standing.title}, started now and when you log in; it listens on 127.0.0.1 alone`,
      },
    ],
    { first: [0] },
  );
  return picked === undefined ? undefined : picked[0] === 1;
}

async function askHosts({ agents }: FoundMachine, asker: Asker): Promise<readonly Host[] | undefined> {
  const there = agents.map(({ host }) => host);
  const offered = [...there, ...HOSTS.filter((host) => !there.includes(host))];
  const choices = offered.map((host) => {
    const found = agents.find((one) => one.host === host);
    const state = found === undefined ? "not found here" : found.guarded.length > 0 ? "guarded already" : "found";
    return { label: `${host.title} (${state}${host.failsOpen === null ? "" : "; advisory"})` };
  });
  const runnable = agents.flatMap(({ program, host }) => (program === undefined ? [] : [offered.indexOf(host)]));
  const first = runnable.length > 0 ? runnable : [0];
  const picked = await asker.choose("Which agents shall it guard?", choices, { first, many: true });
  return picked?.flatMap((at) => offered[at] ?? []);
}

const SENT =
  "With a model, for each call that code cannot settle, it is sent what you typed, the agent's calls so far with their inputs, and the project's instructions, secrets taken out; what calls gave back is not sent.";

async function askClassifier(machine: FoundMachine, asker: Asker, io: CliIo): Promise<EndpointSettings | undefined> {
  const offered = offeredProviders(io.env);
  asker.say(`\n${SENT}`);
  for (;;) {
    const choices = offered.map((name) => ({ label: describeProvider(name, machine), about: aboutProvider(name) }));
    const first = [Math.max(offered.indexOf(proposedProvider(machine)), 0)];
    const picked = await asker.choose("Who judges what code alone cannot settle?", choices, { first });
    if (picked === undefined) return undefined;
    const provider = offered[picked[0] ?? 0] ?? "offline";
    const endpoint = await askEndpoint(provider, asker, io);
    const works = endpoint === undefined ? "given up" : await tryEndpoint(endpoint, asker, io);
    if (works !== "again") return works === "given up" ? undefined : endpoint;
  }
}

/** Whether the choice stands, once it was tried. */
async function tryEndpoint(
  endpoint: EndpointSettings,
  asker: Asker,
  io: CliIo,
): Promise<"taken" | "again" | "given up"> {
  if (endpoint.provider === "offline") return "taken";
  asker.say("Trying it …");
  const tried = await tryModel(endpoint, io.env);
  asker.say(tried.ok ? `${tried.value}.` : tried.error);
  if (tried.ok) return "taken";
  const choices = [{ label: "Choose again" }, { label: "Go on with it all the same" }];
  const again = await asker.choose("It does not work yet.", choices, { first: [0] });
  if (again === undefined) return "given up";
  return again[0] === 1 ? "taken" : "again";
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

/** What the provider needs besides its name. */
async function askEndpoint(provider: ProviderName, asker: Asker, io: CliIo): Promise<EndpointSettings | undefined> {
  const base = { provider, ...pinnedProgram(provider, io.env) };
  const { keyEnv } = recordOf(provider);
  if (provider === "openai-compatible") return askServer(base, asker, io);
  if (keyEnv === null) return base;
  if (io.env[keyEnv]) return { ...base, apiKeyEnv: keyEnv };
  const apiKeyEnv = await askVariable(asker, io.env, keyEnv);
  return apiKeyEnv === undefined ? undefined : { ...base, apiKeyEnv };
}

async function askServer(base: EndpointSettings, asker: Asker, io: CliIo): Promise<EndpointSettings | undefined> {
  const baseUrl = await askUntil(
    asker,
    () => asker.line("Its address, such as http://127.0.0.1:11434/v1:"),
    parseAddress,
  );
  if (baseUrl === undefined) return undefined;
  const listed = await listModels(baseUrl);
  let model: string | undefined;
  if (listed.ok) {
    const choices = listed.value.slice(0, 20).map((label) => ({ label }));
    const picked = await asker.choose("It has these models. Which?", choices, { first: [0] });
    model = picked === undefined ? undefined : listed.value[picked[0] ?? 0];
  } else {
    asker.say(`${listed.error}.`);
    const named = (text: string) =>
      text === "" ? { ok: false as const, error: "a model has to be named" } : { ok: true as const, value: text };
    model = await askUntil(asker, () => asker.line("The model, by the name the server knows:"), named);
  }
  if (model === undefined) return undefined;
  const keyed = await asker.choose("Does it want a key?", [{ label: "No" }, { label: "Yes" }], { first: [0] });
  if (keyed === undefined) return undefined;
  if (keyed[0] === 0) return { ...base, baseUrl, model };
  const apiKeyEnv = await askVariable(asker, io.env);
  return apiKeyEnv === undefined ? undefined : { ...base, baseUrl, model, apiKeyEnv };
}

const askVariable = (asker: Asker, env: Env, standing?: string): Promise<string | undefined> =>
  askUntil(
    asker,
    () => asker.unseen("The variable that holds the key, by NAME (typing is hidden)", standing),
    (text) => parseVariable(text, env),
  );

const MAX_TRIES = 5;

async function askUntil(
  asker: Asker,
  ask: () => Promise<string | undefined>,
  parse: (
    text: string,
  ) => { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string },
): Promise<string | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const typed = await ask();
    if (typed === undefined) return undefined;
    const parsed = parse(typed);
    if (parsed.ok) return parsed.value;
    asker.say(`Not taken: ${parsed.error}.`);
  }
  return undefined;
}

const MAX_SHOWN = 12;

async function askRules(settings: Settings, asker: Asker, io: CliIo): Promise<readonly SavedRule[] | undefined> {
  const { own, waiting, refused } = findSavedRules(io, settings);
  const counts = describeOwnRules(own);
  if (counts !== undefined) asker.say(`\n${counts}.`);
  for (const { file, why } of refused.slice(0, MAX_SHOWN)) asker.say(`${file}: its allow rules do not count: ${why}.`);
  if (waiting.length === 0) return [];
  asker.say('\nClaude Code saved these rules in projects when you said "don\'t ask again":');
  for (const { rule, file, rests } of waiting.slice(0, MAX_SHOWN))
    asker.say(`  ${rule}  (${file.replace(/\/\.claude\/[^/]*$/, "")}${rests === null ? "" : `; rests: ${rests}`})`);
  if (waiting.length > MAX_SHOWN)
    asker.say(`  and ${waiting.length - MAX_SHOWN} more (sallyport rules adopt shows all)`);
  const picked = await asker.choose(
    `Shall they count here too? ${NEVER_FOR}`,
    [
      { label: `Yes, adopt ${waiting.length === 1 ? "it" : `all ${waiting.length}`}` },
      { label: waiting.length === 1 ? "No" : "No (sallyport rules adopt lets me pick)" },
    ],
    { first: [0] },
  );
  if (picked === undefined) return undefined;
  return picked[0] === 0 ? waiting : [];
}
