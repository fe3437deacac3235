/** Managed > one run > user, and what a project may add. Scalars by that order, lists one behind the other. */

import { all, fail, ok, type Result } from "../../contract/result.ts";
import { enclosing } from "../../machine/git/index.ts";
import { diskWorld } from "../../machine/index.ts";
import type { Rule } from "../../rules/index.ts";
import { type Loaded, mergeScopes, rulesOf, type SettingsScope } from "./merge.ts";
import { parseJson, parseSettings, readJsonFile } from "./read.ts";

export const MANAGED_PATH = "/etc/sallyport/settings.json";
/** In the project root, and in any directory from there up to the top of its repository. */
const PROJECT_FILE = ".sallyport/settings.json";

export interface LoadOptions {
  readonly managedPath?: string | null;
  /** `--settings`: a file's path, or JSON beginning with `{`. */
  readonly run?: string | undefined;
  readonly userPath?: string | null;
  /** The project root; its file, and those up to the top of its repository, may only tighten. */
  readonly projectRoot?: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Keys of earlier versions, with what a person is told. */
const GONE: Readonly<Record<string, string>> = {
  projectTasks:
    "a project's tests and builds are judged like any other call; an allow rule such as Bash(npm test) lets one pass",
};

export function loadSettings(options: LoadOptions): Result<Loaded> {
  const { managedPath = MANAGED_PATH, userPath = userSettingsPath(options.env), projectRoot, env } = options;
  const read = all({
    managed: readScope(managedPath, true),
    run: options.run === undefined ? ok(undefined) : runScope(options.run),
    user: readScope(userPath, false),
    project: projectRoot == null ? ok(NO_PROJECT) : projectScopes(projectRoot, env),
  });
  if (!read.ok) return read;
  const { managed, run, user, project } = read.value;
  const scopes = [managed, run, user].filter((scope) => scope !== undefined);
  const merged = mergeScopes(scopes, project.rules, env);
  if (!merged.ok) return merged;
  return ok({ ...merged.value, warnings: [...project.warnings, ...merged.value.warnings] });
}

export function userSettingsPath(env: Readonly<Record<string, string | undefined>>): string | null {
  const config = env.XDG_CONFIG_HOME || (env.HOME === undefined ? undefined : `${env.HOME}/.config`);
  return config === undefined ? null : `${config}/sallyport/settings.json`;
}

/** For a harness that hands the settings in as a value. */
export function settingsFrom(value: unknown, env: LoadOptions["env"] = {}): Result<Loaded> {
  const scope = scopeOf(value, "settings", false);
  return scope.ok ? mergeScopes([scope.value], [], env) : scope;
}

function readScope(path: string | null, managed: boolean): Result<SettingsScope | undefined> {
  if (path === null) return ok(undefined);
  const json = readJsonFile(path);
  if (!json.ok) return json;
  return json.value === undefined ? ok(undefined) : scopeOf(json.value, path, managed);
}

function runScope(given: string): Result<SettingsScope | undefined> {
  const inline = given.trimStart().startsWith("{");
  const json = inline ? parseJson(given, "--settings") : readJsonFile(given);
  if (!json.ok) return json;
  if (json.value === undefined) return fail(`${given}: there is no such settings file (--settings)`);
  return scopeOf(json.value, inline ? "--settings" : given, false);
}

function scopeOf(value: unknown, source: string, managed: boolean): Result<SettingsScope> {
  const gone =
    typeof value === "object" && value !== null ? Object.keys(value).filter((key) => Object.hasOwn(GONE, key)) : [];
  const kept =
    gone.length === 0
      ? value
      : Object.fromEntries(Object.entries(value as object).filter(([key]) => !gone.includes(key)));
  const file = parseSettings(kept, source);
  const warnings = gone.map((key) => `${source}: ${key} is gone and does nothing: ${GONE[key]}`);
  return file.ok ? ok({ source, file: file.value, managed, warnings }) : file;
}

interface ProjectScope {
  readonly rules: readonly Rule[];
  readonly warnings: readonly string[];
}
const NO_PROJECT: ProjectScope = { rules: [], warnings: [] };

/** The directories whose files count for a session that begins in `projectRoot`: the same project, wherever in it one begins. */
const projectDirectories = (projectRoot: string, { HOME: home }: LoadOptions["env"]): readonly string[] =>
  enclosing(projectRoot, diskWorld(home === undefined ? {} : { home })).directories;

export const projectFiles = (projectRoot: string, env: LoadOptions["env"]): readonly string[] =>
  projectDirectories(projectRoot, env).map(fileIn);

const fileIn = (directory: string): string => `${directory === "/" ? "" : directory}/${PROJECT_FILE}`;

function projectScopes(projectRoot: string, env: LoadOptions["env"]): Result<ProjectScope> {
  const rules: Rule[] = [];
  const warnings: string[] = [];
  for (const directory of projectDirectories(projectRoot, env)) {
    const scope = projectScope(directory);
    if (!scope.ok) return scope;
    rules.push(...scope.value.rules);
    warnings.push(...scope.value.warnings);
  }
  return ok({ rules, warnings });
}

/** Its `./` is the directory of the file. */
const standingIn =
  (directory: string) =>
  (rule: Rule): Rule =>
    rule.content?.kind === "path" ? { ...rule, content: { ...rule.content, from: directory } } : rule;

/** A repository must not configure its own guard: deny and ask rules count, every other key is named and ignored. */
function projectScope(directory: string): Result<ProjectScope> {
  const path = fileIn(directory);
  const json = readJsonFile(path);
  if (!json.ok) return json;
  if (json.value === undefined) return ok(NO_PROJECT);
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value))
    return fail(`${path}: must be an object`);
  const { permissions, version: _, $schema: __, ...rest } = json.value as Record<string, unknown>;
  const { deny, ask, ...others } = (
    typeof permissions === "object" && permissions !== null ? permissions : {}
  ) as Record<string, unknown>;
  const ignored = [...Object.keys(rest), ...Object.keys(others).map((key) => `permissions.${key}`)];
  const kept = parseSettings(
    { permissions: { ...(deny === undefined ? {} : { deny }), ...(ask === undefined ? {} : { ask }) } },
    path,
  );
  if (!kept.ok) return kept;
  const rules = rulesOf({ source: path, file: kept.value });
  if (!rules.ok) return rules;
  return ok({
    rules: rules.value.map(standingIn(directory)),
    warnings: ignored.map(
      (key) => `${path}: ${key} is ignored: a project may only add permissions.deny and permissions.ask`,
    ),
  });
}
