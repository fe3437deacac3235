/** What Sallyport itself puts into a home starts nothing of the person's projects: their files are edited as before it was installed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { edit, type Project, project } from "../../testing/index.ts";
import { HOST_NAMES } from "../index.ts";
import { known } from "../testing.ts";
import { type Pins, planInstall } from "./index.ts";

const FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    main: "src/main.js",
    scripts: {
      dev: "node src/index.js",
      start: "tsx src/app.ts",
      build: "node scripts/build.js",
      install: "node a.js",
    },
  }),
  "src/index.js": "",
  "src/app.ts": "",
  "src/main.js": "",
  "scripts/build.js": "",
  "a.js": "",
  Makefile: "install:\n\techo\n",
  "vite.config.js": "",
  "pyproject.toml": "",
  "setup.py": "",
  "tests/test_a.py": "",
  "Cargo.toml": "",
  "main.go": "",
};

const ORIGINS: readonly (readonly [string, Partial<Pins>])[] = [
  ["npm install -g", { program: "/usr/lib/node_modules/sallyport/dist" }],
  ["npx", { program: "/opt/sallyport/dist", origin: "github:someone/sallyport#v1" }],
  ["a folder", { program: "/opt/sallyport/dist" }],
  ["npx, with keys", { program: "/opt/it's/dist", origin: "x", keys: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"] }],
];

let here: Project;
beforeEach(() => {
  here = project();
  for (const [name, text] of Object.entries(FILES)) here.write(name, text);
});
afterEach(() => here.remove());

describe.each(ORIGINS)("installed by %s", (_, more) => {
  test.each(HOST_NAMES)("%s", async (name) => {
    const host = known(name);
    const at = { home: here.home, cwd: here.root, env: {}, platform: "linux" as const };
    const pins: Pins = {
      ...{ node: "/usr/bin/node", program: "", home: here.home, locale: "C.UTF-8", config: `${here.home}/.config` },
      ...{ state: `${here.home}/.local/state/sallyport`, keys: [], deadlineMs: 58_000, ...more },
    };
    const change = planInstall(host, { scope: "user", at, pins });
    if (!change.ok) throw new Error(change.error);
    mkdirSync(dirname(change.value.file), { recursive: true });
    writeFileSync(change.value.file, change.value.after ?? "");
    const gate = here.gate({ settings: { mode: "auto" } });
    const held: string[] = [];
    for (const file of Object.keys(FILES))
      if ((await gate.check(edit(here.at(file)))).by !== "acceptEdits") held.push(file);
    expect(held).toEqual([]);
  });
});

test.each([
  ["behind it", (line: string) => `${line}; node src/index.js`],
  ["before it", (line: string) => `node src/index.js; ${line}`],
])("a line that somebody added to is read: %s", async (_, added) => {
  const at = { home: here.home, cwd: here.root, env: {}, platform: "linux" as const };
  const pins: Pins = {
    ...{ node: "/usr/bin/node", program: "/opt/sallyport/dist", home: here.home, locale: "C.UTF-8" },
    ...{ config: `${here.home}/.config`, state: `${here.home}/.local/state/sallyport`, keys: [], deadlineMs: 58_000 },
  };
  const change = planInstall(known("claude-code"), { scope: "user", at, pins });
  if (!change.ok) throw new Error(change.error);
  const settings = JSON.parse(String(change.value.after));
  const [{ hooks }] = settings.hooks.PreToolUse;
  hooks[0].command = added(hooks[0].command);
  mkdirSync(dirname(change.value.file), { recursive: true });
  writeFileSync(change.value.file, JSON.stringify(settings));
  expect((await here.gate({ settings: { mode: "auto" } }).check(edit(here.at("src/index.js")))).by).not.toBe(
    "acceptEdits",
  );
});
