/** A project with texts that start something, and what becomes of writing a file of it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { call, type Project, project } from "./index.ts";

export interface StartingProject extends Project {
  /** The step that decides of writing a file of the project. */
  by(path: string): Promise<string>;
  inHome(path: string, text: string): void;
}

/** With a repository in it. */
export function startingProject(): StartingProject {
  const here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  return {
    ...here,
    by: async (path) => (await here.gate().check(call("Write", { file_path: here.at(path), content: "x" }))).by,
    inHome: (path, text) => {
      mkdirSync(dirname(join(here.home, path)), { recursive: true });
      writeFileSync(join(here.home, path), text);
    },
  };
}

/** Settings of Claude Code with one hook. */
export const hook = (command: string): string =>
  JSON.stringify({ hooks: { PostToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command }] }] } });

/** The same command as a hook of git: it waits for a commit of the person's, so that only what it leads to counts. */
export const GIT_HOOK = ".git/hooks/pre-push";
export const gitHook = (command: string): string => `#!/bin/sh\n${command}\n`;
