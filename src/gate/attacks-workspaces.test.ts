/** Tasks that a runner reaches another way than by the definition beside it: other packages of the project, files and places it is told of. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterWriting } from "../testing/after-writing.ts";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";
import { bash } from "../testing/index.ts";

let here: BypassingProject;
const scripts = (name: string, own: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ name, scripts: own, ...more });

beforeAll(() => {
  here = bypassingProject();
  const root = { lint: "eslint .", build: "tsc -b", all: "npm run rel -ws --if-present", one: "npm -w a run rel" };
  here.write("package.json", scripts("p", root, { workspaces: ["pkgs/*", "apps/**"] }));
  here.write(
    "pkgs/a/package.json",
    scripts("@p/a", { rel: "git push", clean: "rm -rf ~", build: "tsc", test: "vitest" }),
  );
  here.write("pkgs/b/package.json", scripts("b", { build: "tsc", test: "vitest run", clean: "rm -rf dist" }));
  here.write("apps/x/web/package.json", scripts("web", { ship: "git push", build: "vite build" }));
  here.write("solo/pnpm-workspace.yaml", "packages:\n  - 'mods/*'\n");
  here.write("solo/package.json", scripts("solo", { build: "tsc" }));
  here.write("solo/mods/m/package.json", scripts("m", { rel: "git push" }));
  here.write("tools/justfile", "rel:\n  git push\nlint:\n  eslint .\n");
  here.write("Makefile", "rel:\n\tnpm run rel -w a\nlint:\n\tnpm run lint\n");
});
afterAll(() => here.remove());

const PUSH = ["Bash(git push:*)"];

describe("Bash(git push:*) and the scripts of other packages", () => {
  test.each([
    ...["npm run rel -w a", "npm run rel --workspace=a", "npm run rel --workspace pkgs/a", "npm -w a run rel"],
    ...["npm run rel -w @p/a", "npm run rel -w pkgs", "npm run rel --workspaces", "npm run rel -ws --if-present"],
    ...[
      "npm --workspaces run rel",
      "npm run ship -w web",
      "npm run rel -w $W",
      "npm run all",
      "npm run one",
      "make rel",
    ],
    ...["cd pkgs/b && npm run rel -w a", "npm -w b -w a run rel", "npm run rel -w a -- --dry-run"],
    ...["yarn workspace a rel", "yarn workspace @p/a run rel", "yarn workspaces run rel"],
    ...["yarn workspaces foreach -A run rel", "yarn workspaces foreach --include a -j 2 run rel"],
    ...["pnpm --filter a rel", "pnpm --filter=a run rel", "pnpm -F './pkgs/**' rel", "pnpm -r rel", "pnpm -r run rel"],
    ...["pnpm --filter ...a run rel", "pnpm run --recursive rel", "pnpm -r --workspace-concurrency 1 rel"],
    ...["cd solo && pnpm -r rel", "pnpm -C solo -r rel", "pnpm -C solo --filter m rel", "bun run --filter a rel"],
    ...[
      "npm run rel --prefix pkgs/a",
      "npm --prefix pkgs/a run rel",
      "npm run --prefix=pkgs/a rel",
      "pnpm -C pkgs/a rel",
    ],
    ...["npm --prefix pkgs/a run rel --whatever", "cd pkgs/a && node --run rel", "cd pkgs/a && node --run=rel -- x"],
    ...["just -f tools/justfile rel", "just --justfile=tools/justfile rel", "just -d . -f tools/justfile rel"],
  ])("denied: %s", async (command) => {
    expect(await here.by(command, PUSH)).toBe("denyRule");
  });

  test.each([
    ...["npm run build -w a", "npm run build -ws", "npm test -w b", "npm run lint", "npm run build --workspaces"],
    ...["pnpm --filter a build", "pnpm -r build", "pnpm -r test", "yarn workspace a build", "make lint"],
    ...[
      "npm ls -w a",
      "npm install -w a left-pad",
      "npm run rel -w b",
      "just -f tools/justfile lint",
      "node --run lint",
    ],
    ...["pnpm --filter b run build", "bun run --filter '*' build", "npm test --prefix pkgs/b", "pnpm -w lint"],
  ])("left alone: %s", async (command) => {
    expect(await here.by(command, PUSH)).toBe("bypassMode");
  });

  test.each(["npm run rel -w a", "npm run rel --workspaces", "npm run ship --workspace=web"])(
    "also under an allow rule: %s",
    async (command) => {
      const settings = { mode: "default" as const, permissions: { allow: ["Bash(npm run:*)"], deny: PUSH } };
      expect((await here.gate({ settings, restore: null }).check(bash(command))).by).toBe("denyRule");
    },
  );
});

describe("the floor", () => {
  test.each([
    ...["npm run clean -w a", "npm run clean -ws", "pnpm --filter a clean", "yarn workspace a clean"],
    ...["npm run clean --prefix pkgs/a", "cd pkgs/a && node --run clean", "pnpm -r clean"],
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each(["npm run clean -w b", "npm test -ws", "pnpm --filter b clean"])("left alone: %s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});

describe("an allow rule, after the session wrote what another package runs", () => {
  const old: readonly (readonly [string, string])[] = [
    [
      "package.json",
      scripts("p", { all: "npm test --workspaces --if-present", a: "npm -w a test" }, { workspaces: ["pk/*"] }),
    ],
    ["pk/a/package.json", scripts("a", { test: "node t.js", build: "node t.js" })],
    ["pk/b/package.json", scripts("b", { test: "node u.js" })],
    ["Makefile", "test:\n\tnpm test -w a\n"],
    ["justfile.dev", "t:\n  node pk/a/t.js\n"],
  ];
  const by = (rule: string, command: string, writes: string): Promise<string> =>
    afterWriting({ rule, command, old, writes });

  test.each([
    ["npm test:*", "npm test -w a", "pk/a/t.js"],
    ["npm test:*", "npm test --workspace=pk/a", "pk/a/t.js"],
    ["npm test:*", "npm test --workspaces", "pk/a/t.js"],
    ["npm test:*", "npm test --prefix pk/a", "pk/a/t.js"],
    ["npm run:*", "npm run build -w a", "pk/a/t.js"],
    ["npm run:*", "npm run all", "pk/a/t.js"],
    ["npm run:*", "npm run a", "pk/a/t.js"],
    ["make test", "make test", "pk/a/t.js"],
    ["yarn workspace:*", "yarn workspace a test", "pk/a/t.js"],
    ["pnpm:*", "pnpm -r test", "pk/a/t.js"],
    ["node --run:*", "node --run a", "pk/a/t.js"],
    ["just:*", "just -f justfile.dev t", "pk/a/t.js"],
  ])("%s: %s after writing %s", async (rule, command, writes) => {
    expect(await by(rule, command, writes)).not.toBe("allowRule");
  });

  test("a definition", async () => {
    const [rule, command] = ["npm test:*", "npm test -w a"];
    for (const [name, covered] of [
      ["a", false],
      ["b", true],
    ] as const) {
      const written = { writes: `pk/${name}/package.json`, content: scripts(name, { test: "node evil.js" }) };
      expect((await afterWriting({ rule, command, old, ...written })) === "allowRule").toBe(covered);
    }
  });

  test.each([
    ["npm test:*", "npm test -w a", "pk/b/u.js"],
    ["npm test:*", "npm test -w a", "pk/a/src/lib.ts"],
    ["npm test:*", "npm test --workspaces", "pk/a/src/lib.ts"],
    ["npm run:*", "npm run build -w a", "README.md"],
    ["npm run:*", "npm run all", "pk/b/src/lib.ts"],
  ])("%s still covers %s after writing %s", async (rule, command, writes) => {
    expect(await by(rule, command, writes)).toBe("allowRule");
  });
});

describe("Bash(git push:*) and the pairs of one script", () => {
  beforeAll(() => {
    here.write(
      "cmd/main.go",
      'package main\n\nimport "os/exec"\n\nfunc main() { exec.Command("git", "push").Run() }\n',
    );
    here.write("cmd/main_test.go", "package main\n");
    here.write("quiet/main.go", 'package main\n\nfunc main() { println("git push") }\n');
    here.write("r.ts", 'import { execSync } from "node:child_process";\nexecSync("git push");\n');
    here.write("q.ts", 'console.log("a");\n');
    here.write("r.fish", "#!/usr/bin/env fish\nif test -d .git\n    git push\nend\n");
    here.write("q.fish", "echo a # git push\nset x (git status)\n");
    here.write("r.csh", "git push\n");
  });

  test.each([
    ...["go run ./cmd", "cd cmd && go run .", "go run cmd/main.go", "go -C cmd run .", "npx tsx r.ts", "tsx r.ts"],
    ...["npx ts-node r.ts", "bunx tsx r.ts", "pnpm exec tsx r.ts", "npx -y tsx ./r.ts", "fish r.fish", "tcsh r.csh"],
    ...["fish ./r.fish -x", "fish --no-config r.fish"],
  ])("denied: %s", async (command) => {
    expect(await here.by(command, PUSH)).toBe("denyRule");
  });

  test.each([
    ...[
      "go run ./quiet",
      "cd quiet && go run .",
      "npx tsx q.ts",
      "npx tsx watch q.ts",
      "fish q.fish",
      "go build ./cmd",
    ],
    ...["npx tsc --noEmit", "npx eslint r.ts", "npx prettier --check r.ts"],
  ])("left alone: %s", async (command) => {
    expect(await here.by(command, PUSH)).toBe("bypassMode");
  });
});
