/**
 * Between an editor and an Agent Client Protocol agent: `session/request_permission` is answered by the gate, everything else
 * passes as it came. An answer is for once, never for always; what the person must decide goes on to the editor.
 */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import type { Gate } from "../../gate/index.ts";
import { isList, isObject, objectIn, pathIn, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { type Id, type Message, received, resultLine } from "./message.ts";

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
interface Session {
  readonly cwd: string;
  readonly turns: Turn[];
  readonly calls: Map<string, JsonObject>;
  /** Calls that have begun, and so are part of the conversation. */
  readonly begun: Set<string>;
}
const MAX_TURNS = 2_000;

export function acpProxy({ gate, host, cwd, toEditor, toAgent }: AcpProxyParts): AcpProxy {
  const sessions = new Map<string, Session>();
  /** Where a session that is being made will work, by the request that makes it. */
  const making = new Map<Id, string>();
  const sessionNamed = (id: string, at = cwd): Session => {
    const known = sessions.get(id) ?? { cwd: at, turns: [], calls: new Map(), begun: new Set() };
    sessions.set(id, known);
    return known;
  };

  async function fromEditor(line: string): Promise<void> {
    const got = received(line);
    if (got.ok && got.value.kind === "one") await editorSaid(got.value.message);
    toAgent(line);
  }

  async function editorSaid({ method, id, params }: Message): Promise<void> {
    const at = pathIn(params, "cwd") ?? cwd;
    const session = textIn(params, "sessionId");
    if (method === "session/new" && id !== null) making.set(id, at);
    if ((method === "session/load" || method === "session/resume") && session !== null) sessionNamed(session, at);
    if (method !== "session/prompt" || session === null) return;
    const text = textsIn(params.prompt);
    if (text === "") return;
    remember(sessionNamed(session), { user: text });
    await gate.personSaid(text, session);
  }

  async function fromAgent(line: string): Promise<void> {
    const got = received(line);
    // What cannot be read cannot be a question we answer; the editor makes of it what it would without us.
    if (!got.ok || got.value.kind === "batch") return toEditor(line);
    const { message } = got.value;
    const { method, id, params, result } = message;
    const made = id === null || method !== null ? undefined : making.get(id);
    if (id !== null && made !== undefined) {
      making.delete(id);
      const session = result === null ? null : textIn(result, "sessionId");
      if (session !== null) sessionNamed(session, made);
    }
    if (method === "session/update") updated(params);
    if (method !== "session/request_permission" || id === null) return toEditor(line);
    const answer = await judged(params);
    if (answer === undefined) toEditor(line);
    else toAgent(resultLine(id, answer));
  }

  /** The outcome for the agent, or undefined where the person decides. Never rejects. */
  async function judged(params: JsonObject): Promise<JsonObject | undefined> {
    const id = textIn(params, "sessionId");
    const call = objectIn(params, "toolCall");
    if (id === null || call === null) return undefined;
    const session = sessionNamed(id);
    const known = { ...session.calls.get(textIn(call, "toolCallId") ?? ""), ...call };
    const action = actionFor(known, host, session.cwd);
    const toolUseId = textIn(call, "toolCallId");
    try {
      const decision = await gate.check({
        ...action,
        session: id,
        transcript: [...session.turns],
        ...(toolUseId === null ? {} : { toolUseId }),
      });
      if (gate.shadow || decision.behavior === "ask") return undefined;
      const kind = decision.behavior === "allow" ? "allow_once" : "reject_once";
      const option = optionOf(params, kind);
      if (option !== undefined && decision.behavior !== "abort")
        return outcome(option, messageForAgent(decision), kind);
      return decision.behavior === "allow"
        ? undefined
        : { outcome: { outcome: "cancelled" }, ...meta(messageForAgent(decision)) };
    } catch {
      return { outcome: { outcome: "cancelled" } };
    }
  }

  function updated(params: JsonObject): void {
    const id = textIn(params, "sessionId");
    const update = objectIn(params, "update");
    const callId = update === null ? null : textIn(update, "toolCallId");
    if (id === null || update === null || callId === null) return;
    const session = sessionNamed(id);
    const call = { ...session.calls.get(callId), ...update };
    session.calls.set(callId, call);
    if (call.status === undefined || call.status === "pending" || session.begun.has(callId)) return;
    session.begun.add(callId);
    remember(session, turnFor(call, host, session.cwd));
  }

  return { fromEditor, fromAgent };
}

const remember = (session: Session, turn: Turn): void => {
  session.turns.push(turn);
  if (session.turns.length > MAX_TURNS) session.turns.splice(1, 1);
};

const turnFor = (call: JsonObject, host: string | undefined, cwd: string): Turn => {
  const { tool, input } = actionFor(call, host, cwd);
  return { tool, input };
};

/**
 * The call in words the gate knows. An agent says of its calls only what kind they are; that word proves nothing, so only what
 * would be run or written is taken from it, and every other call is judged as it stands.
 */
export function actionFor(call: JsonObject, host: string | undefined, cwd: string): Action {
  const raw = objectIn(call, "rawInput");
  const named = toolNameIn(call);
  if (host !== undefined && named !== null && raw !== null) return { tool: named, input: raw, cwd, host };
  const command = raw === null ? null : textIn(raw, "command");
  if (call.kind === "execute" && raw !== null && command !== null && onlyHas(raw, SHELL_FIELDS)) {
    return { tool: "Bash", input: { command }, cwd: pathIn(raw, "cwd") ?? cwd };
  }
  const [diff, ...more] = isList(call.content)
    ? call.content.filter((part) => isObject(part) && part.type === "diff")
    : [];
  if (call.kind === "edit" && isObject(diff) && more.length === 0) {
    const path = textIn(diff, "path");
    if (path !== null)
      return { tool: "Write", input: { file_path: path, content: textIn(diff, "newText") ?? "" }, cwd };
  }
  const { title = "", kind = "other", content = null, locations = null } = call;
  return { tool: `acp:${String(kind)}`, input: { title, input: raw ?? content, locations }, cwd };
}

const SHELL_FIELDS: ReadonlySet<string> = new Set(["command", "description", "cwd", "timeout"]);
const onlyHas = (object: JsonObject, names: ReadonlySet<string>): boolean =>
  Object.keys(object).every((name) => names.has(name));

/** `_meta: {"claudeCode": {"toolName": "Bash"}}`, and the like. */
function toolNameIn(call: JsonObject): string | null {
  const meta = objectIn(call, "_meta");
  for (const value of Object.values(meta ?? {})) {
    const name = isObject(value) ? textIn(value, "toolName") : null;
    if (name !== null) return name;
  }
  return null;
}

function optionOf(params: JsonObject, kind: string): string | undefined {
  for (const option of isList(params.options) ? params.options : [])
    if (isObject(option) && option.kind === kind && typeof option.optionId === "string") return option.optionId;
  return undefined;
}

const outcome = (optionId: string, text: string, kind: string): JsonObject => ({
  outcome: { outcome: "selected", optionId },
  ...(kind === "reject_once" ? meta(text) : {}),
});
const meta = (reason: string): JsonObject => ({ _meta: { sallyport: { reason } } });

function textsIn(blocks: unknown): string {
  if (!isList(blocks)) return "";
  return blocks
    .flatMap((block) => (isObject(block) && block.type === "text" ? [textIn(block, "text") ?? ""] : []))
    .join("\n")
    .trim();
}
