/** Claude Code's hook protocol, as far as those who copied it share it: events in, answers out. */
import type { Action, JsonObject } from "../contract/action.ts";
import { assertNever, fail, ok, type Result } from "../contract/result.ts";
import {
  answerWith,
  eventBeside,
  type HookAnswer,
  type HostEvent,
  type HostProtocol,
  type Occasion,
  refuseEvent,
  saidAt,
} from "./host.ts";
import { isObject, objectIn, pathIn, textIn } from "./json.ts";
import { unheardMessage } from "./message.ts";
import { isOfAnother, isOfSubAgent } from "./records/person.ts";

type EventKind = Exclude<HostEvent["kind"], "other" | "unknown" | "woken">;

/** In what those hosts differ. */
interface ClaudeReader {
  readonly host: string;
  /** What an event is, by the host's name for it. */
  readonly events: Readonly<Record<string, EventKind>>;
  /** Events no call waits for. */
  readonly idle: ReadonlySet<string>;
  readonly action?: (action: Action, input: JsonObject) => Action;
  /** Tools after which the host waits for the answer; after all of them where it says nothing. */
  readonly waitsAfter?: RegExp;
  /** For the person, beside what they said. */
  readonly warning?: (input: JsonObject) => string | null;
}

export const readAsClaude =
  (reader: ClaudeReader): HostProtocol["read"] =>
  (input) => {
    const event = textIn(input, "hook_event_name");
    if (event === null) return fail("the event has no hook_event_name");
    const kind = Object.hasOwn(reader.events, event) ? reader.events[event] : undefined;
    if (kind === undefined) return ok(eventBeside(event, reader.idle));
    const at = occasionOf(input, event);
    return at.ok ? readAt(at.value, kind, input, reader) : at;
  };

function readAt(at: Occasion, kind: EventKind, input: JsonObject, reader: ClaudeReader): Result<HostEvent> {
  switch (kind) {
    case "started":
    case "ended":
      return ok({ ...at, kind });
    case "finished":
      return ok({ ...at, kind, agentRecord: pathIn(input, "agent_transcript_path") });
    case "said":
      if (typeof input.prompt !== "string") return fail(`${at.event} has no prompt in words`);
      return ok(saidOrWoken(at, input, reader));
    case "call":
    case "ran": {
      const action = actionOf(input, at, reader.host);
      if (!action.ok) return action;
      const adapted = reader.action?.(action.value, input) ?? action.value;
      if (kind === "ran") return ok({ ...at, kind, action: adapted, ...ranIn(input, reader) });
      const [turn, hostMode] = [textIn(input, "turn_id"), textIn(input, "permission_mode")];
      return ok({
        ...{ ...at, kind, action: adapted },
        ...(turn === null ? {} : { turn }),
        ...(hostMode === null ? {} : { hostMode }),
      });
    }
    default:
      return assertNever(kind);
  }
}

/** The event also comes where the host itself goes on, in a tag of its own or marked as nobody's. */
function saidOrWoken(at: Occasion, input: JsonObject, { warning }: ClaudeReader): HostEvent {
  const said = saidAt(at, promptIn(input), warning?.(input));
  return said.kind === "other" && at.subAgent !== true ? { ...at, kind: "woken" } : said;
}

type Ran = Extract<HostEvent, { kind: "ran" }>;

function ranIn(
  input: JsonObject,
  { waitsAfter }: ClaudeReader,
): Pick<Ran, "output" | "result" | "waits" | "handedBack"> {
  const result = input.tool_response ?? input.error;
  return {
    output: outputIn(input),
    waits: waitsAfter === undefined || waitsAfter.test(textIn(input, "tool_name") ?? ""),
    ...(result === undefined ? {} : { result }),
    ...handedBackIn(input),
  };
}

/** What a call that has run said, as far as its event tells. */
function outputIn(input: JsonObject): string {
  const response = input.tool_response ?? input.error ?? "";
  const texts = isObject(response) ? [response.stdout, response.stderr, response.output, response.error] : [response];
  return texts.filter((text) => typeof text === "string").join("\n");
}

/** A delegation's result names the sub-agent. */
function handedBackIn(input: JsonObject): { readonly handedBack?: string } {
  const response = objectIn(input, "tool_response");
  const agent = response !== null && DELEGATIONS.has(input.tool_name) ? textIn(response, "agentId") : null;
  return agent === null ? {} : { handedBack: agent };
}
const DELEGATIONS: ReadonlySet<unknown> = new Set(["Agent", "Task"]);

function occasionOf(input: JsonObject, event: string): Result<Occasion> {
  const session = textIn(input, "session_id");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no session_id`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const [agent, model] = [textIn(input, "agent_id"), textIn(input, "model")];
  return ok({
    ...{ event, session, cwd, record: pathIn(input, "transcript_path"), subAgent: isOfSubAgent(input) },
    ...(agent === null ? {} : { agent }),
    ...(model === null ? {} : { model }),
  });
}

/** They need not be there; of another kind than text nobody can say what they mean. */
const OPTIONAL_TEXTS = ["permission_mode", "tool_use_id", "turn_id"];

/** Of the host's mode only this is taken over: plan is honoured, dontAsk means that nobody is there to ask. */
function actionOf(input: JsonObject, { event, session, cwd }: Occasion, host: string): Result<Action> {
  const tool = textIn(input, "tool_name");
  const toolInput = objectIn(input, "tool_input");
  if (tool === null) return fail(`${event} has no tool_name`);
  if (toolInput === null) return fail(`${event} has no tool_input`);
  const odd = OPTIONAL_TEXTS.find((name) => (input[name] ?? "") !== "" && typeof input[name] !== "string");
  if (odd !== undefined) return fail(`${event} has a ${odd} that is no text`);
  const mode = textIn(input, "permission_mode")?.trim().toLowerCase();
  const toolUseId = textIn(input, "tool_use_id");
  return ok({
    ...{ tool, input: toolInput, cwd, host, session, event },
    ...(toolUseId === null ? {} : { toolUseId }),
    ...(mode === "plan" ? { mode, onlyTighter: true } : {}),
    ...(mode === "dontask" ? { headless: true } : {}),
  });
}

/** The event also comes for scheduled tasks and relayed messages; what the host marks is no person's. */
const promptIn = (input: JsonObject): string | null => (isOfAnother(input) ? null : textIn(input, "prompt"));

export function refuseAsClaude(event: string | null, why: string): HookAnswer {
  if (event === "UserPromptSubmit") return answerWith({ systemMessage: unheardMessage(why) });
  return refuseEvent(event, why, (reason) => {
    if (event === "PermissionRequest") return permissionOutput({ behavior: "deny", message: reason });
    return event === null || event === "PreToolUse" ? preToolUseOutput("deny", reason) : { systemMessage: reason };
  });
}

export const warnAsClaude: HostProtocol["warn"] = (_event, text) => answerWith({ systemMessage: text });

/** `additionalContext`, at the events whose answer has a place for it. */
export const tellAt =
  (...events: readonly string[]): NonNullable<HostProtocol["tellAgent"]> =>
  (answer, event, text) => {
    if (!events.includes(event)) return undefined;
    const stdout = answer.stdout ?? {};
    const own = objectIn(stdout, "hookSpecificOutput") ?? { hookEventName: event };
    const before = textIn(own, "additionalContext");
    const additionalContext = before === null ? text : `${before} ${text}`;
    return { ...answer, stdout: { ...stdout, hookSpecificOutput: { ...own, additionalContext } } };
  };

export const preToolUseOutput = (
  permissionDecision: "allow" | "deny" | "ask",
  permissionDecisionReason: string,
  updatedInput?: JsonObject,
): JsonObject => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision,
    permissionDecisionReason,
    ...(updatedInput === undefined ? {} : { updatedInput }),
  },
});

export const permissionOutput = (decision: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
});
