/** An installed program by its script or by a runner is that program to deny rules. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";
import { bash } from "../testing/index.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("package.json", JSON.stringify({ name: "x", version: "1.0.0", scripts: { lint: "tsc -p ." } }));
});
afterAll(() => here.remove());

const RULES = [
  "Bash(npm publish:*)",
  "Bash(pip install:*)",
  "Bash(yarn npm publish:*)",
  "Bash(git push:*)",
  "Bash(depl live:*)",
];

describe("a denied program by another starter", () => {
  test.each([
    "node /usr/lib/node_modules/npm/bin/npm-cli.js publish",
    "node --no-warnings /usr/local/lib/node_modules/npm/bin/npm-cli.js publish",
    'node "$(npm root -g)/npm/bin/npm-cli.js" publish',
    "node $(which npm) publish",
    "node /usr/bin/npm publish",
    "node ~/.nvm/versions/node/v22.0.0/bin/npm publish",
    "node ./node_modules/.bin/npm publish",
    "node ./node_modules/npm/bin/npm-cli publish",
    "/usr/lib/node_modules/npm/bin/npm-cli.js publish",
    "corepack npm publish",
    "corepack npm@10 publish",
    "corepack yarn npm publish",
    "corepack yarn@4 npm publish",
    "npx npm publish",
    "npx -y npm@10 publish",
    "npx --yes --package npm@10 npm publish",
    "npx -p npm@10 -c 'npm publish'",
    "npm exec npm publish",
    "npm exec -- npm@latest publish",
    "npm x npm publish",
    "pnpm dlx npm publish",
    "pnpm dlx npm@10 publish",
    "pnpm exec npm publish",
    "pnpx npm publish",
    "yarn dlx npm publish",
    "yarn exec npm publish",
    "bunx npm publish",
    "bunx --bun npm@10 publish",
    "bun x npm publish",
    "deno run -A npm:npm publish",
    "deno run -A npm:npm@10 publish",
    "python3 -m pip install x",
    "python3 -I -m pip install x",
    "python3 /usr/bin/pip install x",
    "python3 /usr/bin/pip3 install x",
    "python3 /usr/lib/python3/dist-packages/pip install x",
    "python3 ~/.local/bin/pip install x",
    "python3 $(which pip) install x",
    "pipx run pip install x",
    "uvx pip install x",
    "uv tool run pip install x",
    "uv run pip install x",
    "poetry run pip install x",
    "pyenv exec pip install x",
    "rbenv exec git push",
    "mise exec -- npm publish",
    "mise x node@22 -- npm publish",
    "asdf exec npm publish",
    "volta run npm publish",
    "fnm exec --using 22 npm publish",
    "nvm exec 22 npm publish",
    "bundle exec git push",
    "direnv exec . npm publish",
    "npx -y depl@2 live",
    "node ./node_modules/.bin/depl live",
    "node node_modules/depl/cli.js live",
  ])("%s", async (command) => {
    expect(await here.by(command, RULES)).toBe("denyRule");
  });

  test.each([
    "npx npm-check-updates",
    "npx npm run lint",
    "npx npm@10 run lint",
    "corepack enable",
    "corepack prepare yarn@4 --activate",
    "corepack use npm@10",
    "npx publish-please --dry-run",
    "pnpm dlx create-vite publish",
    "python3 -m pip list",
    "python3 /usr/bin/pip list",
    "python3 tools/pip_report.py install",
  ])("left alone: %s", async (command) => {
    expect(await here.by(command, RULES)).toBe("bypassMode");
  });
});

const covered = async (rule: string, command: string): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: [`Bash(${rule})`] } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  return (await gate.check(bash(command, { mode: "acceptEdits" }))).by;
};

test.each([
  ["npx:*", "npx tsc --noEmit"],
  ["npx eslint:*", "npx eslint src"],
  ["npx cowsay@1:*", "npx cowsay@1 hi"],
  ["pnpm exec vitest:*", "pnpm exec vitest run"],
  ["npm exec:*", "npm exec tsc"],
  ["node node_modules/.bin/vitest:*", "node node_modules/.bin/vitest run"],
  ["node node_modules/vitest/vitest.mjs:*", "node node_modules/vitest/vitest.mjs run"],
  ["corepack pnpm:*", "corepack pnpm install"],
  ["corepack:*", "corepack enable"],
  ["uvx ruff:*", "uvx ruff check ."],
  ["python3 -m pip list:*", "python3 -m pip list"],
  ["bun x tsc:*", "bun x tsc -p ."],
])("a rule on the starter stays what it was: Bash(%s), %s", async (rule, command) => {
  expect(await covered(rule, command)).toBe("allowRule");
});
