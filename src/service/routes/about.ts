/** For machines: metrics, and the interface described. */
import * as z from "zod/mini";
import { sendBytes, sendJson } from "../http/reply.ts";
import { OPEN, type Route, route, SEE } from "../http/route.ts";
import { formatMetrics } from "../metrics.ts";
import { openApiDocument } from "../openapi.ts";

export const aboutRoutes = (routes: () => readonly Route[]): readonly Route[] => [
  route({
    method: "GET",
    path: "/metrics",
    access: SEE,
    about: "Counts for Prometheus, as text.",
    answer: z.string(),
    run: async (_, { index, metrics, started }) => {
      const [counters, state] = await Promise.all([index.counters(), index.state()]);
      return sendBytes(formatMetrics({ metrics, counters, state, started }), {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      });
    },
  }),
  route({
    method: "GET",
    path: "/v1/openapi.json",
    access: OPEN,
    about: "This interface as an OpenAPI document.",
    answer: z.record(z.string(), z.unknown()),
    run: () => sendJson(openApiDocument(routes())),
  }),
];
