/** The OpenAPI document, made from the routes themselves. */
import * as z from "zod/mini";
import { VERSION } from "../contract/version.ts";
import { errorAnswer } from "./api.ts";
import { OPEN, type Route } from "./http/route.ts";

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return made;
};

/** Answers that are no JSON. */
const MEDIA: Readonly<Record<string, string>> = { "/metrics": "text/plain", "/v1/events": "text/event-stream" };

export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sallyport",
      version: VERSION,
      description: "The gate's service on this machine: checks, the record, approvals, rules and restore points.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "spt_SCOPE_… of sallyport serve token add" },
        page: { type: "apiKey", in: "cookie", name: "sallyport_session", description: "with the key in X-Sallyport" },
      },
      schemas: { Error: schemaOf(errorAnswer, "output") },
      responses: {
        Error: {
          description: "Why it was not done.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

function operationOf(route: Route): Json {
  const { method, path, about, access, body, answer } = route;
  const scopes = access === OPEN ? null : access.join(", ");
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z]+(\w)/g, (_, first: string) => first.toUpperCase())}`,
    summary: about,
    description: scopes === null ? "Needs no token." : `Scopes: ${scopes}.`,
    security: scopes === null ? [] : [{ token: [] }, { page: [] }],
    parameters: [...pathParameters(path), ...queryParameters(route)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } } }),
    responses: {
      "200": {
        description: "Done.",
        content: { [MEDIA[path] ?? "application/json"]: { schema: schemaOf(answer, "output") } },
      },
      default: { $ref: "#/components/responses/Error" },
    },
  };
}

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));

function queryParameters({ query }: Route): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}
