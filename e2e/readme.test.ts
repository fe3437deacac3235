/** What the README shows is run: the library sample, and every command that needs no agent and ends by itself, with its exit code. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "readme-"));
  mkdirSync(join(home, "app"));
  writeFileSync(join(home, "app/actions.jsonl"), '{"tool":"Bash","input":{"command":"ls"}}\n');
});
afterAll(() => removeTree(home));

const env = () => ({ HOME: home, PATH: process.env.PATH, SALLYPORT_STATE_DIR: join(home, "state") });

test("the library sample runs and decides", () => {
  const [sample] = blocks("ts");
  const file = join(home, "sample.mjs");
  writeFileSync(
    file,
    `${sample?.replace('"sallyport"', JSON.stringify(join(root, "dist/index.js")))}\nprocess.stdout.write(decision.behavior);`,
  );
  const done = spawnSync(process.execPath, [file], { env: env(), encoding: "utf8" });
  expect(done.stderr).toBe("");
  expect(done.stdout).toBe("allow");
  expect(sample?.trim().split("\n").length).toBeLessThanOrEqual(10);
});

test("the sample of a harness runs: its shell, its store, its model and its walls", () => {
  const [, sample = ""] = blocks("ts");
  const file = join(home, "harness.mjs");
  const store = join(home, "harness-state");
  const before = `import { spawnSync } from "node:child_process";
    import { createGate, isAllow, ledgerStore } from ${JSON.stringify(join(root, "dist/index.js"))};
    const asked = [];
    const askMyModel = async (transcript, encoding) => {
      asked.push(encoding);
      return { block: "no", model: "mine", usage: null, costUsd: null, stage: null };
    };
    for (const line of ["echo one", "node -e 'console.log(\\"two\\")'"]) {`;
  const after = `console.log(decision.behavior, decision.by); }
    console.log(asked.length > 0);`;
  writeFileSync(file, `${before}\n${sample.replace("/home/me/.local/state/my-harness", store)}\n${after}`);
  const done = spawnSync(process.execPath, [file], { env: env(), cwd: join(home, "app"), encoding: "utf8" });
  expect(done.stderr).toBe("");
  expect(done.stdout).toMatch(/^one\nallow readOnly\ntwo\nallow classifier\n/);
  expect(done.stdout.trimEnd().endsWith("true")).toBe(true);
  expect(readdirSync(join(store, "ledger")).length).toBeGreaterThan(0);
  expect(sample.trim().split("\n").length).toBeLessThanOrEqual(10);
});

const commands = blocks("sh")
  .flatMap((block) => block.split("\n"))
  .filter(
    (line) =>
      line.startsWith("sallyport ") &&
      !/^sallyport (?:install|init|uninstall|doctor|hook|approve|replay|serve)/.test(line),
  )
  .map((line) => {
    const [command = "", about = ""] = line.split(/\s+#\s/);
    return [command, Number(/exit (\d)/.exec(about)?.[1] ?? 0)] as const;
  });

test.each(commands)("%s: exit %i", (command, code) => {
  const program = `${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, "dist/sallyport.cjs"))}`;
  const done = spawnSync("bash", ["-c", command.replace(/^sallyport/, program)], {
    env: env(),
    cwd: join(home, "app"),
    encoding: "utf8",
  });
  expect(done.status, done.stderr).toBe(code);
});

test("its commands are the package's own scripts", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts).toMatchObject({ demo: expect.any(String), test: expect.any(String), "test:all": expect.any(String) });
  expect(readFileSync(join(root, ".ci/run"), "utf8")).toContain("npm ci && npm run test:all");
});
