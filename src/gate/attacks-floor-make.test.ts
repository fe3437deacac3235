/** The floor: make's variables are the environment's, and a pattern that a deleting program is given in quotes is what it begins with. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("dist/a.js", "a\n");
  mkdirSync(join(here.home, "notes"), { recursive: true });
  writeFileSync(join(here.home, "notes/a.txt"), "x\n");
  here.write(
    "Makefile",
    "OUT ?= $(HOME)\nBUILD := build\nclean:\n\trm -rf $(OUT)\nall:\n\trm -rf $(BUILD) $(CURDIR)/dist\n",
  );
  here.write("home/Makefile", "all:\n\trm -rf $(HOME)\n");
  here.write("braces/Makefile", "D := ${HOME}\nall:\n\t@rm -rf ${D}/\n");
  here.write("function/Makefile", "all:\n\trm -rf $(abspath $(HOME))\nother:\n\trm -rf $(HOME:%/=%)\n");
  here.write("if/Makefile", "ifdef X\nD = $(HOME)\nendif\nall:\n\trm -rf $(D)\n");
  here.write("target/Makefile", "all: D = $(HOME)\nall:\n\trm -rf $(D)\n");
  here.write("safe/Makefile", "PREFIX ?= $(HOME)/.local\nall:\n\trm -rf $(PREFIX)/share/tool $(HOME)/.cache/tool\n");
});
afterAll(() => here.remove());

const by = async (command: string, mode: "bypassPermissions" | "auto"): Promise<string> =>
  (await here.gate({ classifier: scripted(SAYS_NO), restore: null }).check(bash(command, { mode }))).by;

describe("denied by the floor", () => {
  test.each([
    "make -f - <<< 'all:; rm -rf $(HOME)'",
    "make -f - <<< $'all:\\n\\trm -rf $(HOME)'",
    "make -f - <<'E'\nall:\n\trm -rf ${HOME}\nE",
    "make -f - <<'E'\nOUT ?= $(HOME)\nall:\n\trm -rf $(OUT)\nE",
    "make -f - <<'E'\nA = $(HOME)\nB := $(A)\nall:\n\trm -rf $(B)/*\nE",
    "printf 'all:\\n\\trm -rf $(HOME)\\n' | make -f -",
    "printf 'all:\\n\\trm -rf $(HOME)\\n' > M; make -f M",
    "make -f <(printf 'all:\\n\\trm -rf $(HOME)\\n')",
    "make --eval 'x:; rm -rf $(HOME)' x",
    "make --eval='x:; rm -rf ${HOME}' x",
    "make --eval='$(shell rm -rf $(HOME))'",
    "gmake --eval 'x:; rm -rf $(HOME)/' x",
    "cd ~/notes && make -f - <<< 'all:; rm -rf $(CURDIR)/..'",
    "cd ~ && make -f - <<< 'all:; rm -rf $(PWD)'",
    "make clean",
    ...[
      "make -C home",
      "cd braces && make",
      "make -C function",
      "make -C function other",
      "make -C if",
      "make -C target",
    ],
    ...["make BUILD='$(HOME)' all", "make -e BUILD=~ all"],
    'npx rimraf --glob "$HOME/*"',
    'npx rimraf "$HOME/**"',
    "npx rimraf '/*'",
    "npx rimraf -g ~/'{*,.*}'",
    'npx del-cli --force "$HOME/**"',
    "npx del-cli --force '/**/*'",
    'npx trash-cli "$HOME/*"',
    'npx --yes trash-cli@5 "$HOME/*"',
    'npx shx rm -rf "$HOME/*"',
    'npx shx rm -rf "$HOME"',
    'shx rm -rf "$HOME/*"',
    "pnpm dlx rimraf --glob ~/'*'",
    "pnpm exec rimraf ~/'*'",
    "yarn rimraf ~/'**'",
    'node_modules/.bin/rimraf "$HOME/**"',
    'npx -p rimraf rimraf "$HOME/*"',
  ])("%s", async (command) => {
    expect(await by(command, "bypassPermissions")).toBe("floor");
    expect(await by(command, "auto")).toBe("floor");
  });
});

describe("beside it", () => {
  test.each([
    "make all",
    "make -C safe",
    "make -f - <<< 'all:; rm -rf $(CURDIR)/build'",
    "make -f - <<< 'all:; rm -rf $(HOME)/.cache/x'",
    "make --eval 'x:; echo $(HOME)' x",
    "make -f - <<'E'\nOUT ?= out\nall:\n\trm -rf $(OUT)\nE",
    "make -f - <<'E'\nall:\n\trm -rf $(BUILDDIR)\nE",
    "npx rimraf 'dist/*'",
    "npx rimraf --glob 'dist/**'",
    "npx rimraf '**/node_modules'",
    'npx rimraf "$HOME/.cache/x/*"',
    "npx del-cli --force '../dist/**'",
    "npx del-cli 'dist/**' '!dist/keep'",
    "npx shx rm -rf 'dist/*'",
    "npx shx cp -r ~/notes dist",
    "npx trash-cli '*.log'",
  ])("%s", async (command) => {
    expect(await by(command, "bypassPermissions")).toBe("bypassMode");
  });
});
