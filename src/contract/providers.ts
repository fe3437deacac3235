/** Who may run the model, by name. What is known of each stands in `judge/providers`. */
export const PROVIDERS = [
  "anthropic",
  "bedrock",
  "vertex",
  "openai",
  "openai-compatible",
  "claude-code",
  "codex",
  "command",
  "offline",
] as const;
export type ProviderName = (typeof PROVIDERS)[number];
