/**
 * Claude Code's own allow rules, as far as they are the person's: those of their own settings and of the managed ones, and
 * those it saved in a project, once they were adopted. Whatever cannot be seen for certain gives no rule.
 */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRepo, trackedPaths } from "../../machine/git/index.ts";
import { diskWorld } from "../../machine/index.ts";
import { parseRule, type Rule } from "../../rules/index.ts";
import { adoptedRules, type SavedRules } from "../adopted.ts";
import { receiptFor } from "../install/receipt.ts";
import { objectIn, parseObject } from "../json.ts";
import { readSettingsFile, textsIn } from "../own-rules.ts";
import { ruleToolNames } from "../rule-names.ts";

const MANAGED = "/etc/claude-code/managed-settings.json";

export interface AllowPlace {
  readonly home: string;
  readonly projectRoot: string;
  /** Where what was adopted is kept, and what installing changed; without it only the usual places count. */
  readonly stateDir?: string | undefined;
  /** `CLAUDE_CONFIG_DIR` of the agent's process. */
  readonly configDir?: string | undefined;
}

export const claudeAllowRules = (at: AllowPlace): readonly Rule[] => [
  ...ownFiles(at).flatMap((file) => rulesOf(file)),
  ...rulesOf(MANAGED),
  ...savedAndAdopted(at),
];

/** Another folder of settings is the person's where they installed the hook into it: an environment alone says nothing. */
function ownFiles({ home, configDir, stateDir }: AllowPlace): readonly string[] {
  const other = configDir === undefined ? undefined : `${configDir}/settings.json`;
  const installed = other !== undefined && stateDir !== undefined && receiptFor(stateDir, other) !== null;
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

const rulesOf = (file: string): readonly Rule[] => allowTexts(file).flatMap((text) => allowRule(text, file) ?? []);

function allowTexts(file: string): readonly string[] {
  const settings = readSettingsFile(file, parseObject);
  const permissions = settings ? objectIn(settings, "permissions") : null;
  return textsIn(permissions?.allow) ?? [];
}

/** Undefined where it does not mean here what it means there: a path from the root is below Claude Code's own folder there. */
export function allowRule(text: string, source: string): Rule | undefined {
  const parsed = parseRule(text, "allow", source, ruleToolNames);
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
export function claudeUnadopted({ home, projectRoot, stateDir }: AllowPlace): readonly string[] {
  const saved = stateDir === undefined ? null : claudeSavedRules({ home, projectRoot });
  if (stateDir === undefined || saved === null) return [];
  const adopted = adoptedRules(stateDir).filter(({ file }) => file === saved.file);
  return saved.rules.filter((text) => !adopted.some(({ rule }) => rule === text) && allowRule(text, saved.file));
}

function savedAndAdopted({ home, projectRoot, stateDir }: AllowPlace): readonly Rule[] {
  if (stateDir === undefined) return [];
  const file = savedFile(projectRoot);
  const adopted = adoptedRules(stateDir).filter((one) => one.file === file);
  if (adopted.length === 0) return [];
  const saved = claudeSavedRules({ home, projectRoot })?.rules ?? [];
  return saved
    .filter((text) => adopted.some(({ rule }) => rule === text))
    .flatMap((text) => {
      const rule = allowRule(text, file);
      return rule === undefined ? [] : [{ ...rule, saved: true as const }];
    });
}
