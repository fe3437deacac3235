/** A throw-away git project with a state directory of its own, and restore points in it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diskWorld } from "../../../machine/index.ts";
import { scratchFolder } from "../../../testing/folder.ts";
import type { EditRequest, PointCall, ProjectRequest } from "../point.ts";
import { openRestorePoints, type RestoreParts } from "../save.ts";

const LIMITS = { maxBytes: 1 << 20, maxFiles: 100, maxMs: 10_000, keepDays: 7, keepBytes: 1 << 30 };
export const CALL: PointCall = { session: "s", key: "k", toolUseId: "t", tool: "Bash", text: "npm test" };

export function restoreBox(limits: Partial<typeof LIMITS> = {}) {
  const box = scratchFolder();
  const top = realpathSync(box.folder);
  const root = join(top, "home/app");
  const stateDir = join(top, "state");
  mkdirSync(root, { recursive: true });
  mkdirSync(stateDir, { mode: 0o700 });
  const at = (path: string): string => join(root, path);
  const write = (path: string, content: string | Buffer = "x\n"): string => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
    return at(path);
  };
  const gitIn = (dir: string, ...args: string[]): string =>
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always", ...args],
      {
        cwd: dir,
        encoding: "utf8",
        stdio: "pipe",
      },
    );
  const parts: RestoreParts = {
    stateDir,
    limits: { ...LIMITS, ...limits },
    world: diskWorld({ home: join(top, "home"), path: "/usr/bin:/bin" }),
    now: Date.now,
  };
  const points = openRestorePoints(parts);
  const places = {
    projectRoot: root,
    home: join(top, "home"),
    gateDirectories: [stateDir],
    movedPlaces: [],
    gatePrograms: [],
    agentFiles: { directories: [".claude"], configDirectories: [], files: [], instructions: ["agents.md"] },
  };
  return {
    top,
    root,
    stateDir,
    shelf: join(stateDir, "restore"),
    parts,
    points,
    places,
    at,
    write,
    read: (path: string): string => readFileSync(at(path), "utf8"),
    git: (...args: string[]) => gitIn(root, ...args),
    gitIn,
    /** A commit of everything that is there. */
    commit: (): void => {
      gitIn(root, "init", "-q");
      gitIn(root, "add", "-A");
      gitIn(root, "commit", "-qm", "x");
    },
    saveProject: (more: Partial<ProjectRequest> = {}) =>
      points.saveProject({ call: CALL, roots: [root], places, held: [], ...more }),
    save: (paths: readonly string[], more: Partial<EditRequest> = {}) =>
      points.save({ call: CALL, paths: paths.map(at), creates: [], expected: new Map(), ...more }),
    remove: box.remove,
  };
}
