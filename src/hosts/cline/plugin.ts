/**
 * Cline's plugin: asks the hook before every call (`beforeTool`) and skips the call unless the answer is exactly an allow. Cline ends
 * a run whose plugin throws or takes three seconds: where a verdict takes longer, the agent is told to repeat the call, and the
 * verdict waits for it. Cline counts that as a mistake and ends a run after three in a row, so the plugin waits once more before
 * the model is asked again. The text below is what is installed.
 */
import type { PlacedPins } from "../install/line.ts";
import { moduleSource } from "../install/module.ts";

export const pluginSource = (pins: PlacedPins): string => moduleSource("cline", pins, PLUGIN);

const PLUGIN = `
/** Below the three seconds Cline gives a plugin. */
const PATIENCE_MS = 2200;
/** What the promise gives, or the other when Cline's time is nearly over. */
const inTime = (promise, otherwise) => {
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
};
const MAX_ELEMENTS = 24;
/** Cline's own tools that work on this machine; what any other returns comes from outside. */
const OWN = /^(?:run_commands|read_files|search_codebase|editor|apply_patch|ask_question|skills|spawn_agent|submit_and_exit|team_\\w+)$/;
/** Tools that take a list: each element is a call of its own. */
const LISTS = { run_commands: "commands", read_files: "files", search_codebase: "queries", fetch_web_content: "requests" };

/** What the hook reads of a message: who said it, the calls and what came back; not what the model wrote. */
const spare = (message, subAgent) => ({
  role: message.role,
  ...(message.modelInfo === undefined ? {} : { modelInfo: message.modelInfo }),
  content: (Array.isArray(message.content) ? message.content : []).filter(
    ({ type }) => type === "tool-call" || type === "tool-result" || (type === "text" && message.role === "user"),
  ),
  ...(subAgent ? { subAgent: true } : {}),
});

giveSignOfLife();

/** The newest that is known of each agent: a sub-agent's conversation begins with those above it. */
const agents = new Map();
const remember = ({ snapshot }) => {
  const { agentId, parentAgentId, conversationId, messages } = snapshot;
  agents.set(agentId, { parent: parentAgentId ?? null, conversation: conversationId ?? agentId, messages: messages ?? [] });
  return agentId;
};
const lineageOf = (agentId) => {
  const ids = [];
  for (let id = agentId; id !== null && !ids.includes(id); id = agents.get(id)?.parent ?? null) ids.unshift(id);
  return ids;
};
const about = (agentId) => {
  const ids = lineageOf(agentId);
  const known = agents.has(ids[0]);
  const isSub = ids.length > 1 || !known;
  return {
    sessionId: known ? agents.get(ids[0]).conversation : ids[0],
    cwd: process.cwd(),
    ...(isSub ? { isSubAgent: true } : {}),
  };
};
const messagesOf = (agentId) => lineageOf(agentId).flatMap((id, i) => withoutLate(agents.get(id)?.messages ?? [], i > 0));
/** A call that has to be repeated never ran: the conversation holds its repetition. */
const withoutLate = (messages, subAgent) => {
  const kept = messages.map((message) => spare(message, subAgent));
  const parts = kept.flatMap(({ content }) => content);
  const late = new Set(parts.flatMap(({ type, toolCallId, output }) => (type === "tool-result" && output?.error === LATE ? [toolCallId] : [])));
  return kept.map((message) => ({ ...message, content: message.content.filter(({ toolCallId }) => !late.has(toolCallId)) }));
};

/**
 * Every element is asked about, one after the other; the first that is not allowed decides. They are all judged before the first
 * one runs: commands that could change what a later one finds are not given together.
 */
async function judge(context, agentId) {
  const { toolName } = context.toolCall;
  const input = context.input ?? {};
  const name = LISTS[toolName];
  const list = name !== undefined && Array.isArray(input[name]) ? input[name] : undefined;
  const parts = list === undefined || list.length < 2 ? [input] : list.map((element) => ({ ...input, [name]: [element] }));
  if (parts.length > MAX_ELEMENTS) return { skip: true, reason: "Sallyport judges at most " + MAX_ELEMENTS + " at once: give it fewer in one call." };
  const changed = [];
  for (const [i, part] of parts.entries()) {
    const answer = await askAbout(context, agentId, { input: part, mark: parts.length === 1 ? "" : "/" + i });
    const why = refusal(answer) ?? together(answer, parts, toolName);
    if (why !== undefined) return { skip: true, reason: why };
    changed.push(typeof answer.args?.command === "string" ? answer.args.command : list?.[i]);
  }
  if (parts.length > 1 && toolName === RUNS) {
    const answer = await askAbout(context, agentId, { input: { [name]: [list.join("\\n")] }, mark: "/all" });
    if (refusal(answer) !== undefined || answer.reads !== true) return { skip: true, reason: ONE_BY_ONE };
  }
  return changed.every((one, i) => one === list?.[i]) ? undefined : { input: { ...input, [name]: changed } };
}

const RUNS = "run_commands";
const ONE_BY_ONE = "Sallyport judges a list of commands before the first one runs, and one of these may change what a later one finds: make one call for each command.";
const together = (answer, parts, toolName) => (parts.length > 1 && toolName === RUNS && answer.reads !== true ? ONE_BY_ONE : undefined);

function askAbout(context, agentId, { input, mark }) {
  const { toolCallId, toolName } = context.toolCall;
  const call = { toolCallId: toolCallId + mark, tool: toolName, input };
  return ask({ event: "beforeTool", ...about(agentId), ...call, messages: messagesOf(agentId) });
}

/** Verdicts that came too late for the call they are about; each is good for one repetition of it, before anything else runs. */
const late = new Map();
/** Calls that were let run and have not come back. */
const running = new Set();
const LATE = "Sallyport is still judging this call: it has not run. Make exactly the same call again and nothing else.";

async function beforeTool(context) {
  const agentId = remember(context);
  const key = JSON.stringify([agentId, context.toolCall.toolName, context.input]);
  const verdict = late.get(key) ?? judge(context, agentId).catch((error) => ({ skip: true, reason: "Sallyport could not judge this call and so does not let it run: " + String(error) }));
  late.delete(key);
  const first = await inTime(verdict, LATE);
  if (first === LATE) {
    late.set(key, verdict);
    return { skip: true, reason: LATE };
  }
  if (first?.skip === true) return first;
  late.clear();
  running.add(context.toolCall.toolCallId);
  return first;
}

/** Looked at beside the work; there are three seconds for it. */
async function afterTool(context) {
  const agentId = remember(context);
  const { toolCallId, toolName } = context.toolCall;
  if (running.delete(toolCallId)) late.clear();
  if (OWN.test(toolName) || context.result?.isError === true) return undefined;
  const call = { toolCallId, tool: toolName, input: context.input ?? {}, result: context.result?.output ?? null };
  const told = ask({ event: "afterTool", ...about(agentId), ...call });
  const answer = await inTime(told, undefined);
  return typeof answer?.warning === "string" ? { appendContext: answer.warning } : undefined;
}

/** The agent's own late verdicts are given as long again, so that the repetition finds them. */
async function beforeModel({ snapshot }) {
  const own = [...late].flatMap(([key, verdict]) => (JSON.parse(key)[0] === snapshot.agentId ? [verdict] : []));
  if (own.length > 0) await inTime(Promise.all(own), undefined);
  return undefined;
}

async function beforeRun(context) {
  const agentId = remember(context);
  if (lineageOf(agentId).length > 1) return undefined;
  const newest = [...(context.snapshot.messages ?? [])].reverse().find(({ role }) => role === "user");
  const parts = Array.isArray(newest?.content) ? newest.content : [];
  for (const { type, text } of parts) if (type === "text") void ask({ event: "beforeRun", ...about(agentId), text });
  return undefined;
}

export default {
  name: "sallyport",
  manifest: { capabilities: ["hooks"] },
  hooks: { beforeRun, beforeModel, beforeTool, afterTool },
};
`;
