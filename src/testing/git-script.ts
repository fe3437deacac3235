/** A repository made anew at the root of a project by a script of bash's, which can write any bytes, with nobody's settings of git. */
import { execFileSync } from "node:child_process";
import type { Project } from "./index.ts";

export function runGitScript({ home, root }: Project, script: string): void {
  const setUp = `set -e; rm -rf "$ROOT"; mkdir -p "$ROOT"; cd "$ROOT"; git init -q -b main; echo a > README.md\n${script}`;
  const git = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const who = { GIT_AUTHOR_NAME: "n", GIT_AUTHOR_EMAIL: "n@example.org" };
  const committer = { GIT_COMMITTER_NAME: "n", GIT_COMMITTER_EMAIL: "n@example.org" };
  const env = { PATH: process.env.PATH ?? "", HOME: home, ROOT: root, ...git, ...who, ...committer };
  execFileSync("bash", ["-c", setUp], { env, stdio: "pipe" });
}
