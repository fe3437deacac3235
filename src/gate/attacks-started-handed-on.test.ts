/** What a guarded text starts without naming it: all of a directory, all that a pattern fits, what a list names. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GIT_HOOK, gitHook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("list.txt", "parts/a.sh\n");
  here.write("hooks.d/known", "#!/bin/sh\n. parts/b.sh\n");
  here.write("scripts/each.js", "");
  here.write("etc/a.sh", "");
});
afterEach(() => here.remove());

describe("a hook's command, and a file that is handed on", () => {
  test.each<[string, string]>([
    ['for f in hooks.d/*; do sh "$f"; done', "hooks.d/new"],
    ['for f in hooks.d/*; do sh "$f"; done', "parts/b.sh"],
    ['for f in hooks.d/*; do [ -x "$f" ] && "$f"; done', "hooks.d/new"],
    ['for f in hooks.d/*.py; do timeout 5 python3 "$f" || exit 2; done', "hooks.d/new.py"],
    ['for f in hooks.d/**/*; do if [ -r "$f" ]; then . "$f"; fi; done', "hooks.d/x/new"],
    ['for f in hooks.d/a hooks.d/b; do sh "$f"; done', "hooks.d/b"],
    ["find hooks.d -type f -exec sh {} +", "hooks.d/x/new"],
    ["find ./hooks.d -type f -exec {} \\\\;", "hooks.d/new"],
    ["find . -name '*.hook' -exec bash {} \\\\;", "deep/x/new.hook"],
    ["cat list.txt | xargs -n1 sh", "list.txt"],
    ["cat list.txt | xargs -n1 sh", "parts/a.sh"],
    ["xargs -n 1 sh < list.txt", "list.txt"],
    ["cat hooks.d/* | sh", "hooks.d/new"],
    ["sort hooks.d/all.txt | uniq | bash -s", "hooks.d/all.txt"],
    ["find hooks.d -type f | xargs -I{} bash {}", "hooks.d/new"],
    ["find hooks.d | sort | while read f; do bash $f; done", "hooks.d/new"],
    ['while read -r f; do "$f"; done < list.txt', "list.txt"],
    ['while read -r f; do "$f"; done < list.txt', "parts/a.sh"],
    ["source <(cat etc/*)", "etc/new.sh"],
    ['eval "$(cat etc/*.env)"', "etc/new.env"],
    ["bash -c '$(cat etc/x.txt)'", "etc/x.txt"],
    ["sh etc/*", "etc/new"],
    [". etc/{a,b}.sh", "etc/b.sh"],
    ["run-parts hooks.d", "hooks.d/new"],
  ])("%s: %s", async (command, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("src/a.ts")).toBe("acceptEdits");
    expect(await here.by("README.md")).toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ['for f in src/*.ts; do npx prettier --write "$f"; done', "src/new.ts"],
    ['for f in src/*.ts; do node scripts/each.js "$f"; done', "src/new.ts"],
    ['for f in src/*; do echo "$f"; grep -q TODO "$f" && exit 2; done', "src/new.ts"],
    ['for f in $(git diff --name-only); do eslint "$f"; done', "src/new.ts"],
    ["for d in packages/*; do (cd $d && npm run -s lint); done", "packages/a/new.ts"],
    ["find src -name '*.ts' | xargs eslint", "src/new.ts"],
    ["find src -name '*.sh' -exec shellcheck {} +", "src/new.sh"],
    ["find src -name '*.ts' -exec grep -l x {} +", "src/new.ts"],
    ["git ls-files src | xargs node scripts/each.js", "src/new.ts"],
    ["cat src/a.ts | node scripts/each.js", "src/new.ts"],
    ["cat src/a.json | python3 -c 'import json,sys'", "src/new.py"],
    ["jq -r .tool_input.file_path | xargs prettier --write", "src/new.ts"],
    ["jq -r .tool_input.file_path | { read f; npx prettier --write $f; }", "src/new.ts"],
    ["node --test test/*.js", "test/new.js"],
    ["npx prettier --write src/{a,b}/*.ts", "src/a/new.ts"],
  ])("%s starts no %s", async (command, file) => {
    here.write("src/a.ts", "a\n");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("acceptEdits");
  });
});

const packageWith = (script: string): string => JSON.stringify({ scripts: { lint: script } });

describe("a task that is defined elsewhere", () => {
  beforeEach(() => {
    here.write(
      "package.json",
      JSON.stringify({ workspaces: ["pk/*"], scripts: { lint: "turbo run lint", ws: "npm test" } }),
    );
    here.write("pk/a/package.json", packageWith("node tools/own.js"));
    here.write("Makefile", "SUB = pkg\n-include mk/*.mk\ninclude more.mk\nlint:\n\t$(MAKE) -C $(SUB)\n");
    here.write("tools/h/package.json", JSON.stringify({ main: "./m/e.js", exports: { ".": { import: "./m/x.mjs" } } }));
    here.write("tools/h/m/e.js", 'require("./deeper");\n');
  });

  test.each<[string, string]>([
    ["make lint", "mk/new.mk"],
    ["make lint", "more.mk"],
    ["make lint", "pkg/Makefile"],
    ["cd $X && make", "other/GNUmakefile"],
    ["npm run lint --workspaces", "pk/a/package.json"],
    ["npm run lint --workspaces", "pk/a/tools/own.js"],
    ["npm -w a run lint", "pk/b/package.json"],
    ["pnpm -r lint", "pk/a/package.json"],
    ["pnpm --filter a lint", "pk/a/tools/own.js"],
    ["yarn workspaces foreach run lint", "pk/a/package.json"],
    ["npm run lint", "pk/a/package.json"],
    ["for d in pk/*; do (cd $d && npm run -s lint); done", "pk/a/package.json"],
    ["for d in pk/*; do (cd $d && npm run -s lint); done", "pk/a/tools/own.js"],
    ["node tools/h", "tools/h/m/e.js"],
    ["node tools/h", "tools/h/m/x.mjs"],
    ["node tools/h", "tools/h/m/deeper.js"],
    ["cd tools && node h", "tools/h/m/e.js"],
  ])("%s: %s", async (command, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("src/a.ts")).toBe("acceptEdits");
    expect(await here.by("pk/a/src/a.ts")).toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ["cd pk/a && npm test", "pk/b/package.json"],
    ["cd pk/a && npm test", "pk/a/src/new.ts"],
    ["npm run ws", "pk/a/package.json"],
    ["eslint tools/h", "tools/h/m/e.js"],
  ])("%s starts no %s", async (command, file) => {
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("acceptEdits");
  });
});

describe("other texts", () => {
  test.each<[string, string, string]>([
    [".git/hooks/pre-commit", '#!/bin/sh\nfor f in tools/hooks/*\ndo\n  sh "$f" || exit 1\ndone\n', "tools/hooks/new"],
    [".git/hooks/pre-push", "#!/bin/bash\nfind tools/hooks -type f -print0 | xargs -0 -n1 bash\n", "tools/hooks/new"],
    [".envrc", "for f in env.d/*.sh; do source $f; done\n", "env.d/new.sh"],
    [".envrc", "source_env_if_exists x\nfor f in env.d/*; do dotenv $f; done\n", "env.d/new"],
  ])("%s: %s", async (guarded, text, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(guarded, text);
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("src/a.ts")).toBe("acceptEdits");
  });

  test.each<[string, string, string]>([
    [".bashrc", 'for i in ~/code/app/etc/*; do . "$i"; done\n', "etc/new"],
    [".bashrc", 'for i in ~/code/app/etc/*; do\n  [ -r "$i" ] && . "$i"\ndone\nunset i\n', "etc/new.sh"],
    [".bashrc", ". ~/code/app/etc/{a,b}.sh\n", "etc/b.sh"],
    [".bashrc", "while read -r f; do . $f; done < <(find ~/code/app/etc -name '*.sh')\n", "etc/new.sh"],
    [".bashrc", "source <(cat ~/code/app/etc/*)\n", "etc/new"],
    [".zshrc", "for f in ~/code/app/zsh/**/*.zsh(N); do source $f; done\n", "zsh/x/new.zsh"],
    [".zshrc", "for f (~/code/app/zsh/*.zsh) source $f\n", "zsh/new.zsh"],
    [".config/fish/config.fish", "for f in ~/code/app/fish/*.fish\n  source $f\nend\n", "fish/new.fish"],
  ])("~/%s: %s", async (file, text, started) => {
    expect(await here.by(started)).toBe("acceptEdits");
    here.inHome(file, text);
    expect(await here.by(started)).toBe("offline");
    expect(await here.by("src/a.ts")).toBe("acceptEdits");
  });
});

test.each<[string, string]>([
  ["loops", "for f in a/*; do sh $f; "],
  ["pipes", "cat a/* | sh | "],
  ["braces", "{a,b}"],
  ["substitutions", "source <(cat a/* "],
])("a text of nothing but %s is read to its bound", async (_, text) => {
  here.write(".envrc", text.repeat(250_000 / text.length));
  expect(await here.by("src/a.ts")).toBeOneOf(["acceptEdits", "offline"]);
});
