/** A name on PATH that is a script, a shim or a link under another name is not the core program; no form starts what its settings name. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const inHome = (path: string): string => {
  mkdirSync(join(here.home, dirname(path)), { recursive: true });
  return join(here.home, path);
};
beforeAll(() => {
  here = project();
  here.write("src/a.js", "1\n");
  here.write("dev/git", "#!/bin/sh\n");
  for (const name of ["git", "wc", "rg", "node", "npm", "python3"])
    writeFileSync(
      inHome(`scripts/${name}`),
      '#!/bin/sh\n[ -x ./dev/git ] && exec ./dev/git "$@"\nexec /usr/bin/git "$@"\n',
      {
        mode: 0o755,
      },
    );
  for (const name of ["mise", "wc"]) copyFileSync("/usr/bin/wc", inHome(`binaries/${name}`));
  for (const name of ["wc", "rg", "node"]) symlinkSync("../binaries/mise", inHome(`shims/${name}`));
  writeFileSync(inHome("node/lib/node_modules/npm/bin/npm-cli.js"), "#!/usr/bin/env node\n", { mode: 0o755 });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", inHome("node/bin/npm"));
});
afterAll(() => here.remove());

const by = async (command: string, first: string): Promise<string> => {
  const world = diskWorld({ home: here.home, path: `${join(here.home, first)}:/usr/bin:/bin` });
  return (await here.gate({ world, classifier: null, walls: null }).check(bash(command))).by;
};

test.each([
  ["git status -s", "scripts"],
  ["wc -l src/a.js", "scripts"],
  ["rg a src", "scripts"],
  ["node --version", "scripts"],
  ["npm view react", "scripts"],
  ["wc -l src/a.js", "shims"],
  ["rg a src", "shims"],
  ["node --version", "shims"],
])("%s, found in ~/%s, is asked about", async (command, first) => expect(await by(command, first)).toBe("offline"));

test.each([
  ["git status -s", "scripts", "offline"],
  ["wc -l src/a.js", "shims", "offline"],
  ["wc -l src/a.js", "binaries", "readOnly"],
])("%s, found in /usr/local/bin as it is in ~/%s: %s", async (command, first, expected) => {
  const disk = diskWorld({ home: here.home, path: "/usr/local/bin:/usr/bin:/bin" });
  const placed = (path: string): string =>
    dirname(path) === "/usr/local/bin" ? join(here.home, first, basename(path)) : path;
  const world = {
    ...disk,
    stat: (path: string) => disk.stat(placed(path)),
    lstat: (path: string) => disk.lstat(placed(path)),
    readLink: (path: string) => disk.readLink(placed(path)),
    readRange: (path: string, from: number, to: number) => disk.readRange?.(placed(path), from, to),
  };
  expect((await here.gate({ world, classifier: null, walls: null }).check(bash(command))).by).toBe(expected);
});

test.each([
  ["git status -s", "none"],
  ["wc -l src/a.js", "none"],
  ["wc -l src/a.js", "binaries"],
  ["git status -s", "shims"],
  ["npm view react", "node/bin"],
])("%s, with ~/%s first, stays proven", async (command, first) => expect(await by(command, first)).toBe("readOnly"));

test.each([
  "kubectl get pods",
  "kubectl config current-context",
  "kubectl cluster-info",
  "rustc --version",
  "cargo --version",
  "ruby --version",
  "go version",
  "tsc --version",
  "pnpm --version",
  "yarn --version",
  "terraform version",
])("%s starts what its settings choose", async (command) => expect(await by(command, "none")).toBe("offline"));
