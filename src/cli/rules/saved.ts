/** The allow rules Claude Code has for the person: their own, which count, and those saved in projects, which wait to be adopted. */
import { existsSync, readFileSync } from "node:fs";
import { type AppContext, homeOf, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import {
  adoptedRules,
  allowRule,
  claudeAllowRules,
  claudeSavedRules,
  isObject,
  objectIn,
  parseObject,
  ruleToolNames,
  whyNotOwn,
} from "../../hosts/index.ts";
import { suspendedBecause } from "../../rules/index.ts";

export interface SavedRule {
  readonly file: string;
  readonly rule: string;
  /** Why it rests in auto mode; null where it counts. */
  readonly rests: string | null;
}

export interface FoundRules {
  /** Of the person's own settings of Claude Code. */
  readonly own: readonly SavedRule[];
  /** Saved in projects and not adopted yet. */
  readonly waiting: readonly SavedRule[];
  /** Files whose rules cannot be adopted, and why. */
  readonly refused: readonly { readonly file: string; readonly why: string }[];
}

const MAX_PROJECTS = 200;

export function findSavedRules(
  io: AppContext,
  { autoMode }: Pick<Settings, "autoMode">,
  projects = knownProjects(io),
): FoundRules {
  const home = homeOf(io.env);
  const adopted = adoptedRules(stateDir(io.env));
  const describe = (file: string, rule: string): readonly SavedRule[] => {
    const parsed = allowRule(rule, file, ruleToolNames);
    return parsed === undefined ? [] : [{ file, rule, rests: suspendedBecause(parsed, autoMode) ?? null }];
  };
  const files = projects.map((root) => `${root}/.claude/settings.local.json`).filter((file) => existsSync(file));
  const isAdopted = (file: string, rule: string): boolean =>
    adopted.some((one) => one.file === file && one.rule === rule);
  return {
    own: claudeAllowRules({
      ...{ home, projectRoot: "", configDir: io.env.CLAUDE_CONFIG_DIR, stateDir: stateDir(io.env) },
      toolNames: ruleToolNames,
    })
      .filter(({ bounded }) => bounded !== true)
      .flatMap(({ source, text }) => describe(source, text)),
    waiting: projects.flatMap((projectRoot) => {
      const { file, rules } = claudeSavedRules({ home, projectRoot }) ?? { file: "", rules: [] };
      return rules.filter((rule) => !isAdopted(file, rule)).flatMap((rule) => describe(file, rule));
    }),
    refused: files.flatMap((file) => {
      const why = whyNotOwn(file, home);
      return why === null ? [] : [{ file, why }];
    }),
  };
}

/** Where the person has worked with Claude Code, by its own list, and here. */
export function knownProjects({ env, cwd }: AppContext): readonly string[] {
  const file = env.CLAUDE_CONFIG_DIR ? `${env.CLAUDE_CONFIG_DIR}/.claude.json` : `${homeOf(env)}/.claude.json`;
  try {
    const known = objectIn(parseObject(readFileSync(file, "utf8")) ?? {}, "projects");
    const roots = Object.keys(isObject(known) ? known : {}).filter((path) => path.startsWith("/"));
    return [...new Set([cwd, ...roots.slice(0, MAX_PROJECTS)])];
  } catch {
    return [cwd];
  }
}

/** "5 allow rules of Claude Code count; 2 rest in auto mode (Bash(node:*): …)". Undefined where there is none. */
export function describeOwnRules(own: readonly SavedRule[]): string | undefined {
  if (own.length === 0) return undefined;
  const resting = own.filter(({ rests }) => rests !== null);
  const first = resting[0];
  const rest =
    first === undefined
      ? ""
      : `; ${resting.length} rest${resting.length === 1 ? "s" : ""} in auto mode, that is, not there, such as ${first.rule}: ${first.rests}`;
  return `Your ${own.length} Claude Code allow rule${own.length === 1 ? "" : "s"} count${own.length === 1 ? "s" : ""}${rest}`;
}
