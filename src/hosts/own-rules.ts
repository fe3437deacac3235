/**
 * A host's own deny and ask rules. A call that is rewritten escapes them, because the host then judges another text; so
 * every one of them is applied to the original here, and where a source of them cannot be seen nothing is rewritten.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { HostAsking, Json, JsonObject } from "../contract/action.ts";
import { readTextFile } from "../machine/index.ts";
import { foldToolName, parseRule, type Rule, type ToolNames } from "../rules/index.ts";
import type { CallEvent } from "./host.ts";
import { isList, isObject, objectIn } from "./json.ts";

export interface OwnRules {
  readonly rules: readonly Rule[];
  /** Why a call must run as it is: a source that cannot be seen, or a sandbox of the host's own; null: it may be rewritten. */
  readonly keep: string | null;
  /** Whether the host, told nothing, asks the person about this call: nothing it was told by anybody could let it run. */
  readonly asks?: () => HostAsking;
  /** Allow rules it saved in the project that wait to be adopted. */
  readonly unadopted?: () => readonly string[];
  /** Variables of its settings that bend the programs it starts. */
  readonly variables?: readonly string[] | undefined;
  /** The agent was started so that nobody is there to be asked. */
  readonly nobody?: boolean;
}

/** No settings are longer, and whoever brings a longer file shall not make every call wait for it. */
export const SETTINGS_MAX_BYTES = 4_000_000;

export const NO_RULES: OwnRules = { rules: [], keep: null };

/** No rule of its own is seen, and the call runs as it is. */
export const keepAsIs = (why: string): OwnRules => ({ rules: [], keep: why });

/** Where a host's rules are looked for. */
export interface RulesPlace {
  readonly home: string;
  readonly projectRoot: string;
  readonly agent: AgentLine | undefined;
  readonly event: CallEvent;
  /** What a tool's name in a rule stands for. */
  readonly toolNames: ToolNames;
  /** Where what was adopted is kept. */
  readonly stateDir?: string | undefined;
}

/** How the agent's process was started. */
export interface AgentLine {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Undefined where processes cannot be looked at, or this one cannot. */
export function agentLine(pid: number | undefined): AgentLine | undefined {
  if (pid === undefined) return undefined;
  try {
    const parts = (name: string): readonly string[] =>
      readFileSync(`/proc/${pid}/${name}`, "utf8")
        .split("\0")
        .filter((part, i, all) => part !== "" || i < all.length - 1);
    const pairs = parts("environ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
    const words = parts("cmdline");
    return words.length === 0
      ? undefined
      : { words, env: Object.fromEntries(pairs), cwd: readlinkSync(`/proc/${pid}/cwd`) };
  } catch {
    return undefined;
  }
}

/** A rule as it stands in a host's file. */
export type RuleText = Pick<Rule, "text" | "list" | "source">;

/** A rule nobody can parse matches its whole tool: the safe side. */
export function ownRule({ text, list, source }: RuleText, toolNames: ToolNames): Rule {
  const parsed = parseRule(text, list, source, toolNames);
  if (parsed.ok) return parsed.value;
  const tool = /^[A-Za-z_][\w.:-]*/.exec(text.trim())?.[0] ?? "*";
  return { text, list, tool, ...toolNames(foldToolName(tool)), content: null, source };
}

/** The texts of a list; undefined where it is none: what is not a list of texts was not understood. */
export const textsIn = (value: Json | undefined): readonly string[] | undefined =>
  value === undefined
    ? []
    : isList(value) && value.every((one) => typeof one === "string")
      ? value.filter((one) => typeof one === "string")
      : undefined;

/** A settings file: undefined where there is none, null where there is one that is no regular file or cannot be understood. */
export function readSettingsFile(
  path: string,
  parse: (text: string) => unknown,
  limit = SETTINGS_MAX_BYTES,
): JsonObject | null | undefined {
  let text: string;
  try {
    text = readTextFile(path, limit);
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")
      ? undefined
      : null;
  }
  try {
    const value = parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The files of a directory with this ending, in order; none where there is no directory, null where it cannot be read. */
export function filesIn(directory: string, ending: string): readonly string[] | null {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => `${directory}/${name}`);
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")
      ? []
      : null;
  }
}

/** A directory and those it lies in, up to the root. */
export const upwards = (directory: string): readonly string[] =>
  dirname(directory) === directory ? [directory] : [directory, ...upwards(dirname(directory))];

export const switchedOn = (settings: JsonObject, section: string): boolean =>
  objectIn(settings, section)?.enabled === true;
