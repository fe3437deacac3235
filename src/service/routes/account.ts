/** Signing in and out, and whether anybody is there. */
import { fail, ok } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import { emptyRequest, healthAnswer, signinAnswer, signinRequest, signoutAnswer } from "../api.ts";
import { SESSION_LIFE_MS } from "../auth/signin.ts";
import { COOKIE, cookieValues } from "../http/guard.ts";
import { unauthorized } from "../http/problem.ts";
import { sendJson } from "../http/reply.ts";
import { OPEN, type Route, route, SEE } from "../http/route.ts";

const cookieOf = (value: string, { seconds, secure }: { readonly seconds: number; readonly secure: boolean }): string =>
  `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? "; Secure" : ""}`;

export const accountRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/healthz",
    access: OPEN,
    about: "The service answers.",
    answer: healthAnswer,
    run: () => ok({ ok: true as const, version: VERSION }),
  }),
  route({
    method: "POST",
    path: "/v1/signin",
    access: OPEN,
    about: "A one-time code becomes a cookie and the page's key.",
    body: signinRequest,
    answer: signinAnswer,
    run: ({ body, incoming }, { signins, context }) => {
      const session = signins.signIn(body.code, context.now());
      if (session === undefined)
        return fail(unauthorized("the link was used already, or is too old", "get another: sallyport serve link"));
      const secure = "encrypted" in incoming.socket;
      return sendJson(
        { ok: true, scope: "admin", until: session.until, key: session.key },
        { "set-cookie": cookieOf(session.cookie, { seconds: SESSION_LIFE_MS / 1_000, secure }) },
      );
    },
  }),
  route({
    method: "POST",
    path: "/v1/signout",
    access: SEE,
    about: "Ends the browser's session.",
    body: emptyRequest,
    answer: signoutAnswer,
    run: ({ incoming }, { signins }) => {
      for (const cookie of cookieValues(incoming.headers.cookie ?? "")) signins.signOut(cookie);
      return sendJson({ ok: true }, { "set-cookie": cookieOf("", { seconds: 0, secure: false }) });
    },
  }),
];
