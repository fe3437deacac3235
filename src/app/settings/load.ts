/** Managed > one run > user, and what a project may add. Scalars by that order, lists one behind the other. */

import { fail, ok, type Result } from "../../contract/result.ts";
import { LISTS, parseRule, type Rule } from "../../policy/rules/index.ts";
import type { EndpointSettings, ProviderName, Settings } from "../../policy/settings.ts";
import { parseJson, parseSettings, readJsonFile } from "./read.ts";
import type { SettingsFile } from "./schema.ts";

export const MANAGED_PATH = "/etc/sallyport/settings.json";
export const PROJECT_FILE = ".sallyport/settings.json";

export interface LoadOptions {
  readonly managedPath?: string | null;
  /** `--settings`: a file's path, or JSON beginning with `{`. */
  readonly run?: string | undefined;
  readonly userPath?: string | null;
  /** The project root; its file may only tighten. */
  readonly projectRoot?: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Loaded {
  readonly settings: Settings;
  readonly warnings: readonly string[];
}

export interface Scope {
  readonly source: string;
  readonly file: SettingsFile;
  readonly managed: boolean;
  readonly warnings: readonly string[];
}

/** Keys of earlier versions, with what a person is told. */
const GONE: Readonly<Record<string, string>> = {
  projectTasks:
    "a project's tests and builds are judged like any other call; an allow rule such as Bash(npm test) lets one pass",
};

export function loadSettings(options: LoadOptions): Result<Loaded> {
  const scopes: Scope[] = [];
  const managed = readScope(options.managedPath === undefined ? MANAGED_PATH : options.managedPath, true);
  if (!managed.ok) return managed;
  const run = options.run === undefined ? ok(undefined) : runScope(options.run);
  if (!run.ok) return run;
  const user = readScope(options.userPath === undefined ? userSettingsPath(options.env) : options.userPath, false);
  if (!user.ok) return user;
  for (const scope of [managed.value, run.value, user.value]) if (scope !== undefined) scopes.push(scope);
  const project = options.projectRoot == null ? ok(NO_PROJECT) : projectScope(`${options.projectRoot}/${PROJECT_FILE}`);
  if (!project.ok) return project;
  const merged = mergeScopes(scopes, project.value.rules, options.env);
  return merged.ok
    ? ok({ settings: merged.value.settings, warnings: [...project.value.warnings, ...merged.value.warnings] })
    : merged;
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

function readScope(path: string | null, managed: boolean): Result<Scope | undefined> {
  if (path === null) return ok(undefined);
  const json = readJsonFile(path);
  if (!json.ok) return json;
  return json.value === undefined ? ok(undefined) : scopeOf(json.value, path, managed);
}

function runScope(given: string): Result<Scope | undefined> {
  const inline = given.trimStart().startsWith("{");
  const json = inline ? parseJson(given, "--settings") : readJsonFile(given);
  if (!json.ok) return json;
  if (json.value === undefined) return fail(`${given}: there is no such settings file (--settings)`);
  return scopeOf(json.value, inline ? "--settings" : given, false);
}

function scopeOf(value: unknown, source: string, managed: boolean): Result<Scope> {
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

/** A repository must not configure its own guard: deny and ask rules count, every other key is named and ignored. */
function projectScope(path: string): Result<ProjectScope> {
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
    rules: rules.value,
    warnings: ignored.map(
      (key) => `${path}: ${key} is ignored: a project may only add permissions.deny and permissions.ask`,
    ),
  });
}

function rulesOf(scope: Pick<Scope, "source" | "file">): Result<readonly Rule[]> {
  const rules: Rule[] = [];
  for (const list of LISTS) {
    for (const text of scope.file.permissions?.[list] ?? []) {
      const rule = parseRule(text, list, scope.source);
      if (!rule.ok) return rule;
      rules.push(rule.value);
    }
  }
  return ok(rules);
}

/** First come, first served for scalars: managed stands first, so nothing below can loosen it. */
function mergeScopes(scopes: readonly Scope[], projectRules: readonly Rule[], env: LoadOptions["env"]): Result<Loaded> {
  const rules: Rule[] = [];
  for (const scope of scopes) {
    const own = rulesOf(scope);
    if (!own.ok) return own;
    rules.push(...own.value);
  }
  rules.push(...projectRules);
  const first = <T>(pick: (file: SettingsFile) => T | undefined): T | undefined => {
    for (const { file } of scopes) {
      const value = pick(file);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const all = <T>(pick: (file: SettingsFile) => readonly T[] | undefined): readonly T[] =>
    scopes.flatMap(({ file }) => pick(file) ?? []);
  const section = (pick: (file: SettingsFile) => readonly string[] | undefined): readonly string[] =>
    scopes.some(({ file }) => pick(file) !== undefined) ? [...new Set(all(pick))] : ["$defaults"];
  const managedFile = scopes.find(({ managed }) => managed)?.file;
  const managed = new Set(managedFile === undefined ? [] : leaves(managedFile));
  // A managed provider speaks alone: a fallback from below would be another voice.
  const fallbackScopes = managed.has("classifier.provider") ? scopes.filter((scope) => scope.managed) : scopes;
  const fallback = fallbackScopes.flatMap(({ file }) => file.classifier?.fallback ?? []);
  const provider = first((file) => file.classifier?.provider) ?? defaultProvider(env);
  return ok({
    warnings: [
      ...scopes.flatMap(({ warnings }) => warnings),
      ...(fallbackScopes.length < scopes.length &&
      scopes.some((scope) => !scope.managed && scope.file.classifier?.fallback !== undefined)
        ? ["classifier.fallback below the managed settings is ignored: they name the provider"]
        : []),
    ],
    settings: {
      mode: first((file) => file.mode) ?? "auto",
      shadow: first((file) => file.shadow) ?? false,
      rules,
      additionalDirectories: all((file) => file.permissions?.additionalDirectories),
      autoMode: {
        allow: section((file) => file.autoMode?.allow),
        soft_deny: section((file) => file.autoMode?.soft_deny),
        hard_deny: section((file) => file.autoMode?.hard_deny),
        environment: section((file) => file.autoMode?.environment),
        classifyAllShell: first((file) => file.autoMode?.classifyAllShell) ?? false,
        classifyEdits: first((file) => file.autoMode?.classifyEdits) ?? false,
        askRules: first((file) => file.autoMode?.askRules) ?? "always",
        strictSuspension: first((file) => file.autoMode?.strictSuspension) ?? false,
        suspendAlso: all((file) => file.autoMode?.suspendAlso),
      },
      classifier: {
        provider,
        model: first((file) => file.classifier?.model),
        baseUrl: first((file) => file.classifier?.baseUrl),
        apiKeyEnv: first((file) => file.classifier?.apiKeyEnv),
        apiKeyFile: first((file) => file.classifier?.apiKeyFile),
        command: first((file) => file.classifier?.command),
        protocol: first((file) => file.classifier?.protocol),
        region: first((file) => file.classifier?.region),
        project: first((file) => file.classifier?.project),
        stages: first((file) => file.classifier?.stages) ?? "both",
        transcript: first((file) => file.classifier?.transcript) ?? "jsonl",
        window: first((file) => file.classifier?.window),
        timeoutMs: {
          fast: first((file) => file.classifier?.timeoutMs?.fast) ?? 10_000,
          thinking: first((file) => file.classifier?.timeoutMs?.thinking) ?? 45_000,
        },
        fallback: fallback.map((entry): EndpointSettings => ({ ...entry, provider: entry.provider ?? provider })),
        models: Object.assign({}, ...[...scopes].reverse().map(({ file }) => file.classifier?.models ?? {})),
        proxy: first((file) => file.classifier?.proxy),
        caFile: first((file) => file.classifier?.caFile),
      },
      ironGate: first((file) => file.ironGate) ?? true,
      flags: first((file) => file.flags) ?? null,
      limits: {
        consecutive: first((file) => file.limits?.consecutive) ?? 3,
        total: first((file) => file.limits?.total) ?? 20,
      },
      powershell: first((file) => file.powershell) ?? false,
      safeTools: { remove: all((file) => file.safeTools?.remove) },
      managed,
    },
  });
}

function defaultProvider(env: LoadOptions["env"]): ProviderName {
  if (env.ANTHROPIC_API_KEY) return "anthropic";
  return env.OPENAI_API_KEY ? "openai" : "offline";
}

/** Dotted names of everything a file sets, lists included. */
function leaves(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? leaves(inner, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );
}
