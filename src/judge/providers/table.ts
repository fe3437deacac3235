/** The providers, one record each. A new one is its name in `contract/providers.ts`, its record here and its code. */
import type { ProviderName } from "../../contract/providers.ts";
import { CLAUDE, GPT } from "./models.ts";
import type { ProviderRecord } from "./record.ts";

const RECORDS = {
  anthropic: {
    title: "Anthropic",
    hint: "ANTHROPIC_API_KEY",
    keyEnv: "ANTHROPIC_API_KEY",
    needs: [],
    defaultModel: "claude-haiku-4-5-20251001",
    serves: /^claude-[a-z0-9-]+$/,
    models: CLAUDE,
    reach: {
      by: "network",
      baseUrl: () => "https://api.anthropic.com",
      defaultRegion: null,
      needsKey: true,
      load: async () => (await import("./anthropic.ts")).anthropic,
    },
  },
  bedrock: {
    title: "Amazon Bedrock",
    hint: null,
    keyEnv: null,
    needs: [],
    defaultModel: "global.anthropic.claude-haiku-4-5-20251001-v1:0",
    serves: /^(?:[a-z]+\.)?anthropic\.claude-[a-z0-9:.-]+$/,
    models: CLAUDE,
    reach: {
      by: "network",
      baseUrl: (region) => `https://bedrock-runtime.${region}.amazonaws.com`,
      defaultRegion: "us-east-1",
      needsKey: false,
      load: async () => (await import("./anthropic.ts")).bedrock,
    },
  },
  vertex: {
    title: "Google Vertex",
    hint: null,
    keyEnv: null,
    needs: [],
    defaultModel: "claude-haiku-4-5@20251001",
    serves: /^claude-[a-z0-9-]+@[a-z0-9]+$/,
    models: CLAUDE,
    reach: {
      by: "network",
      baseUrl: (region) => `https://${region === "global" ? "" : `${region}-`}aiplatform.googleapis.com/v1`,
      defaultRegion: "global",
      needsKey: false,
      load: async () => (await import("./anthropic.ts")).vertex,
    },
  },
  openai: {
    title: "OpenAI",
    hint: "OPENAI_API_KEY",
    keyEnv: "OPENAI_API_KEY",
    needs: [],
    defaultModel: "gpt-4.1-mini",
    serves: /^(?:gpt-|o\d)[a-z0-9.-]*$/,
    models: GPT,
    reach: {
      by: "network",
      baseUrl: () => "https://api.openai.com/v1",
      defaultRegion: null,
      needsKey: true,
      load: async () => (await import("./openai.ts")).openai,
    },
  },
  "openai-compatible": {
    title: "A compatible server",
    hint: "Ollama, vLLM, LiteLLM, …",
    keyEnv: null,
    needs: ["baseUrl", "model"],
    defaultModel: null,
    serves: null,
    models: null,
    reach: {
      by: "network",
      baseUrl: () => "",
      defaultRegion: null,
      needsKey: false,
      load: async () => (await import("./compatible.ts")).compatible,
    },
  },
  "claude-code": {
    title: "Claude Code itself",
    hint: "your own login, no key",
    keyEnv: null,
    needs: ["command"],
    defaultModel: "claude-haiku-4-5-20251001",
    serves: /^(?:claude-[a-z0-9-]+|haiku|sonnet|opus)$/,
    models: CLAUDE,
    reach: {
      by: "agent",
      program: "claude",
      load: async () => (await import("./agents/claude-code.ts")).claudeCode,
    },
  },
  codex: {
    title: "Codex itself",
    hint: "your own login, no key",
    keyEnv: null,
    needs: ["command"],
    defaultModel: "gpt-5.6-luna",
    serves: /^gpt-[a-z0-9.-]+$/,
    models: GPT,
    reach: {
      by: "agent",
      program: "codex",
      load: async () => (await import("./agents/codex.ts")).codex,
    },
  },
  command: {
    title: "A program of your own",
    hint: null,
    keyEnv: null,
    needs: ["command"],
    defaultModel: "command",
    serves: null,
    models: null,
    reach: { by: "program", load: async () => (await import("./command.ts")).command },
  },
  offline: {
    title: "No model",
    hint: "what is not proven harmless is asked about",
    keyEnv: null,
    needs: [],
    defaultModel: null,
    serves: null,
    models: null,
    reach: { by: "nothing" },
  },
} as const satisfies Record<ProviderName, ProviderRecord>;

/** Those that are asked over the network. */
export type NetworkProvider = {
  [name in ProviderName]: (typeof RECORDS)[name]["reach"]["by"] extends "network" ? name : never;
}[ProviderName];

export const recordOf = (provider: ProviderName): ProviderRecord => RECORDS[provider];
