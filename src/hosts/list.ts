/** The agents we sit in. Adding one is its folder and a line here. */
import type { JsonObject, Turn } from "../contract/action.ts";
import { once } from "../contract/kept.ts";
import type { PastEvent } from "../contract/past.ts";
import type { HostPaths } from "../contract/world.ts";
import { type AgentFiles, joinAgentFiles, movedPlaces } from "../machine/index.ts";
import { foldToolName, type NamedTools, ourToolNames, type ToolNames } from "../rules/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { cline } from "./cline/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import { cursor } from "./cursor/index.ts";
import { droid } from "./droid/index.ts";
import { gemini } from "./gemini/index.ts";
import type { Host } from "./host.ts";
import { kilo } from "./kilo/index.ts";
import { type TranslatedCall, translateCall } from "./names.ts";
import { opencode } from "./opencode/index.ts";
import { pi } from "./pi/index.ts";
import { type HostPlace, PLACES } from "./places.ts";
import { qwen } from "./qwen/index.ts";
import { vscode } from "./vscode/index.ts";
import { windsurf } from "./windsurf/index.ts";

/** Each is made when it is first asked for: a hook is the hook of one. */
const HOST_OF: Readonly<Record<keyof typeof PLACES, () => Host>> = {
  "claude-code": () => claudeCode,
  codex: () => codex,
  gemini: () => gemini,
  opencode: () => opencode,
  copilot: () => copilot,
  cursor: () => cursor,
  qwen: () => qwen,
  kilo: () => kilo,
  pi: () => pi,
  cline: () => cline,
  vscode: () => vscode,
  windsurf: () => windsurf,
  droid: () => droid,
};

export const HOST_NAMES: readonly string[] = Object.keys(HOST_OF);

const isHost = (name: string): name is keyof typeof HOST_OF => Object.hasOwn(HOST_OF, name);

export const hostNamed = (name: string): Host | undefined => (isHost(name) ? HOST_OF[name]() : undefined);

export const allHosts = once((): readonly Host[] => Object.values(HOST_OF).map((make) => make()));

const OWN: readonly HostPlace[] = Object.values(PLACES);

export const AGENT_FILES: AgentFiles = joinAgentFiles(OWN.map(({ files }) => files));

/** Where variables have moved the hosts' own folders and files to. */
export function movedFolders(home: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const moved = OWN.map(({ folder }) => folder({ home, env })).filter(
    (place, i) => place.startsWith("/") && place !== OWN[i]?.folder({ home, env: {} }),
  );
  return [...new Set([...movedPlaces(env), ...moved])];
}

/** How a host turns the text of a path into the file it opens; undefined where it opens what is written, or nobody knows it. */
export const hostPaths = (name: string | undefined): HostPaths | undefined => hostNamed(name ?? "")?.paths;

/** A host's call under our names; a host nobody knows has none of ours. Never throws. `host` "" means that they are ours already. */
export const translate = (host: string, tool: string, input: JsonObject): TranslatedCall =>
  host === "" ? { tool, input } : translateCall(hostNamed(host) ?? { name: host }, tool, input);

/** The calls of what went before, under our names. */
export function* translatePast(past: Iterable<PastEvent>, host: string): Generator<PastEvent> {
  for (const event of past)
    if (event.kind === "call") {
      const { tool, input } = translate(host, event.tool, event.input);
      yield { ...event, tool, input };
    } else yield event;
}

/** A call of a conversation, or the person's words as they are. */
export function translateTurn(turn: Turn, host: string): Turn {
  if (!("tool" in turn)) return turn;
  const { tool, input } = translate(host, turn.tool, turn.input);
  return { ...turn, tool, input };
}

// What a tool's name in a rule stands for: our own names, and every name a host has for one of our tools.

/** Made when a rule first uses a name that is not ours. */
const theirNames = once((): ReadonlyMap<string, NamedTools> => {
  const found = new Map<string, NamedTools>();
  for (const { names } of allHosts())
    for (const [name, entry] of Object.entries(names?.table() ?? {})) {
      const key = foldToolName(name);
      const before = found.get(key);
      const to = typeof entry === "function" ? [] : [entry.to];
      const narrow = before?.narrow !== false && (typeof entry === "function" || entry.narrow === true);
      found.set(key, { tools: [...new Set([...(before?.tools ?? []), ...to])], known: true, narrow });
    }
  return found;
});

/** Names people and hosts use that stand in no table. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  terminal: ["Bash"],
  execute: ["Bash"],
  run_in_terminal: ["Bash"],
  run_terminal_cmd: ["Bash"],
  execute_command: ["Bash"],
  subagent: ["Agent"],
  fetch: ["WebFetch"],
};

/** What the tool is called here, where only agents call it by this name. */
export function ourNameOf(name: string): string | undefined {
  const folded = foldToolName(name);
  const [ours] = ruleToolNames(folded).tools;
  return ours === undefined || foldToolName(ours) === folded ? undefined : ours;
}

export const ruleToolNames: ToolNames = (folded) => {
  const ours = ourToolNames(folded);
  if (ours.known) return ours;
  return theirNames().get(folded) ?? { tools: SPOKEN[folded] ?? [], known: Object.hasOwn(SPOKEN, folded) };
};
