/** The settings file (§10): one schema, from which the types and the published JSON Schema come. Every key is optional. */
import * as z from "zod/mini";
import { MODES } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { PROVIDERS } from "../../contract/providers.ts";

/** Made on first use: most calls read no settings file. */
function makeSchema() {
  const texts = z.optional(z.array(z.string()));
  const flag = z.optional(z.boolean());
  const text = z.optional(z.string().check(z.minLength(1)));
  const count = z.optional(z.int().check(z.positive()));
  const milliseconds = z.optional(z.int().check(z.positive(), z.maximum(600_000)));

  const modelAbilities = z.strictObject({
    alwaysThinks: flag,
    noTemperature: flag,
    contextTokens: count,
    /** Dollars for a million tokens. */
    price: z.optional(
      z.strictObject({
        input: z.number(),
        output: z.number(),
        cacheRead: z.optional(z.number()),
        cacheWrite: z.optional(z.number()),
      }),
    ),
  });

  const endpoint = {
    provider: z.optional(z.enum(PROVIDERS)),
    model: text,
    baseUrl: text,
    apiKeyEnv: text,
    apiKeyFile: text,
    /** Provider `command`: the program and its arguments; the prompt comes on its standard input. */
    command: z.optional(z.array(z.string()).check(z.minLength(1))),
    protocol: z.optional(z.enum(["xml", "tool"])),
    /** Bedrock and Vertex. */
    region: text,
    /** Vertex and OpenAI. */
    project: text,
  };

  return z.strictObject({
    $schema: z.optional(z.string()),
    version: z.optional(z.literal(1)),
    mode: z.optional(z.enum(MODES)),
    shadow: flag,
    permissions: z.optional(z.strictObject({ allow: texts, ask: texts, deny: texts, additionalDirectories: texts })),
    autoMode: z.optional(
      z.strictObject({
        allow: texts,
        soft_deny: texts,
        hard_deny: texts,
        environment: texts,
        classifyAllShell: flag,
        classifyEdits: flag,
        askRules: z.optional(z.enum(["always", "classify"])),
        strictSuspension: flag,
        suspendAlso: texts,
      }),
    ),
    classifier: z.optional(
      z.strictObject({
        ...endpoint,
        stages: z.optional(z.enum(["both", "fast", "thinking"])),
        transcript: z.optional(z.enum(["jsonl", "text"])),
        window: z.optional(z.enum(["full", "compact"])),
        timeoutMs: z.optional(z.strictObject({ fast: milliseconds, thinking: milliseconds })),
        fallback: z.optional(z.array(z.strictObject(endpoint))),
        models: z.optional(z.record(z.string(), modelAbilities)),
        /** For systems that need them: environment variables are not consulted by a hook. */
        proxy: text,
        caFile: text,
      }),
    ),
    ironGate: flag,
    flags: z.optional(z.strictObject({ url: z.string(), clientKey: text })),
    limits: z.optional(z.strictObject({ consecutive: count, total: count })),
    powershell: flag,
    safeTools: z.optional(z.strictObject({ remove: texts })),
  });
}

export const settingsSchema = once(makeSchema);

/** What one file says. */
export type SettingsFile = z.infer<ReturnType<typeof makeSchema>>;

/** The published JSON Schema. */
export const settingsJsonSchema = (): unknown => ({
  ...z.toJSONSchema(settingsSchema(), { target: "draft-2020-12" }),
  title: "Sallyport settings",
  description:
    "Managed /etc/sallyport/settings.json, user $XDG_CONFIG_HOME/sallyport/settings.json, or --settings. A project's .sallyport/settings.json may hold only permissions.deny and permissions.ask.",
});
