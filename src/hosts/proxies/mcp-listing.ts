/**
 * What a server says of its tools, on its way to the client. Every list counts, whatever it answers: a client may take a second
 * answer, or one under another spelling of its id. The client gets what was read.
 */
import type { Action, Json, JsonObject } from "../../contract/action.ts";
import { keyTwice } from "../../contract/strict-json.ts";
import type { Gate } from "../../gate/index.ts";
import { isList, isObject } from "../json.ts";
import { messageOnFinds } from "../message.ts";
import type { Message, MessageId } from "./message.ts";
import type { ToolPins } from "./pins.ts";

export class Listings {
  readonly #pins: Pick<ToolPins, "hear">;
  /** Lists that were asked for from their beginning. */
  readonly #begun = new Set<MessageId>();

  constructor(pins: Pick<ToolPins, "hear">) {
    this.#pins = pins;
  }

  /** The client asks for a list, or for more of one. */
  asked(id: MessageId, { params }: Message): void {
    if (params.cursor === undefined) this.#begun.add(id);
  }

  /** The line as the client may have it; undefined where it could be a list and cannot be read. */
  hear(line: string): string | undefined {
    if (!/tools|\\u/.test(line)) return line;
    const value = parse(line);
    if (value === undefined) return undefined;
    const lists = (isList(value) ? value : [value]).filter((one): one is JsonObject => isObject(one) && isListing(one));
    for (const { id = null, result } of lists) {
      const begins = (typeof id === "string" || typeof id === "number") && this.#begun.delete(id);
      if (isObject(result)) this.#pins.hear(result, !begins);
    }
    return lists.length > 0 && keyTwice(line) !== undefined ? JSON.stringify(value) : line;
  }
}

const isListing = ({ result }: JsonObject): boolean => isObject(result) && isList(result.tools);

/** Undefined where it is no JSON: some readers take more than that. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// Results of an MCP server on their way to the client: where the probe finds something, a warning stands beside it.

/**
 * The line, with a warning added to each result that carries a find. A line that cannot be read goes on as it came: reading is
 * not what is held back. Never rejects.
 */
export async function probeLine(
  line: string,
  take: (id: MessageId) => Action | undefined,
  gate: Pick<Gate, "probe" | "shadow">,
): Promise<string> {
  try {
    const value: unknown = JSON.parse(line);
    const messages = (Array.isArray(value) ? value : [value]).filter(isObject);
    let changed = false;
    const passed: JsonObject[] = [];
    for (const message of messages) {
      const warned = await probeMessage(message, take, gate);
      changed ||= warned !== undefined;
      passed.push(warned ?? message);
    }
    return changed ? JSON.stringify(Array.isArray(value) ? passed : passed[0]) : line;
  } catch {
    return line;
  }
}

async function probeMessage(
  message: JsonObject,
  take: (id: MessageId) => Action | undefined,
  gate: Pick<Gate, "probe" | "shadow">,
): Promise<JsonObject | undefined> {
  const { id, result, error } = message;
  const said: Json = result ?? error ?? null;
  const action =
    message.method === undefined && (typeof id === "string" || typeof id === "number") ? take(id) : undefined;
  if (action === undefined || said === null) return undefined;
  const find = await gate.probe(action, said, { tells: true });
  // A result that asks for more is no result yet: the find is on record, and there is no place for words.
  if (find === null || gate.shadow || !isObject(result) || result.resultType === "input_required") return undefined;
  const text = messageOnFinds([find]);
  if (isList(result.contents))
    return { ...message, result: { ...result, contents: [...result.contents, { uri: "sallyport:probe", text }] } };
  const content = isList(result.content) ? result.content : [];
  return { ...message, result: { ...result, content: [...content, { type: "text", text }] } };
}
