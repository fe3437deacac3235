import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { HostPaths } from "../../contract/world.ts";
import { absolutePath } from "../../machine/index.ts";
import type { LoadingAgent } from "../doctor/loading.ts";
import { type CallEvent, type Host, type HostEvent, type HostProtocol, type Occasion, saidAt } from "../host.ts";
import { filesAt } from "../install/place.ts";
import { isList, isObject, objectsIn, pathIn, textIn } from "../json.ts";
import { moduleAnswers, moduleCall } from "../module-protocol.ts";
import { type HostNames, row } from "../names.ts";
import { filesIn, NO_RULES, type OwnRules, type RulesPlace, readSettingsFile } from "../own-rules.ts";
import { PLACES } from "../places.ts";
import { isOfSubAgent } from "../records/person.ts";
import { fileBehind, namesLike, ODD_SPACES } from "../spellings.ts";
import { LAST_TRIED } from "../tried.ts";
import { extensionSource } from "./extension.ts";
import { piFolder, piRecords } from "./records.ts";

// pi 0.87: its built-in tools; an extension can add any other.

const piNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", "command", "timeout"),
    powershell: row("PowerShell", "command", "timeout"),
    read: row("Read", "path:file_path offset limit"),
    write: row("Write", "path:file_path content"),
    edit: row("MultiEdit", "path:file_path edits", "", { prepare: plainEdits }),
    grep: row("Grep", "pattern path glob ignoreCase:-i context:-C limit:head_limit", "literal"),
    find: row("Glob", "pattern path", "limit"),
    ls: row("LS", "path", "limit"),
    // As the extension in its own examples has it.
    subagent: row("Agent", "task:prompt agent:subagent_type", "agentScope confirmProjectAgents", { prepare: oneTask }),
  })),
};

function plainEdits(input: JsonObject): JsonObject | undefined {
  const { edits } = input;
  if (!Array.isArray(edits)) return undefined;
  const ours = edits.map((edit) =>
    isObject(edit) && Object.keys(edit).length === 2
      ? { old_string: edit.oldText ?? null, new_string: edit.newText ?? null }
      : null,
  );
  return ours.includes(null) ? undefined : { ...input, edits: ours };
}

/** Several tasks at once are not one we know. */
const oneTask = (input: JsonObject): JsonObject | undefined => (typeof input.task === "string" ? input : undefined);

// pi has no rules of its own, but another extension may have: after ours has changed a command it would judge another text.

const OURS = "sallyport.ts";

export function piRules({ home, projectRoot, agent }: RulesPlace): OwnRules {
  const folders = [piFolder({ home, env: agent?.env ?? {} }), `${projectRoot}/.pi`];
  const other =
    agent === undefined || folders.some(hasOther) || agent.words.some((word) => /^(?:-e|--extension)/.test(word));
  return other ? { rules: [], keep: "pi may have other extensions, which would judge the changed command" } : NO_RULES;
}

function hasOther(folder: string): boolean {
  const files = filesIn(`${folder}/extensions`, "");
  if (files === null || files.some((file) => !file.endsWith(`/${OURS}`))) return true;
  const settings = readSettingsFile(`${folder}/settings.json`, (text) => JSON.parse(text));
  if (settings === undefined) return false;
  return (
    settings === null || [settings.extensions, settings.packages].some((list) => JSON.stringify(list ?? []) !== "[]")
  );
}

// pi's events and answers. Our extension runs inside it and talks to the hook in these words: `tool_call` blocks unless the answer is
// exactly an allow, or the person says yes in pi's own dialog.

const piProtocol: HostProtocol = { read, ...moduleAnswers({ after: "tool_result", asks: true }) };

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionId");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionId`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const record = isList(input.entries) ? objectsIn(input, "entries") : null;
  const model = textIn(input, "model");
  const at: Occasion = {
    ...{ event, session, cwd, record, subAgent: isOfSubAgent(input) },
    ...(model === null ? {} : { model }),
  };
  if (event === "session_start") return ok({ ...at, kind: "started" });
  if (event === "input") return ok(saidAt(at, textIn(input, "text")));
  if (event === "tool_call") return readCall(input, at);
  return event === "tool_result" ? readRan(input, at) : ok({ kind: "unknown", event });
}

const readCall = (input: JsonObject, at: Occasion): Result<CallEvent> =>
  moduleCall(input, at, { host: "pi", headless: input.hasUI !== true || at.subAgent === true });

function readRan(input: JsonObject, at: Occasion): Result<HostEvent> {
  const call = readCall(input, at);
  if (!call.ok) return call;
  const { action } = call.value;
  return ok({
    ...at,
    kind: "ran",
    action,
    ...(input.result === undefined ? {} : { result: input.result, waits: true }),
  });
}

/**
 * pi 0.87 reads a path in ways of its own (`@` before it, odd spaces, an address of a file), and `read` tries names like it where a
 * file is not there: with a narrow space before AM and PM, decomposed, with a curly apostrophe.
 */
const piPaths: HostPaths = (text, { tool, cwd, world }) => {
  const plain = text.replace(ODD_SPACES, " ").replace(/^@/, "");
  const path = /^file:/i.test(plain) ? fileBehind(plain) : plain;
  return path === null || tool !== "read" ? [path] : [path, ...namesLike(absolutePath(path, cwd, world))];
};

const LOADING: LoadingAgent = { ...{ host: "pi", title: "pi", program: "pi" }, args: ["--list-models", "sallyport"] };

export const pi: Host = {
  name: "pi",
  title: "pi",
  program: "pi",
  checkedVersion: LAST_TRIED.pi.version,
  failsOpen:
    "pi loads no extension with --no-extensions, and a repository's own extensions, once its folder is trusted, run inside it.",
  protocol: piProtocol,
  names: piNames,
  paths: piPaths,
  rewriting: { event: "tool_call", tool: "bash", rules: piRules },
  records: piRecords,
  ...PLACES.pi,
  install: {
    file: filesAt((at) => `${piFolder(at)}/extensions/sallyport.ts`, ".pi/extensions/sallyport.ts"),
    content: () => ({ kind: "whole", text: extensionSource }),
    notes: [
      "Leave --no-extensions out: pi then runs without the gate, and doctor cannot see it.",
      "In a terminal pi asks in its own dialog; in `pi -p` what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("../doctor/loading.ts")).examineLoading(LOADING, check),
  // https://pi.dev/docs: the person's, then every directory from the root of the disk to the working one.
  reads: {
    user: [[".pi/agent/AGENTS.override.md", ".pi/agent/AGENTS.md", ".pi/agent/CLAUDE.md"]],
    project: [["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"]],
    above: "root",
    nested: [],
  },
};
