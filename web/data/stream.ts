/** What happens while the page is open: one connection, its state, and whoever listens. */
import { signal } from "@preact/signals";
import type { LiveEvent } from "../../src/service/api.ts";

export type Connection = "connecting" | "open" | "lost";
export const connection = signal<Connection>("connecting");
/** Goes up when a lost connection is there again: what was loaded before may be old. */
export const generation = signal(0);

const EVENTS = ["decision", "approval", "waiting", "pause"] as const;
const RETRY_MS = 4_000;

const listeners = new Set<(event: LiveEvent) => void>();

export function listen(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let source: EventSource | undefined;
let retry: number | undefined;

export function openStream(): void {
  closeStream();
  source = new EventSource("/v1/events");
  source.onopen = () => {
    if (connection.value === "lost") generation.value += 1;
    connection.value = "open";
  };
  source.onerror = () => {
    connection.value = "lost";
    // The browser tries again by itself while the connection is only broken; a refused one is tried anew.
    if (source?.readyState === EventSource.CLOSED) retry = window.setTimeout(openStream, RETRY_MS);
  };
  for (const name of EVENTS) source.addEventListener(name, (message) => tell(name, message.data));
}

export function closeStream(): void {
  window.clearTimeout(retry);
  source?.close();
  source = undefined;
}

function tell(event: LiveEvent["event"], text: string): void {
  // The edge: names and shapes are those of the service that sent this page.
  const message = { event, data: JSON.parse(text) } as LiveEvent;
  for (const listener of listeners) listener(message);
}
