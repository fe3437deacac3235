/**
 * Claude Code's own rules. Deny and ask: its managed, user, project and local settings, and the command line of its
 * process. Files a run may not load are read all the same: more rules only hold back.
 */

import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostAsking, JsonObject } from "../../contract/action.ts";
import { findRepo, trackedPaths } from "../../machine/git/index.ts";
import { diskWorld, variablesIn } from "../../machine/index.ts";
import { parseRule, type Rule, type ToolNames } from "../../rules/index.ts";
import { adoptedRules, type SavedRules } from "../hook/adopted.ts";
import { mirroredIn, writtenTo } from "../install/journal.ts";
import { objectIn, parseObject } from "../json.ts";
import {
  type AgentLine,
  filesIn,
  type OwnRules,
  ownRule,
  type RulesPlace,
  type RuleText,
  readSettingsFile,
  switchedOn,
  textsIn,
  upwards,
} from "../own-rules.ts";
import { askingOf, printsOnly, type SeenSettings } from "./asking.ts";

const MANAGED = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

/** Rules that are seen count, also where others are not. */
export function claudeRules(at: RulesPlace): OwnRules {
  const agent: Pick<AgentLine, "env" | "cwd"> = at.agent ?? { env: {}, cwd: at.projectRoot };
  const flags = at.agent === undefined ? undefined : lineRules(at.agent);
  const files = settingsFiles(at, agent);
  const read = [...(files ?? []), ...(flags?.files ?? [])].map(readSeen);
  const seen = read.map((one) => fileRules(one, at.stateDir));
  const keep = [
    ...(flags === undefined
      ? [
          "the command line that Claude Code was started with cannot be read, or it names settings that cannot be: start claude yourself, as the user who set Sallyport up, and with --settings only for a file that this user can read",
        ]
      : []),
    ...(files === undefined ? ["a directory of managed settings cannot be read"] : []),
    ...(flags?.keep ?? []),
    ...seen.flatMap((one) => one.keep),
  ];
  const allow = claudeAllowRules({ ...at, configDir: at.agent?.env.CLAUDE_CONFIG_DIR });
  const nobody = at.agent !== undefined && printsOnly(at.agent);
  const asks = (): HostAsking =>
    keep.length === 0 ? askingOf(at, [...read.flatMap(settingsIn), ...(flags?.given ?? [])]) : "never";
  return {
    rules: [
      ...[...(flags?.rules ?? []), ...seen.flatMap(({ rules }) => rules)].map((rule) => ownRule(rule, at.toolNames)),
      ...allow,
    ],
    keep: keep[0] ?? null,
    asks,
    unadopted: () => claudeUnadopted(at),
    nobody,
    variables: read.flatMap(({ settings }) => variablesIn(objectIn(settings ?? {}, "env") ?? {}, at.home)),
  };
}

interface HostSettings {
  readonly file: string;
  /** Undefined where there is none, null where there is one that cannot be understood. */
  readonly settings: JsonObject | null | undefined;
}

const readSeen = (file: string): HostSettings => ({ file, settings: readSettingsFile(file, parseObject) });

const settingsIn = ({ file, settings }: HostSettings): readonly SeenSettings[] =>
  settings === null || settings === undefined ? [] : [{ file, settings }];

interface SeenRules {
  readonly rules: readonly RuleText[];
  readonly keep: readonly string[];
}

function fileRules({ file, settings }: HostSettings, stateDir: string | undefined): SeenRules {
  if (settings === undefined) return { rules: [], keep: [] };
  if (settings === null) return { rules: [], keep: [`${file} cannot be read`] };
  const { rules, keep } = settingsRules(settings, file);
  return { rules: withoutMirror(rules, file, stateDir), keep };
}

/** What installing put there of the person's rules for us is no rule of Claude Code's: it is one here already. */
function withoutMirror(rules: readonly RuleText[], file: string, stateDir: string | undefined): readonly RuleText[] {
  if (stateDir === undefined || !rules.some(({ list }) => list === "deny")) return rules;
  const ours = new Set(mirroredIn(stateDir, file));
  return rules.filter(({ list, text }) => list !== "deny" || !ours.delete(text));
}

function settingsRules(settings: JsonObject, source: string): SeenRules {
  const rules = rulesIn(settings, source);
  const sandbox = switchedOn(settings, "sandbox") ? [SANDBOXED] : [];
  return rules === undefined
    ? { rules: [], keep: [`${source}: its rules cannot be read`, ...sandbox] }
    : { rules, keep: sandbox };
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

function rulesIn(settings: JsonObject, source: string): readonly RuleText[] | undefined {
  const permissions = objectIn(settings, "permissions") ?? {};
  const [deny, ask] = [textsIn(permissions.deny), textsIn(permissions.ask)];
  if (deny === undefined || ask === undefined) return undefined;
  return [
    ...deny.map((text) => ({ text, list: "deny" as const, source })),
    ...ask.map((text) => ({ text, list: "ask" as const, source })),
  ];
}

interface LineRules extends SeenRules {
  readonly files: readonly string[];
  /** Settings that were given as text. */
  readonly given: readonly SeenSettings[];
}

const NOTHING: LineRules = { rules: [], keep: [], files: [], given: [] };

/** `--disallowedTools` takes several words; `--settings` a file or JSON. Undefined for what cannot be understood. */
function lineRules({ words, cwd }: AgentLine): LineRules | undefined {
  const found = words.map((word, i): LineRules | undefined => {
    const [, name, value] = /^(--disallowed-?tools|--settings)(?:=([\s\S]*))?$/i.exec(word) ?? [];
    if (name === undefined) return NOTHING;
    const given = value === undefined ? words.slice(i + 1) : [value];
    return name.toLowerCase() === "--settings" ? settingsOption(given[0] ?? "", cwd) : toolsOption(given, name);
  });
  if (found.includes(undefined)) return undefined;
  const all = found.flatMap((one) => one ?? []);
  return {
    rules: all.flatMap(({ rules }) => rules),
    keep: all.flatMap(({ keep }) => keep),
    files: all.flatMap(({ files }) => files),
    given: all.flatMap(({ given }) => given),
  };
}

function toolsOption(given: readonly string[], name: string): LineRules {
  const until = given.findIndex((one) => one.startsWith("-"));
  const texts = splitTools(given.slice(0, until < 0 ? given.length : until));
  return { ...NOTHING, rules: texts.map((text) => ({ text, list: "deny", source: name })) };
}

function settingsOption(given: string, cwd: string): LineRules | undefined {
  if (!given.trimStart().startsWith("{"))
    return { ...NOTHING, files: [given.startsWith("/") ? given : `${cwd}/${given}`] };
  const settings = parseObject(given);
  return settings === undefined
    ? undefined
    : { ...NOTHING, ...settingsRules(settings, "--settings"), given: [{ file: "--settings", settings }] };
}

/** Between commas and blanks outside of parentheses. */
const splitTools = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => word.match(/[^\s,(]+(?:\([^)]*\))?(?=[\s,]|$)|[^\s,]+/g) ?? []);

// Claude Code's own allow rules, as far as they are the person's: those of their own settings and of the managed ones, and
// those it saved in a project, once they were adopted. Whatever cannot be seen for certain gives no rule.

const MANAGED_SETTINGS = "/etc/claude-code/managed-settings.json";

interface AllowPlace {
  readonly home: string;
  readonly projectRoot: string;
  /** Where what was adopted is kept, and what installing changed; without it only the usual places count. */
  readonly stateDir?: string | undefined;
  /** `CLAUDE_CONFIG_DIR` of the agent's process. */
  readonly configDir?: string | undefined;
  readonly toolNames: ToolNames;
}

export const claudeAllowRules = (at: AllowPlace): readonly Rule[] => [
  ...[...ownFiles(at), MANAGED_SETTINGS].flatMap((file) =>
    allowTexts(file).flatMap((text) => allowRule(text, file, at.toolNames) ?? []),
  ),
  ...savedAndAdopted(at),
];

/** Another folder of settings is the person's where they installed the hook into it: an environment alone says nothing. */
function ownFiles({ home, configDir, stateDir }: AllowPlace): readonly string[] {
  const other = configDir === undefined ? undefined : `${configDir}/settings.json`;
  const installed = other !== undefined && stateDir !== undefined && writtenTo(stateDir, other) !== undefined;
  return [...new Set([`${home}/.claude/settings.json`, ...(installed ? [other] : [])])].filter(isItself);
}

/** No link on its last two steps: where those lead, an agent might be free to write. */
function isItself(file: string): boolean {
  try {
    return realpathSync(file) === join(realpathSync(dirname(dirname(file))), ...file.split("/").slice(-2));
  } catch {
    return false;
  }
}

function allowTexts(file: string): readonly string[] {
  const settings = readSettingsFile(file, parseObject);
  const permissions = settings ? objectIn(settings, "permissions") : null;
  return textsIn(permissions?.allow) ?? [];
}

/** Undefined where it does not mean here what it means there: a path from the root is below Claude Code's own folder there. */
export function allowRule(text: string, source: string, toolNames: ToolNames): Rule | undefined {
  const parsed = parseRule(text, "allow", source, toolNames);
  if (!parsed.ok) return undefined;
  const { content } = parsed.value;
  return content?.kind === "path" && /^\/(?!\/)/.test(content.pattern) ? undefined : parsed.value;
}

const savedFile = (projectRoot: string): string => `${projectRoot}/.claude/settings.local.json`;

/** What "don't ask again" saved in this project; null where the file is not the person's own. */
export function claudeSavedRules({ home, projectRoot }: Pick<AllowPlace, "home" | "projectRoot">): SavedRules | null {
  const file = savedFile(projectRoot);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { file, rules: [] };
  return whyNotOwn(file, home) === null ? { file, rules: allowTexts(file) } : null;
}

/** Why rules of this file can be nobody's but the repository's; null where they can be the person's. */
export function whyNotOwn(file: string, home: string): string | null {
  try {
    if (!lstatSync(file).isFile() || !isItself(file)) return "it is reached through a link";
    const world = diskWorld({ home, path: "" });
    const repo = findRepo(dirname(file), world);
    const tracked = repo === undefined ? undefined : trackedPaths(repo, world);
    if (tracked === undefined) return "it lies in no git work tree whose index can be read";
    const real = realpathSync(file).toLowerCase();
    return tracked.some((path) => path.toLowerCase() === real) ? "git tracks it: it came with the repository" : null;
  } catch {
    return "it cannot be read";
  }
}

/** What was saved in this project and waits for the person's word. */
function claudeUnadopted({ home, projectRoot, stateDir, toolNames }: AllowPlace): readonly string[] {
  const saved = stateDir === undefined ? null : claudeSavedRules({ home, projectRoot });
  if (stateDir === undefined || saved === null) return [];
  const adopted = adoptedRules(stateDir).filter(({ file }) => file === saved.file);
  return saved.rules.filter(
    (text) => !adopted.some(({ rule }) => rule === text) && allowRule(text, saved.file, toolNames),
  );
}

function savedAndAdopted({ home, projectRoot, stateDir, toolNames }: AllowPlace): readonly Rule[] {
  if (stateDir === undefined) return [];
  const file = savedFile(projectRoot);
  const adopted = adoptedRules(stateDir).filter((one) => one.file === file);
  if (adopted.length === 0) return [];
  const saved = claudeSavedRules({ home, projectRoot })?.rules ?? [];
  return saved
    .filter((text) => adopted.some(({ rule }) => rule === text))
    .flatMap((text) => {
      const rule = allowRule(text, file, toolNames);
      return rule === undefined ? [] : [{ ...rule, bounded: true as const }];
    });
}
