/** A throw-away home in which Claude Code starts without its first questions, with or without the gate. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { removeTree } from "../../src/testing/remove-tree.ts";
import { furnishProject } from "./sessions.ts";

const KEY = "sk-ant-not-a-key-at-all-000000";

/** `judge`: the port of the model that judges; without one there is none. */
export interface GateWish {
  readonly walls: boolean;
  readonly judge?: number;
}

export interface HomeWish {
  readonly gate?: GateWish;
  /** What stands in `.claude/settings.local.json` of the project; with a gate, adopted. */
  readonly saved?: SavedAnswers;
  /** Where the gate's program is. */
  readonly dist?: string;
}

/** What Claude Code keeps of "don't ask again". */
export interface SavedAnswers {
  readonly allow: readonly string[];
  readonly additionalDirectories: readonly string[];
}

export interface LoggedLine {
  readonly kind: string;
}

export interface Home {
  readonly home: string;
  readonly project: string;
  readonly env: (modelPort: number) => Readonly<Record<string, string>>;
  readonly saved: () => SavedAnswers;
  readonly records: () => readonly LoggedLine[];
  readonly remove: () => void;
}

export function furnishHome({ gate, saved, dist = resolve("dist") }: HomeWish): Home {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-first-hour-")));
  const [home, project] = [join(top, "home"), join(top, "home/app")];
  mkdirSync(project, { recursive: true });
  furnishProject(project);
  const npmrc = "//registry.example/:_authToken=not-a-token\nfetch-retries=0\nregistry=http://127.0.0.1:1\n";
  writeFileSync(join(home, ".npmrc"), npmrc);
  writeFileSync(join(home, ".claude.json"), JSON.stringify(clientState(project)));
  const local = join(project, ".claude/settings.local.json");
  if (saved !== undefined) {
    mkdirSync(dirname(local), { recursive: true });
    writeFileSync(local, JSON.stringify({ permissions: saved }));
  }
  const path = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  const own = { HOME: home, PATH: path, GATE_KEY: "not-a-key" };
  const sallyport = (...words: readonly string[]): string =>
    execFileSync(process.execPath, [join(dist, "sallyport.cjs"), ...words], {
      ...{ cwd: project, env: own, stdio: "pipe", encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    });
  if (gate !== undefined) {
    mkdirSync(join(home, ".config/sallyport"), { recursive: true });
    writeFileSync(join(home, ".config/sallyport/settings.json"), JSON.stringify({ contain: { enabled: gate.walls } }));
    const provider =
      gate.judge === undefined
        ? ["--provider", "offline"]
        : ["--provider", "anthropic", "--key-env", "GATE_KEY", "--base-url", `http://127.0.0.1:${gate.judge}`];
    sallyport("init", "--yes", "--host", "claude-code", ...provider, "--no-test", "--adopt");
  }
  return {
    ...{ home, project },
    env: (port) => ({
      ...{ ...own, TERM: "xterm-256color", ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
      ...{ IS_SANDBOX: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", GIT_TERMINAL_PROMPT: "0" },
    }),
    saved: () => savedIn(local),
    records: () => {
      const lines = sallyport("log", "--json").split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LoggedLine);
    },
    remove: () => {
      // The first hook has started it.
      sallyport("serve", "--stop");
      removeTree(top);
    },
  };
}

const clientState = (project: string): object => ({
  ...{ hasCompletedOnboarding: true, theme: "dark", numStartups: 5, bypassPermissionsModeAccepted: true },
  customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
  projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
});

function savedIn(file: string): SavedAnswers {
  try {
    const { permissions = {} } = JSON.parse(readFileSync(file, "utf8")) as { permissions?: Partial<SavedAnswers> };
    return { allow: permissions.allow ?? [], additionalDirectories: permissions.additionalDirectories ?? [] };
  } catch {
    return { allow: [], additionalDirectories: [] };
  }
}
