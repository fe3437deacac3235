/**
 * Worlds a call is put into: a home with a project in it, made for real, at a place that is in no temporary directory. A level of a factor is
 * one way in which a world differs from the plain one.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, linkSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DECOYS } from "../../bench/corpus/places.ts";
import type { CoreCall, Process } from "../../src/core/types.ts";

export const SYSTEM_PATH: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin"];
/** Longer ago than any index was written. */
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

/** Names are below the project, or below home where they begin with `~/`, or absolute. */
export interface Making {
  readonly home: string;
  readonly project: string;
  /** In a temporary directory, here and in the sandbox. */
  readonly temporary: string;
  readonly at: (name: string) => string;
  readonly write: (name: string, text: string, mode?: number) => void;
  /** A program that nobody should start. */
  readonly plant: (name: string) => string;
  readonly link: (name: string, to: string) => void;
  readonly hardLink: (name: string, to: string) => void;
  readonly git: (...words: readonly string[]) => void;
}

export interface Level {
  readonly factor: string;
  readonly name: string;
  /** Of a world like any other: calls are proven in it. */
  readonly plain?: true;
  /** It matters to git, or to searches, alone. */
  readonly of?: "git" | "search";
  /** Begins with: no repository, a clean one, one with changes. */
  readonly base?: "none" | "clean" | "changed";
  readonly make?: (at: Making) => void;
  /** Words that name something in it. */
  readonly words?: readonly string[];
  /** Texts that mean something in it alone. */
  readonly texts?: readonly string[];
  readonly cwd?: string;
  readonly root?: string;
  /** What is set, and told. */
  readonly env?: (at: Making) => Readonly<Record<string, string>>;
  /** Nobody told which variables are set. */
  readonly untold?: true;
  readonly path?: (at: Making) => readonly string[];
  /** Defined by the host's shell as something else, and what it runs first. */
  readonly names?: readonly string[];
  readonly prelude?: (at: Making) => string;
  readonly terminal?: true;
  readonly call?: (at: Making) => Partial<CoreCall>;
  /** File systems that are said to be mounted there. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Nothing can be saved. */
  readonly unsaved?: true;
}

export interface World extends Level {
  readonly id: string;
  readonly box: string;
  readonly at: Making;
  readonly process: Process | undefined;
  readonly set: Readonly<Record<string, string>>;
}

const FILES: Readonly<Record<string, string>> = {
  "a.txt": "foo,bar\nbaz\n",
  "b.txt": "b\n",
  "README.md": "# foo\n",
  "src/b.ts": "foo\n",
  "src/deep/c.ts": "foo\n",
  "docs/guide.md": "foo\n",
  "package.json": "{}\n",
  ".gitignore": "out/\n*.log\n",
};
const LATER = new Date("2021-01-01T00:00:00Z");
const PROGRAM = "#!/bin/sh\nexit 0\n";

/** Everything that is made stands below these two. */
export interface Ground {
  readonly box: string;
  readonly temporary: string;
}

function makingAt(box: string, temporary: string): Making {
  const home = join(box, "me");
  const project = join(home, "code/app");
  const at = (name: string): string => {
    if (name.startsWith("/")) return name;
    return name.startsWith("~/") ? join(home, name.slice(2)) : join(project, name);
  };
  const parent = (name: string): string => {
    mkdirSync(dirname(at(name)), { recursive: true });
    return at(name);
  };
  const write: Making["write"] = (name, text, mode = 0o644) => {
    writeFileSync(parent(name), text, { mode });
    chmodSync(at(name), mode);
  };
  return {
    ...{ home, project, temporary, at, write },
    plant: (name) => {
      write(name, PROGRAM, 0o755);
      return at(name);
    },
    link: (name, to) => {
      rmSync(parent(name), { force: true, recursive: true });
      symlinkSync(to, at(name));
    },
    hardLink: (name, to) => linkSync(at(to), parent(name)),
    git: (...words) => runGit(project, home, words),
  };
}

function runGit(cwd: string, home: string, words: readonly string[]): void {
  const env = { PATH: "/usr/bin:/bin", HOME: home, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  execFileSync("git", [...words], { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
}

/** A home with what is looked for in one, and a project without a repository, with one, and with changes in it. */
export function makeTemplates({ box, temporary }: Ground): void {
  for (const base of ["none", "clean", "changed"] as const) {
    const making = makingAt(join(box, `template-${base}`), temporary);
    for (const [name, text] of Object.entries(DECOYS)) making.write(`~/${name}`, text);
    making.write("~/.gitconfig", "[user]\n\tname = u\n\temail = u@example.org\n");
    making.write("~/other/a.txt", "other\n");
    for (const [name, text] of Object.entries(FILES)) {
      making.write(name, text);
      utimesSync(making.at(name), LONG_AGO, LONG_AGO);
    }
    making.write("run.sh", "#!/bin/sh\n");
    if (base === "none") making.write("draft.txt", "only here\n");
    else beginRepository(making);
    if (base === "changed") changeFiles(making);
  }
}

function beginRepository({ write, git, at }: Making): void {
  git("init", "-q", "-b", "main", "--template=");
  for (const [key, value] of [
    ["core.checkStat", "minimal"],
    ["core.trustctime", "false"],
    ["gc.auto", "0"],
    ["remote.origin.url", "https://example.invalid/x"],
    ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
  ] as const)
    git("config", key, value);
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  write("docs/guide.md", "foo\nmore\n");
  utimesSync(at("docs/guide.md"), LONG_AGO, LONG_AGO);
  git("commit", "-q", "-a", "-m", "two");
  git("branch", "topic", "HEAD~1");
  git("tag", "v1");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
}

/** One changed, one staged, one touched, one new, one ignored. */
function changeFiles({ write, git, at }: Making): void {
  write("a.txt", "foo,bar\nbaz\nchanged\n");
  write("b.txt", "b\nstaged\n");
  git("add", "b.txt");
  utimesSync(at("src/b.ts"), LATER, LATER);
  write("draft.txt", "only here\n");
  write("out/build.log", "x\n");
}

const MOVE_PLACES = ["HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_ENV", "SHELLOPTS"];

export function makeWorld(level: Level, id: string, { box, temporary }: Ground): World {
  const place = join(box, id);
  const base = level.base ?? (level.of === "git" || level.plain === undefined ? "changed" : "clean");
  cpSync(join(box, `template-${base}`), place, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const making = makingAt(place, temporary);
  if (base !== "none") refreshIndex(making, base === "changed");
  level.make?.(making);
  const set = level.env?.(making) ?? {};
  const path = level.path?.(making) ?? SYSTEM_PATH;
  const process: Process = {
    path,
    variables: new Set(Object.keys(set)),
    values: Object.fromEntries(Object.entries(set).filter(([name]) => MOVE_PLACES.includes(name))),
    names: new Set(level.names ?? []),
    terminal: level.terminal === true,
  };
  return { ...level, id, box: place, at: making, set, process: level.untold ? undefined : process };
}

/** A copy has other times than its index says; a file that was only touched stays one. */
function refreshIndex({ git, at }: Making, isChanged: boolean): void {
  git("-c", "core.checkStat=default", "-c", "core.trustctime=true", "status");
  if (isChanged) utimesSync(at("src/b.ts"), LATER, LATER);
}

export const pathOf = ({ path, at }: World): readonly string[] => path?.(at) ?? SYSTEM_PATH;
export const cwdOf = ({ cwd = "", at }: World): string => at.at(cwd).replace(/(?<=.)\/$/, "");
