/**
 * Every method of the two protocols a proxy stands in, and what becomes of it. A method that is not here is an
 * extension's, or a newer revision's: nobody knows what it does, so it is never passed on unjudged. Nor is a parameter
 * that is not here: what passes says nothing but what it may say.
 */
import type { Json } from "../../contract/action.ts";
import { foldName, type Message } from "./message.ts";

export type Fate =
  /** A call like any other: passes when the gate lets it. Without fields all it says is judged. */
  | { readonly is: "judged"; readonly fields?: readonly string[] }
  /** Passes as it came, and why it may. */
  | { readonly is: "harmless"; readonly why: string; readonly fields: readonly string[] };

type Methods = Readonly<Record<string, Fate>>;

const judged = (...fields: readonly string[]): Fate => ({ is: "judged", fields });
const JUDGED_WHOLE: Fate = { is: "judged" };
const harmless = (why: string, ...fields: readonly string[]): Fate => ({ is: "harmless", why, fields });

/** A call made again with what its server asked for. */
const AGAIN = ["requestState", "inputResponses"];
const TASK = ["taskId", "status", "ttl", "createdAt", "lastUpdatedAt", "pollInterval", "statusMessage"];
const PROGRESS = ["progressToken", "progress", "total", "message"];
const FORM = ["mode", "message", "requestedSchema", "url", "elicitationId"];
const TERMINAL = ["sessionId", "terminalId"];

/** What a client of the Model Context Protocol says to a server. */
export const MCP_TO_SERVER: Methods = {
  "tools/call": judged("name", "arguments", "task", ...AGAIN),
  "resources/read": judged("uri", ...AGAIN),
  "resources/subscribe": judged("uri"),
  "subscriptions/listen": judged("notifications"),
  // A value on its way to the server, for which it may look anything up.
  "completion/complete": judged("ref", "argument", "context"),
  // Judged where it carries arguments.
  "prompts/get": judged("name", "arguments", ...AGAIN),
  initialize: harmless("who the client is", "protocolVersion", "capabilities", "clientInfo"),
  ping: harmless("nothing is said"),
  "server/discover": harmless("who the server is"),
  "logging/setLevel": harmless("how much the server tells of itself", "level"),
  "tools/list": harmless("what there is", "cursor"),
  "resources/list": harmless("what there is", "cursor"),
  "resources/templates/list": harmless("what there is", "cursor"),
  "resources/unsubscribe": harmless("ends what was judged when it began", "uri"),
  "prompts/list": harmless("what there is", "cursor"),
  "tasks/get": harmless("looks at a task that was judged when it began", "taskId"),
  "tasks/result": harmless("the result of a task that was judged when it began", "taskId"),
  "tasks/list": harmless("what there is", "cursor"),
  "tasks/cancel": harmless("ends what was judged when it began", "taskId"),
  "tasks/update": harmless("answers to what a task that was judged asked for", "taskId", "inputResponses"),
  "notifications/cancelled": harmless("ends what was judged when it began", "requestId", "reason"),
  "notifications/progress": harmless("how far an answer to the server is", ...PROGRESS),
  "notifications/initialized": harmless("nothing is said"),
  "notifications/roots/list_changed": harmless("that the server may ask again"),
  "notifications/tasks/status": harmless("how far an answer to the server is", ...TASK),
};

/** What a server says to its client. Nothing of it is judged: the client shows its person what it asks for. */
export const MCP_TO_CLIENT: Methods = {
  ping: harmless("nothing is said"),
  "sampling/createMessage": harmless(
    "the client asks its person, and its model has no tools here",
    ...["task", "messages", "modelPreferences", "systemPrompt", "includeContext", "temperature", "maxTokens"],
    ...["stopSequences", "metadata", "tools", "toolChoice"],
  ),
  "elicitation/create": harmless("the person fills in the form", "task", ...FORM),
  "roots/list": harmless("the directories the client offers"),
  "tasks/get": harmless("looks at what the client began for the server", "taskId"),
  "tasks/result": harmless("the answer to what the client was asked", "taskId"),
  "tasks/list": harmless("what the client does for the server", "cursor"),
  "tasks/cancel": harmless("ends what the client does for the server", "taskId"),
  "notifications/cancelled": harmless("ends what the server asked for", "requestId", "reason"),
  "notifications/progress": harmless("how far a call is", ...PROGRESS),
  "notifications/message": harmless("what the server tells of itself", "level", "logger", "data"),
  "notifications/resources/updated": harmless("news", "uri", "title"),
  "notifications/resources/list_changed": harmless("news"),
  "notifications/tools/list_changed": harmless("news: the tools are held against what they were"),
  "notifications/prompts/list_changed": harmless("news"),
  "notifications/tasks/status": harmless("how far a task is", ...TASK),
  "notifications/elicitation/complete": harmless("news", "elicitationId"),
  "notifications/subscriptions/acknowledged": harmless("that a subscription that was judged began", "notifications"),
};

/** What an agent of the Agent Client Protocol says to its editor. */
export const ACP_TO_EDITOR: Methods = {
  "session/request_permission": judged("sessionId", "toolCall", "options"),
  "terminal/create": judged("sessionId", "command", "args", "env", "cwd", "outputByteLimit"),
  "fs/write_text_file": judged("sessionId", "path", "content"),
  "fs/read_text_file": judged("sessionId", "path", "line", "limit"),
  // A message to a server of the editor's: judged whole, as a tool nobody declared.
  "mcp/message": JUDGED_WHOLE,
  "session/update": harmless("shows what the agent does", "sessionId", "update"),
  "terminal/output": harmless("looks at a terminal that was judged when it began", ...TERMINAL),
  "terminal/wait_for_exit": harmless("waits for a terminal that was judged when it began", ...TERMINAL),
  "terminal/kill": harmless("ends a terminal that was judged when it began", ...TERMINAL),
  "terminal/release": harmless("ends a terminal that was judged when it began", ...TERMINAL),
  "elicitation/create": harmless("the person fills in the form", "sessionId", "requestId", "toolCallId", ...FORM),
  "elicitation/complete": harmless("news", "elicitationId"),
  "auth/status_update": harmless("whether the agent is logged in", "state", "accounts"),
  "$/cancel_request": harmless("ends what the agent asked for", "requestId"),
};

const fateOf = (methods: Methods, method: string): Fate | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;

export const isHarmless = (methods: Methods, method: string): boolean => fateOf(methods, method)?.is === "harmless";

export const judgedMethods = (methods: Methods): ReadonlySet<string> =>
  new Set(Object.keys(methods).filter((method) => methods[method]?.is === "judged"));

/** What is wrong with the parameters of a method that is known, in words: one in another case, or one nobody declared. */
export function oddParameter(methods: Methods, { method, params }: Message): string | undefined {
  const { fields } = fateOf(methods, method ?? "") ?? {};
  if (fields === undefined) return undefined;
  const known = [...fields, "_meta"];
  const odd = Object.keys(params).find((name) => !known.includes(name));
  if (odd === undefined) return COUNTS.every((name) => isCount(params[name])) ? undefined : "what counts is no number";
  return known.map(foldName).includes(foldName(odd))
    ? `"${odd}" is not how this parameter is spelt`
    : `"${odd}" is a parameter nobody knows`;
}

/** Parameters that are numbers, in whichever method they stand. */
const COUNTS = ["outputByteLimit", "line", "limit"];
const isCount = (value: Json | undefined): boolean => (value ?? null) === null || typeof value === "number";
