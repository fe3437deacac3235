/**
 * What a server says of its tools, on its way to the client. Every list counts, whatever it answers: a client may take a second
 * answer, or one under another spelling of its id. The client gets what was read.
 */
import type { JsonObject } from "../../contract/action.ts";
import { keyTwice } from "../../contract/strict-json.ts";
import { isList, isObject } from "../json.ts";
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
