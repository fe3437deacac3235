/** The installed git as the referee of its own table: what is read as harmless changes nothing and starts nothing. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { isReadOnly, readShell } from "../readers/bash/index.ts";
import { git } from "./families/git.ts";
import { rolesOf } from "./option-word.ts";
import type { CommandSpec } from "./spec.ts";

const LINES = 900;
const base = mkdtempSync(join(tmpdir(), "git-referee-"));
const repo = join(base, "repo");
const home = join(base, "home");
const trap = join(base, "trap.sh");
const trapped = join(base, "TRAPPED");
/** Whatever git would start for an editor, a connection or a password leaves a mark. */
const env = {
  PATH: process.env.PATH ?? "",
  HOME: home,
  GIT_EDITOR: trap,
  GIT_SEQUENCE_EDITOR: trap,
  GIT_SSH_COMMAND: trap,
  GIT_ASKPASS: trap,
  GIT_CONFIG_NOSYSTEM: "1",
};
const run = (args: readonly string[]) => spawnSync("git", args, { cwd: repo, env, input: "", encoding: "utf8" });

beforeAll(() => {
  mkdirSync(join(repo, "src"), { recursive: true });
  mkdirSync(home);
  writeFileSync(trap, `#!/bin/sh\necho "$@" >> ${trapped}\nexit 1\n`);
  chmodSync(trap, 0o755);
  writeFileSync(
    join(home, ".gitconfig"),
    `[user]\nname=a\nemail=a@b\n[gpg]\nprogram=${trap}\n[man]\nviewer=x\n[man "x"]\ncmd=${trap}\n[diff]\ntool=x\n[difftool "x"]\ncmd=${trap}\n`,
  );
  run(["init", "-q", "-b", "main"]);
  writeFileSync(join(repo, "a"), "x\n");
  writeFileSync(join(repo, "src/b.ts"), "y\n");
  for (const line of ["add .", "commit -qm one", "tag v1", "branch topic", "remote add origin ssh://x.invalid/y"])
    run(line.split(" "));
  writeFileSync(join(repo, "a"), "dirty\n");
});
afterAll(() => rmSync(base, { recursive: true }));

/** Every file but git's own index and objects, with its contents. */
function snapshot(dir = base): string {
  return readdirSync(dir)
    .filter((name) => name !== "index" && name !== "objects")
    .sort()
    .map((name) => {
      const path = join(dir, name);
      return lstatSync(path).isDirectory() ? `${path}/\n${snapshot(path)}` : `${path}: ${readFileSync(path, "latin1")}`;
    })
    .join("\n");
}

const REMOTE =
  /^(?:push|fetch|pull|clone|ls-remote|daemon|instaweb|http-backend|send-email|gui|citool|gitk|p4|svn|lfs|credential.*|filter-.*|\*)$/;
const names = (list: string | undefined): readonly string[] => list?.split(" ").filter((name) => name !== "") ?? [];

interface Sub {
  readonly path: readonly string[];
  readonly spec: CommandSpec;
  readonly options: readonly string[];
}
const subs = (spec: CommandSpec, path: readonly string[]): readonly Sub[] => [
  {
    path,
    spec,
    options: [
      ...names(spec.flags),
      ...names(spec.runsCode),
      ...rolesOf(spec.values).keys(),
      ...rolesOf(spec.attached).keys(),
    ],
  },
  ...Object.entries(spec.commands ?? {}).flatMap(([name, next]) => (name === "*" ? [] : subs(next, [...path, name]))),
];
const SUBS = Object.entries(git()[0]?.commands ?? {}).flatMap(([name, spec]) =>
  REMOTE.test(name) ? [] : subs(spec, [name]),
);

const WORDS = [
  "HEAD",
  "HEAD:a",
  "main",
  "topic",
  "a",
  "src",
  "1",
  "-1",
  "--",
  "new",
  "--output=OUT",
  "--output",
  "-o",
  "OUT",
  "--format=%G?",
  "--ext-diff",
  "-p",
  "-O",
  "-d",
  "-D",
  "-f",
  "-n",
  "--force",
  "--edit",
  "user.name",
  "refs/heads/main",
];

test("random uses that are read as harmless are harmless", () => {
  const line = fc
    .constantFrom(...SUBS)
    .chain((sub) =>
      fc.tuple(
        fc.constantFrom("", "", "--no-pager", "-C .", "-c color.ui=never", "--help"),
        fc.constant(sub.path.join(" ")),
        fc.array(
          fc.oneof(fc.constantFrom(...(sub.options.length > 0 ? sub.options : ["-q"])), fc.constantFrom(...WORDS)),
          { maxLength: 4 },
        ),
      ),
    );
  const world = diskWorld({ home, path: "/usr/bin:/bin" });
  const before = snapshot();
  let harmless = 0;
  for (const [global, path, words] of fc.sample(line, { numRuns: LINES, seed: 5 })) {
    const args = [...names(global), ...names(path), ...words];
    const command = `git ${args.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word}'`)).join(" ")}`;
    if (!isReadOnly(readShell(command, { cwd: repo, projectRoot: repo, world, written: new Set() }))) continue;
    harmless += 1;
    run(args);
    expect(existsSync(trapped), command).toBe(false);
    if (harmless % 20 === 0) expect(snapshot(), `at or before ${command}`).toBe(before);
  }
  expect(snapshot()).toBe(before);
  expect(harmless).toBeGreaterThan(60);
});

test.each(
  SUBS.filter(({ path }) =>
    ["log", "diff", "show", "status", "branch", "tag", "grep", "blame", "ls-files", "describe"].includes(
      path.join(" "),
    ),
  ).map((sub): [string, Sub] => [sub.path.join(" "), sub]),
)("git %s: an option that is said to take the next word takes it", (name, { spec }) => {
  for (const option of rolesOf(spec.values).keys()) {
    const said = run([name, option, "--no-such-option"]).stderr;
    expect(said, `git ${name} ${option}`).not.toMatch(
      /(?:unknown|unrecognized|invalid) (?:option|argument)[^\n]*no-such-option/,
    );
  }
});
