/** What happens while the page is open: one connection, its state, and whoever listens. */
import { signal } from "@preact/signals";
import type { LiveEvent } from "../../src/service/api.ts";
import { keyHeaders } from "./signed.ts";

export type Connection = "connecting" | "open" | "lost";
export const connection = signal<Connection>("connecting");
/** Goes up when a lost connection is there again, or the record was read to its end: what was loaded before may be old. */
export const generation = signal(0);

const EVENTS: readonly LiveEvent["event"][] = ["decision", "approval", "waiting", "pause"];
const RETRY_MS = 3_000;
/** The service says something at least every 15 seconds. */
const SILENCE_MS = 40_000;

const listeners = new Set<(event: LiveEvent) => void>();

export function listen(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let current: AbortController | undefined;

/** Until `closeStream`: a connection that ends is made again, and goes on where it was left. */
export function openStream(): void {
  closeStream();
  const own = new AbortController();
  current = own;
  void keepFollowing(own.signal);
}

export function closeStream(): void {
  current?.abort();
  current = undefined;
}

async function keepFollowing(ended: AbortSignal): Promise<void> {
  let last = "";
  while (!ended.aborted) {
    try {
      await follow({ ended, last, onId: (id) => (last = id) });
    } catch {
      // Broken off: below it is made again.
    }
    if (ended.aborted) return;
    connection.value = "lost";
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

interface Following {
  readonly ended: AbortSignal;
  readonly last: string;
  readonly onId: (id: string) => void;
}

/** One connection, to its end. By hand, as the browser's own reader of events cannot send the key. */
async function follow({ ended, last, onId }: Following): Promise<void> {
  const silent = new AbortController();
  const signalled = AbortSignal.any([ended, silent.signal]);
  const headers = { ...keyHeaders(), ...(last === "" ? {} : { "last-event-id": last }) };
  const response = await fetch("/v1/events", { headers, signal: signalled, cache: "no-store" });
  if (!response.ok || response.body === null) return;
  if (connection.value === "lost") generation.value += 1;
  connection.value = "open";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer = 0;
  let rest = "";
  for (;;) {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => silent.abort(), SILENCE_MS);
    const { done, value } = await reader.read();
    if (done) break;
    const blocks = `${rest}${value}`.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) tell(block, onId);
  }
  window.clearTimeout(timer);
}

/** The service writes each field of an event on one line of its own. */
function tell(block: string, onId: (id: string) => void): void {
  const fields = new Map(
    block.split("\n").map((line): [string, string] => {
      const cut = line.indexOf(": ");
      return [line.slice(0, cut), line.slice(cut + 2)];
    }),
  );
  const id = fields.get("id");
  if (id !== undefined) onId(id);
  const event = EVENTS.find((name) => name === fields.get("event"));
  const data = fields.get("data");
  if (event === undefined || data === undefined) return;
  // The edge: names and shapes are those of the service that sent this page.
  const message = { event, data: JSON.parse(data) } as LiveEvent;
  for (const listener of listeners) listener(message);
}
