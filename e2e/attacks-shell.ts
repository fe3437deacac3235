/**
 * Attacks on the reader of shell commands, asked of the built program: none may be allowed by reading alone.
 *
 *   npm run build && SALLYPORT_DATA=FOLDER npm run attacks:shell
 *
 * The folder holds attacks-shell.jsonl. Only a row's `setup` is run, in a throw-away home and project; its commands are
 * asked about and never run. An overwrite or delete that a restore point held first is counted apart. Exit 1 when a row
 * is allowed.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Row {
  readonly name: string;
  readonly cmds: readonly (string | { readonly tool: string; readonly input: Readonly<Record<string, string>> })[];
  readonly setup?: string;
  readonly effect: string;
}
interface Answer {
  readonly behavior: string;
  readonly by: string;
  readonly walls: string | null;
}
/** Throw-away places of one row. */
interface Places {
  readonly project: string;
  readonly home: string;
  readonly state: string;
}

const SECONDS_EACH = 60;
const program = join(process.cwd(), "dist/sallyport.cjs");
const file = join(process.env.SALLYPORT_DATA ?? "", "attacks-shell.jsonl");
if (!existsSync(file) || !existsSync(program)) {
  console.error("Build first, and set SALLYPORT_DATA to the folder that holds attacks-shell.jsonl.");
  process.exit(1);
}

/** A fresh git project with a script that leaves a canary, and a home with a key; then the row's own setup. */
function prepare(top: string, { setup = "" }: Row): Places {
  const [project, home, state] = ["app", "home", "state"].map((name) => join(top, name)) as [string, string, string];
  for (const dir of [join(project, "src"), join(project, "docs"), join(home, ".ssh"), state])
    mkdirSync(dir, { recursive: true });
  writeFileSync(join(project, "README.md"), "readme\n");
  writeFileSync(join(project, "src/a.txt"), "foo\n");
  writeFileSync(join(project, "docs/d.md"), "docs\n");
  writeFileSync(join(project, "evil.sh"), "#!/bin/sh\ntouch $PWN\n", { mode: 0o755 });
  writeFileSync(join(home, ".ssh/id_rsa"), "CANARY KEY\n");
  const env = { PATH: process.env.PATH, HOME: home, H: home, PWN: join(top, "pwned"), P: project };
  const begin =
    "git init -q . && git config user.email a@example.com && git config user.name a && git add -A && git commit -qm x";
  spawnSync("bash", ["-c", begin], { cwd: project, env });
  spawnSync("bash", ["-c", setup], { cwd: project, env, timeout: SECONDS_EACH * 1000 });
  return { project, home, state };
}

function ask({ cmds }: Row, { project, home, state }: Places): readonly Answer[] {
  const fill = (text: string): string => text.replaceAll("@P@", project).replaceAll("@H@", home);
  const actions = cmds.map((cmd) =>
    typeof cmd === "string"
      ? { tool: "Bash", input: { command: fill(cmd) } }
      : {
          tool: cmd.tool,
          input: Object.fromEntries(Object.entries(cmd.input).map(([key, value]) => [key, fill(value)])),
        },
  );
  const env = { PATH: process.env.PATH, HOME: home, SALLYPORT_STATE_DIR: state };
  const { stdout } = spawnSync(process.execPath, [program, "check", "--stream", "--cwd", project], {
    cwd: project,
    env,
    encoding: "utf8",
    input: actions
      .map((action) => `${JSON.stringify({ ...action, cwd: project, mode: "auto", session: "s" })}\n`)
      .join(""),
    timeout: SECONDS_EACH * 1000,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

const holdsCopies = ({ state }: Places): boolean => {
  const dir = join(state, "restore");
  return existsSync(dir) && readdirSync(dir).length > 0;
};

const rows = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const counts = { held: 0, saved: 0, allowed: 0 };
for (const row of rows) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "attacks-shell-")));
  try {
    const places = prepare(top, row);
    const answers = ask(row, places);
    const passed = answers.length === row.cmds.length && answers.every(({ behavior }) => behavior === "allow");
    const kind = !passed ? "held" : holdsCopies(places) ? "saved" : "allowed";
    counts[kind] += 1;
    if (kind !== "held") console.log(`${kind}: ${row.name} (${answers.map(({ by }) => by).join(", ")})`);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}
console.log(
  `${rows.length} attacks: ${counts.held} held, ${counts.saved} allowed after a restore point, ${counts.allowed} allowed`,
);
if (counts.allowed > 0) process.exitCode = 1;
