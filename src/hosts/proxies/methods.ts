/**
 * Every method of the two protocols a proxy stands in, and what becomes of it. A method that is not here is an
 * extension's, or a newer revision's: nobody knows what it does, so it is never passed on unjudged.
 */

export type Fate =
  /** A call like any other: passes when the gate lets it. */
  | { readonly is: "judged" }
  /** Passes as it came, and why it may. */
  | { readonly is: "harmless"; readonly why: string };

const JUDGED: Fate = { is: "judged" };
const harmless = (why: string): Fate => ({ is: "harmless", why });

/** What a client of the Model Context Protocol says to a server. */
export const MCP_TO_SERVER: Readonly<Record<string, Fate>> = {
  "tools/call": JUDGED,
  "resources/read": JUDGED,
  "resources/subscribe": JUDGED,
  "subscriptions/listen": JUDGED,
  // A value on its way to the server, for which it may look anything up.
  "completion/complete": JUDGED,
  // Judged where it carries arguments.
  "prompts/get": JUDGED,
  initialize: harmless("who the client is"),
  ping: harmless("nothing is said"),
  "server/discover": harmless("who the server is"),
  "logging/setLevel": harmless("how much the server tells of itself"),
  "tools/list": harmless("what there is"),
  "resources/list": harmless("what there is"),
  "resources/templates/list": harmless("what there is"),
  "resources/unsubscribe": harmless("ends what was judged when it began"),
  "prompts/list": harmless("what there is"),
  "tasks/get": harmless("looks at a task that was judged when it began"),
  "tasks/result": harmless("the result of a task that was judged when it began"),
  "tasks/list": harmless("what there is"),
  "tasks/cancel": harmless("ends what was judged when it began"),
  "tasks/update": harmless("answers to what a task that was judged asked for"),
  "notifications/cancelled": harmless("ends what was judged when it began"),
  "notifications/progress": harmless("how far an answer to the server is"),
  "notifications/initialized": harmless("nothing is said"),
  "notifications/roots/list_changed": harmless("that the server may ask again"),
  "notifications/tasks/status": harmless("how far an answer to the server is"),
};

/** What a server says to its client. Nothing of it is judged: the client shows its person what it asks for. */
export const MCP_TO_CLIENT: Readonly<Record<string, Fate>> = {
  ping: harmless("nothing is said"),
  "sampling/createMessage": harmless("the client asks its person, and its model has no tools here"),
  "elicitation/create": harmless("the person fills in the form"),
  "roots/list": harmless("the directories the client offers"),
  "tasks/get": harmless("looks at what the client began for the server"),
  "tasks/result": harmless("the answer to what the client was asked"),
  "tasks/list": harmless("what the client does for the server"),
  "tasks/cancel": harmless("ends what the client does for the server"),
  "notifications/cancelled": harmless("ends what the server asked for"),
  "notifications/progress": harmless("how far a call is"),
  "notifications/message": harmless("what the server tells of itself"),
  "notifications/resources/updated": harmless("news"),
  "notifications/resources/list_changed": harmless("news"),
  "notifications/tools/list_changed": harmless("news: the tools are held against what they were"),
  "notifications/prompts/list_changed": harmless("news"),
  "notifications/tasks/status": harmless("how far a task is"),
  "notifications/elicitation/complete": harmless("news"),
  "notifications/subscriptions/acknowledged": harmless("that a subscription that was judged began"),
};

/** What an agent of the Agent Client Protocol says to its editor. */
export const ACP_TO_EDITOR: Readonly<Record<string, Fate>> = {
  "session/request_permission": JUDGED,
  "terminal/create": JUDGED,
  "fs/write_text_file": JUDGED,
  "fs/read_text_file": JUDGED,
  // A message to a server of the editor's: judged whole, as a tool nobody declared.
  "mcp/message": JUDGED,
  "session/update": harmless("shows what the agent does"),
  "terminal/output": harmless("looks at a terminal that was judged when it began"),
  "terminal/wait_for_exit": harmless("waits for a terminal that was judged when it began"),
  "terminal/kill": harmless("ends a terminal that was judged when it began"),
  "terminal/release": harmless("ends a terminal that was judged when it began"),
  "elicitation/create": harmless("the person fills in the form"),
  "elicitation/complete": harmless("news"),
  "auth/status_update": harmless("whether the agent is logged in"),
  "$/cancel_request": harmless("ends what the agent asked for"),
};

export const isHarmless = (methods: Readonly<Record<string, Fate>>, method: string): boolean =>
  Object.hasOwn(methods, method) && methods[method]?.is === "harmless";

export const judgedMethods = (methods: Readonly<Record<string, Fate>>): ReadonlySet<string> =>
  new Set(Object.keys(methods).filter((method) => methods[method]?.is === "judged"));
