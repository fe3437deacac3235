import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SettingsFile } from "../../policy/settings/index.ts";
import { type LoadOptions, loadSettings, type Settings, settingsFrom } from "./index.ts";
import { mergeScopes } from "./merge.ts";
import { settingsJsonSchema } from "./schema.ts";

let dir = "";
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "settings-")));
});
afterAll(() => rmSync(dir, { recursive: true }));

let files = 0;
const file = (content: string | Uint8Array | object): string => {
  const path = join(dir, `s${files++}.json`);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
};
const load = (options: Partial<LoadOptions>): Settings => {
  const loaded = loadSettings({ managedPath: null, userPath: null, projectRoot: null, env: {}, ...options });
  if (!loaded.ok) throw new Error(loaded.error);
  return loaded.value.settings;
};
const wrong = (options: Partial<LoadOptions>): string => {
  const loaded = loadSettings({ managedPath: null, userPath: null, projectRoot: null, env: {}, ...options });
  return loaded.ok ? "loaded" : loaded.error;
};

describe("scopes", () => {
  test("every key is optional, and the defaults are those of the contract", () => {
    expect(load({})).toMatchObject({
      mode: "auto",
      shadow: false,
      ironGate: true,
      powershell: false,
      limits: { consecutive: 3, total: 20 },
      rules: [],
      autoMode: { allow: ["$defaults"], hard_deny: ["$defaults"], askRules: "always", classifyEdits: false },
      classifier: {
        provider: "offline",
        stages: "both",
        transcript: "jsonl",
        timeoutMs: { fast: 10_000, thinking: 45_000 },
        fallback: [],
      },
    });
  });
  test("scalars: managed before run before user", () => {
    const managedPath = file({ mode: "default" });
    const userPath = file({ mode: "plan", ironGate: false, limits: { total: 5 } });
    expect(load({ managedPath, run: '{"mode":"auto","limits":{"consecutive":2}}', userPath })).toMatchObject({
      mode: "default",
      ironGate: false,
      limits: { consecutive: 2, total: 5 },
    });
    expect(load({ run: '{"mode":"auto"}', userPath }).mode).toBe("auto");
  });
  test("lists one behind the other, each rule with its file", () => {
    const managedPath = file({ permissions: { deny: ["Bash(a:*)"] } });
    const userPath = file({ permissions: { deny: ["Bash(b:*)"], allow: ["Read"] } });
    const { rules } = load({ managedPath, userPath });
    expect(rules.map((rule) => [rule.list, rule.text, rule.source])).toEqual([
      ["deny", "Bash(a:*)", managedPath],
      ["allow", "Read", userPath],
      ["deny", "Bash(b:*)", userPath],
    ]);
  });
  test("a section that is named replaces the defaults; $defaults splices them in", () => {
    expect(load({ run: '{"autoMode":{"soft_deny":["x"]}}' }).autoMode.soft_deny).toEqual(["x"]);
    expect(load({ run: '{"autoMode":{"soft_deny":["$defaults","x"]}}' }).autoMode.soft_deny).toEqual([
      "$defaults",
      "x",
    ]);
  });
  test("whom a managed ask rule asks is not said below", () => {
    const userPath = file({ autoMode: { askRules: "classify" } });
    const own = file({ permissions: { ask: ["Bash(git push:*)"] } });
    expect(load({ managedPath: own, userPath }).autoMode.askRules).toBe("always");
    const said = file({ permissions: { ask: ["Bash(git push:*)"] }, autoMode: { askRules: "classify" } });
    expect(load({ managedPath: said }).autoMode.askRules).toBe("classify");
    expect(load({ managedPath: file({ mode: "auto" }), userPath }).autoMode.askRules).toBe("classify");
  });

  test("where there are managed settings, only they say that everything is only watched", () => {
    const managedPath = file({ permissions: { deny: ["Bash(a:*)"] } });
    const userPath = file({ shadow: true });
    expect(load({ managedPath, userPath }).shadow).toBe(false);
    expect(load({ managedPath, run: '{"shadow":true}' }).shadow).toBe(false);
    expect(load({ managedPath: file({ shadow: true }) }).shadow).toBe(true);
    expect(load({ userPath }).shadow).toBe(true);
    const loaded = loadSettings({ managedPath, userPath, projectRoot: null, env: {} });
    expect(loaded.ok && loaded.value.warnings).toEqual([expect.stringContaining("shadow is ignored")]);
  });

  test("managed hard_deny stays, whatever is said below", () => {
    const managedPath = file({ autoMode: { hard_deny: ["$defaults", "never touch prod"] } });
    expect(load({ managedPath, run: '{"autoMode":{"hard_deny":[]}}' }).autoMode.hard_deny).toEqual([
      "$defaults",
      "never touch prod",
    ]);
  });
  test.each(["npm", "git push", "npm run test:unit", "python3.12", "deploy*", "pip install @scope/x"])(
    "suspendAlso may name %s",
    (entry) => {
      const managedPath = file({ autoMode: { suspendAlso: [entry] }, safeTools: { remove: ["Grep"] } });
      expect(load({ managedPath }).autoMode.suspendAlso).toEqual([entry]);
    },
  );
  test("a managed provider is reached as the managed file says, and by no other model", () => {
    const managed = { classifier: { provider: "anthropic" }, floor: "deny", mode: "default" } as const;
    const below = {
      classifier: {
        baseUrl: "http://127.0.0.1:9",
        proxy: "http://127.0.0.1:8",
        caFile: "/x",
        stages: "fast",
        model: "m",
        apiKeyEnv: "K",
      },
      floor: "ask",
      mode: "bypassPermissions",
    } as const;
    const scope = (file: SettingsFile, above: boolean) => ({
      source: above ? "/etc" : "user",
      file,
      managed: above,
      warnings: [],
    });
    const merged = mergeScopes([scope(managed, true), scope(below, false)], [], {});
    if (!merged.ok) throw new Error(merged.error);
    const { settings, warnings } = merged.value;
    expect(settings.classifier).toMatchObject({ provider: "anthropic", stages: "both", apiKeyEnv: "K" });
    for (const key of ["baseUrl", "proxy", "caFile", "model"] as const)
      expect(settings.classifier[key]).toBeUndefined();
    for (const key of ["baseUrl", "proxy", "caFile", "stages", "model"])
      expect(warnings.join()).toContain(`classifier.${key}`);
    expect([settings.floor, settings.mode]).toEqual(["deny", "default"]);
  });

  test.each([
    { baseUrl: "https://judge.example", model: "m" },
    { model: "m" },
    { baseUrl: "https://judge.example" },
    { proxy: "http://proxy.example" },
  ])("what names a part of it is bound, too: %j", (classifier) => {
    const run = '{"classifier":{"provider":"command","command":["true"],"fallback":[{"provider":"offline"}]}}';
    const { provider, command, fallback } = load({ managedPath: file({ classifier }), run }).classifier;
    expect([provider, command, fallback]).toEqual(["offline", undefined, []]);
  });
  test("what says nothing of who is asked binds nobody", () => {
    const managedPath = file({ classifier: { stages: "both", timeoutMs: { fast: 9 } } });
    expect(load({ managedPath, run: '{"classifier":{"provider":"openai"}}' }).classifier.provider).toBe("openai");
  });
  test("a managed provider speaks alone: fallbacks from below are dropped with a warning", () => {
    const managedPath = file({ classifier: { provider: "anthropic" } });
    const loaded = loadSettings({
      managedPath,
      userPath: null,
      projectRoot: null,
      env: {},
      run: '{"classifier":{"fallback":[{"provider":"openai-compatible","baseUrl":"http://127.0.0.1:9"}]}}',
    });
    expect(loaded.ok && loaded.value.settings.classifier.fallback).toEqual([]);
    expect(loaded.ok && loaded.value.warnings.join()).toContain("classifier.fallback");
  });
  test.each([
    [{ ANTHROPIC_API_KEY: "k" }, "anthropic"],
    [{ OPENAI_API_KEY: "k" }, "openai"],
    [{ ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b" }, "anthropic"],
    [{}, "offline"],
  ])("without a provider, by key: %j", (env, provider) => expect(load({ env }).classifier.provider).toBe(provider));
});

describe("what a project may say", () => {
  const project = (content: string | object): string => {
    const root = mkdtempSync(join(dir, "p-"));
    mkdirSync(join(root, ".sallyport"));
    writeFileSync(
      join(root, ".sallyport/settings.json"),
      typeof content === "string" ? content : JSON.stringify(content),
    );
    return root;
  };
  test("deny and ask count", () => {
    const rules = load({
      projectRoot: project({ version: 1, permissions: { deny: ["Bash(x)"], ask: ["Read(./y)"] } }),
    }).rules;
    expect(rules.map(({ text }) => text)).toEqual(["Read(./y)", "Bash(x)"]);
  });
  test.each([
    "mode",
    "shadow",
    "autoMode",
    "classifier",
    "ironGate",
    "flags",
    "limits",
    "powershell",
    "projectTasks",
    "safeTools",
    "service",
    "anything",
  ])("%s is ignored with a warning", (key) => {
    const before = load({});
    const loaded = loadSettings({
      managedPath: null,
      userPath: null,
      env: {},
      projectRoot: project({ [key]: { evil: true } }),
    });
    if (!loaded.ok) throw new Error(loaded.error);
    expect(loaded.value.settings).toEqual(before);
    expect(loaded.value.warnings).toEqual([expect.stringContaining(`${key} is ignored`)]);
  });
  test("a broken project file is an error, not nothing", () => {
    expect(wrong({ projectRoot: project("{") })).toContain("is not valid JSON");
    expect(wrong({ projectRoot: project({ permissions: { deny: ["Bash("] } }) })).toContain("not closed");
    expect(wrong({ projectRoot: project({ permissions: { deny: "Bash" } }) })).toContain(
      "permissions.deny: must be an array",
    );
  });
});

describe("bad settings: one line that names the file and the field", () => {
  test.each([
    ['{"mode":"yolo"}', "mode: must be one of default, acceptEdits"],
    ['{"modes":"auto"}', 'unknown key "modes"; known are version, mode, shadow'],
    ['{"contain":"off"}', "contain: must be an object with any of enabled, plain"],
    [
      '{"classifier":{"fallback":[{"modle":"x"}]}}',
      'classifier.fallback.0: unknown key "modle"; known are provider, model',
    ],
    ['{"permissions":{"dney":[]}}', 'permissions: unknown key "dney"; known are allow, ask, deny'],
    ['{"version":2}', "version: 2 is not known"],
    ['{"version":"1"}', 'version: "1" is not known'],
    ['{"limits":{"total":0}}', "limits.total"],
    ['{"limits":{"total":1.5}}', "limits.total"],
    ['{"permissions":{"allow":["Bash("]}}', 'permissions.allow: "Bash(": the parenthesis is not closed'],
    ['{"autoMode":{"suspendAlso":["Bash(npm test:*)"]}}', "autoMode.suspendAlso.0: must be how a command begins"],
    ['{"autoMode":{"suspendAlso":["npm test:*"]}}', '"npm", "git push"'],
    ['{"autoMode":{"suspendAlso":["npm:*"]}}', "must be how a command begins"],
    ['{"autoMode":{"suspendAlso":["npm",""]}}', "autoMode.suspendAlso.1"],
    ['{"autoMode":{"suspendAlso":["/usr/bin/npm"]}}', "not a rule or a path"],
    ['{"autoMode":{"suspendAlso":[" npm"]}}', "must be how a command begins"],
    ['{"safeTools":{"remove":["Grep(src/**)"]}}', "safeTools.remove.0: must be the name of a tool"],
    ['{"shadow":"yes"}', "shadow: must be a boolean"],
    ["[]", "must be an object"],
    ["null", "must be an object"],
    ['{"__proto__":{"mode":"bypassPermissions"}}', "unknown key"],
    ['{"a":1,}', "is not valid JSON"],
    ['{"permissions":{"deny":["Bash(git push:*)"]},"permissions":{}}', 'has the key "permissions" twice'],
    ['{"permissions":{"deny":["Read"],"\\u0064eny":[]}}', 'has the key "deny" twice'],
    ['{"mode":"default","mode":"bypassPermissions"}', 'has the key "mode" twice'],
    ["{", "is not valid JSON"],
    ['{"classifier":{"timeoutMs":{"fast":99999999}}}', "classifier.timeoutMs.fast"],
  ])("%s", (content, why) => {
    const path = file(content);
    const said = wrong({ userPath: path });
    expect(said).toContain(why);
    expect(said.startsWith(path)).toBe(true);
    expect(said).not.toContain("\n");
  });
  test("invalid UTF-8", () =>
    expect(wrong({ userPath: file(new Uint8Array([0x7b, 0xff, 0x7d])) })).toContain("is not valid UTF-8"));
  test("a directory", () => expect(wrong({ userPath: dir })).toContain("is not a file"));
  test("a link loop", () => {
    symlinkSync("loop.json", join(dir, "loop.json"));
    expect(wrong({ userPath: join(dir, "loop.json") })).toContain("leads back to itself");
  });
  test("a link to nothing", () => {
    symlinkSync("nowhere.json", join(dir, "dangling.json"));
    expect(wrong({ userPath: join(dir, "dangling.json") })).toContain("does not exist");
  });
  test("a huge file", () =>
    expect(wrong({ userPath: file(`{"mode":"${"x".repeat(1_000_001)}"}`) })).toContain("larger than"));
  test("--settings that names no file", () =>
    expect(wrong({ run: join(dir, "absent.json") })).toContain("no such settings file"));
  test("settings handed in as a value", () => expect(settingsFrom({ mode: "x" })).toMatchObject({ ok: false }));
});

test("the published schema describes the file: every top-level key, and nothing else is accepted", () => {
  const schema = settingsJsonSchema() as { properties: Record<string, unknown>; additionalProperties: boolean };
  expect(Object.keys(schema.properties).sort()).toEqual([
    "$schema",
    "autoMode",
    "classifier",
    "contain",
    "flags",
    "floor",
    "ironGate",
    "limits",
    "mode",
    "permissions",
    "powershell",
    "record",
    "restore",
    "safeTools",
    "service",
    "shadow",
    "version",
  ]);
  expect(schema.additionalProperties).toBe(false);
});
