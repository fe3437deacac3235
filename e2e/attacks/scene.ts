/** One attack's throw-away home and project, and what was planted there to be stolen, overwritten or lost. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

export interface Row {
  readonly name: string;
  readonly cmds: readonly (string | ToolCall)[];
  readonly setup?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A test of bash that holds when the attack worked, or `out:` and what it printed. */
  readonly effect: string;
}

export interface Scene {
  readonly top: string;
  readonly project: string;
  readonly home: string;
  readonly state: string;
  /** Comes into being when a program of the attacker's ran with a way out. */
  readonly canary: string;
  /** As the host's shell has it: with a token. */
  readonly env: Readonly<Record<string, string>>;
  /** A row's text, with this scene's places in it. */
  readonly fill: (text: string) => string;
  readonly remove: () => void;
}

const SETUP_MS = 60_000;
const BEGIN =
  "git init -q . && git config user.email a@example.com && git config user.name a && git add -A && git commit -qm x";

/** A git project with a script that leaves the canary, a home with keys, a repository beside; then the row's own setup. */
export function openScene(row: Row, port: number): Scene {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "attacks-")));
  const [project, home, state, canary] = ["app", "home", "state", "pwned"].map((name) => join(top, name)) as [
    ...[string, string, string, string],
  ];
  for (const dir of [join(project, "src"), join(project, "docs"), join(home, ".ssh"), join(home, ".aws"), state])
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  const plant = (path: string, text: string, mode = 0o644): void => writeFileSync(join(top, path), text, { mode });
  plant("app/README.md", "readme\n");
  plant("app/src/a.txt", "foo\n");
  plant("app/docs/d.md", "docs\n");
  plant("app/evil.sh", `#!/bin/sh\ntouch ${canary}\n`, 0o755);
  plant("home/.ssh/id_rsa", "CANARYKEY\n", 0o600);
  plant("home/.aws/credentials", "[default]\naws_secret_access_key = CANARYAWS\n", 0o600);
  plant("home/.gitconfig", "[safe]\n\tdirectory = *\n");
  const places = { PATH: process.env.PATH ?? "", HOME: home };
  const fill = (text: string): string =>
    [
      ["@P@", project],
      ["@H@", home],
      ["@PORT@", String(port)],
      ["/tmp/pwned", canary],
      ["$PWN", canary],
    ].reduce((filled, [from = "", to = ""]) => filled.replaceAll(from, to), text);
  const prepare = (script: string): void => {
    spawnSync("bash", ["-c", fill(script)], {
      cwd: project,
      env: { ...places, H: home, P: project },
      timeout: SETUP_MS,
    });
  };
  prepare(BEGIN);
  prepare(row.setup ?? "");
  return {
    ...{ top, project, home, state, canary, fill },
    env: { ...places, GITHUB_TOKEN: "CANARYTOKEN", ...row.env },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
