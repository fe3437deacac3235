/** What the methods of the Model Context Protocol can do, of every revision; what a request asks for, in the gate's words. */
import type { Action, JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { isList, isObject, objectIn, textIn } from "../json.ts";
import { nameMcpTool } from "../names.ts";
import { foldName, type Message } from "./message.ts";

/**
 * They list, describe, or go on with something that was judged when it began (a task, a subscription that ends). A method that
 * is neither here nor judged below is an extension's: it may do anything, and is judged as a tool of its name.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  ...["initialize", "ping", "server/discover", "logging/setLevel", "completion/complete"],
  ...[
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
  ],
  ...["tasks/get", "tasks/result", "tasks/list", "tasks/cancel", "tasks/update"],
]);

/** The parameters by which each is judged. */
const JUDGED: Readonly<Record<string, readonly string[]>> = {
  "tools/call": ["name", "arguments"],
  "resources/read": ["uri"],
  "resources/subscribe": ["uri"],
  "subscriptions/listen": ["notifications"],
};

/** A notification is one-way by definition: nothing is asked for and nothing comes back. With an id it is a request. */
export const passesUnjudged = ({ method, id }: Pick<Message, "method" | "id">): boolean =>
  HARMLESS.has(method ?? "") || (id === null && method?.startsWith("notifications/") === true);

/** Whether a method is one of those that are judged for some reader, and not exactly so for all of them. */
export const isDisguisedMethod = (method: string): boolean =>
  !Object.hasOwn(JUDGED, method) && Object.hasOwn(JUDGED, foldName(method));

export type Spoken = Pick<Action, "tool" | "input">;

/** What is judged is what the server will read: a parameter in another case or of another shape is refused. */
export function readRequest({ method, params }: Message, server: string): Result<readonly Spoken[]> {
  const names = JUDGED[method ?? ""] ?? [];
  const disguised = Object.keys(params).find((name) => !names.includes(name) && names.includes(foldName(name)));
  if (disguised !== undefined) return fail(`"${disguised}" is not how this parameter is spelt`);
  switch (method) {
    case "tools/call":
      return readCall(params, server);
    case "resources/read":
    case "resources/subscribe":
      return readResource(params.uri, server);
    case "subscriptions/listen":
      return readSubscriptions(params, server);
    default: {
      const { _meta, ...input } = params;
      const name = (method ?? "").replace(/[^\w-]+/g, "_");
      return ok([{ tool: nameMcpTool("mcp", name, { server, tool: name }), input }]);
    }
  }
}

function readCall(params: JsonObject, server: string): Result<readonly Spoken[]> {
  const name = textIn(params, "name");
  if (name === null) return fail("the call has no name");
  const { arguments: given = {} } = params;
  if (!isObject(given)) return fail("the call's arguments are not an object");
  return ok([{ tool: nameMcpTool("mcp", name, { server, tool: name }), input: given }]);
}

const readResource = (uri: unknown, server: string): Result<readonly Spoken[]> =>
  typeof uri === "string" && uri !== ""
    ? ok([{ tool: "ReadMcpResource", input: { server, uri } }])
    : fail("the request has no uri");

/** News of tools and lists is nothing; news of a resource is the resource. */
function readSubscriptions(params: JsonObject, server: string): Result<readonly Spoken[]> {
  const { resourceSubscriptions: uris = [] } = objectIn(params, "notifications") ?? {};
  if (!isList(uris)) return fail("its resources are not a list");
  const read = uris.map((uri) => readResource(uri, server));
  const wrong = read.find((one) => !one.ok);
  return wrong ?? ok(read.flatMap((one) => (one.ok ? one.value : [])));
}
