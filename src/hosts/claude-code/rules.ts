/**
 * Claude Code's own deny and ask rules: its managed, user, project and local settings, and the command line of its
 * process. Files a run may not load are read all the same: more rules only hold back.
 */
import { dirname } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import type { Rule } from "../../policy/rules/index.ts";
import { objectIn } from "../json.ts";
import {
  type AgentLine,
  filesIn,
  type OwnRules,
  ownRule,
  type RulesPlace,
  readSettingsFile,
  switchedOn,
  textsIn,
  upwards,
} from "../own-rules.ts";

const MANAGED = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

/** Rules that are seen count, also where others are not. */
export function claudeRules(at: RulesPlace): OwnRules {
  const agent: Pick<AgentLine, "env" | "cwd"> = at.agent ?? { env: {}, cwd: at.projectRoot };
  const flags = at.agent === undefined ? undefined : lineRules(at.agent);
  const files = settingsFiles(at, agent);
  const rules: Rule[] = [...(flags?.rules ?? [])];
  const keep: string[] = [];
  if (flags === undefined) keep.push("the agent's command line cannot be seen, or names settings that cannot be read");
  if (files === undefined) keep.push("a directory of managed settings cannot be read");
  if (flags?.sandboxed === true) keep.push(SANDBOXED);
  for (const file of [...(files ?? []), ...(flags?.files ?? [])]) {
    const settings = readSettingsFile(file, JSON.parse);
    if (settings === undefined) continue;
    const own = settings === null ? undefined : rulesIn(settings, file);
    if (own === undefined) keep.push(`${file} cannot be read`);
    else rules.push(...own);
    if (settings !== null && switchedOn(settings, "sandbox")) keep.push(SANDBOXED);
  }
  return { rules, keep: keep[0] ?? null };
}

const SANDBOXED = "Claude Code's own sandbox is on";

/** Everywhere a run of Claude Code can have its settings from. Undefined where a directory of them cannot be read. */
function settingsFiles(
  { home, projectRoot, event: { record } }: RulesPlace,
  { env, cwd }: Pick<AgentLine, "env" | "cwd">,
): readonly string[] | undefined {
  // `…/projects/PROJECT/SESSION.jsonl` tells where the configuration of this very run is.
  const told = typeof record !== "string" ? [] : [dirname(dirname(dirname(record)))];
  const configured = [`${home}/.claude`, env.CLAUDE_CONFIG_DIR ?? "", `${env.HOME ?? home}/.claude`, ...told];
  const projects = [...upwards(projectRoot), ...upwards(cwd)].map((directory) => `${directory}/.claude`);
  const files = [...new Set([...configured, ...projects])]
    .filter((directory) => directory !== "")
    .flatMap((directory) =>
      ["settings.json", "settings.local.json", "remote-settings.json"].map((name) => `${directory}/${name}`),
    );
  const managed = MANAGED.map((directory) => filesIn(`${directory}/managed-settings.d`, ".json"));
  if (managed.includes(null)) return undefined;
  return [
    ...files,
    ...MANAGED.map((directory) => `${directory}/managed-settings.json`),
    ...managed.flatMap((some) => some ?? []),
  ];
}

function rulesIn(settings: JsonObject, source: string): readonly Rule[] | undefined {
  const permissions = objectIn(settings, "permissions") ?? {};
  const [deny, ask] = [textsIn(permissions.deny), textsIn(permissions.ask)];
  if (deny === undefined || ask === undefined) return undefined;
  return [...deny.map((text) => ownRule(text, "deny", source)), ...ask.map((text) => ownRule(text, "ask", source))];
}

interface LineRules {
  readonly rules: readonly Rule[];
  readonly files: readonly string[];
  readonly sandboxed: boolean;
}

/** `--disallowedTools` takes several words; `--settings` a file or JSON. Undefined for what cannot be understood. */
function lineRules({ words, cwd }: AgentLine): LineRules | undefined {
  const rules: Rule[] = [];
  const files: string[] = [];
  let sandboxed = false;
  for (const [i, word] of words.entries()) {
    const [, name, value] = /^(--disallowed-?tools|--settings)(?:=([\s\S]*))?$/i.exec(word) ?? [];
    if (name === undefined) continue;
    const given = value === undefined ? words.slice(i + 1) : [value];
    if (name.toLowerCase() !== "--settings") {
      const until = given.findIndex((one) => one.startsWith("-"));
      rules.push(
        ...splitTools(given.slice(0, until < 0 ? given.length : until)).map((text) => ownRule(text, "deny", name)),
      );
      continue;
    }
    const [settings = ""] = given;
    if (!settings.trimStart().startsWith("{")) {
      files.push(settings.startsWith("/") ? settings : `${cwd}/${settings}`);
      continue;
    }
    const inline = inlineSettings(settings);
    if (inline === undefined) return undefined;
    rules.push(...inline.rules);
    sandboxed ||= inline.sandboxed;
  }
  return { rules, files, sandboxed };
}

function inlineSettings(text: string): Omit<LineRules, "files"> | undefined {
  try {
    const settings = JSON.parse(text) as JsonObject;
    const rules = rulesIn(settings, "--settings");
    return rules === undefined ? undefined : { rules, sandboxed: switchedOn(settings, "sandbox") };
  } catch {
    return undefined;
  }
}

/** Between commas and blanks outside of parentheses. */
export const splitTools = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => word.match(/[^\s,(]+(?:\([^)]*\))?(?=[\s,]|$)|[^\s,]+/g) ?? []);
