/**
 * The plugin of OpenCode and of the agents made from it: asks the hook before every call (`tool.execute.before`) and throws unless
 * the answer is exactly an allow. The text below is what is installed.
 */

import type { PlacedPins } from "../install/line.ts";
import { moduleSource } from "../install/module.ts";

/** `own`: the agent's own tools that work on this machine; what any other returns comes from outside. */
export const pluginSource =
  (host: string, own: string) =>
  (pins: PlacedPins): string =>
    moduleSource(
      host,
      pins,
      PLUGIN.replace("__OWN__", () => JSON.stringify(own)),
    );

/** OpenCode's, which those made from it share. */
export const OWN_TOOLS =
  "task bash read write edit multiedit patch apply_patch grep glob list lsp todowrite todoread skill question plan_enter plan_exit";

const PLUGIN = `
const OWN = new Set(__OWN__.split(" "));
/** What the hook reads of a message: who said it, and the calls; not what the model wrote. */
const spare = ({ info, parts }) => ({
  info,
  parts: (parts ?? []).filter((part) => part.type === "tool" || (part.type === "text" && info?.role === "user")),
});

/** A session up to the call that started its child: what came after it is not part of the child's conversation. */
const upTo = (messages, child) => {
  const kept = [];
  for (const message of messages) {
    const at = message.parts.findIndex((part) => part.state?.metadata?.sessionId === child);
    kept.push(at < 0 ? message : { ...message, parts: message.parts.slice(0, at + 1) });
    if (at >= 0) break;
  }
  return kept;
};

export const Sallyport = async ({ client, directory }) => {
  giveSignOfLife();
  const messagesOf = async (id) => {
    try {
      const { data } = await client.session.messages({ path: { id } });
      return Array.isArray(data) ? data.map(spare) : [];
    } catch {
      return [];
    }
  };
  // A session with a parent is a sub-agent's: what is said there is its task, in the agent's words. Where nobody can tell, it
  // is not the person's either.
  const lineage = new Map();
  const lineageOf = async (id) => {
    const known = lineage.get(id);
    if (known !== undefined) return known;
    const ids = [id];
    try {
      while (ids.length <= 16) {
        const { data } = await client.session.get({ path: { id: ids[0] } });
        if (data?.id !== ids[0]) return { ids, sure: false };
        if (!data.parentID) {
          lineage.set(id, { ids, sure: true });
          return lineage.get(id);
        }
        ids.unshift(data.parentID);
      }
    } catch {
      // Said below.
    }
    return { ids, sure: false };
  };
  const conversationOf = async ({ ids, sure }) => {
    const all = await Promise.all(ids.map(messagesOf));
    return all.flatMap((messages, i) =>
      upTo(messages, ids[i + 1] ?? null).map((message) => ({ ...message, subAgent: i > 0 || !sure })),
    );
  };
  /** What the agent itself would ask or refuse, of the whole and of each agent; nothing where it does not say. */
  const permissions = async () => {
    try {
      const { data } = await client.config.get();
      if (typeof data !== "object" || data === null) return {};
      const agents = Object.values({ ...data.mode, ...data.agent });
      return { permissions: [data.permission ?? null, ...agents.map((agent) => agent?.permission ?? null)] };
    } catch {
      return {};
    }
  };
  /** For the person, where there is a screen; it stands on record in any case. */
  const show = async (message) => {
    try {
      await client.tui.showToast({ body: { message, variant: "warning" } });
    } catch {
      // Nobody looks.
    }
  };
  /** What came from outside is looked at; what is found in it is told to the agent with it. */
  const probe = async (input, output) => {
    const family = await lineageOf(input.sessionID);
    const answer = await ask({
      event: "tool.execute.after",
      sessionID: family.ids[0],
      callID: input.callID,
      tool: input.tool,
      args: input.args ?? {},
      result: [output.output ?? null, output.content ?? null],
      cwd: directory,
    });
    if (typeof answer?.warning !== "string") return;
    if (Array.isArray(output.content)) output.content.push({ type: "text", text: answer.warning });
    else output.output = (output.output ?? "") + "\\n\\n" + answer.warning;
    await show(answer.warning);
  };
  return {
    "chat.message": async (input, output) => {
      const { ids, sure } = await lineageOf(input.sessionID);
      if (!sure || ids.length > 1) return;
      const text = (output.parts ?? [])
        .filter((part) => part.type === "text" && part.synthetic !== true)
        .map((part) => part.text)
        .join("\\n");
      if (text !== "") await ask({ event: "chat.message", sessionID: input.sessionID, cwd: directory, text });
    },
    "tool.execute.before": async (input, output) => {
      const family = await lineageOf(input.sessionID);
      const answer = await ask({
        event: "tool.execute.before",
        sessionID: family.ids[0],
        callID: input.callID,
        tool: input.tool,
        args: output.args ?? {},
        cwd: directory,
        messages: await conversationOf(family),
        ...(await permissions()),
      });
      if (typeof answer?.warning === "string") await show(answer.warning);
      const why = refusal(answer);
      if (why !== undefined) throw new Error(why);
      if (typeof answer.args?.command === "string") output.args.command = answer.args.command;
    },
    "tool.execute.after": async (input, output) => {
      if (!OWN.has(input.tool)) return probe(input, output ?? {});
      const child = input.tool === "task" ? output?.metadata?.sessionId : undefined;
      if (typeof child !== "string") return;
      const family = await lineageOf(input.sessionID);
      const answer = await ask({
        event: "tool.execute.after",
        sessionID: family.ids[0],
        agent: child,
        cwd: directory,
        messages: await conversationOf(family),
        agentMessages: (await messagesOf(child)).map((message) => ({ ...message, subAgent: true })),
      });
      const warning = answer?.warning ?? answer?.reason;
      if (typeof warning !== "string") return;
      output.output = (output.output ?? "") + "\\n\\nSallyport: " + warning;
      await show(warning);
    },
  };
};
`;
