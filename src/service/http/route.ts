/** One route as data: who may, what comes in, what goes out. The server, the OpenAPI document and the tests are made from these. */
import type { IncomingMessage } from "node:http";
import type * as z from "zod/mini";
import type { Result } from "../../contract/result.ts";
import type { TokenScope } from "../api.ts";
import type { Service } from "../service.ts";
import type { HttpProblem } from "./problem.ts";
import type { JsonReply } from "./reply.ts";

/** Who asks. */
export interface Who {
  /** The token's name, or `page`. */
  readonly name: string;
  readonly scope: TokenScope;
  readonly by: "token" | "page";
  /** Of an agent's token: the directory it is bound to. */
  readonly root?: string | undefined;
}

/** Nobody needs to be known. */
export const OPEN = "open";
export const CHECK: readonly TokenScope[] = ["agent", "admin"];
export const SEE: readonly TokenScope[] = ["viewer", "approver", "admin"];
export const APPROVE: readonly TokenScope[] = ["approver", "admin"];
export const CHANGE: readonly TokenScope[] = ["admin"];

export interface Asked<Q, B> {
  /** What the path names, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly who: Who;
  readonly incoming: IncomingMessage;
}

interface RouteHead {
  readonly method: "GET" | "POST";
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly access: typeof OPEN | readonly TokenScope[];
  /** One line. */
  readonly about: string;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The body goes through an edge of its own; the schema only describes it. */
  readonly ownEdge?: true;
  readonly answer: z.ZodMiniType;
  /** In place of the usual limit. */
  readonly maxBytes?: number;
  /** Asked for so often that it is answered before any library looks at it; its path names nothing. */
  readonly direct?: true;
}

/** What a route gives: a value to be sent as JSON, JSON as text, or an answer of its own. */
type Given<A> = Result<A, HttpProblem> | JsonReply | Response;

export interface Route extends RouteHead {
  readonly run: (asked: Asked<unknown, unknown>, service: Service) => Promise<Given<unknown>>;
}

interface TypedRoute<Q extends z.ZodMiniObject, B extends z.ZodMiniType, A extends z.ZodMiniType> extends RouteHead {
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
  readonly run: (
    asked: Asked<z.infer<Q>, z.infer<B>>,
    service: Service,
  ) => Promise<Given<z.infer<A>>> | Given<z.infer<A>>;
}

/** What was parsed by the schemas is what `run` is given: the one place that says so. */
export const route = <Q extends z.ZodMiniObject, B extends z.ZodMiniType, A extends z.ZodMiniType>(
  given: TypedRoute<Q, B, A>,
): Route => ({
  ...given,
  run: async (asked, service) => given.run(asked as Asked<z.infer<Q>, z.infer<B>>, service),
});
