/**
 * The real programs as referees: every listed option is run once in a throw-away directory. It takes a value or not, as
 * listed; nothing but the program itself is started, nobody is contacted, and what only reads leaves everything as it was.
 * Where a program is not installed its row is named as not refereed; without strace, starts and connections are not seen.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type CoreOption, type CoreRow, coreDocument } from "./document.ts";

const BUILTINS: ReadonlySet<string> = new Set(["cd", "pwd", "echo", "printf", "true", "false", ":", "test"]);
/** Words behind the options, where the program needs some. */
const OPERANDS: Readonly<Record<string, string>> = {
  grep: "foo a.txt",
  egrep: "foo a.txt",
  fgrep: "foo a.txt",
  rg: "foo a.txt",
  sed: "p a.txt",
  jq: ". a.json",
  tr: "a b",
  diff: "a.txt a.txt",
  cmp: "a.txt a.txt",
  comm: "a.txt a.txt",
  which: "ls",
  seq: "1",
  sleep: "0",
  date: "+x",
  printf: "x",
  find: "",
  basename: "a.txt",
  dirname: "a.txt",
  realpath: "a.txt",
  readlink: "a.txt",
  tree: ".",
  ls: "",
  du: ".",
  df: ".",
  ps: "",
  id: "",
  uname: "",
  pwd: "",
  cd: ".",
  mkdir: "made/it",
  touch: "a.txt",
  rm: "b.txt",
  rmdir: "empty",
  mv: "b.txt c.txt",
  cp: "a.txt c.txt",
  tee: "c.txt",
  chmod: "+x a.txt",
  test: "",
  whoami: "",
  hostname: "",
  nproc: "",
  pgrep: "nothing-of-that-name",
  top: "-bn1",
  free: "",
  uptime: "",
  ss: "",
  lsof: ":1",
  true: "",
  false: "",
  ":": "",
  "git shortlog": "HEAD",
  "git blame": "a.txt",
  "git grep": "foo",
  "git rev-list": "HEAD",
  "git ls-tree": "HEAD",
  "git merge-base": "HEAD HEAD",
  "git cat-file": "HEAD",
  "git check-ignore": "a.txt",
  "git describe": "HEAD",
  "git add": "a.txt",
  "git commit": "",
  "git rm": "b.txt",
  "git mv": "b.txt c.txt",
  "git diff-index": "HEAD",
  git: "status",
};
/** A value that the option takes, where `1` is none. */
const VALUES: Readonly<Record<string, string>> = {
  "sed -e": "p",
  "sed --expression": "p",
  "find -type": "f",
  "find -newer": "a.txt",
  "git -C": ".",
  "git log -L": "1,1:a.txt",
  "git show -L": "1,1:a.txt",
  "git blame -L": "1,1",
  "git log --date": "iso",
  "git show --date": "iso",
  "od -A": "x",
  "od -t": "x1",
  "rg -t": "js",
  "rg --type": "js",
  "rg -T": "js",
  "rg --type-not": "js",
  "nl -b": "a",
  "nl -n": "ln",
  "git tag --sort": "refname",
  "cut -f": "1",
  "column -s": ",",
};
/** Of these one at a time is needed for the program to do anything. */
const BESIDES: Readonly<Record<string, string>> = {
  "git log --follow": "a.txt",
  "git show --follow": "a.txt",
  "cut -d": "-f 1",
  "cut --delimiter": "-f 1",
  "cut -s": "-f 1",
  "cut --complement": "-f 1",
  "git cat-file -p": "",
  "tree -P": "",
};

/** These need their value in the same word. */
const ATTACHED = /^(?:--format|--pretty|--diff-filter|--unified|-U|--date|--max-parents|--min-parents)$/;

const NO_SUCH_OPTION =
  /unrecogni[sz]ed|invalid option|illegal option|unknown (?:option|switch|predicate|argument)|unexpected argument|bad option|Unknown option/i;
const NEEDS_VALUE =
  /requires an? (?:argument|value|parameter)|requires (?:an )?argument|missing (?:argument|value|count)|missing|expects a|option requires|needs? (?:an|a) |required|must follow|no directory given/i;

const top = realpathSync(mkdtempSync(join(tmpdir(), "core-referee-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const traces = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;

const rows = coreDocument().programs.filter(({ use }) => !use.startsWith("rtk"));
const programs = [...new Set(rows.map(({ use }) => use.split(" ")[0] ?? ""))];
const isInstalled = (program: string): boolean =>
  BUILTINS.has(program) || spawnSync("bash", ["-c", `type -P ${program}`]).status === 0;

interface Run {
  readonly id: string;
  readonly line: string;
}
interface Ran {
  readonly code: number;
  readonly err: string;
}

const quoted = (word: string): string => `'${word}'`;
const operandsOf = ({ use }: CoreRow): string => OPERANDS[use] ?? (use.startsWith("git ") ? "" : "a.txt");
const wordFor = ({ use }: CoreRow, { option }: CoreOption): string => VALUES[`${use} ${option}`] ?? "1";

/** With its value and operands behind it, and, where it takes a value, as the last word of all. */
function runsOf(row: CoreRow): readonly Run[] {
  return row.options.flatMap((one): readonly Run[] => {
    const id = `${row.use} ${one.option}`;
    const given = givenOption(row, one);
    const use = row.use === "git" ? "git" : row.use;
    const words =
      row.words === true ? `${operandsOf(row)} ${given}` : `${given} ${BESIDES[id] ?? ""} ${operandsOf(row)}`;
    const whole = { id: `${id}: whole`, line: `${use} ${words}` };
    return one.value === "own" && row.use !== "test"
      ? [whole, { id: `${id}: alone`, line: `${use} ${one.option}` }]
      : [whole];
  });
}

function givenOption(row: CoreRow, one: CoreOption): string {
  if (one.value === "own") return `${one.option} ${quoted(wordFor(row, one))}`;
  if (one.value === "none" || !ATTACHED.test(one.option)) return one.option;
  return one.option.startsWith("--") ? `${one.option}=${one.option === "--diff-filter" ? "A" : "1"}` : `${one.option}1`;
}

/** A small repository with a few files. */
function prepare(dir: string): void {
  mkdirSync(join(dir, "empty"), { recursive: true });
  writeFileSync(join(dir, "a.txt"), "foo,bar\nbaz\n");
  writeFileSync(join(dir, "b.txt"), "b\n");
  writeFileSync(join(dir, "a.json"), '{"a":1}\n');
  const begin =
    "git init -q . && git config user.email a@example.com && git config user.name a && git add -A && git commit -qm x && git tag v1";
  spawnSync("bash", ["-c", begin], { cwd: dir, env: environment() });
}

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: top,
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
});

/** Everything below, by name and contents; git's index apart, which looking refreshes. */
function snapshot(dir: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }).sort()) {
    if (/^\.git\/(?:index|gc\.log)$/.test(name)) continue;
    const path = join(dir, name);
    hash.update(`${name}\0`);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** All runs of one row in one shell, one after the other; with what was started and contacted meanwhile. */
function runAll(row: CoreRow): {
  readonly ran: ReadonlyMap<string, Ran>;
  readonly trace: string;
  readonly changed: boolean;
} {
  const runs = runsOf(row);
  const place = join(top, row.use.replaceAll(" ", "-").replace(":", "colon"));
  const [dir, out] = [join(place, "work"), join(place, "out")];
  mkdirSync(out, { recursive: true });
  prepare(dir);
  const before = snapshot(dir);
  const script = runs
    .map(({ line }, i) => `{ ${line} ; } </dev/null >/dev/null 2>${out}/${i}.err; echo $? >${out}/${i}.code\n`)
    .join("");
  const shell = ["bash", "--noprofile", "--norc", "-c", script];
  const log = join(out, "trace");
  const args = traces ? ["strace", "-f", "-qq", "-s", "200", "-e", "trace=execve,connect", "-o", log, ...shell] : shell;
  spawnSync(args[0] ?? "", args.slice(1), { cwd: dir, env: environment(), timeout: 60_000 });
  const ran = new Map(
    runs.map(({ id }, i) => [
      id,
      { code: Number(readFileSync(`${out}/${i}.code`, "utf8")), err: readFileSync(`${out}/${i}.err`, "utf8") },
    ]),
  );
  return { ran, trace: existsSync(log) ? readFileSync(log, "utf8") : "", changed: snapshot(dir) !== before };
}

/** Programs that were started, but for the shell; addresses that were contacted, but for the name service of this machine. */
const started = (trace: string): readonly string[] => [
  ...new Set(
    [...trace.matchAll(/execve\("([^"]+)"[^\n]* = 0$/gm)]
      .map(([, path = ""]) => path.split("/").at(-1) ?? "")
      .filter((name) => name !== "bash"),
  ),
];
const contacted = (trace: string): readonly string[] =>
  [...trace.matchAll(/connect\(\d+, (\{[^}]*\})/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !/nscd|userdb/.test(address));

describe.each(programs.filter(isInstalled))("%s", (program) => {
  const own = rows.filter(({ use, options }) => use.split(" ")[0] === program && options.length > 0);
  if (own.length === 0) test("has no options", () => expect(own).toEqual([]));
  test.each(own.map((row) => [row.use, row] as const))("%s", (_use, row) => {
    const { ran, trace, changed } = runAll(row);
    for (const { option, value } of row.options) {
      const whole = ran.get(`${row.use} ${option}: whole`);
      expect(whole?.err, `${row.use} ${option}`).not.toMatch(NO_SUCH_OPTION);
      if (value !== "own")
        expect(whole?.err, `${row.use} ${option} takes no word`).not.toMatch(/requires|missing arg|expects/);
      const alone = ran.get(`${row.use} ${option}: alone`);
      if (alone === undefined) continue;
      expect(alone.code, `${row.use} ${option} without its value`).not.toBe(0);
      expect(alone.err, `${row.use} ${option} without its value`).toMatch(NEEDS_VALUE);
    }
    if (row.does === "reads" && !row.options.some(({ edits }) => edits))
      expect(changed, "nothing is written").toBe(false);
    expect(started(trace).filter((name) => name !== program && !ALIASES[program]?.includes(name))).toEqual([]);
    expect(contacted(trace)).toEqual([]);
  });
});

/** What a name is on some systems: a script around the program that is meant. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  egrep: ["grep", "sh"],
  fgrep: ["grep", "sh"],
  which: ["which.debianutils", "sh"],
};

const OPTIONAL: ReadonlySet<string> = new Set(
  "rg jq tree file column git ps rev pgrep top free uptime ss lsof".split(" "),
);

test("what is not installed here is not refereed, and is said", () => {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0 || !traces)
    console.info(
      `not refereed here: ${missing.join(" ") || "none"}${traces ? "" : "; starts and connections (strace)"}`,
    );
  expect(missing.filter((program) => !OPTIONAL.has(program))).toEqual([]);
});
