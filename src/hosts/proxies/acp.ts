/**
 * Between an editor and an Agent Client Protocol agent: `session/request_permission` is answered by the gate, everything else
 * passes as it came. An answer is for once, never for always; what the person must decide goes on to the editor.
 */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { isObject, objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { textsOf } from "../person.ts";
import { type Message, type MessageId, parseMessage, resultLine } from "./message.ts";

export interface AcpProxyParts {
  readonly gate: Pick<Gate, "check" | "personSaid" | "shadow">;
  /** Whose tool names the agent's `_meta` carries, where it does. */
  readonly host?: string;
  readonly cwd: string;
  readonly toEditor: (line: string) => void;
  readonly toAgent: (line: string) => void;
}

export interface AcpProxy {
  readonly fromEditor: (line: string) => Promise<void>;
  readonly fromAgent: (line: string) => Promise<void>;
}

/** What is kept of a session: enough to judge its next call. */
interface AcpSession {
  readonly cwd: string;
  readonly turns: Turn[];
  readonly calls: Map<string, JsonObject>;
  /** Calls that have begun, and so are part of the conversation. */
  readonly begun: Set<string>;
}
const MAX_TURNS = 2_000;

export function acpProxy(parts: AcpProxyParts): AcpProxy {
  const { toEditor, toAgent } = parts;
  const sessions = new AcpSessions(parts);
  return {
    fromEditor: async (line) => {
      const got = parseMessage(line);
      if (got.ok && got.value.kind === "one") await sessions.hearEditor(got.value.message);
      toAgent(line);
    },
    fromAgent: async (line) => {
      const got = parseMessage(line);
      // What cannot be read cannot be a question we answer; the editor makes of it what it would without us.
      if (!got.ok || got.value.kind === "batch") return toEditor(line);
      const { message } = got.value;
      sessions.hearAgent(message);
      const { id, method, params } = message;
      if (method !== "session/request_permission" || id === null) return toEditor(line);
      const answer = await sessions.answerRequest(params);
      if (answer === undefined) toEditor(line);
      else toAgent(resultLine(id, answer));
    },
  };
}

class AcpSessions {
  readonly #parts: AcpProxyParts;
  readonly #sessions = new Map<string, AcpSession>();
  /** Where a session that is being made will work, by the request that makes it. */
  readonly #making = new Map<MessageId, string>();

  constructor(parts: AcpProxyParts) {
    this.#parts = parts;
  }

  async hearEditor({ method, id, params }: Message): Promise<void> {
    const cwd = pathIn(params, "cwd") ?? this.#parts.cwd;
    if (method === "session/new" && id !== null) this.#making.set(id, cwd);
    const session = textIn(params, "sessionId");
    if (session === null) return;
    if (method === "session/load" || method === "session/resume") this.#named(session, cwd);
    const text = method === "session/prompt" ? textsOf(params.prompt).join("\n").trim() : "";
    if (text === "") return;
    remember(this.#named(session), { user: text });
    await this.#parts.gate.personSaid(text, session);
  }

  hearAgent({ method, id, params, result }: Message): void {
    if (method === "session/update") this.#update(params);
    const cwd = id === null || method !== null ? undefined : this.#making.get(id);
    if (id === null || cwd === undefined) return;
    this.#making.delete(id);
    const session = result === null ? null : textIn(result, "sessionId");
    if (session !== null) this.#named(session, cwd);
  }

  /** The outcome for the agent, or undefined where the person decides. Never rejects. */
  async answerRequest(params: JsonObject): Promise<JsonObject | undefined> {
    const { gate, host } = this.#parts;
    const id = textIn(params, "sessionId");
    const call = objectIn(params, "toolCall");
    if (id === null || call === null) return undefined;
    const session = this.#named(id);
    const toolUseId = textIn(call, "toolCallId");
    const action = actionFor({ ...session.calls.get(toolUseId ?? ""), ...call }, host, session.cwd);
    try {
      const decision = await gate.check({
        ...action,
        session: id,
        transcript: [...session.turns],
        ...(toolUseId === null ? {} : { toolUseId }),
      });
      return gate.shadow ? undefined : outcomeFor(decision, params);
    } catch {
      return { outcome: { outcome: "cancelled" } };
    }
  }

  #update(params: JsonObject): void {
    const id = textIn(params, "sessionId");
    const update = objectIn(params, "update") ?? {};
    const callId = textIn(update, "toolCallId");
    if (id === null || callId === null) return;
    const session = this.#named(id);
    const call = { ...session.calls.get(callId), ...update };
    session.calls.set(callId, call);
    if (call.status === undefined || call.status === "pending" || session.begun.has(callId)) return;
    session.begun.add(callId);
    const { tool, input } = actionFor(call, this.#parts.host, session.cwd);
    remember(session, { tool, input });
  }

  #named(id: string, cwd = this.#parts.cwd): AcpSession {
    const known = this.#sessions.get(id) ?? { cwd, turns: [], calls: new Map(), begun: new Set() };
    this.#sessions.set(id, known);
    return known;
  }
}

function remember({ turns }: AcpSession, turn: Turn): void {
  turns.push(turn);
  if (turns.length > MAX_TURNS) turns.splice(1, 1);
}

/** Undefined where the person decides: also where we allow and the agent offers no way to allow once. */
function outcomeFor(decision: Decision, params: JsonObject): JsonObject | undefined {
  if (decision.behavior === "ask") return undefined;
  if (decision.behavior === "allow") return selectOption(optionOf(params, "allow_once"));
  const reason = { _meta: { sallyport: { reason: messageForAgent(decision) } } };
  const rejected = decision.behavior === "deny" ? selectOption(optionOf(params, "reject_once")) : undefined;
  return { ...(rejected ?? { outcome: { outcome: "cancelled" } }), ...reason };
}

const selectOption = (optionId: string | null): JsonObject | undefined =>
  optionId === null ? undefined : { outcome: { outcome: "selected", optionId } };

function optionOf(params: JsonObject, kind: string): string | null {
  const option = objectsIn(params, "options").find((one) => one.kind === kind && typeof one.optionId === "string");
  return typeof option?.optionId === "string" ? option.optionId : null;
}

/**
 * An agent says of its calls only what kind they are; that word proves nothing, so only what would be run or written is taken
 * from it, and every other call is judged as it stands. `host` is whose tool names the agent's `_meta` carries.
 */
export function actionFor(call: JsonObject, host: string | undefined, cwd: string): Action {
  const raw = objectIn(call, "rawInput");
  const named = toolNameIn(call);
  if (host !== undefined && named !== null && raw !== null) return { tool: named, input: raw, cwd, host };
  return commandIn(call, raw, cwd) ?? editIn(call, cwd) ?? asItStands(call, raw, cwd);
}

const SHELL_FIELDS: ReadonlySet<string> = new Set(["command", "description", "cwd", "timeout"]);

function commandIn(call: JsonObject, raw: JsonObject | null, cwd: string): Action | undefined {
  const command = raw === null ? null : textIn(raw, "command");
  if (call.kind !== "execute" || raw === null || command === null) return undefined;
  if (!Object.keys(raw).every((name) => SHELL_FIELDS.has(name))) return undefined;
  return { tool: "Bash", input: { command }, cwd: pathIn(raw, "cwd") ?? cwd };
}

function editIn(call: JsonObject, cwd: string): Action | undefined {
  const [diff, ...more] = objectsIn(call, "content").filter((part) => part.type === "diff");
  const path = diff === undefined ? null : textIn(diff, "path");
  if (call.kind !== "edit" || diff === undefined || path === null || more.length > 0) return undefined;
  return { tool: "Write", input: { file_path: path, content: textIn(diff, "newText") ?? "" }, cwd };
}

function asItStands(call: JsonObject, raw: JsonObject | null, cwd: string): Action {
  const { title = "", kind = "other", content = null, locations = null } = call;
  return { tool: `acp:${String(kind)}`, input: { title, input: raw ?? content, locations }, cwd };
}

/** `_meta: {"claudeCode": {"toolName": "Bash"}}`, and the like. */
function toolNameIn(call: JsonObject): string | null {
  for (const value of Object.values(objectIn(call, "_meta") ?? {})) {
    const name = isObject(value) ? textIn(value, "toolName") : null;
    if (name !== null) return name;
  }
  return null;
}
