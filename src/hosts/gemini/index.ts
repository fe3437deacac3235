import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { HostPaths, OpeningPlace } from "../../contract/world.ts";
import { readAsClaude, tellAt, warnAsClaude } from "../claude-protocol.ts";
import { answerWith, type Host, type HostProtocol, refuseEvent, rewritten } from "../host.ts";
import { hostTimeoutSeconds } from "../install/line.ts";
import { claudeHooks, filesAt } from "../install/place.ts";
import { objectIn, textIn } from "../json.ts";
import { messageForAgent, unheardMessage } from "../message.ts";
import { nameMcpTool } from "../names.ts";
import { PLACES } from "../places.ts";
import { decodePercent, fileBehind, resolveLiterally } from "../spellings.ts";
import { LAST_TRIED } from "../tried.ts";
import { geminiNames } from "./names.ts";
import { geminiRecords } from "./records.ts";
import { geminiRules } from "./rules.ts";

// Gemini CLI's events and answers. `ask` in a run without a terminal hangs, and an event does not say which run it is, so
// nobody is asked; `allow` does not skip the host's own confirmation.

const IDLE: ReadonlySet<string> = new Set([
  ...["AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection"],
  ...["SessionEnd", "Notification", "PreCompress"],
]);

const geminiProtocol: HostProtocol = {
  read: readAsClaude({
    host: "gemini",
    events: { BeforeTool: "call", AfterTool: "ran", BeforeAgent: "said", SessionStart: "started" },
    idle: IDLE,
    action: (action, input) => ({ ...action, tool: toolName(input, action.tool), headless: true }),
  }),
  answer: (event, judgement) => {
    const { decision } = judgement;
    const input = rewritten(event, judgement);
    const changed =
      input === undefined ? {} : { hookSpecificOutput: { hookEventName: event.event, tool_input: input } };
    if (isAllow(decision)) return answerWith({ decision: "allow", reason: decision.reason, ...changed });
    const reason = messageForAgent(decision);
    const ends = decision.behavior === "abort" ? { continue: false, stopReason: reason } : {};
    return answerWith({ decision: "deny", reason, ...ends });
  },
  refuse: (event, why) => {
    if (event === "BeforeAgent") return answerWith({ systemMessage: unheardMessage(why) });
    return refuseEvent(event, why, (reason) =>
      event === null || event === "BeforeTool" ? { decision: "deny", reason } : { systemMessage: reason },
    );
  },
  warn: warnAsClaude,
  tellAgent: tellAt("AfterTool", "BeforeAgent"),
};

/** The server and the tool as the host knows them, rather than taken apart from `mcp_server_tool`. */
function toolName(input: JsonObject, name: string): string {
  const context = objectIn(input, "mcp_context") ?? {};
  const server = textIn(context, "server_name");
  const tool = textIn(context, "tool_name");
  return server === null || tool === null ? name : nameMcpTool("gemini", name, { server, tool });
}

// Gemini CLI 0.61 opens another file than is written: it takes an `@` off the front, decodes `%2e` in the whole path, reads an
// address of a file; and `replace`, given a relative name that is not there, looks for a file that ends with it in every
// directory it works in.

const geminiPaths: HostPaths = (text, at) => {
  const bare = text.replace(/^@[/\\]*/, "");
  const address = /^file:/i.test(bare) ? [fileBehind(bare)] : [];
  const named = [...new Set([text, text.slice(text.startsWith("@") ? 1 : 0), bare, ...address])];
  return [
    ...named.flatMap((name) => opened(name, at)),
    ...(at.tool === "replace" && isSearched(text, at) ? [null] : []),
  ];
};

/** It decodes the whole path, below whatever directory, and does so again where it looks at the path once more. */
function opened(name: string | null, at: OpeningPlace): readonly (string | null)[] {
  if (name === null || name === "") return name === null ? [null] : [];
  const once = decodePercent(resolveLiterally(name, at));
  return [name, once, decodePercent(once)];
}

const isSearched = (text: string, at: OpeningPlace): boolean =>
  !/^[/\\]|^[A-Za-z]:[/\\]/.test(text) &&
  ["absent", "unreadable"].includes(at.world.stat(resolveLiterally(text, at)).kind);

const HOOKS = claudeHooks({
  host: "gemini",
  comments: true,
  events: [
    { event: "BeforeTool", matcher: "*", holds: true },
    { event: "BeforeAgent", matcher: "*" },
    // Only what came from outside is waited for: the agent is told what the probe found in it.
    { event: "AfterTool", matcher: "web_fetch|google_web_search|mcp_.*" },
  ],
  timeout: (pins) => hostTimeoutSeconds(pins) * 1000,
  more: { name: "sallyport" },
});

const { folder } = PLACES.gemini;

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  checkedVersion: LAST_TRIED.gemini.version,
  failsOpen:
    "Gemini CLI lets a call run when even the shell of its hook is killed or stopped; without --approval-mode yolo, and with no policy that allows, its own confirmation still stands.",
  protocol: geminiProtocol,
  names: geminiNames,
  paths: geminiPaths,
  rewriting: { event: "BeforeTool", tool: "run_shell_command", rules: geminiRules },
  records: geminiRecords,
  ...PLACES.gemini,
  install: {
    file: filesAt((at) => `${folder(at)}/settings.json`, ".gemini/settings.json"),
    content: () => HOOKS,
    notes: [
      "A hook's allow does not skip Gemini's own confirmation: to work without prompts, let its policy allow (for example a rule in ~/.gemini/policies) and leave the refusing to Sallyport.",
      "Nobody is asked through Gemini, because that hangs where nobody is there: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  // https://geminicli.com/docs/cli/gemini-md
  reads: {
    user: [[".gemini/GEMINI.md"]],
    project: [["GEMINI.md"]],
    above: "repository",
    nested: ["GEMINI.md"],
    imports: true,
  },
};
