/**
 * OpenCode's plugin: asks the hook before every call and throws unless the answer is exactly an allow. No shell, an empty
 * environment, a deadline of its own. The text below is what is installed; everything it may know is pinned into it.
 */
import { goneMessage, hookArguments, killAfterSeconds, MARK, type Pins, type PlacedPins } from "../install/line.ts";

export function pluginSource(pins: PlacedPins): string {
  const pinned = {
    node: pins.node,
    args: hookArguments("opencode", pins),
    env: { [MARK]: "opencode", HOME: pins.home, LANG: pins.locale },
    keys: pins.keys,
    limitMs: killAfterSeconds(pins) * 1000,
    sign: signOfLife(pins),
    gone: goneMessage("opencode", pins),
  };
  return PLUGIN.replace("__PINNED__", () => JSON.stringify(pinned, null, 2));
}

/** Touched whenever OpenCode loads the plugin: a plugin that does not load is silent. */
export const signOfLife = ({ state }: Pins): string => `${state}/opencode-plugin-loaded`;

const PLUGIN = `// Written by "sallyport install opencode"; "sallyport uninstall opencode" removes it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const pinned = __PINNED__;

/** The hook's answer to one event; a sentence when there is none. */
function ask(event) {
  return new Promise((resolve) => {
    if (!existsSync(pinned.node) || !existsSync(pinned.args[0])) return resolve({ reason: pinned.gone });
    const env = { ...pinned.env };
    for (const name of pinned.keys) if (process.env[name] !== undefined) env[name] = process.env[name];
    const args = [...pinned.args, "--path", process.env.PATH ?? ""];
    const child = spawn(pinned.node, args, { env, stdio: ["pipe", "pipe", "ignore"] });
    const timer = setTimeout(() => child.kill("SIGKILL"), pinned.limitMs);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", (error) => resolve({ reason: "its hook does not start: " + error.message }));
    child.on("close", () => {
      clearTimeout(timer);
      if (text === "silent\\n") return resolve({ silent: true });
      try {
        resolve(JSON.parse(text));
      } catch {
        resolve({ reason: "its hook gave no answer" });
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(event));
  });
}

/** OpenCode's own tools that work on this machine; what any other returns comes from outside. */
const OWN = new Set(
  "task bash read write edit multiedit patch apply_patch grep glob list lsp todowrite todoread skill question plan_enter plan_exit".split(" "),
);

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
  try {
    mkdirSync(dirname(pinned.sign), { recursive: true, mode: 0o700 });
    writeFileSync(pinned.sign, new Date().toISOString(), { mode: 0o600 });
  } catch {
    // Only the doctor looks for it.
  }
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
  /** What OpenCode itself would ask or refuse, of the whole and of each agent; nothing where it does not say. */
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
      if (answer?.behavior === "allow" && typeof answer.args?.command === "string") {
        output.args.command = answer.args.command;
        return;
      }
      if ((answer?.behavior === "allow" && answer.args === undefined) || answer?.silent === true) return;
      const why = answer?.behavior === "deny" ? answer.reason : undefined;
      throw new Error(why ?? "Sallyport could not judge this call and so does not let it run: " + (answer?.reason ?? "no answer"));
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
