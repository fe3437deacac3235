/**
 * The real programs as referees: every option of every row is run once in a throw-away directory, by the implementations that are here (gnu,
 * busybox). It takes a value or not, as its row says; nothing but the program itself is started, nobody is contacted, and what only reads
 * leaves everything as it was. Needs bash and git; without strace starts and connections are not seen, without busybox it is not asked.
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
import { type OptionRow, programRows, type UseRow } from "./rows.ts";

/** Words behind the options, where the program needs some; else one file, or nothing. */
const OPERANDS: Readonly<Record<string, string>> = {
  grep: "foo a.txt",
  rg: "foo a.txt",
  sed: "p a.txt",
  tr: "a b",
  which: "ls",
  printf: "x",
  find: "",
  mkdir: "made/it",
  mv: "b.txt c.txt",
  cp: "a.txt c.txt",
  rm: "b.txt",
  chmod: "+x a.txt",
  pgrep: "nothing-of-that-name",
  "git merge-base": "HEAD HEAD",
  "git ls-tree": "HEAD",
  "git check-ignore": "a.txt",
  "git add": "a.txt",
  git: "status",
};
/** A value that the option takes, where its role says no more. */
const VALUES: Readonly<Record<string, string>> = {
  "git diff --diff-filter": "A",
  "git log --diff-filter": "A",
  "git show --diff-filter": "A",
  "sed -e": "p",
  "cut -f": "1",
  "nl -b": "a",
  "nl -n": "ln",
  "find -newer": "a.txt",
  "find -type": "f",
  "git -C": ".",
  "git log --date": "iso",
  "git log --color": "never",
  "git branch --sort": "refname",
  "git tag --sort": "refname",
};
/** What must stand beside it for the program to do anything. */
const BESIDES: Readonly<Record<string, string>> = {
  "cut -d": "-f 1",
  "cut -s": "-f 1",
  "cut --complement": "-f 1",
  "git log --follow": "a.txt",
};
const UNKNOWN =
  /unrecogni[sz]ed|invalid option|illegal option|unknown (?:option|switch|predicate)|bad option|Unknown option/i;
const WANTS_VALUE =
  /requires an? (?:argument|value)|requires argument|missing (?:argument|value)|option requires|no directory given|needs? (?:an|a) |required|must follow/i;

const top = realpathSync(mkdtempSync(join(tmpdir(), "core-referee-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const works = (...words: readonly string[]): boolean => spawnSync(words[0] ?? "", words.slice(1)).status === 0;
const traces = works("strace", "-o", "/dev/null", "true");
const APPLETS = spawnSync("busybox", ["--list"], { encoding: "utf8" }).stdout?.split("\n") ?? [];

interface Use {
  /** "git log". */
  readonly use: string;
  readonly row: UseRow;
}

const usesOf = (use: string, row: UseRow): readonly Use[] => [
  { use, row },
  ...Object.entries(row.commands ?? {}).flatMap(([name, inner]) => usesOf(`${use} ${name}`, inner)),
];

/** Services are not asked, and what is not here is not refereed. */
const programs = programRows().filter(([, { does, wraps }]) => does !== "service" && wraps === undefined);
const isHere = (name: string): boolean => works("bash", "-c", `type ${name}`);

interface Run {
  readonly id: string;
  readonly option: OptionRow;
  readonly line: string;
  /** As the last word, without the value it takes. */
  readonly alone: string | null;
}

/** The first letter of a short option's row is run by each of its names. */
function runsOf({ use, row }: Use, before: string): readonly Run[] {
  const operands = OPERANDS[use] ?? (use.startsWith("git ") || row.operands === undefined ? "" : "a.txt");
  return Object.entries(row.options ?? {}).flatMap(([names, option]) =>
    names.split(" ").map((name): Run => {
      const id = `${use} ${name}`;
      const value = givenValue(id, name, option);
      const given =
        row.words === true ? `${operands} ${name}${value}` : `${name}${value} ${BESIDES[id] ?? ""} ${operands}`;
      const alone = option.value === undefined || row.words === true ? null : `${before}${use} ${name}`;
      return { id, option, line: `${before}${use} ${given}`, alone };
    }),
  );
}

function givenValue(id: string, name: string, { value, attached, needed }: OptionRow): string {
  if (value !== undefined) return ` '${sampleValue(id, value)}'`;
  return needed === true ? `${name.startsWith("--") ? "=" : ""}${sampleValue(id, attached ?? "")}` : "";
}

const sampleValue = (id: string, use: string): string =>
  VALUES[id] ?? (/^(?:read|list|search)/.test(use) ? "a.txt" : use.startsWith("revision") ? "HEAD" : "1");

/** A small repository with a few files. */
function prepare(dir: string): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "a.txt"), "foo,bar\nbaz\n");
  writeFileSync(join(dir, "b.txt"), "b\n");
  const begin =
    "git init -q -b main . && git config user.email a@example.com && git config user.name a && git add -A && git commit -qm x";
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
    hash.update(`${name}\0`);
    if (statSync(join(dir, name)).isFile()) hash.update(readFileSync(join(dir, name)));
  }
  return hash.digest("hex");
}

interface Ran {
  readonly errors: ReadonlyMap<string, string>;
  /** What strace tells. */
  readonly calls: string;
  readonly changed: boolean;
}

/** All lines in one shell, one after the other; with what was started and contacted meanwhile. */
function runAll(lines: readonly string[]): Ran {
  const place = mkdtempSync(join(top, "run-"));
  const [dir, out] = [join(place, "work"), join(place, "out")];
  mkdirSync(out);
  prepare(dir);
  const before = snapshot(dir);
  const script = lines.map((line, i) => `{ ${line} ; } </dev/null >/dev/null 2>${out}/${i}\n`).join("");
  const shell = ["bash", "--noprofile", "--norc", "-c", script];
  const trace = join(out, "trace");
  const words = traces
    ? ["strace", "-f", "-qq", "-s", "200", "-e", "trace=execve,connect", "-o", trace, ...shell]
    : shell;
  spawnSync(words[0] ?? "", words.slice(1), { cwd: dir, env: environment(), timeout: 60_000 });
  const errors = new Map(lines.map((line, i) => [line, readFileSync(`${out}/${i}`, "utf8")]));
  return { errors, calls: existsSync(trace) ? readFileSync(trace, "utf8") : "", changed: snapshot(dir) !== before };
}

const started = (trace: string): readonly string[] => [
  ...new Set(
    [...trace.matchAll(/execve\("([^"]+)"[^\n]* = 0$/gm)].map(([, path = ""]) => path.split("/").at(-1) ?? ""),
  ),
];
const contacted = (trace: string): readonly string[] =>
  [...trace.matchAll(/connect\(\d+, (\{[^}]*\})/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !/nscd|userdb/.test(address));

/** Scripts of a system around the program that is meant. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { which: ["which.debianutils", "sh"], git: [] };

/** The row against one implementation; `before`: what its lines begin with. */
function referee(name: string, own: Use, before: string): void {
  const runs = runsOf(own, before);
  const { errors, calls, changed } = runAll(
    runs.flatMap(({ line, alone }) => (alone === null ? [line] : [line, alone])),
  );
  for (const { id, option, line, alone } of runs) {
    const isKnown = !UNKNOWN.test(errors.get(line) ?? "");
    if (before === "") expect(errors.get(line), id).not.toMatch(UNKNOWN);
    if (isKnown && option.value === undefined) expect(errors.get(line), `${id} takes no word`).not.toMatch(WANTS_VALUE);
    if (isKnown && alone !== null) expect(errors.get(alone), `${id} takes a word`).toMatch(WANTS_VALUE);
  }
  const edits =
    own.row.does === "edits" || runs.some(({ option }) => Object.values(option.turns ?? {}).includes("write"));
  if (!edits) expect(changed, "nothing is written").toBe(false);
  const mayStart = [name, "bash", "busybox", ...(BESIDE[name] ?? [])];
  expect(started(calls).filter((one) => !mayStart.includes(one))).toEqual([]);
  expect(contacted(calls)).toEqual([]);
}

const withOptions = (name: string, row: UseRow): readonly Use[] =>
  usesOf(name, row).filter(({ row: { options } }) => options !== undefined);

const here = programs.filter(([name, row]) => withOptions(name, row).length > 0 && isHere(name));
describe.each(here)("%s", (name, row) => {
  test.each(withOptions(name, row).map((own) => [own.use, own] as const))("%s", (_, own) => referee(name, own, ""));
  if (row.holds.includes("busybox") && row.builtin !== true && APPLETS.includes(name))
    test.each(withOptions(name, row).map((own) => [own.use, own] as const))("busybox %s", (_, own) =>
      referee(name, own, "busybox "),
    );
});

/** Rows that a machine without these programs does not referee. */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(["rg", "ps", "pgrep", "hostname"]);

test("all others are here", () => {
  const absent = programs.map(([name]) => name).filter((name) => !isHere(name));
  expect(absent.filter((name) => !MAY_BE_ABSENT.has(name))).toEqual([]);
});
