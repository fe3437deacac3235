/** Server-sent events: decisions and answers from the index, pauses as they happen. */
import { eventsQuery, type LiveEvent, liveEvent } from "../api.ts";
import { sendBytes } from "../http/reply.ts";
import { type Asked, type Route, route, SEE } from "../http/route.ts";
import type { TailEvent } from "../index-store/index.ts";
import type { Service } from "../service.ts";

const HEARTBEAT_MS = 15_000;
const PAGE = 200;
/** A reader that does not read this much is let go; it comes again with its last id. */
const MAX_UNREAD = 64;
const MAX_ID = 200;

export const eventRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/v1/events",
    access: SEE,
    about: "Live, server-sent; Last-Event-ID goes on where it was left.",
    query: eventsQuery,
    answer: liveEvent,
    run: ({ query, incoming }, service) =>
      sendBytes(eventStream({ session: query.session, incoming }, service), {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
      }),
  }),
];

interface Following extends Pick<Asked<unknown, unknown>, "incoming"> {
  readonly session: string | undefined;
}

/** Ends once: with the reader, with the service, or where the record cannot be followed; nothing is sent after it. */
function eventStream({ session, incoming }: Following, service: Service): ReadableStream<Uint8Array> {
  const { index, ending, onNotice } = service;
  const bytes = new TextEncoder();
  let stop = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let ended = false;
        const send = (text: string): void => {
          if (ended) return;
          if ((controller.desiredSize ?? 0) <= 0) end();
          else controller.enqueue(bytes.encode(text));
        };
        const follow = followTail({ session, cursor: lastId(incoming) }, service, send);
        const offs = [
          index.onChange(() => void follow().catch(() => end())),
          onNotice((event) => send(formatEvent(event))),
          every(HEARTBEAT_MS, () => send(": still here\n\n")),
        ];
        const end = (): void => {
          if (ended) return;
          stop();
          controller.close();
        };
        stop = () => {
          ended = true;
          stop = () => undefined;
          for (const off of offs) off();
          ending.removeEventListener("abort", end);
        };
        ending.addEventListener("abort", end);
        send("retry: 1000\n\n");
        void follow().catch(() => end());
      },
      cancel: () => stop(),
    },
    { highWaterMark: MAX_UNREAD },
  );
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

const lastId = ({ headers }: Following["incoming"]): string | undefined => {
  const given = headers["last-event-id"];
  return typeof given === "string" && given !== "" && given.length <= MAX_ID ? given : undefined;
};

interface Place {
  readonly session: string | undefined;
  readonly cursor: string | undefined;
}

/** Sends what came since; one at a time, and again where more came meanwhile. */
function followTail({ session, cursor }: Place, { index }: Service, send: (text: string) => void): () => Promise<void> {
  let at = cursor;
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        const page = await index.tail({ cursor: at, limit: PAGE, session });
        at = page.cursor;
        for (const event of page.events) send(formatEvent(toLive(event), event.cursor));
        again ||= page.more;
      }
    } finally {
      running = false;
    }
  };
}

const toLive = (event: TailEvent): LiveEvent =>
  event.kind === "decision"
    ? { event: "decision", data: event.row }
    : { event: "approval", data: { id: event.id, answer: event.answer, by: event.by } };

/** JSON has no line breaks of its own: what was recorded cannot end an event. */
const formatEvent = ({ event, data }: LiveEvent, id?: string): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
