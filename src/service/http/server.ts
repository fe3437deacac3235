/** Routes on hono: guarded, limited, parsed, run, counted. Nothing that is thrown gets out, and none of it stops the service. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Service } from "../service.ts";
import { parseBody, readBytes } from "./body.ts";
import { type Guard, MAX_HEADERS, mayDo } from "./guard.ts";
import { badRequest, broken, type HttpProblem, notFound, unauthorized, wrongMethod } from "./problem.ts";
import { type JsonReply, jsonReply, problemReply, sendProblem, sendReply } from "./reply.ts";
import { type Asked, OPEN, type Route, type Who } from "./route.ts";
import { checkShape, parseQuery } from "./target.ts";

export const MAX_BODY_BYTES = 1 << 20;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 15_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS = 1_024;

const NOT_SO = "not with this method";

type Env = { Bindings: HttpBindings };

export interface ServerOptions {
  readonly routes: readonly Route[];
  readonly service: Service;
  readonly guard: Guard;
  /** Files of the page; undefined: there is none at this path. */
  readonly page: (path: string) => Response | undefined;
  /** Told what broke; never what was asked. */
  readonly report: (sentence: string) => void;
}

function makeApp(options: ServerOptions): Hono<Env> {
  const { routes, service, guard, page, report } = options;
  const app = new Hono<Env>();
  const count = (route: string, response: Response): Response => {
    service.metrics.countRequest(route, response.status);
    return response;
  };
  for (const route of routes)
    app.on(route.method, route.path, async (c) => {
      const reply = await answer({ incoming: c.env.incoming, params: c.req.param() }, route, options);
      return count(route.path, reply instanceof Response ? reply : sendReply(reply));
    });
  app.all("*", (c) => {
    const { incoming } = c.env;
    const refused = guard.admit(incoming) ?? guard.limit("strangers", addressOf(incoming));
    if (refused !== undefined) return count("other", sendProblem(refused));
    const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
    if (incoming.method !== "GET") {
      const known = routes.some((route) => route.path === path);
      return count("other", sendProblem(known ? wrongMethod(NOT_SO) : notFound("there is nothing here")));
    }
    return count("page", page(path) ?? sendProblem(notFound("there is nothing here")));
  });
  app.onError((error) => {
    report(`a request could not be answered: ${error.name}`);
    return count("other", sendProblem(broken("the service could not answer this")));
  });
  return app;
}

const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? "";

/** A request, and what its path names. */
interface Placed {
  readonly incoming: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
}

async function answer(placed: Placed, route: Route, { guard, service }: ServerOptions): Promise<JsonReply | Response> {
  const { incoming } = placed;
  const refused = guard.admit(incoming) ?? (incoming.method === route.method ? undefined : wrongMethod(NOT_SO));
  if (refused !== undefined) return problemReply(guard.limit("strangers", addressOf(incoming)) ?? refused);
  const who = identifyFor(incoming, route, guard);
  if (!who.ok) return problemReply(who.error);
  const asked = await readAsked(placed, route, who.value);
  if (!asked.ok) return problemReply(asked.error);
  const done = await route.run(asked.value, service);
  if (done instanceof Response || "text" in done) return done;
  return done.ok ? jsonReply(done.value) : problemReply(done.error);
}

const NOBODY: Who = { name: "", scope: "agent", by: "token" };

/** Who is not known, or says what is not true, has only a stranger's share of the service. */
function identifyFor(incoming: IncomingMessage, route: Route, guard: Guard): Result<Who, HttpProblem> {
  const strange = (problem: HttpProblem) => fail(guard.limit("strangers", addressOf(incoming)) ?? problem);
  if (route.access === OPEN) {
    const limited = guard.limit("strangers", addressOf(incoming));
    return limited === undefined ? ok(NOBODY) : fail(limited);
  }
  const found = guard.identify(incoming);
  if (!found.ok) return strange(found.error);
  if (found.value === undefined) return strange(unauthorized("who asks is not known", "sign in: sallyport serve link"));
  const who = found.value;
  const limited = guard.limit(route.path === "/v1/check" ? "checks" : "known", `${who.by} ${who.name}`);
  const refused = limited ?? mayDo(who, route.access);
  return refused === undefined ? ok(who) : fail(refused);
}

async function readAsked(
  { incoming, params }: Placed,
  route: Route,
  who: Who,
): Promise<Result<Asked<unknown, unknown>, HttpProblem>> {
  const query = parseQuery<unknown>(incoming.url ?? "", route.query);
  if (!query.ok) return query;
  if (Object.values(params).some((value) => value.length > MAX_HEADER_BYTES))
    return fail(badRequest("the path is too long"));
  const body = await readBody(incoming, route);
  return body.ok ? ok({ params, query: query.value, body: body.value, who, incoming }) : body;
}

async function readBody(
  incoming: IncomingMessage,
  { body, method, ownEdge, maxBytes = MAX_BODY_BYTES }: Route,
): Promise<Result<unknown, HttpProblem>> {
  if (method === "GET" || body === undefined) return ok(undefined);
  const bytes = await readBytes(incoming, maxBytes);
  if (!bytes.ok) return bytes;
  const parsed = parseBody(bytes.value);
  return parsed.ok && ownEdge !== true ? checkShape(parsed.value, body) : parsed;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The same road for what is asked for most, without the library; everything else, and any other spelling of it, goes there. */
function directly(options: ServerOptions, otherwise: Listener): Listener {
  const routes = new Map(options.routes.filter(({ direct }) => direct === true).map((one) => [one.path, one]));
  return (incoming, outgoing) => {
    const route = incoming.method === "POST" ? routes.get(incoming.url ?? "") : undefined;
    if (route === undefined) otherwise(incoming, outgoing);
    else answerDirectly({ incoming, params: {} }, outgoing, { route, options }).catch(() => outgoing.destroy());
  };
}

async function answerDirectly(
  placed: Placed,
  outgoing: ServerResponse,
  { route, options }: { readonly route: Route; readonly options: ServerOptions },
): Promise<void> {
  outgoing.on("error", () => undefined);
  const reply = await answer(placed, route, options).catch((error: unknown) => {
    options.report(`a request could not be answered: ${error instanceof Error ? error.name : "Error"}`);
    return BROKEN;
  });
  const { status, headers, text } = reply instanceof Response ? BROKEN : reply;
  options.service.metrics.countRequest(route.path, status);
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}
const BROKEN = problemReply(broken("the service could not answer this"));

export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** A server that no slow or broken client keeps for itself. */
export function makeServer(options: ServerOptions, tls: Tls | null): Server {
  const listener = directly(options, getRequestListener(makeApp(options).fetch));
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  };
  const server = tls === null ? createServer(limits, listener) : createSecureServer({ ...limits, ...tls }, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = MAX_HEADERS;
  return server;
}
