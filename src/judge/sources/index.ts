/** Conversations as others write them, turned into turns. What is no turn is left out; nothing here throws. */
import type { Turn } from "../../contract/action.ts";
import { fromAnthropic } from "./anthropic.ts";
import { fromOpenAIChat, fromOpenAIResponses } from "./openai.ts";
import { fromOwn } from "./own.ts";

export const SOURCES = {
  sallyport: fromOwn,
  anthropic: fromAnthropic,
  "openai-chat": fromOpenAIChat,
  "openai-responses": fromOpenAIResponses,
} as const satisfies Record<string, (messages: readonly unknown[]) => readonly Turn[]>;
export type Source = keyof typeof SOURCES;

export const turnsFrom = (source: Source, messages: readonly unknown[]): readonly Turn[] => SOURCES[source](messages);

export { fromAnthropic, fromOpenAIChat, fromOpenAIResponses, fromOwn };
