/** What all foreign message formats share: reading JSON nobody vouches for, and telling the person from the rest. */
import type { Json, JsonObject, ToolTurn, Turn } from "../../contract/action.ts";

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/**
 * Markup a harness writes into user messages in the person's name: reminders, notifications, command echoes.
 * An element reaches to its last closing tag: what it quotes may itself contain one, and must not pass for the person.
 */
const HARNESS =
  /<(system-reminder|task-notification|local-command-[a-z-]+|command-[a-z-]+|bash-input|bash-stdout|bash-stderr)>[\s\S]*<\/\1>/g;
const UNCLOSED = /^\s*<(?:system-reminder|task-notification|local-command-[a-z-]+|command-[a-z-]+)\b/;

/** The person's own words in one piece of a user message, or "" when none are left. */
export const personsWords = (text: string): string => {
  const left = text.replace(HARNESS, "");
  return UNCLOSED.test(left) ? "" : left.trim();
};

/** Arguments a model wrote as text. What does not parse is shown as it is, never dropped. */
export const parsedArguments = (text: unknown): JsonObject => {
  if (isObject(text)) return text;
  if (typeof text !== "string") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : { arguments: text };
  } catch {
    return { arguments: text };
  }
};

/** Tools whose result is the person's answer, by the names hosts give them. */
const ASKS_THE_PERSON: ReadonlySet<string> = new Set(["AskUserQuestion"]);

/**
 * Collects turns in order. Results are dropped, except the person's answer to a question, which joins the call that
 * asked it.
 */
export const collector = () => {
  const turns: Turn[] = [];
  const asked = new Map<string, number>();
  return {
    turns: turns as readonly Turn[],
    /** One message, in the pieces it came in. */
    user(...pieces: readonly string[]): void {
      const words = pieces
        .map(personsWords)
        .filter((piece) => piece !== "")
        .join("\n");
      if (words !== "") turns.push({ user: words });
    },
    call(tool: string, input: JsonObject, id?: unknown): void {
      if (typeof id === "string" && ASKS_THE_PERSON.has(tool)) asked.set(id, turns.length);
      turns.push({ tool, input });
    },
    result(id: unknown, pieces: readonly string[]): void {
      const text = pieces.join("\n");
      const index = typeof id === "string" ? asked.get(id) : undefined;
      const turn = index === undefined ? undefined : turns[index];
      if (index === undefined || turn === undefined || "user" in turn || text.trim() === "") return;
      turns[index] = { ...turn, answer: text.trim() } satisfies ToolTurn;
      asked.delete(String(id));
    },
  };
};

export type Collector = ReturnType<typeof collector>;

/** The texts of a content value: a string, or the text parts of a list. Images and files are left out. */
export const textsOf = (content: unknown, types: ReadonlySet<string>): readonly string[] => {
  if (typeof content === "string") return [content];
  if (!isList(content)) return [];
  return content.flatMap((part) =>
    isObject(part) && typeof part.type === "string" && types.has(part.type) && typeof part.text === "string"
      ? [part.text]
      : [],
  );
};
