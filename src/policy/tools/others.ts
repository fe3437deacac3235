/** The web, other agents, settings and schedules. */
import type { JsonObject } from "../../contract/action.ts";
import { act, type NetworkEffect } from "../../contract/effect.ts";
import { hostsOfAddress, parseAddress } from "../../machine/index.ts";
import { readsOpened } from "./places.ts";
import { has, misshapen, text } from "./shape.ts";
import type { Tool } from "./tool.ts";

function webHost(url: string): string | undefined {
  const parsed = parseAddress(url);
  return /^https?:$/.test(parsed?.protocol ?? "") ? parsed?.hostname.toLowerCase() : undefined;
}

export const WebFetch: Tool = {
  name: "WebFetch",
  fields: { url: "executed", prompt: "executed" },
  encode: (input) => (has(input, "prompt") ? `${text(input, "url")}: ${text(input, "prompt")}` : text(input, "url")),
  effects: (input) => {
    const url = text(input, "url");
    const hosts = webHost(url) === undefined ? [null] : hostsOfAddress(url);
    return hosts.map((host) => ({ do: "network", host, method: "GET", sends: /[?#]/.test(url) }) as const);
  },
  check: (input) =>
    misshapen(input, { url: "string" }) ??
    (webHost(text(input, "url")) === undefined ? 'the field "url" is not a web address' : undefined),
};

export const WebSearch: Tool = {
  name: "WebSearch",
  fields: { query: "executed", allowed_domains: "executed", blocked_domains: "executed" },
  encode: (input) => text(input, "query"),
  effects: () => [{ do: "network", host: null, wording: "the agent's web search", method: "GET", sends: true }],
  check: (input) => misshapen(input, { query: "string" }),
};

export const Agent: Tool = {
  name: "Agent",
  fields: {
    prompt: "executed",
    subagent_type: "executed",
    mode: "executed",
    model: "harmless",
    effort: "harmless",
    description: "hidden",
    run_in_background: "harmless",
    name: "executed",
    team_name: "executed",
    isolation: "executed",
    resume: "executed",
    max_turns: "harmless",
  },
  encode: (input) => {
    const [type, mode] = [text(input, "subagent_type"), text(input, "mode")];
    const parts = [type, mode && `mode=${mode}`].filter((part) => part !== "");
    return `${parts.length === 0 ? "" : `(${parts.join(", ")}): `}${text(input, "prompt")}`;
  },
  effects: () => [{ do: "run", program: "agent", what: "task", wording: "hands a task to another agent" }],
  check: (input) => misshapen(input, { prompt: "string" }),
  neverProven: true,
};

export const Config: Tool = {
  name: "Config",
  fields: { setting: "executed", value: "executed" },
  encode: (input) => `${text(input, "setting")} = ${text(input, "value")}`,
  effects: () => [act("agent.settings")],
  check: (input) => misshapen(input, { setting: "string" }),
};

export const CronCreate: Tool = {
  name: "CronCreate",
  fields: { cron: "executed", prompt: "executed", recurring: "executed", durable: "executed" },
  encode: (input) => `${text(input, "cron")}: ${text(input, "prompt")}`,
  effects: () => [act("agent.schedule")],
  check: (input) => misshapen(input, { cron: "string", prompt: "string" }),
};

export const SendMessage: Tool = {
  name: "SendMessage",
  fields: { to: "executed", message: "executed", summary: "harmless", type: "executed" },
  encode: (input) => `to ${text(input, "to")}: ${text(input, "message")}`,
  // A name is an agent of this session; an address is a session elsewhere, a socket or a stranger.
  effects: (input) =>
    /^[\w@ .-]*$/.test(text(input, "to")) ? [] : [{ do: "network", host: null, method: "POST", sends: true }],
  // What is no text is an answer to a request (of a plan, of a permission, to end): the person's to give.
  requiresUserInteraction: ({ message, type }) =>
    typeof (message ?? "") !== "string" ||
    isAnswer(String(message)) ||
    !["message", "broadcast"].includes(String(type ?? "message")),
  safe: true,
};

/** The same, spelled as text. */
const isAnswer = (message: string): boolean => /^\s*[{[]/.test(message) && /"type"|approve/.test(message);

/** The host puts the person's answers into `answers` when they are given; a call that brings its own speaks for the person. */
export const AskUserQuestion: Tool = {
  name: "AskUserQuestion",
  fields: { questions: "executed", answers: "executed", annotations: "executed", metadata: "executed" },
  encode: (input) => `AskUserQuestion ${JSON.stringify(input)}`,
  check: (input) =>
    bringsAnswers(input) ? "the answers to a question are the person's to give; ask without them" : undefined,
  safe: true,
};

/** Nothing filled in is nothing said. */
export const bringsAnswers = ({ answers, annotations }: JsonObject): boolean =>
  [answers, annotations].some((given) => !["null", "{}", "[]", '""'].includes(JSON.stringify(given ?? null)));

export const ReadMcpResource: Tool = {
  name: "ReadMcpResource",
  fields: { server: "executed", uri: "executed" },
  encode: (input) => `${text(input, "server")} ${text(input, "uri")}`,
  // The server reads it, and it may lie on this machine whatever the address is called, or with the host it names.
  effects: (input, context) => {
    if (!has(input, "uri")) return [];
    const uri = text(input, "uri");
    return [...readsOpened(uri, context), ...hostsOfAddress(uri).filter(isNetworkName).map(asking)];
  },
  safe: true,
};

/** Schemes of a server's own are as free as names: what has a dot or a port is named as the network names a host. */
const isNetworkName = (host: string | null): boolean => host !== null && /[.:]/.test(host);
const asking = (host: string | null): NetworkEffect => ({ do: "network", host, method: "GET", sends: false });

/** What it asks for is what lets writing begin: always the person's. */
export const ExitPlanMode: Tool = {
  name: "ExitPlanMode",
  fields: { plan: "executed", allowedPrompts: "executed", planFilePath: "harmless" },
  encode: (input) => text(input, "plan"),
  requiresUserInteraction: true,
};
