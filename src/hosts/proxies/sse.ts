/** The data of server-sent events, one text an event. Comments and every other field are passed over. */
const MAX_EVENT_CHARS = 256_000_000;

/** Rejects when the stream breaks, or an event is longer than any message may be. */
export async function* eventsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > MAX_EVENT_CHARS) throw new Error("an event is longer than any message may be");
    // An event ends with an empty line; a carriage return at the end may be half of a line's end.
    const events = rest.replace(/\r\n|\r(?!$)/g, "\n").split("\n\n");
    rest = events.pop() ?? "";
    yield* events.map(dataOf).filter((data) => data !== "");
  }
}

const dataOf = (event: string): string =>
  event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).replace(/^ /, ""))
    .join("\n");
