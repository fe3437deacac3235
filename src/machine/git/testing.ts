/** For tests: a throw-away home with repositories in it, real git as the referee, and the same machine as a `World`. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { World } from "../../contract/world.ts";
import { diskWorld } from "../index.ts";

export interface Sandbox {
  readonly home: string;
  readonly world: World;
  /** The path of something below home. */
  at(path: string): string;
  write(path: string, content: string | Uint8Array, mode?: number): string;
  /** Runs git in a directory below home; throws when it fails. */
  git(dir: string, ...args: string[]): string;
  /** Exit status and standard output. */
  tryGit(dir: string, ...args: string[]): { readonly status: number | null; readonly stdout: Buffer };
  /** A copy of another sandbox's repository: cheaper than making one. */
  copy(from: Sandbox, dir: string): void;
  /** A repository with one commit of `files`. */
  repo(dir: string, files?: Readonly<Record<string, string>>): string;
  remove(): void;
}

const PERSON = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "protocol.file.allow=always"];

export function sandbox(): Sandbox {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-git-")));
  const env = { HOME: home, PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC", GIT_TERMINAL_PROMPT: "0" };
  const at = (path: string): string => join(home, path);
  const write = (path: string, content: string | Uint8Array, mode = 0o644): string => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
    chmodSync(at(path), mode);
    return at(path);
  };
  const git = (dir: string, ...args: string[]): string =>
    execFileSync("git", [...PERSON, ...args], { cwd: at(dir), env, encoding: "utf8", stdio: "pipe" });
  return {
    home,
    world: diskWorld({ home, platform: "linux" }),
    at,
    write,
    git,
    tryGit: (dir, ...args) => {
      const { status, stdout } = spawnSync("git", [...PERSON, ...args], { cwd: at(dir), env });
      return { status, stdout };
    },
    copy: (from, dir) => cpSync(from.at(dir), at(dir), { recursive: true, preserveTimestamps: true }),
    repo: (dir, files = { "README.md": "hello\n" }) => {
      mkdirSync(at(dir), { recursive: true });
      git(dir, "init", "-q", "--template=", "-b", "main");
      for (const [name, content] of Object.entries(files)) write(join(dir, name), content);
      git(dir, "add", "-A");
      git(dir, "commit", "-q", "--allow-empty", "-m", "first");
      return at(dir);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
