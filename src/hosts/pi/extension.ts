/**
 * pi's extension: asks the hook before every call (`tool_call`) and blocks unless the answer is exactly an allow, or the person says
 * yes in pi's dialog. The text below is what is installed.
 */
import type { PlacedPins } from "../install/line.ts";
import { moduleSource } from "../install/module.ts";

export const extensionSource = (pins: PlacedPins): string => moduleSource("pi", pins, EXTENSION);

const EXTENSION = `import { readFileSync } from "node:fs";

/** pi's own tools that work on this machine; what any other returns comes from outside. */
const OWN = new Set("bash powershell read write edit grep find ls".split(" "));

/** What the hook reads of an entry: who said it, the calls and what came back; not what the model wrote, and no pictures. */
const spare = (entry) => {
  const { role, content } = entry?.message ?? {};
  if (entry?.type !== "message" || !["user", "assistant", "toolResult"].includes(role)) return [];
  const wanted = role === "assistant" ? "toolCall" : "text";
  const kept = Array.isArray(content) ? content.filter((part) => part?.type === wanted) : content;
  return [{ ...entry, message: { ...entry.message, content: kept } }];
};

/**
 * A pi that this one starts inherits the mark: its session is a sub-agent's, and what it is told is its task. The mark names the
 * process, so that a reload of this one does not take its own for another's.
 */
const MARK = "SALLYPORT_PI_SESSION";
const above = (() => {
  try {
    const mark = JSON.parse(process.env[MARK] ?? "null");
    return mark === null || mark.pid === process.pid ? mark?.above : mark;
  } catch {
    return { session: "unknown", files: [] };
  }
})();

const entriesIn = (file) => {
  try {
    return readFileSync(file, "utf8").split("\\n").filter((line) => line !== "").map((line) => JSON.parse(line)).flatMap(spare);
  } catch {
    return [];
  }
};

export default function (pi) {
  giveSignOfLife();
  const spawned = above !== undefined && above !== null;
  /** Calls the person was asked about: that they ran is on record. */
  const asked = new Set();

  const about = (ctx) => ({
    sessionId: spawned ? above.session : ctx.sessionManager.getSessionId(),
    cwd: ctx.cwd,
    hasUI: ctx.hasUI === true && !spawned,
    ...(ctx.model?.id === undefined ? {} : { model: ctx.model.id }),
    ...(spawned ? { isSubAgent: true } : {}),
  });
  const entriesOf = (ctx) => {
    const own = ctx.sessionManager.getBranch().flatMap(spare);
    if (!spawned) return own;
    const before = above.files.flatMap((file, i) => entriesIn(file).map((entry) => (i === 0 ? entry : { ...entry, subAgent: true })));
    return [...before, ...own.map((entry) => ({ ...entry, subAgent: true }))];
  };
  const leaveMark = (ctx) => {
    const file = ctx.sessionManager.getSessionFile();
    const files = [...(spawned ? above.files : []), ...(file === undefined ? [] : [file])];
    const session = about(ctx).sessionId;
    process.env[MARK] = JSON.stringify({ pid: process.pid, session, files, ...(spawned ? { above } : {}) });
  };
  const show = (ctx, text) => {
    if (ctx.hasUI === true && typeof text === "string") ctx.ui.notify(text, "warning");
  };

  pi.on("session_start", async (_event, ctx) => {
    leaveMark(ctx);
    if (!spawned) await ask({ event: "session_start", ...about(ctx) });
  });
  pi.on("input", async (event, ctx) => {
    leaveMark(ctx);
    if (spawned || event.source === "extension") return;
    const answer = await ask({ event: "input", ...about(ctx), text: event.text });
    show(ctx, answer?.warning ?? answer?.reason);
  });
  pi.on("tool_call", async (event, ctx) => {
    const call = { toolCallId: event.toolCallId, tool: event.toolName, input: event.input };
    const answer = await ask({ event: "tool_call", ...about(ctx), ...call, entries: entriesOf(ctx) });
    show(ctx, answer?.warning);
    if (answer?.behavior === "ask" && typeof answer.question === "string" && ctx.hasUI === true && !spawned) {
      if ((await ctx.ui.confirm("Sallyport", answer.question)) !== true) return { block: true, reason: answer.reason };
      asked.add(event.toolCallId);
      return undefined;
    }
    const why = refusal(answer);
    if (why !== undefined) return { block: true, reason: why };
    if (typeof answer.args?.command === "string") event.input.command = answer.args.command;
    return undefined;
  });
  pi.on("tool_result", async (event, ctx) => {
    const outside = !OWN.has(event.toolName);
    if (!outside && !asked.delete(event.toolCallId)) return undefined;
    const answer = await ask({
      ...{ event: "tool_result", ...about(ctx) },
      ...{ toolCallId: event.toolCallId, tool: event.toolName, input: event.input ?? {} },
      ...(outside ? { result: (event.content ?? []).flatMap((part) => (part?.type === "text" ? [part.text] : [])) } : {}),
    });
    if (typeof answer?.warning !== "string") return undefined;
    show(ctx, answer.warning);
    return { content: [...(event.content ?? []), { type: "text", text: answer.warning }] };
  });
}
`;
