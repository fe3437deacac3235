/** What a request of the Model Context Protocol asks for, in the gate's words. */
import type { Action, JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { methodAsTool } from "../../policy/tools/index.ts";
import { isList, isObject, objectIn, textIn } from "../json.ts";
import { mcpName, nameMcpTool } from "../names.ts";
import { isOurId } from "./mcp-asking.ts";
import { isDisguised, type Message, type MessageId, otherMeta, saysMoreBeside } from "./message.ts";
import { isHarmless, judgedMethods, MCP_TO_CLIENT, MCP_TO_SERVER, oddParameter } from "./methods.ts";

/** A notification with an id is a request, and nobody knows which. */
export const passesUnjudged = (message: Message): boolean =>
  isHarmless(MCP_TO_SERVER, message.method ?? "") &&
  oddParameter(MCP_TO_SERVER, message) === undefined &&
  !saysMoreBeside(message) &&
  (message.id === null || message.method?.startsWith("notifications/") !== true);

/** What of it a server may not say, and why: it may answer, or use a method that is known as it is known, under an id that is not ours. */
export const strangeSayings = (
  messages: readonly Message[],
): readonly { readonly id: MessageId | null; readonly why: string }[] =>
  messages.flatMap((message) => {
    const { id, method } = message;
    const isKnown = method === null || (isHarmless(MCP_TO_CLIENT, method) && !isOurId(id));
    const why = isKnown ? oddParameter(MCP_TO_CLIENT, message) : `nobody knows "${method}"`;
    return why === undefined ? [] : [{ id, why }];
  });

const JUDGED = judgedMethods(MCP_TO_SERVER);

/** Whether a method is one of those that are judged for some reader, and not exactly so for all of them. */
export const isDisguisedMethod = (method: string): boolean => isDisguised(method, JUDGED);

export type Spoken = Pick<Action, "tool" | "input">;

/** What is judged is what the server will read: a parameter nobody declared, in another case or of another shape is refused. */
export function readRequest(message: Message, server: string): Result<readonly Spoken[]> {
  const odd = oddParameter(MCP_TO_SERVER, message);
  if (odd !== undefined) return fail(odd);
  const beside = otherMeta(message.params);
  const spoken = spokenIn(message, server);
  if (!spoken.ok || beside === undefined) return spoken;
  if (isHarmless(MCP_TO_SERVER, message.method ?? "") || spoken.value.some(({ input }) => "_meta" in input))
    return fail('"_meta" says more than the protocol lets it');
  const judged = spoken.value.length === 0 ? [asTool(message, server)] : spoken.value;
  return ok(judged.map(({ tool, input }) => ({ tool, input: { ...input, _meta: beside } })));
}

function spokenIn(message: Message, server: string): Result<readonly Spoken[]> {
  const { method, params } = message;
  switch (method) {
    case "tools/call":
      return readCall(params, server);
    case "resources/read":
    case "resources/subscribe":
      return readResource(params.uri, server);
    case "subscriptions/listen":
      return readSubscriptions(params, server);
    case "prompts/get":
      return readPrompt(params, server);
    default:
      return ok([asTool(message, server)]);
  }
}

function asTool({ method, params }: Message, server: string): Spoken {
  const { _meta, ...input } = params;
  return { tool: nameMethod(method ?? "", server), input };
}

/** A name of its own, which no rule for a tool covers. */
const nameMethod = (method: string, server: string): string => {
  const name = methodAsTool(method);
  const asTool = mcpName({ server, tool: "x" });
  return asTool === undefined ? nameMcpTool("mcp", name, { server, tool: name }) : asTool.replace(/x$/, name);
};

function readCall(params: JsonObject, server: string): Result<readonly Spoken[]> {
  const name = textIn(params, "name");
  if (name === null) return fail("the call has no name");
  const { arguments: given = {}, task = {} } = params;
  if (!isObject(given)) return fail("the call's arguments are not an object");
  if (!isObject(task) || !Object.values(task).every((value) => value === null || typeof value === "number"))
    return fail("how it is kept as a task is said in numbers");
  return ok([{ tool: nameMcpTool("mcp", name, { server, tool: name }), input: given }]);
}

/** Without arguments it only asks for a text; with them it tells the server something, and what to look up. */
function readPrompt(params: JsonObject, server: string): Result<readonly Spoken[]> {
  const { name = null, arguments: given = {} } = params;
  if (!isObject(given)) return fail("the prompt's arguments are not an object");
  const tool = nameMethod("prompts/get", server);
  return ok(Object.keys(given).length === 0 ? [] : [{ tool, input: { name, arguments: given } }]);
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
