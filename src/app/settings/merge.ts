/** Several files become the settings in force. Every default stands here, once. */
import { ok, type Result } from "../../contract/result.ts";
import { ourNameOf, ruleToolNames } from "../../hosts/index.ts";
import { defaultProvider, type Environment } from "../../judge/providers/index.ts";
import { DEFAULT_LIMITS } from "../../memory/index.ts";
import type {
  AutoModeSettings,
  ClassifierSettings,
  ContainSettings,
  EndpointSettings,
  Settings,
  SettingsFile,
} from "../../policy/settings/index.ts";
import { LISTS, parseRule, type Rule } from "../../rules/index.ts";

export interface SettingsScope {
  readonly source: string;
  readonly file: SettingsFile;
  readonly managed: boolean;
  readonly warnings: readonly string[];
}

export interface Loaded {
  readonly settings: Settings;
  readonly warnings: readonly string[];
  /** Where the rulebook's own entries come from. */
  readonly rulebook: readonly RulebookSource[];
}

type AllKeys<T> = { readonly [key in keyof Required<T>]: T[key] };

/** What holds where no file says anything. Of each of these keys the first scope that names it decides. */
interface Defaults {
  readonly gate: Pick<Settings, "mode" | "shadow" | "ironGate" | "flags" | "powershell" | "floor">;
  readonly autoMode: Pick<
    AutoModeSettings,
    "classifyAllShell" | "classifyEdits" | "askRules" | "unproven" | "strictSuspension" | "probe"
  >;
  readonly classifier: AllKeys<Omit<ClassifierSettings, "provider" | "timeoutMs" | "fallback" | "models">>;
  readonly timeoutMs: ClassifierSettings["timeoutMs"];
  readonly limits: Settings["limits"];
  readonly contain: Pick<ContainSettings, "enabled" | "plain" | "judge">;
  readonly restore: Settings["restore"];
  readonly record: Settings["record"];
  readonly service: Settings["service"];
}

export const DEFAULT_RESTORE: Settings["restore"] = {
  maxBytes: 64 << 20,
  maxFiles: 5000,
  maxMs: 1000,
  keepDays: 7,
  keepBytes: 2 * 1024 ** 3,
};

export const DEFAULT_RECORD: Settings["record"] = { keepDays: 90 };

const DEFAULTS: Defaults = {
  gate: { mode: "auto", shadow: false, ironGate: true, flags: null, powershell: false, floor: "deny" },
  autoMode: {
    classifyAllShell: false,
    classifyEdits: false,
    askRules: "always",
    unproven: "host",
    strictSuspension: false,
    probe: "code",
  },
  classifier: {
    model: undefined,
    baseUrl: undefined,
    apiKeyEnv: undefined,
    apiKeyFile: undefined,
    command: undefined,
    protocol: "xml",
    region: undefined,
    project: undefined,
    stages: "both",
    transcript: "jsonl",
    window: undefined,
    proxy: undefined,
    caFile: undefined,
  },
  timeoutMs: { fast: 10_000, thinking: 45_000 },
  limits: DEFAULT_LIMITS,
  contain: { enabled: true, plain: false, judge: false },
  restore: DEFAULT_RESTORE,
  record: DEFAULT_RECORD,
  service: { start: true, waitSeconds: 0, notify: false },
};
/** A section of the rulebook that nobody names is the rulebook's own. */
const DEFAULT_SECTION: readonly string[] = ["$defaults"];

/** Managed stands first, so nothing below can loosen what it says. Lists stand one behind the other. */
export function mergeScopes(
  scopes: readonly SettingsScope[],
  projectRules: readonly Rule[],
  env: Environment,
): Result<Loaded> {
  const rules: Rule[] = [];
  for (const scope of scopes) {
    const own = rulesOf(scope);
    if (!own.ok) return own;
    rules.push(...own.value);
  }
  const inForce = [...rules, ...projectRules];
  const files = scopes.map(shadowHeard(scopes.some((scope) => scope.managed)));
  const managed = new Set(scopes.flatMap((scope) => (scope.managed ? leaves(scope.file) : [])));
  return ok({
    rulebook: sourcesOf(scopes),
    warnings: [
      ...scopes.flatMap(({ warnings }) => warnings),
      ...ignoredBelow(scopes, managed),
      ...inForce.flatMap(unknownTool),
    ],
    settings: {
      ...firstOf(DEFAULTS.gate, files),
      rules: inForce,
      additionalDirectories: files.flatMap(({ permissions }) => permissions?.additionalDirectories ?? []),
      autoMode: mergeAutoMode(scopes.map(autoModeOf(managed))),
      classifier: mergeClassifier(scopes, managed, env),
      limits: firstOf(
        DEFAULTS.limits,
        files.map(({ limits = {} }) => limits),
      ),
      restore: firstOf(
        DEFAULTS.restore,
        files.map(({ restore = {} }) => restore),
      ),
      record: firstOf(
        DEFAULTS.record,
        files.map(({ record = {} }) => record),
      ),
      service: firstOf(
        DEFAULTS.service,
        files.map(({ service = {} }) => service),
      ),
      safeTools: { remove: files.flatMap(({ safeTools }) => safeTools?.remove ?? []) },
      contain: mergeContain(scopes),
      managed,
    },
  });
}

const SECTIONS = ["allow", "soft_deny", "hard_deny", "environment"] as const;
type SectionName = (typeof SECTIONS)[number];

/** Which file an entry of the rulebook comes from: the first that says it. */
export interface RulebookSource {
  readonly section: SectionName;
  readonly text: string;
  readonly source: string;
}

const sourcesOf = (scopes: readonly SettingsScope[]): readonly RulebookSource[] =>
  SECTIONS.flatMap((section) =>
    scopes.flatMap(({ source, file }) => (file.autoMode?.[section] ?? []).map((text) => ({ section, text, source }))),
  );

/** Who is asked by a rule of the managed file is not for a file below to say. */
const autoModeOf =
  (managed: ReadonlySet<string>) =>
  ({ file: { autoMode = {} }, managed: above }: SettingsScope): NonNullable<SettingsFile["autoMode"]> => {
    if (above || !managed.has("permissions.ask")) return autoMode;
    const { askRules: _, ...rest } = autoMode;
    return rest;
  };

function mergeAutoMode(said: readonly NonNullable<SettingsFile["autoMode"]>[]): AutoModeSettings {
  const section = (name: SectionName): readonly string[] =>
    said.some((one) => one[name] !== undefined)
      ? [...new Set(said.flatMap((one) => one[name] ?? []))]
      : DEFAULT_SECTION;
  return {
    ...firstOf(DEFAULTS.autoMode, said),
    allow: section("allow"),
    soft_deny: section("soft_deny"),
    hard_deny: section("hard_deny"),
    environment: section("environment"),
    suspendAlso: said.flatMap(({ suspendAlso }) => suspendAlso ?? []),
  };
}

/** What the managed file says of walls replaces all that stands below it: nobody else opens or closes them. */
function mergeContain(scopes: readonly SettingsScope[]): ContainSettings {
  const above = scopes.filter((scope) => scope.managed && scope.file.contain !== undefined);
  const said = (above.length > 0 ? above : scopes).map(({ file }) => file.contain ?? {});
  const list = (name: "free" | "writable" | "hidden" | "env"): readonly string[] => [
    ...new Set(said.flatMap((one) => one[name] ?? [])),
  ];
  return {
    ...firstOf(DEFAULTS.contain, said),
    free: list("free"),
    writable: list("writable"),
    hidden: list("hidden"),
    env: list("env"),
  };
}

function mergeClassifier(
  scopes: readonly SettingsScope[],
  managed: ReadonlySet<string>,
  env: Environment,
): Settings["classifier"] {
  const said = scopes.map((scope) => heardOf(scope, managed));
  const { provider, ...scalars } = firstOf({ ...DEFAULTS.classifier, provider: defaultProvider(env) }, said);
  const fallback = said.flatMap((one) => one.fallback ?? []);
  return {
    ...scalars,
    provider,
    timeoutMs: firstOf(
      DEFAULTS.timeoutMs,
      said.map(({ timeoutMs = {} }) => timeoutMs),
    ),
    fallback: fallback.map((entry): EndpointSettings => ({ ...entry, provider: entry.provider ?? provider })),
    models: Object.assign({}, ...said.toReversed().map(({ models }) => models)),
  };
}

type ClassifierKey = keyof NonNullable<SettingsFile["classifier"]>;

/** Whose key it is and how long to wait say nothing of who is asked, and how. */
const BESIDE_PROVIDER: ReadonlySet<string> = new Set<ClassifierKey>(["apiKeyEnv", "apiKeyFile", "timeoutMs"]);
/** Whoever says one of these says who is asked, also where it leaves the provider to what is there. */
const SAYS_WHO: readonly string[] = "provider model baseUrl command region project proxy caFile".split(" ");

/**
 * A managed provider speaks alone, where the managed file says it is reached and as it says: an address, a proxy, a
 * certificate, a model, a fallback or fewer stages from below would be another voice.
 */
const heardOf = ({ managed: above, file }: SettingsScope, managed: ReadonlySet<string>) =>
  above || !SAYS_WHO.some((key) => managed.has(`classifier.${key}`))
    ? (file.classifier ?? {})
    : Object.fromEntries(Object.entries(file.classifier ?? {}).filter(([key]) => BESIDE_PROVIDER.has(key)));

/** Only watching lets everything pass: where there is a managed file, it alone says so. */
const shadowHeard =
  (isManaged: boolean) =>
  ({ managed, file }: SettingsScope): SettingsFile => {
    const { shadow, ...heard } = file;
    return isManaged && !managed ? heard : file;
  };

const ignoredBelow = (scopes: readonly SettingsScope[], managed: ReadonlySet<string>): readonly string[] =>
  scopes.flatMap((scope) => {
    const heard = heardOf(scope, managed);
    const isManaged = scopes.some((one) => one.managed);
    return [
      ...Object.keys(scope.file.classifier ?? {})
        .filter((key) => !Object.hasOwn(heard, key))
        .map((key) => `${scope.source}: classifier.${key} is ignored: the managed settings name the provider`),
      ...(scope.file.shadow === true && isManaged && !scope.managed
        ? [`${scope.source}: shadow is ignored: there are managed settings, and only they may say so`]
        : []),
    ];
  });

/** A rule that can never speak of a call, as far as anybody knows. */
const unknownTool = ({ known, source, list, text, tool }: Rule): readonly string[] => {
  if (known) return [];
  const ours = ourNameOf(tool);
  const exact = list === "allow" ? " (an allow rule wants the exact name)" : "";
  const why =
    ours === undefined
      ? `no tool is called ${JSON.stringify(tool)}${exact}`
      : `here the tool is called ${ours}${exact}`;
  return [`${source}: permissions.${list}: ${JSON.stringify(text)}: ${why}; correct the name or take the rule out`];
};

/** For each key of the defaults the first that says something. */
const firstOf = <T extends object>(
  defaults: T,
  said: readonly { readonly [key in keyof T]?: T[key] | undefined }[],
): T => {
  const named = (one: object): object =>
    Object.fromEntries(
      Object.entries(one).filter(([key, value]) => Object.hasOwn(defaults, key) && value !== undefined),
    );
  return Object.assign({ ...defaults }, ...said.toReversed().map(named));
};

export function rulesOf({ source, file }: Pick<SettingsScope, "source" | "file">): Result<readonly Rule[]> {
  const rules: Rule[] = [];
  for (const list of LISTS) {
    for (const text of file.permissions?.[list] ?? []) {
      const rule = parseRule(text, list, source, ruleToolNames);
      if (!rule.ok) return rule;
      rules.push(rule.value);
    }
  }
  return ok(rules);
}

/** Dotted names of everything a file sets, lists included. */
function leaves(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? leaves(inner, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );
}
