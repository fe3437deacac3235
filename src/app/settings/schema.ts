/** The settings file (§10) as it is checked, and the JSON Schema published from the same source. */
import * as z from "zod/mini";
import { MODES } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { PROVIDERS } from "../../contract/providers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { DEFAULT_LIMITS } from "../../memory/index.ts";
import type { SettingsFile } from "../../policy/settings/index.ts";
import { DEFAULT_RECORD, DEFAULT_RESTORE } from "./merge.ts";

const texts = () => z.optional(z.array(z.string()));
/** A rule where a name is asked for would silently match nothing. */
const named = (is: RegExp, message: string) =>
  z.optional(z.array(z.string().check(z.refine((entry: string) => is.test(entry), message))));
/** The beginning of a command: words with one blank between them, the program by its bare name. */
const COMMAND_START = /^(?!\w+\()[^\s/:"'\\]+(?: (?!\S*:\*$)[^\s"'\\]+)*$/;
const TOOL_NAME = /^[^\s()]+$/;
const flag = () => z.optional(z.boolean());
const text = () => z.optional(z.string().check(z.minLength(1)));
const count = () => z.optional(z.int().check(z.positive()));
const counts = <T extends object>(defaults: T) =>
  Object.fromEntries(Object.keys(defaults).map((name) => [name, count()])) as Record<keyof T, ReturnType<typeof count>>;
const milliseconds = () => z.optional(z.int().check(z.positive(), z.maximum(600_000)));

/** A host waits for its hook no longer than ten minutes. */
const waitSeconds = () => z.optional(z.int().check(z.minimum(0), z.maximum(540)));

const permissions = () =>
  z.strictObject({ allow: texts(), ask: texts(), deny: texts(), additionalDirectories: texts() });

const autoMode = () =>
  z.strictObject({
    allow: texts(),
    soft_deny: texts(),
    hard_deny: texts(),
    environment: texts(),
    classifyAllShell: flag(),
    classifyEdits: flag(),
    askRules: z.optional(z.enum(["always", "classify"])),
    unproven: z.optional(z.enum(["host", "ask"])),
    strictSuspension: flag(),
    probe: z.optional(z.union([z.enum(["code", "model"]), z.literal(false)])),
    suspendAlso: named(COMMAND_START, 'must be how a command begins, not a rule or a path: "npm", "git push"'),
  });

const endpoint = () => ({
  provider: z.optional(z.enum(PROVIDERS)),
  model: text(),
  baseUrl: text(),
  apiKeyEnv: text(),
  apiKeyFile: text(),
  command: z.optional(z.array(z.string()).check(z.minLength(1))),
  protocol: z.optional(z.enum(["xml", "tool"])),
  region: text(),
  project: text(),
});

const price = () =>
  z.strictObject({
    input: z.number(),
    output: z.number(),
    cacheRead: z.optional(z.number()),
    cacheWrite: z.optional(z.number()),
  });

const modelOverride = () =>
  z.strictObject({ alwaysThinks: flag(), noTemperature: flag(), contextTokens: count(), price: z.optional(price()) });

const classifier = () =>
  z.strictObject({
    ...endpoint(),
    stages: z.optional(z.enum(["both", "fast", "thinking"])),
    transcript: z.optional(z.enum(["jsonl", "text"])),
    window: z.optional(z.enum(["full", "compact"])),
    timeoutMs: z.optional(z.strictObject({ fast: milliseconds(), thinking: milliseconds() })),
    fallback: z.optional(z.array(z.strictObject(endpoint()))),
    models: z.optional(z.record(z.string(), modelOverride())),
    proxy: text(),
    caFile: text(),
  });

const contain = () =>
  z.strictObject({
    enabled: flag(),
    plain: flag(),
    judge: flag(),
    free: texts(),
    writable: texts(),
    hidden: texts(),
    env: texts(),
  });

/** What may stand under each key; made where it is asked for. Every key may be absent. */
const KEYS = {
  $schema: () => z.optional(z.string()),
  version: () => z.optional(z.literal(1)),
  mode: () => z.optional(z.enum(MODES)),
  shadow: flag,
  permissions: () => z.optional(permissions()),
  autoMode: () => z.optional(autoMode()),
  classifier: () => z.optional(classifier()),
  ironGate: flag,
  flags: () => z.optional(z.strictObject({ url: z.string(), clientKey: text() })),
  limits: () => z.optional(z.strictObject(counts(DEFAULT_LIMITS))),
  powershell: flag,
  restore: () => z.optional(z.strictObject(counts(DEFAULT_RESTORE))),
  record: () => z.optional(z.strictObject(counts(DEFAULT_RECORD))),
  service: () => z.optional(z.strictObject({ start: flag(), waitSeconds: waitSeconds(), notify: flag() })),
  floor: () => z.optional(z.enum(["deny", "ask"])),
  safeTools: () =>
    z.optional(z.strictObject({ remove: named(TOOL_NAME, 'must be the name of a tool, not a rule: "Grep"') })),
  contain: () => z.optional(contain()),
};

/** For an object with these keys alone it says what the whole schema says. Nothing is compiled: a hook reads one file. */
function makeSchema(keys: readonly string[] = Object.keys(KEYS)) {
  z.config({ jitless: true });
  const made = Object.entries(KEYS).flatMap(([key, make]) => (keys.includes(key) ? [[key, make()]] : []));
  return z.strictObject(Object.fromEntries(made) as { [Key in keyof typeof KEYS]: ReturnType<(typeof KEYS)[Key]> });
}

const schema = once(makeSchema);

/** The one place where a settings object of unknown shape becomes a typed one. An error names the field. */
export function parseSettingsFile(value: unknown): Result<SettingsFile> {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const parsed = makeSchema(keys).safeParse(value);
  return parsed.success ? ok(parsed.data) : fail(describe(parsed.error.issues[0]));
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "is not valid";
  const at = issue.path.map(String).join(".");
  const where = at === "" ? "" : `${at}: `;
  switch (issue.code) {
    case "unrecognized_keys":
      return `${where}unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; known are ${keysAt(issue.path).join(", ")}`;
    case "invalid_value":
      return `${where}must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return `${where}must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}${withKeys(issue)}`;
    default:
      return `${where}${issue.message || "is not valid"}`;
  }
}

type SchemaNode = z.core.JSONSchema._JSONSchema | undefined;

/** What stands below a key, an item of a list or a name of the person's own. */
function below(node: SchemaNode, key: PropertyKey): SchemaNode {
  if (typeof node !== "object") return undefined;
  if (typeof key === "number") return Array.isArray(node.items) ? undefined : node.items;
  return node.properties?.[String(key)] ?? node.additionalProperties;
}

/** What a person may write at a place of the file. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const node = path.reduce<SchemaNode>(below, z.toJSONSchema(schema()));
  return Object.keys((typeof node === "object" ? node.properties : undefined) ?? {}).filter(
    (key) => !key.startsWith("$"),
  );
}

function withKeys({ expected, path }: z.core.$ZodIssueInvalidType): string {
  const keys = expected === "object" ? keysAt(path) : [];
  return keys.length === 0 ? "" : ` with any of ${keys.join(", ")}`;
}

/** The published JSON Schema. */
export const settingsJsonSchema = (): unknown => ({
  ...z.toJSONSchema(schema(), { target: "draft-2020-12" }),
  title: "Sallyport settings",
  description:
    "Managed /etc/sallyport/settings.json, user $XDG_CONFIG_HOME/sallyport/settings.json, or --settings. A project's .sallyport/settings.json may hold only permissions.deny and permissions.ask.",
});

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Holds<T extends true> = T;
/** Does not compile where the schema and the written type differ, in either direction, at any depth. */
type _SchemaIsType = Holds<Same<Frozen<z.infer<ReturnType<typeof makeSchema>>>, Frozen<SettingsFile>>>;
