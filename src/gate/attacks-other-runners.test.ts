/** Runners whose definitions nobody looks through: an open rule covers none of their calls after the session wrote what they evaluate. */
import { describe, expect, test } from "vitest";
import { afterWriting } from "../testing/after-writing.ts";

type File = readonly [file: string, content: string];

describe("a definition the session wrote", () => {
  test.each([
    ["task:*", "task build", "Taskfile.yml"],
    ["deno task:*", "deno task build", "deno.json"],
    ["deno task:*", "deno task build", "deno.jsonc"],
    ["deno task:*", "deno task build", "package.json"],
    ["rake:*", "rake build", "Rakefile"],
    ["rake:*", "rake build", "rakelib/a.rake"],
    ["bundle exec rake:*", "bundle exec rake build", "Rakefile"],
    ["inv:*", "inv build", "tasks.py"],
    ["invoke:*", "invoke build", "tasks.py"],
    ["nox:*", "nox -s build", "noxfile.py"],
    ["tox:*", "tox -e build", "tox.ini"],
    ["poe:*", "poe build", "pyproject.toml"],
    ["poe:*", "poe build", "poe_tasks.toml"],
    ["pdm run:*", "pdm run build", "pyproject.toml"],
    ["hatch run:*", "hatch run build", "pyproject.toml"],
    ["pixi run:*", "pixi run build", "pixi.toml"],
    ["composer run:*", "composer run build", "composer.json"],
    ["gradle:*", "gradle build", "build.gradle"],
    ["./gradlew:*", "./gradlew build", "build.gradle.kts"],
    ["ninja:*", "ninja -C out", "out/build.ninja"],
    ["ninja:*", "ninja", "build.ninja"],
    ["doit:*", "doit build", "dodo.py"],
    ["pre-commit run:*", "pre-commit run -a", ".pre-commit-config.yaml"],
    ["lefthook run:*", "lefthook run pre-commit", "lefthook.yml"],
    ["nx:*", "nx build a", "pk/a/project.json"],
    ["npx nx:*", "npx nx run a:build", "pk/a/project.json"],
    ["turbo:*", "turbo run build", "pk/a/package.json"],
    ["npx turbo:*", "npx turbo build", "turbo.json"],
    ["lerna:*", "lerna run build", "pk/a/package.json"],
    ["mix:*", "mix build", "mix.exs"],
    ["cargo make:*", "cargo make build", "Makefile.toml"],
    ["wireit:*", "wireit", "package.json"],
    ["earthly:*", "earthly +build", "Earthfile"],
    ["mage:*", "mage build", "magefile.go"],
    ["grunt:*", "grunt build", "Gruntfile.js"],
    ["gulp:*", "gulp build", "gulpfile.js"],
    ["pipenv run:*", "pipenv run build", "Pipfile"],
    ["rye run:*", "rye run build", "pyproject.toml"],
    ["mask:*", "mask build", "maskfile.md"],
    ["bb:*", "bb build", "bb.edn"],
    ["moon:*", "moon run a:build", "pk/a/moon.yml"],
    ["bake:*", "bake build", "bake.yml"],
  ])("%s: %s after writing %s", async (rule, command, writes) => {
    const old: readonly File[] = [
      ["package.json", '{"workspaces":["pk/*"]}'],
      ["nx.json", "{}"],
      ["turbo.json", "{}"],
      ["lerna.json", '{"packages":["pk/*"]}'],
      [".moon/workspace.yml", "projects: ['pk/*']\n"],
    ];
    expect(await afterWriting({ rule, command, old: old.filter(([file]) => file !== writes), writes })).not.toBe(
      "allowRule",
    );
  });
});

describe("a file that a definition names", () => {
  const NAMED: readonly (readonly [rule: string, command: string, ...File])[] = [
    ["task:*", "task build", "Taskfile.yml", "tasks:\n  build:\n    cmds:\n      - node t.js\n"],
    ["deno task:*", "deno task build", "deno.json", '{"tasks":{"build":"deno run -A t.js"}}'],
    ["rake:*", "rake build", "Rakefile", "task :build do\n  sh 'node t.js'\nend\n"],
    ["inv:*", "inv build", "tasks.py", "@task\ndef build(c):\n    c.run('node t.js')\n"],
    ["nox:*", "nox -s build", "noxfile.py", "def build(s):\n    s.run('node', 't.js')\n"],
    ["tox:*", "tox -e build", "tox.ini", "[testenv:build]\ncommands = node t.js\n"],
    ["poe:*", "poe build", "pyproject.toml", '[tool.poe.tasks]\nbuild = "node t.js"\n'],
    ["composer run:*", "composer run build", "composer.json", '{"scripts":{"build":"node t.js"}}'],
    ["doit:*", "doit build", "dodo.py", "def task_build():\n    return {'actions': ['node t.js']}\n"],
    ["pre-commit run:*", "pre-commit run -a", ".pre-commit-config.yaml", "repos:\n- hooks:\n  - entry: node t.js\n"],
    ["nx:*", "nx build a", "project.json", '{"targets":{"build":{"command":"node t.js"}}}'],
    ["turbo:*", "turbo run build", "package.json", '{"scripts":{"build":"node t.js"}}'],
    ["lefthook run:*", "lefthook run x", "lefthook.yml", "x:\n  commands:\n    a:\n      run: node t.js\n"],
  ];

  test.each(NAMED)("%s: %s, %s", async (rule, command, file, text) => {
    expect(await afterWriting({ rule, command, old: [[file, text]], writes: "t.js" })).not.toBe("allowRule");
  });

  test.each(NAMED)("%s still covers %s after writing something else, %s", async (rule, command, file, text) => {
    expect(await afterWriting({ rule, command, old: [[file, text]], writes: "src/a.ts" })).toBe("allowRule");
  });
});

describe("in a package that a definition leads to", () => {
  const old: readonly File[] = [
    ["package.json", '{"workspaces":["pk/*"]}'],
    ["turbo.json", "{}"],
    ["nx.json", "{}"],
    ["lerna.json", '{"packages":["pk/*"]}'],
    ["pk/a/package.json", '{"name":"a","main":"./src/lib.ts","scripts":{"build":"node t.js"}}'],
  ];
  test.each(["turbo run build", "npx turbo build", "nx run-many -t build", "npx nx build a", "lerna run build"])(
    "%s",
    async (command) => {
      const rule = `${command.split(" ").slice(0, 2).join(" ")}:*`;
      expect(await afterWriting({ rule, command, old, writes: "pk/a/t.js" })).not.toBe("allowRule");
      expect(await afterWriting({ rule, command, old, writes: "pk/a/src/lib.ts" })).toBe("allowRule");
    },
  );
});
