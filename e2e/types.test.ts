/** The published types: they need no package that is not installed with this one, and they refuse what the schema refuses. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const root = join(import.meta.dirname, "..");
const tsc = join(root, "node_modules/.bin/tsc");
let types = "";
beforeAll(() => {
  types = mkdtempSync(join(tmpdir(), "types-"));
  execFileSync(tsc, ["-p", join(root, "tsconfig.build.json"), "--outDir", types]);
});
afterAll(() => removeTree(types));

const IMPORTS = /\b(?:from |import\()"([^"\n]+)"/g;

/** Packages that an emitted file, or one it leads to, imports. */
const packagesBehind = (file: string, seen = new Set<string>()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(IMPORTS)].flatMap(([, what = ""]) => {
    if (!what.startsWith(".")) return [what];
    const target = join(dirname(file), what.replace(/\.[jt]s$/, ".d.ts"));
    return existsSync(target) ? packagesBehind(target, seen) : [`${file} leads to ${what}, which is not there`];
  });
};

test.each(["index.d.ts", "hosts/sdk/index.d.ts"])("%s imports no package", (entry) => {
  expect(packagesBehind(join(types, entry)).filter((what) => !what.startsWith("node:"))).toEqual([]);
});

test.each([
  ['{ mode: "plan", limits: { total: 5 }, classifier: { provider: "openai", fallback: [{ model: "m" }] } }', true],
  ['{ mode: "nonsense" }', false],
  ['{ classifier: { provider: "nobody" } }', false],
  ["{ autoMode: { classifyEdit: true } }", false],
])("SettingsFile %s: %s", (value, fits) => {
  const file = join(types, "settings-file.ts");
  writeFileSync(
    file,
    `import type { SettingsFile } from "./index.js";\nexport const settings: SettingsFile = ${value};\n`,
  );
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--types", "", file];
  const { status, stdout } = spawnSync(tsc, options, { cwd: types, encoding: "utf8" });
  expect(stdout === "" && status === 0, stdout).toBe(fits);
});
