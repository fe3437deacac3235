/** The package as a person gets it: packed, installed with no network, and each of its parts used. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { COMMANDS } from "../src/cli/main.ts";
import { baseUrl, formatAt, WIRES } from "../src/judge/providers/testing/wires.ts";
import { removeTree } from "../src/testing/remove-tree.ts";

const root = join(import.meta.dirname, "..");
const MAX_BYTES = 10_000_000;
const run = promisify(execFile);

const FLAGS = { features: { iron_gate_closed: { defaultValue: false } } };

let top = "";
let packed = "";
const installed = (): string => join(top, "global/lib/node_modules/sallyport");
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/flags") return response.end(JSON.stringify(FLAGS));
    const format = formatAt(request.url ?? "");
    response.statusCode = format === undefined ? 404 : 200;
    return response.end(JSON.stringify(format?.answer({ text: "<block>no</block>" }) ?? {}));
  });
});

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), "package-"));
  mkdirSync(join(top, "home/app"), { recursive: true });
  // A cache of its own: what else npm does on this machine is nothing to this test. What npm says is in the error.
  const npm = (...words: string[]): string =>
    execFileSync("npm", [...words, "--cache", join(top, "cache")], { cwd: root, encoding: "utf8", stdio: "pipe" });
  const [pack] = JSON.parse(npm("pack", "--json", "--ignore-scripts", "--pack-destination", top)) as [
    { filename: string },
  ];
  packed = join(top, pack.filename);
  npm("install", "--global", "--offline", "--prefix", join(top, "global"), packed);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  server.close();
  removeTree(top);
});

const env = () => ({
  HOME: join(top, "home"),
  PATH: `${join(top, "global/bin")}:${dirname(process.execPath)}:/usr/bin:/bin`,
  SALLYPORT_STATE_DIR: join(top, "state"),
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

test("one package, small, with nothing that runs when it is installed", () => {
  expect(readdirSync(join(top, "global/lib/node_modules"))).toEqual(["sallyport"]);
  expect(existsSync(join(installed(), "node_modules"))).toBe(false);
  const { scripts } = JSON.parse(readFileSync(join(installed(), "package.json"), "utf8")) as { scripts: object };
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
  const bytes = files(installed()).reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

test("the command is on the path", async () => {
  const { stdout, stderr } = await run("sallyport", ["--version"], { env: env() });
  expect([stdout.trim(), stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), ""]);
});

test("its manual page knows every command", () => {
  const page = readFileSync(join(installed(), "dist/sallyport.1"), "utf8");
  for (const name of Object.keys(COMMANDS)) expect(page).toContain(`\n.SS ${name}\n`);
});

test("no link in its documents is dead", () => {
  const documents = files(installed()).filter((file) => file.endsWith(".md"));
  const dead = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, link = ""]) => join(dirname(file), link))
      .filter((target) => !existsSync(target))
      .map((target) => `${file} → ${target}`),
  );
  expect(documents.length).toBeGreaterThan(10);
  expect(dead).toEqual([]);
});

test("its examples import the package and load, and their types hold", () => {
  // Below the packages they use, which are no part of this one.
  const folder = mkdtempSync(join(root, "node_modules/.examples-"));
  onTestFinished(() => removeTree(folder));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(installed(), join(folder, "node_modules/sallyport"));
  const names = readdirSync(join(installed(), "examples"));
  const typed = names.filter((name) => name.endsWith(".ts")).map((name) => name.replace(/\.ts$/, ""));
  expect(typed.length).toBeGreaterThan(2);
  for (const name of names) {
    const text = readFileSync(join(installed(), "examples", name), "utf8");
    expect(text, name).not.toMatch(/from "\.\.?\//);
    writeFileSync(join(folder, name.replace(/\.ts$/, ".mts")), text);
    if (name.endsWith(".ts")) writeFileSync(join(folder, name.replace(/ts$/, "mjs")), stripTypes(text));
  }
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--types",
    "node",
  ];
  const checked = spawnSync(join(root, "node_modules/.bin/tsc"), [...options, ...typed.map((name) => `${name}.mts`)], {
    ...{ cwd: folder, encoding: "utf8" },
  });
  expect(checked.stdout).toBe("");
  const load = typed.map((name) => `console.log(typeof (await import("./${name}.mjs")).example);`).join("\n");
  const loaded = spawnSync(process.execPath, ["--input-type=module", "-e", load], { cwd: folder, encoding: "utf8" });
  expect(loaded.stdout, loaded.stderr).toBe("function\n".repeat(typed.length));
});

const stripTypes = (text: string): string => transformSync(text, { loader: "ts", target: "node20" }).code;

test("whose code is in it is named with the licence", () => {
  const text = readFileSync(join(installed(), "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["@anthropic-ai/sdk", "openai", "zod", "unbash", "jsonc-parser"])
    expect(text).toMatch(new RegExp(`^(?:.*, )?${name} \\d`, "m"));
});

test("its bill of materials names the same packages", () => {
  const { bomFormat, components } = JSON.parse(readFileSync(join(installed(), "dist/sbom.cdx.json"), "utf8"));
  expect(bomFormat).toBe("CycloneDX");
  const named = components.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`);
  const licences = readFileSync(join(installed(), "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((one: string) => !licences.includes(one))).toEqual([]);
});

const settingsFor = (wire: (typeof WIRES)[number], baseUrlOf: string): string =>
  JSON.stringify({
    classifier: {
      provider: wire,
      model: "m",
      stages: "fast",
      baseUrl: baseUrlOf,
      apiKeyEnv: "TEST_KEY",
      region: "r",
      project: "p",
    },
  });

test.each(WIRES)("the command asks a model through %s", async (wire) => {
  const args = [
    "check",
    "--json",
    "--settings",
    settingsFor(wire, baseUrl(wire, address())),
    "--command",
    "python3 a.py",
  ];
  const { stdout } = await run("sallyport", args, { cwd: join(top, "home/app"), env: { ...env(), TEST_KEY: "k" } });
  expect(JSON.parse(stdout)).toMatchObject({ behavior: "allow", by: "classifier" });
});

test.each(WIRES)("the library asks a model through %s", async (wire) => {
  const file = join(top, "library.mjs");
  writeFileSync(
    file,
    `import { createGate } from ${JSON.stringify(pathToFileURL(join(installed(), "dist/index.js")).href)};
     const gate = createGate({ projectRoot: process.cwd(), settings: JSON.parse(process.argv[2]), env: process.env });
     const { by, behavior } = await gate.check({ tool: "Bash", input: { command: "python3 a.py" }, cwd: process.cwd() });
     console.log(by, behavior);`,
  );
  const { stdout } = await run(process.execPath, [file, settingsFor(wire, baseUrl(wire, address()))], {
    cwd: join(top, "home/app"),
    env: { ...env(), TEST_KEY: "k" },
  });
  expect(stdout).toBe("classifier allow\n");
});

test("remote flags are fetched, evaluated and kept", async () => {
  const settings = join(top, "home/.config/sallyport/settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ flags: { url: `${address()}/flags` } }));
  await run("sallyport", ["refresh"], { cwd: join(top, "home/app"), env: env() });
  rmSync(settings);
  const kept = JSON.parse(readFileSync(join(top, "state/flags.json"), "utf8"));
  expect(kept.values).toEqual({ iron_gate_closed: false });
});

describe("set up from npx", () => {
  const home = (): string => join(top, "guest");
  const guest = () => ({ HOME: home(), PATH: `${home()}/.local/bin:${dirname(process.execPath)}:/usr/bin:/bin` });
  const npx = (...args: readonly string[]) =>
    run("npx", ["-y", "--offline", "--cache", join(top, "npx"), "-p", `file:${packed}`, "sallyport", ...args], {
      cwd: home(),
      env: guest(),
    });
  const settings = (): string => join(home(), ".claude/settings.json");
  beforeEach(() => {
    removeTree(home());
    mkdirSync(join(home(), ".claude"), { recursive: true });
    writeFileSync(settings(), "{}\n");
  });

  test("it outlives npm's cache, is on the path, and leaves no trace", async () => {
    const { stdout } = await npx("install", "claude-code", "--yes", "--no-service");
    expect(stdout).toContain("The command is: sallyport");
    removeTree(join(top, "npx"));
    expect(readFileSync(settings(), "utf8")).not.toContain("_npx");
    const version = await run("sallyport", ["--version"], { env: guest(), cwd: home() });
    expect(version.stdout).toMatch(/^\d/);
    const line = /"command": "((?:[^"\\]|\\.)*SALLYPORT_HOOK(?:[^"\\]|\\.)*)"/.exec(
      readFileSync(settings(), "utf8"),
    )?.[1];
    const event = {
      ...{ session_id: "s", cwd: home(), hook_event_name: "PreToolUse", tool_use_id: "t", permission_mode: "default" },
      ...{ tool_name: "Bash", tool_input: { command: "git push --force" } },
    };
    // In a process of its own, as an agent is: what the agent starts could not uninstall anything afterwards.
    const agent =
      'process.exitCode = require("child_process").spawnSync("sh", ["-c", process.argv[1]], { stdio: "inherit" }).status';
    const asked = spawnSync(process.execPath, ["-e", agent, JSON.parse(`"${line}"`)], {
      env: guest(),
      cwd: home(),
      input: JSON.stringify(event),
      encoding: "utf8",
    });
    expect(JSON.parse(asked.stdout).hookSpecificOutput.permissionDecision).not.toBe("allow");
    await run("sallyport", ["uninstall", "claude-code", "--yes", "--state"], { env: guest(), cwd: home() });
    expect(files(home())).toEqual([settings()]);
    expect(readFileSync(settings(), "utf8")).toBe("{}\n");
  });

  test("where its state cannot be kept, nothing is changed", async () => {
    writeFileSync(join(home(), ".local"), "a file");
    const failed = await npx("install", "claude-code", "--yes").catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(".local") });
    expect([...files(home())].sort()).toEqual([settings(), join(home(), ".local")].sort());
    expect(readFileSync(settings(), "utf8")).toBe("{}\n");
  });
});
