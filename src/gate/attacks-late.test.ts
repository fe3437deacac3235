/**
 * Proven now, done later: a command that waits finds whatever stands under the names it was judged by. It runs inside
 * walls, or it is no proof.
 */
import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import type { Action } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("notes.txt", "n\n");
  here.write("src/a.txt", "a\n");
  here.write("src/b.txt", "b\n");
  here.write("d/a", "a\n");
  here.write("s.json", "{}\n");
  here.write("big", "");
  truncateSync(here.at("big"), 1 << 30);
  execFileSync("/bin/sh", ["-c", `mkfifo "$0"`, here.at("pipe")]);
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  execFileSync("git", ["add", "d", "s.json", "notes.txt"], { cwd: here.root });
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"], { cwd: here.root });
});
afterAll(() => here.remove());

const says = ({ behavior, by, walls }: Decision): string => [behavior, by, walls ?? "bare"].join(" ");
const background = (command: string): Action => bash(command, { input: { command, run_in_background: true } });

type Row = readonly [what: string | Action, expected: string];

const READS: readonly (string | Action)[] = [
  "sleep 4 && cat notes.txt",
  "sleep 4; cat notes.txt",
  "sleep 4\ncat notes.txt",
  "false || sleep 4 && cat < notes.txt",
  "sleep 4 | true; head -1 notes.txt",
  "sleep 4; ls src",
  "sleep 4 && cd src && ls",
  "sleep 4; git status",
  "sleep 4; echo src/*.txt",
  "cat pipe; cat notes.txt",
  "cat pipe notes.txt",
  "cat < pipe; cat notes.txt",
  "grep a pipe && grep a notes.txt",
  "cat p*e notes.txt",
  "sleep 4 | cat /dev/stdin notes.txt",
  "cd /dev && cat stdin ../etc/hostname",
  "cat; cat notes.txt",
  "grep x; cat notes.txt",
  "md5sum big; cat notes.txt",
  "md5sum big notes.txt",
  "sha256sum bi*; cat notes.txt",
  "cat big big big big | sort | tail -1; cat notes.txt",
  background("grep -r a src; cat notes.txt"),
  background("cat src/a.txt && cat notes.txt"),
  background("git log; cat notes.txt"),
];

const EDITS: readonly (string | Action)[] = [
  "sleep 4 && echo EVIL >> notes.txt",
  "sleep 4 && cp s.json notes.txt",
  "sleep 4 && rm d/a",
  "sleep 4; mv s.json d/b",
  "sleep 4; mkdir -p d/new",
  "sleep 4; git add notes.txt && git commit -m x",
  "tee src/a.txt; echo EVIL >> notes.txt",
  "cat > src/a.txt; echo EVIL >> notes.txt",
  background("sleep 4 && echo EVIL >> notes.txt"),
  background("grep -r a src; echo EVIL >> notes.txt"),
];

const rows = (commands: readonly (string | Action)[], expected: string): readonly Row[] =>
  commands.map((command) => [command, expected]);

/** The moment is the judgement's: by reading alone. */
const NOW: readonly Row[] = [
  ["cd src && cat a.txt && cat b.txt | head -5; ls", "allow readOnly bare"],
  ["grep -r a src; cat notes.txt", "allow readOnly bare"],
  ["ls -la big; cat notes.txt", "allow readOnly bare"],
  ["cat pipe", "allow readOnly bare"],
  ["cat notes.txt > /dev/null; cat s.json 2> /dev/null; ls", "allow readOnly bare"],
  ["cat > src/c.txt <<'EOF'\nx\nEOF", "allow acceptEdits bare"],
  [background("cat notes.txt"), "allow readOnly bare"],
  [background("echo go; cat notes.txt | head -2"), "allow readOnly bare"],
];

const title = (what: string | Action): string => (typeof what === "string" ? what : JSON.stringify(what.input));
const action = (what: string | Action): Action => (typeof what === "string" ? bash(what) : what);

describe("with walls", () => {
  for (const [what, expected] of [
    ...rows(READS, "allow readOnly look"),
    ...rows(EDITS, "allow acceptEdits edit"),
    ["echo x > pipe; echo EVIL >> notes.txt", "allow contained work"] as const,
    ...NOW,
  ])
    test(`${title(what)}: ${expected}`, async () => {
      const gate = here.gate({ walls: supposeWalls(), classifier: null });
      expect(says(await gate.check({ ...action(what), walls: true }))).toBe(expected);
    });
});

describe("without walls", () => {
  for (const [what, expected] of [
    ...rows([...READS, ...EDITS, "echo x > pipe; echo EVIL >> notes.txt"], "ask offline bare"),
    ...NOW,
  ])
    test(`${title(what)}: ${expected}`, async () => {
      expect(says(await here.gate({ classifier: null }).check(action(what)))).toBe(expected);
    });
});
