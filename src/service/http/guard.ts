/** The first things a request meets: is it meant for us, whence, who asks, may they, how often. */
import type { IncomingMessage } from "node:http";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { TokenScope } from "../api.ts";
import { type Rate, rateLimiter } from "../auth/rate.ts";
import type { Signins } from "../auth/signin.ts";
import type { TokenBook } from "../auth/tokens.ts";
import { badRequest, forbidden, type HttpProblem, misdirected, tooMany, unauthorized } from "./problem.ts";
import type { Who } from "./route.ts";
import { checkTarget } from "./target.ts";

/** What comes behind them is not read. */
export const MAX_HEADERS = 64;
export const COOKIE = "sallyport_session";

export interface Rates {
  /** Whoever is not known, by address. */
  readonly strangers: Rate;
  /** By token, or the page. */
  readonly known: Rate;
  /** Calls to judge, by token. */
  readonly checks: Rate;
}

export const USUAL_RATES: Rates = {
  strangers: { perSecond: 50, burst: 300 },
  known: { perSecond: 300, burst: 1_000 },
  checks: { perSecond: 50_000, burst: 100_000 },
};

export interface GuardOptions {
  /** `http://HOST:PORT` for each way the service may be named. */
  readonly origins: () => ReadonlySet<string>;
  readonly scheme: "http" | "https";
  readonly tokens: Pick<TokenBook, "find">;
  readonly signins: Pick<Signins, "find">;
  readonly rates: Rates;
  readonly now: () => number;
}

export interface Guard {
  /** Whether it is for us at all, and not from a foreign page. */
  readonly admit: (incoming: IncomingMessage) => HttpProblem | undefined;
  /** Who asks. Undefined: nobody tried to say. An error: what was said is not true. */
  readonly identify: (incoming: IncomingMessage) => Result<Who | undefined, HttpProblem>;
  /** One more of this kind now? */
  readonly limit: (kind: keyof Rates, who: string) => HttpProblem | undefined;
}

export function openGuard({ origins, scheme, tokens, signins, rates, now }: GuardOptions): Guard {
  const limiters = {
    strangers: rateLimiter(rates.strangers, now),
    known: rateLimiter(rates.known, now),
    checks: rateLimiter(rates.checks, now),
  };
  return {
    admit: (incoming) => {
      const { host, origin } = incoming.headers;
      const own = `${scheme}://${host}`;
      if (incoming.rawHeaders.length >= 2 * MAX_HEADERS) return badRequest("there are too many headers");
      if (host === undefined || !origins().has(own) || countOf(incoming, "host") !== 1)
        return misdirected("this is not the address of the service", "use the address that sallyport serve printed");
      if ((origin !== undefined && origin !== own) || isForeign(incoming.headers["sec-fetch-site"]))
        return forbidden("a page of another origin asks");
      return checkTarget(incoming.url ?? "");
    },
    identify: (incoming) => {
      const { authorization, cookie } = incoming.headers;
      if (authorization !== undefined) return byToken(authorization, tokens);
      if (cookie === undefined) return ok(undefined);
      return byCookie(incoming, { cookie, find: (one, key) => signins.find(one, key, now()), scheme });
    },
    limit: (kind, who) =>
      limiters[kind](who) ? undefined : tooMany("too many requests in a short time", "wait a second, then try again"),
  };
}

const isForeign = (site: string | string[] | undefined): boolean =>
  site !== undefined && site !== "same-origin" && site !== "none";

/** Readers differ in which one counts where a header stands twice. */
function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === name) count++;
  return count;
}

function byToken(authorization: string, tokens: Pick<TokenBook, "find">): Result<Who, HttpProblem> {
  const [, token] = /^Bearer ([\w-]{1,100})$/.exec(authorization) ?? [];
  const found = token === undefined ? undefined : tokens.find(token);
  if (found === undefined)
    return fail(unauthorized("no token of this service", "make one: sallyport serve token add NAME --scope SCOPE"));
  return ok({ name: found.name, scope: found.scope, by: "token", root: found.root });
}

interface CookieGiven {
  readonly cookie: string;
  readonly find: (cookie: string, key: string) => number | undefined;
  readonly scheme: string;
}

/** A cookie of ours counts with the page's key alone, and to change something also with our own origin. */
function byCookie(
  incoming: IncomingMessage,
  { cookie, find, scheme }: CookieGiven,
): Result<Who | undefined, HttpProblem> {
  const values = cookieValues(cookie);
  if (values.length === 0) return ok(undefined);
  const [value = "", ...others] = values;
  if (others.length > 0) return fail(badRequest(`the cookie ${COOKIE} stands there more than once`));
  const key = incoming.headers["x-sallyport"];
  if (typeof key !== "string" || find(value, key) === undefined)
    return fail(unauthorized("not signed in, or not any more", "sign in again: sallyport serve link"));
  const { host, origin } = incoming.headers;
  if (incoming.method !== "GET" && origin !== `${scheme}://${host}`)
    return fail(forbidden("what changes something must come from the page itself"));
  return ok({ name: "page", scope: "admin", by: "page" });
}

export const cookieValues = (cookie: string): readonly string[] =>
  cookie
    .split(";")
    .map((part) => part.trim().split("="))
    .filter(([name]) => name === COOKIE)
    .map(([, ...value]) => value.join("="));

export function mayDo(who: Who, access: readonly TokenScope[]): HttpProblem | undefined {
  if (access.includes(who.scope)) return undefined;
  return forbidden(`a token with the scope ${who.scope} may not do this`, `it takes ${access.join(" or ")}`);
}
