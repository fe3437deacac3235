/** Settings of agents that lead to extensions, plugins and packages by a path: whatever lies there is loaded, run or told. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("ext/lib/known.ts", "export {};\n");
  here.write("src/a.ts", "export const a = 1;\n");
});
afterEach(() => here.remove());

const list = (key: string, ...values: readonly unknown[]): string => JSON.stringify({ [key]: values });

/** Everything in the project is held: what is loaded leads on to what nobody can tell. */
test.each<[string, string]>([
  [".pi/agent/settings.json", list("packages", "~/code/app")],
  [".pi/agent/settings.json", list("packages", "~/code/app/ext")],
  [".pi/agent/settings.json", list("packages", { source: "~/code/app", extensions: [] })],
  [".pi/agent/settings.json", list("packages", "../../code/app")],
  [".pi/agent/settings.json", list("extensions", "~/code/app/ext/lib")],
  [".pi/agent/settings.json", list("extensions", "~/code/app/ext/x.ts")],
  [".pi/agent/settings.json", list("extensions", "~/code")],
  [".config/opencode/opencode.json", list("plugin", "file://~/code/app/ext")],
  [".config/opencode/opencode.json", list("plugin", "file://HOME/code/app/ext/x.ts")],
  [".config/opencode/opencode.json", list("plugin", "~/code/app")],
  [".config/kilo/kilo.jsonc", `// mine\n${list("plugin", "file://HOME/code/app/ext")}`],
  [".qwen/extensions/x/.qwen-extension-install.json", '{"source": "HOME/code/app", "type": "link"}'],
  [".gemini/extensions/x/.gemini-extension-install.json", '{"source": "HOME/code/app/ext", "type": "link"}'],
  [".copilot/config.json", '{"marketplaces": {"x": {"source": {"source": "directory", "path": "HOME/code/app"}}}}'],
  [".copilot/config.json", '{"installed_plugins": [{"name": "x", "source": {"path": "HOME/code/app/ext"}}]}'],
  [".cline/settings.json", list("plugins", "HOME/code/app/ext")],
  [".factory/settings.json", '{"extraKnownMarketplaces": {"x": {"source": {"path": "HOME/code/app"}}}}'],
  [".codex/config.toml", '[marketplaces.x]\nsource_type = "local"\nsource = "HOME/code/app"\n'],
  [".codex/config.toml", '[plugins."x"]\npath = "HOME/code/app/ext"\n'],
  [".codex/config.toml", 'plugins = [\n  "HOME/code/app/ext",\n]\n'],
  [
    ".claude/settings.json",
    '{"extraKnownMarketplaces": {"x": {"source": {"source": "directory", "path": "~/code/app"}}}}',
  ],
])("~/%s: %s", async (file, text) => {
  for (const path of ["src/a.ts", "ext/lib/new.ts"]) expect(await here.by(path)).toBe("acceptEdits");
  here.inHome(file, text.replaceAll("HOME", here.home));
  for (const path of ["src/a.ts", "ext/lib/new.ts", "ext/data.json"])
    expect(`${path} ${await here.by(path)}`).toBe(`${path} offline`);
});

test.each<[string, string]>([
  [".pi/settings.json", list("packages", "../ext")],
  [".pi/settings.json", list("packages", "..")],
  [".pi/settings.json", list("extensions", "../ext/lib")],
  ["opencode.json", list("plugin", "./ext")],
  ["opencode.json", list("plugin", "file://./ext/x.ts")],
  ["kilo.json", list("plugin", "./ext/lib")],
])("%s of the project: %s", async (file, text) => {
  expect(await here.by("src/a.ts")).toBe("acceptEdits");
  here.write(file, text);
  for (const path of ["src/a.ts", "ext/lib/new.ts"]) expect(`${path} ${await here.by(path)}`).toBe(`${path} offline`);
});

/** Texts that are told, and no code. */
test.each<[string, string]>([
  [".pi/agent/settings.json", list("skills", "~/code/app/ext")],
  [".pi/agent/settings.json", list("prompts", "~/code/app/ext")],
  [".pi/agent/settings.json", list("themes", "~/code/app/ext")],
])("~/%s: %s", async (file, text) => {
  expect(await here.by("ext/new/SKILL.md")).toMatch(/acceptEdits|offline/);
  expect(await here.by("ext/x.md")).toBe("acceptEdits");
  here.inHome(file, text);
  for (const path of ["ext/x.md", "ext/new/tool.sh", "ext/a.json"])
    expect(`${path} ${await here.by(path)}`).toBe(`${path} offline`);
  expect(await here.by("src/a.ts")).toBe("acceptEdits");
});

test.each<[string, string]>([
  [".pi/agent/settings.json", list("packages", "npm:pi-tools", "git:github.com/u/pi-doom")],
  [".pi/agent/settings.json", list("packages", "~/other/pkg", "/opt/pi/x")],
  [".pi/agent/settings.json", '{"theme": "dark", "defaultModel": "x", "sessionDir": "~/code/app"}'],
  [".pi/agent/trust.json", '{"HOME/code/app": true}'],
  [".config/opencode/opencode.json", list("plugin", "opencode-wakatime", "@scope/x@1.0.0")],
  [".codex/config.toml", '[projects."HOME/code/app"]\ntrust_level = "trusted"\n[plugins."x@y"]\nenabled = true\n'],
  [".qwen/extensions/x/.qwen-extension-install.json", '{"source": "https://github.com/u/x", "type": "git"}'],
  [".gemini/trustedFolders.json", '{"HOME/code/app": "TRUST_FOLDER"}'],
  [".copilot/config.json", '{"trusted_folders": ["HOME/code/app"]}'],
  [".claude/settings.json", '{"enabledPlugins": {"x@y": true}, "additionalDirectories": ["HOME/code/app/ext"]}'],
])("everyday, ~/%s: %s", async (file, text) => {
  here.inHome(file, text.replaceAll("HOME", here.home));
  for (const path of ["src/a.ts", "ext/lib/new.ts", "package.json"])
    expect(`${path} ${await here.by(path)}`).toBe(`${path} acceptEdits`);
});
