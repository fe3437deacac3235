/**
 * How able the models of our tables are as judges, within one maker's: what a host reports as the agent's own model may come
 * from a repository, so that a model below the provider's default is not taken. By names without their date.
 */
export const RANKS: Readonly<Record<string, number>> = {
  "claude-haiku-4-5": 1,
  "claude-haiku-5-5": 1,
  "claude-sonnet-4-5": 2,
  "claude-sonnet-4-6": 2,
  "claude-sonnet-5": 2,
  "claude-sonnet-5-5": 2,
  "claude-opus-4-5": 3,
  "claude-opus-4-6": 3,
  "claude-opus-4-7": 3,
  "claude-opus-4-8": 3,
  "claude-opus-5": 3,
  "claude-opus-5-5": 3,
  "claude-fable-5": 4,
  "claude-fable-5-1": 4,
  "gpt-4.1-nano": 0,
  "gpt-4o-mini": 0,
  "gpt-5-nano": 0,
  "gpt-4.1-mini": 1,
  "gpt-5-mini": 1,
  "gpt-4.1": 2,
  "gpt-4o": 2,
  "gpt-5.4-mini": 2,
  "o4-mini": 2,
  "gpt-5": 3,
  "gpt-5.6-luna": 2,
  "gpt-5.6-terra": 3,
  "gpt-5.6-sol": 3,
  o3: 3,
};
