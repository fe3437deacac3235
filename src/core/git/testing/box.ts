/** For tests: a throw-away home with a project in it, real git, and uses sorted by hand. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import type { GivenOption, SortedUse, WordRole } from "../../../contract/simple.ts";
import { type Sandbox, sandbox } from "../../../machine/git/testing.ts";
import { diskWorld } from "../../../machine/index.ts";
import type { Process, Scene } from "../../types.ts";
import { proveGit } from "../index.ts";

export interface Box extends Sandbox {
  /** A fresh look at the machine, of a session in `work`. */
  scene(more?: Partial<Process>, written?: readonly string[]): Scene;
  /** Places that are touched, relative to home, with their roles; null: silent. */
  proves(command: string, more?: Partial<Process>): readonly string[] | null;
  /** Runs it for real in `work`, with these variables beside; whether the marker was made. */
  runs(command: string, env?: Readonly<Record<string, string>>): boolean;
  /** A program that makes the marker. */
  readonly program: string;
}

const ALIASES =
  "-A=--all -u=--update -a=--all -q=--quiet -m=--message -F=--file -v=--verbose -l=--list --cached=--staged"
    .split(" ")
    .map((pair) => pair.split("="));
const WITH_VALUE = new Set("-m -F -b -c --format".split(" "));
const NESTED = new Set(["stash", "worktree", "remote"]);

/** `git` and what follows, by the simplest reading: words are split at blanks. */
export function sortUse(command: string, role: WordRole = "unknown"): SortedUse {
  const words = command.split(" ").slice(1);
  const options: GivenOption[] = [];
  const path: string[] = [];
  const operands: SortedUse["operands"][number][] = [];
  const word = (value: string) => ({
    value,
    text: value,
    prefix: value,
    ...(/[*?]/.test(value) ? ({ glob: true } as const) : {}),
  });
  for (let at = words.shift(); at !== undefined; at = words.shift()) {
    const isGlobal = path.length === 0;
    if (at.startsWith("-")) {
      const given = at;
      const isStart = given === "-C" && isGlobal;
      const names = ALIASES.find((pair) => pair.includes(given)) ?? [given];
      const value = isStart || WITH_VALUE.has(given) ? word(words.shift() ?? "") : null;
      options.push({ names, value, role: isStart ? "directory" : given === "-F" ? "read" : "text" });
    } else if (isGlobal || (path.length === 1 && operands.length === 0 && NESTED.has(path[0] ?? ""))) path.push(at);
    else operands.push({ word: word(at), role });
  }
  return { path, options, operands };
}

const CLEAN: Process = { path: [], variables: new Set(), values: {}, names: new Set(), terminal: false };

export function makeBox(): Box {
  const box = sandbox();
  const marker = box.at("ran");
  const program = box.write("bin/helper", `#!/bin/sh\ntouch ${marker}\ncat 2>/dev/null </dev/null\n`, 0o755);
  const scene: Box["scene"] = (more = {}, written = []) => ({
    call: {
      tool: "Bash",
      input: {},
      cwd: box.at("work"),
      projectRoot: box.at("work"),
      additional: [],
      written: new Set(written),
      gatePlaces: [],
      canSave: () => true,
      unsafeTools: new Set(),
    },
    disk: diskWorld({ home: box.home, platform: "linux" }),
    process: { ...CLEAN, ...more },
  });
  return {
    ...box,
    program,
    scene,
    proves: (command, more) => {
      const touches = proveGit(sortUse(command), { cwd: box.at("work"), scene: scene(more) });
      return touches?.map(({ role, path }) => `${role} ${path.slice(box.home.length + 1)}`) ?? null;
    },
    runs: (command, env = {}) => {
      rmSync(marker, { force: true });
      const known = { HOME: box.home, PATH: process.env.PATH ?? "", LC_ALL: "C" };
      spawnSync("bash", ["-c", command], { cwd: box.at("work"), env: { ...known, ...env }, timeout: 60_000 });
      return existsSync(marker);
    },
  };
}
