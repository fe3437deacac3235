/** The grammar as published (docs/core.md) against the reader: what is made from it is taken as three shells take it, near misses are not. */
import { execFileSync } from "node:child_process";
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
import { afterAll, describe, expect, test } from "vitest";
import { parseGrammar, sampler } from "./testing/ebnf.ts";
import { type PlainCommand, readPlain } from "./text.ts";

const LINUX = { home: "/home/someone", platform: "linux" } as const;
const SHELL_PATHS = ["/bin", "/usr/bin", "/usr/local/bin"];
const SHELLS = ["bash", "dash", "zsh"].map((shell) => {
  const program = SHELL_PATHS.map((folder) => `${folder}/${shell}`).find((path) => existsSync(path));
  return { shell, program: program ?? shell, missing: program === undefined };
});
const grammar = parseGrammar(readFileSync(new URL("../../docs/core.md", import.meta.url), "utf8"));
const SAMPLES = 800;
const RUN = 60;
/** A shell may be done before the front of its last pipeline is. */
const MAX_LOOKS = 200;
const LOOK_MS = 10;

const top = realpathSync(mkdtempSync(join(tmpdir(), "core-text-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** What the document says in words besides: how a word begins, and a place that is a device. */
const isExcepted = (text: string): boolean => /(?:^|\s)["']+=/.test(text) || /[<>]\s*\/*(?:dev|proc)/.test(text);

describe("texts made from the published grammar", () => {
  const make = sampler(grammar, 1);
  const texts = Array.from({ length: SAMPLES }, () => make("text")).filter((text) => !isExcepted(text));

  test("there are many, and of every rule", () => {
    expect(texts.length).toBeGreaterThan(SAMPLES / 3);
    const parts = [
      "'",
      '"',
      "~/",
      "*",
      "?",
      "&&",
      "||",
      "|",
      ";",
      "\n",
      "2>&1",
      ">>",
      "<<",
      "$(cat",
      "^",
      "[ ",
      "--include=",
      "CI=",
    ];
    for (const part of parts)
      expect(
        texts.some((text) => text.includes(part)),
        part,
      ).toBe(true);
  });

  test("each is taken", () => {
    for (const text of texts) expect(readPlain(text, LINUX), JSON.stringify(text)).toBeDefined();
  });

  const ran = Array.from({ length: 8 * SAMPLES }, () => make("text"))
    .filter((text) => !isExcepted(text))
    .filter((text) => (readPlain(text, LINUX) ?? []).every(isHarmlessToRun))
    .slice(0, RUN);

  describe.each(SHELLS)("$shell, where it is installed", ({ shell, program, missing }) => {
    test.skipIf(missing)("runs the same commands with the same words, and writes the same files", () => {
      expect(ran.length).toBeGreaterThan(RUN / 3);
      for (const text of ran) {
        const commands = succeeding(readPlain(text, LINUX) ?? []);
        const { rows, files } = runText(program, shell === "zsh" ? `setopt nonomatch\n${text}` : text, commands.length);
        expect(rows, JSON.stringify(text)).toEqual(
          commands
            .map(({ words }) => words.map(({ value }) => value))
            .map(joined)
            .sort(),
        );
        expect(files, JSON.stringify(text)).toEqual(
          [...new Set(commands.flatMap(({ writes }) => writes.map(({ value }) => value)))].sort(),
        );
      }
    });
  });
});

/** It writes no place outside of the throw-away directory, needs nothing to be there, and does not fail. */
const isHarmlessToRun = ({ words, reads, writes }: PlainCommand): boolean =>
  words[0]?.value !== "[" && reads.length === 0 && writes.every(({ value }) => /^[A-Za-z0-9_,:@%+-]+$/.test(value));

const joined = (words: readonly string[]): string => words.join("\x1f");

/** Those that run where each of them succeeds. */
function succeeding(commands: readonly PlainCommand[]): readonly PlainCommand[] {
  let skips = false;
  return commands.filter((_, i) => {
    const before = commands[i - 1]?.joint;
    if (before !== "|") skips = before === "||";
    return !skips;
  });
}

const NAMES = ["ls", "grep", "git", "head", "mkdir", "wc"];

/** Programs that tell their words and do nothing else. */
const stubs = join(top, "stubs");
mkdirSync(stubs);
for (const name of NAMES)
  writeFileSync(
    join(stubs, name),
    `#!/bin/sh\nrow=${name}\nfor a; do row="$row\x1f$a"; done\nprintf '%s\\036' "$row" >>"$TOLD"\n`,
    {
      mode: 0o755,
    },
  );

interface Ran {
  readonly rows: readonly string[];
  readonly files: readonly string[];
}

function runText(program: string, text: string, count: number): Ran {
  const dir = mkdtempSync(join(top, "run-"));
  const told = `${dir}.log`;
  writeFileSync(told, "");
  execFileSync(program, ["-c", text], {
    cwd: dir,
    env: { PATH: `${stubs}:/usr/bin:/bin`, HOME: LINUX.home, TOLD: told },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const rowsNow = (): readonly string[] => readFileSync(told, "utf8").split("\x1e").slice(0, -1).sort();
  let rows = rowsNow();
  for (let looks = 0; rows.length < count && looks < MAX_LOOKS; looks += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    rows = rowsNow();
  }
  return { rows, files: readdirSync(dir).sort() };
}

describe("a here-document", () => {
  const texts = ["cat <<'EOF'\na $b `c`\n'd\nEOF", 'cat <<"END" 2>&1\n\\x\nEOF\nEND\n', "cat <<'EOF'\nEOF"];
  describe.each(SHELLS)("$shell, where it is installed", ({ program, missing }) => {
    test.skipIf(missing).each(texts)("feeds %j", (text) => {
      const [command] = readPlain(text, LINUX) ?? [];
      expect(execFileSync(program, ["-c", text], { encoding: "utf8" })).toBe(command?.document);
    });
  });
});

describe.each(SHELLS)("$shell, where it is installed", ({ program, missing }) => {
  test.skipIf(missing)("assigned values are what it makes of them", () => {
    const make = sampler(grammar, 3);
    const values = Array.from({ length: 200 }, () => make("assigned"));
    const own = values.map((value) => readPlain(`${value} ls`, LINUX)?.[0]?.assignments[0]?.value);
    const script = values.map((value) => `${value}\nprintf '%s\\036' "$CI"\n`).join("");
    expect(execFileSync(program, ["-c", script], { encoding: "utf8" }).split("\x1e").slice(0, -1)).toEqual(own);
  });
});

/** The shell for which `~` and `^` can be signs of a pattern: only what begins with a revision's name is ever put in its place. */
const zsh = SHELLS.find(({ shell }) => shell === "zsh");
test.skipIf(zsh?.missing !== false)("zsh with extended patterns, where it is installed, leaves revisions alone", () => {
  const make = sampler(grammar, 2);
  const dir = mkdtempSync(join(top, "revisions-"));
  const script = (words: readonly string[]): string =>
    `setopt extendedglob nonomatch nocaseglob globdots\n${words.map((word) => `print -r -- ${word}`).join("\n")}`;
  const words = Array.from({ length: 200 }, () => `Q${make("revision").replaceAll("/", "")}`);
  const run = (): readonly string[] =>
    execFileSync(zsh?.program ?? "", ["-c", script(words)], { encoding: "utf8", cwd: dir })
      .trimEnd()
      .split("\n");
  for (const name of ["ahead", ".hidden", "1", "zz~1", "-x"]) execFileSync("touch", ["--", join(dir, name)]);
  expect(run()).toEqual(words);
  for (const name of ["qq", "q1"]) execFileSync("touch", [join(dir, name)]);
  for (const [i, said] of run().entries())
    if (said !== words[i]) expect(said.split(" ").every((name) => /^q/i.test(name))).toBe(true);
});

test.each([
  // Expansions.
  "echo $HOME",
  "echo ${x}",
  'echo "$x"',
  "echo `id`",
  'echo "`id`"',
  "echo $(id)",
  'echo "$(id)"',
  "echo $((1))",
  "echo $'a'",
  'echo $"a"',
  "echo {a,b}",
  "echo a{1..3}",
  "cat <(ls)",
  "ls >(cat)",
  "echo !!",
  "echo ~",
  "cat ~root/x",
  "cat x~/y",
  // Words that are no programs: what stands behind them is read in another way.
  "if true",
  "then rm x",
  "time ls",
  "coproc ls",
  "repeat 3 ls",
  "noglob ls",
  "export a=b",
  "function a",
  // Quotes and backslashes.
  'echo "a\\$b"',
  'echo "a\\"b"',
  'echo "a\\\\b"',
  'echo "a\\`b"',
  'echo "a\\\nb"',
  "echo a\\ b",
  "echo \\n",
  "echo a\\\nb",
  "echo 'a''b'",
  "echo 'a",
  'echo "a',
  // Words.
  "=ls",
  "echo =ls",
  "a=b",
  "a==ls ls",
  "a=~root ls",
  "a=b:=c ls",
  "a=b > c",
  "PATH+=x ls",
  "a[1]=b ls",
  "'ls' -l",
  "./ls",
  "/bin/ls",
  "*",
  "l?",
  "~/x a",
  "2 a",
  "echo a#b",
  "# a",
  "ls # a",
  "echo a^b",
  "git show ^a",
  "git show a=b~1",
  "git show a:~1",
  "git show a~b",
  "git show a~1x",
  "git show HEAD^{tree}",
  "git show HEAD^!",
  "git show -a~1",
  "git show ~1",
  "git show HEAD~1:*",
  "git show ./a~1",
  "ls > HEAD~1",
  "HEAD~1",
  "[ -f a",
  "test -f a ]",
  "[-f a ]",
  "[ -f a ]x",
  "[[ -f a ]]",
  "ls [ a ]",
  "grep x --include=a/*.js",
  "grep x --include=~/*.js",
  "grep x --include=[a]",
  "grep x -*",
  "grep x --*=a",
  "echo [a]",
  "cat src/[a].ts",
  "cat *.ts",
  "cat ?x",
  "cat -*",
  "cat +*",
  "cat '*'*",
  "cat src/**/a",
  "cat x'*'?",
  // Joints.
  "ls &",
  "ls & ls",
  "ls |& cat",
  "ls ;; ls",
  "; ls",
  "&& ls",
  "ls &&",
  "ls ||",
  "ls |",
  "| ls",
  "ls\n| cat",
  "! ls",
  "(ls)",
  "{ ls; }",
  "ls &&& ls",
  "ls ; ; ls",
  "ls || || ls",
  // Redirections.
  "ls > $x",
  "ls >| a",
  "ls <> a",
  "ls >& a",
  "ls &> a",
  "ls &>> a",
  "ls 3> a",
  "ls 10> a",
  "ls 2>&1x",
  "ls 1>&2",
  "ls >&2",
  "ls 2>&-",
  "ls <&3",
  "ls > src/*.ts",
  "ls > a*",
  "> a",
  "> a ls",
  "< a cat",
  "2>&1 ls",
  "ls >",
  "ls > /dev/tcp/a/1",
  "ls < /dev/udp/a/1",
  "ls > //dev/tcp/a/1",
  "ls > /dev/sda",
  "cat < /proc/self/environ",
  "cat x<1-5>y",
  "cat <<< a",
  "ls > ''",
  "cat 2>a>b",
  // Here-documents.
  "cat <<EOF\na\nEOF",
  "cat <<-'EOF'\na\nEOF",
  "cat <<'EOF'\na",
  "cat <<'EOF'\na\n EOF",
  "cat <<'EOF'\na\nEOF ",
  "cat <<'EOF' | sh\na\nEOF",
  "cat <<'EOF'; ls\na\nEOF",
  "cat <<'EOF' <<'END'\na\nEOF\nb\nEND",
  "cat <<'EOF' 'a\nb'\nEOF",
  "cat <<'E'F\na\nEF",
  "cat <<'E F'\na\nE F",
  "cat <<\\EOF\na\nEOF",
  // Messages.
  "git commit -m \"$(cat <<'EOF'\nEOF\n; id\nEOF\n)\"",
  'git commit -m "$(cat <<EOF\na\nEOF\n)"',
  "git commit -m $(cat <<'EOF'\na\nEOF\n)",
  "git commit -m \"$(cat <<'EOF'\na\nEOF\n)$(id)\"",
  "git commit -m \"$(cat <<'EOF'\na\nEOF\n; id)\"",
  "git commit -m \"$(cat x <<'EOF'\na\nEOF\n)\"",
  "git commit -m \"$(tac <<'EOF'\na\nEOF\n)\"",
  "git commit -m \"x$(cat <<'EOF'\na\nEOF\n)\"",
  "git commit -m \"$(cat <<'EOF'\na\nEOF\n)\"x",
  'echo "$(cat <<\'EOF\'\na\nEOF)"; id; echo "\nEOF\n)"',
  'echo "$(cat <<\'EOF\'\na\nEOFx)"; id; echo "\nEOF\n)"',
  // Characters.
  "ls\ra",
  "ls \x00",
  "ls \x1b",
  "ls \u00a0a",
  "ls é",
  "ls\fa",
  "ls \x7f",
  `echo ${"a".repeat(40_000)}`,
  "",
  " ",
  "\n",
])("%j is not plain", (text) => expect(readPlain(text, LINUX)).toBeUndefined());

test("the old bash of macOS counts what stands in a message", () => {
  const commit = (line: string): string => `git commit -m "$(cat <<'EOF'\n${line}\nEOF\n)"`;
  const taken = (line: string): boolean => readPlain(commit(line), { ...LINUX, platform: "darwin" }) !== undefined;
  expect(["fix(cli): a", ")", "; id; (", "don't", "a `b`"].map(taken)).toEqual([true, false, false, false, false]);
});
