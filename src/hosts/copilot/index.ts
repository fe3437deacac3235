import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Held } from "../../contract/decision.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { HostPaths } from "../../contract/world.ts";
import type { Judgement } from "../../gate/index.ts";
import {
  answerBy,
  answerWith,
  type CallEvent,
  type HookAnswer,
  type HookAnswers,
  type Host,
  type HostEvent,
  type HostProtocol,
  refuseEvent,
  rewritten,
  SILENCE,
  saidAt,
} from "../host.ts";
import { type HookWaiter, hostTimeoutSeconds, type PlacedPins, shellLine } from "../install/line.ts";
import { filesAt } from "../install/place.ts";
import { isList, isObject, parseArguments, parseObject, pathIn, textIn } from "../json.ts";
import { messageForAgent, messageForPerson } from "../message.ts";
import {
  filesIn,
  keepAsIs,
  NO_RULES,
  type OwnRules,
  type RulesPlace,
  readSettingsFile,
  upwards,
} from "../own-rules.ts";
import { PLACES } from "../places.ts";
import { isOfSubAgent } from "../records/person.ts";
import { LAST_TRIED } from "../tried.ts";
import { isOfVscode, vscodeProtocol } from "../vscode/protocol.ts";
import { copilotNames } from "./names.ts";
import { copilotFolder, copilotRecords, locateCopilot } from "./records.ts";

// Copilot CLI's events and answers. Its events carry no name: their fields tell them apart.

/** VS Code runs the same hooks with events of its own, and is answered in its own words. */
const copilotProtocol: HostProtocol = {
  read: (input) => (isOfVscode(input) ? vscodeProtocol.read(input) : read(input)),
  answer: (event, judgement) =>
    event.action.host === "copilot" ? answerCopilot(event, judgement) : vscodeProtocol.answer(event, judgement),
  refuse: (event, why) => {
    if (event === "userPromptSubmitted") return SILENCE;
    if (event !== null && event !== CALL_EVENT) return vscodeProtocol.refuse(event, why);
    return refuseEvent(event, why, (reason) => output("deny", reason));
  },
  warn: () => SILENCE,
};

/** VS Code's has a capital. */
const CALL_EVENT = "preToolUse";

function answerCopilot(event: CallEvent, judgement: Judgement): HookAnswer {
  const { decision } = judgement;
  const modifiedArgs = rewritten(event, judgement);
  return isAllow(decision) && modifiedArgs !== undefined
    ? answerWith({ ...output("allow", decision.reason), modifiedArgs })
    : answerBy(ANSWERS, decision);
}

function read(input: JsonObject): Result<HostEvent> {
  const cwd = pathIn(input, "cwd");
  if (cwd === null) return fail("the event has no absolute cwd");
  const session = textIn(input, "sessionId") ?? `copilot in ${cwd}`;
  const agent = textIn(input, "agentId");
  const at = { session, cwd, record: null, subAgent: isOfSubAgent(input), ...(agent === null ? {} : { agent }) };
  const tool = textIn(input, "toolName");
  const prompt = textIn(input, "prompt");
  if (tool === null && prompt === null)
    return textIn(input, "source") === null
      ? fail("the event has neither a toolName nor a prompt")
      : ok({ ...at, event: "sessionStart", kind: "started" });
  if (tool === null) return ok(saidAt({ ...at, event: "userPromptSubmitted" }, prompt));
  // After the call the same fields come again, with its result.
  if (isObject(input.toolResult) || typeof input.toolResult === "string")
    return ok({ kind: "other", event: "postToolUse" });
  const event = CALL_EVENT;
  const { toolArgs } = input;
  if (!isObject(toolArgs) && typeof toolArgs !== "string") return fail(`${event} has no toolArgs`);
  const action = { tool, input: parseArguments(toolArgs), cwd, host: "copilot", session, event };
  return ok({ ...at, event, kind: "call", action });
}

const output = (permissionDecision: "allow" | "deny" | "ask", permissionDecisionReason: string): JsonObject => ({
  permissionDecision,
  permissionDecisionReason,
});

const deny = (decision: Held): HookAnswer => answerWith(output("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: ({ reason }) => answerWith(output("allow", reason)),
  ask: (decision) => answerWith(output("ask", messageForPerson(decision))),
  deny,
  abort: deny,
};

// Copilot CLI's own rules deny by a flag, or by an address that stands in the command; hooks and plugins besides ours may judge it.
// All of them would see another text after ours, so where there is one nothing is rewritten.

/** Flags that deny, leave tools out, or bring hooks. */
const DENYING = /^--(?:deny|excluded|available|plugin|disallow|extension)/;
/** Settings that do. */
const DENYING_SETTINGS =
  /^(?:denied|deny|hooks$|excluded|available|disallow|sandbox|permissions?$|(?:installed|enabled)_?plugins$|plugins$)/i;

export function copilotRules({ home, projectRoot, agent }: RulesPlace): OwnRules {
  if (agent === undefined) return keepAsIs("how Copilot was started is not known");
  const flag = agent.words.find((word) => DENYING.test(word));
  if (flag !== undefined) return keepAsIs(`Copilot was started with ${flag.split("=")[0]}`);
  const own = copilotFolder({ home, env: agent.env });
  const projects = [...new Set([...upwards(projectRoot), ...upwards(agent.cwd)])];
  const others = [
    ...(filesIn(`${own}/hooks`, "") ?? ["?"]).filter((file) => file !== `${own}/hooks/sallyport.json`),
    ...[`${own}/installed-plugins`, `${own}/extensions`].flatMap((folder) => filesIn(folder, "") ?? ["?"]),
    ...projects.flatMap((each) => filesIn(`${each}/.github/hooks`, "") ?? ["?"]),
    ...projects.flatMap((each) => filesIn(`${each}/.github/extensions`, "") ?? ["?"]),
  ];
  if (others.length > 0) return keepAsIs("a hook or a plugin of Copilot may judge the changed command");
  const denying = [
    ...["config.json", "settings.json"].map((name) => `${own}/${name}`),
    ...projects.flatMap((each) => SETTINGS.map((name) => `${each}/.github/copilot/${name}`)),
    // It may read Claude Code's of a repository; the person's own are not the repository's.
    ...projects.filter((each) => each !== home).flatMap((each) => SETTINGS.map((name) => `${each}/.claude/${name}`)),
  ].find(hasRules);
  return denying === undefined ? NO_RULES : keepAsIs(`${denying} has rules of Copilot's own, or cannot be read`);
}

const SETTINGS = ["settings.json", "settings.local.json"];

function hasRules(file: string): boolean {
  const settings = readSettingsFile(file, (text) => parseObject(text.replace(/^\s*\/\/.*$/gm, "")));
  if (settings === undefined) return false;
  return (
    settings === null ||
    Object.entries(settings).some(([name, value]) => DENYING_SETTINGS.test(name) && !isNothing(value))
  );
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === false ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/**
 * Copilot CLI 1.0 opens what is written; but `grep` and `glob`, given a place that is not there, take its words for several
 * places, also within a list.
 */
const SEARCHES = new Set(["grep", "rg", "glob"]);

const copilotPaths: HostPaths = (text, { tool }) =>
  SEARCHES.has(tool) && /\s/.test(text.trim()) ? text.split(/\s+/).filter((word) => word !== "") : [];

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  checkedVersion: LAST_TRIED.copilot.version,
  failsOpen:
    "Copilot CLI lets a call run when even the shell of its hook is stopped until its limit; without --allow-all-tools its own prompts still stand.",
  protocol: copilotProtocol,
  names: copilotNames,
  paths: copilotPaths,
  rewriting: { event: CALL_EVENT, tool: "bash", rules: copilotRules },
  records: copilotRecords,
  locate: locateCopilot,
  isAlone: (words) => words.some((word) => /^(?:-p|--prompt)(?:=|$)/.test(word)),
  ...PLACES.copilot,
  install: {
    file: filesAt((at) => `${copilotFolder(at)}/hooks/sallyport.json`, ".github/hooks/sallyport.json"),
    content: () => ({ kind: "whole", text: hooksFile }),
    notes: [
      "Leave --allow-all-tools out: what Sallyport allows runs without it, and where the hook does not answer Copilot then asks, or refuses where nobody is there (`-p`).",
      "In `copilot -p` nobody can be asked: what would be asked is refused, and the person approves it with `sallyport approve`.",
    ],
  },
  // https://docs.github.com/copilot/how-tos/configure-custom-instructions
  reads: {
    user: [[".copilot/copilot-instructions.md"]],
    project: [[".github/copilot-instructions.md"], ["AGENTS.md"], ["CLAUDE.md"], ["GEMINI.md"]],
    above: "repository",
    folders: [".github/instructions"],
    nested: ["AGENTS.md"],
  },
};

function hooksFile(pins: PlacedPins): string {
  const hook = (waiting: HookWaiter) => ({
    ...{ type: "command", bash: shellLine("copilot", pins, waiting), timeoutSec: hostTimeoutSeconds(pins) },
  });
  const hooks = { preToolUse: [hook("call")], sessionStart: [hook("person")], userPromptSubmitted: [hook("person")] };
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
