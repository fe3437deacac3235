/** The grammar as published, against the recogniser: texts made from docs/plain.md are taken, near misses are not. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diskWorld } from "../../../machine/index.ts";
import { readShell } from "../../../readers/bash/index.ts";
import { scratchFolder } from "../../../testing/folder.ts";
import { parsePlain } from "./grammar.ts";
import { parseGrammar, sampler } from "./testing/ebnf.ts";

const LINUX = { home: "/home/someone", platform: "linux" } as const;
const grammar = parseGrammar(readFileSync(new URL("../../../../docs/plain.md", import.meta.url), "utf8"));
const SAMPLES = 800;

describe("texts made from the published grammar", () => {
  const make = sampler(grammar, 1);
  const texts = Array.from({ length: SAMPLES }, () => make("text")).filter((text) => !isExcepted(text));

  test("there are many, and of every rule", () => {
    expect(texts.length).toBeGreaterThan(SAMPLES / 3);
    for (const part of [
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
    ])
      expect(texts.some((text) => text.includes(part))).toBe(true);
  });

  test("each is taken, with the words the big reader found", () => {
    const world = diskWorld({ home: LINUX.home, path: "" });
    for (const text of texts) {
      const plain = parsePlain(text, LINUX);
      expect(plain, JSON.stringify(text)).toBeDefined();
      const { commands, opaque } = readShell(text, { cwd: "/p", projectRoot: "/p", world, written: new Set() });
      if (opaque.length > 0) continue; // what the big reader does not read is not proven either
      const messages = plain?.flatMap(({ words }) => words.flatMap(({ message }) => (message ? [["cat"]] : []))) ?? [];
      const own = plain?.map(({ words }) => words.map(({ value }) => value)) ?? [];
      const seen = commands.map(({ words }) => words.map(({ value }) => value));
      expect(sorted(seen), JSON.stringify(text)).toEqual(sorted([...own, ...messages]));
    }
  });

  test.each(["bash", "dash", "zsh"].filter((shell) => existsSync(`/bin/${shell}`) || existsSync(`/usr/bin/${shell}`)))(
    "%s puts the same words in place",
    (shell) => {
      const rows = Array.from({ length: 300 }, () =>
        [make("literal"), make("literal"), make("revision"), make("message")].filter((word) => !isExcepted(word)),
      );
      const script = rows.map((words) => `printf '%s\\037' ${words.join(" ")}\nprintf '\\036'\n`).join("");
      const out = execFileSync(shell, ["-c", script], { encoding: "utf8" }).split("\x1e").slice(0, -1);
      const own = rows.map((words) => parsePlain(`printf ${words.join(" ")}`, LINUX)?.[0]?.words.slice(1));
      expect(out.map((row) => row.split("\x1f").slice(0, -1))).toEqual(
        own.map((words) => words?.map(({ value }) => value)),
      );
    },
  );
});

/** The shell for which `~` and `^` can be signs of a pattern: only what begins with a revision's name is ever put in its place. */
test.runIf(existsSync("/bin/zsh") || existsSync("/usr/bin/zsh"))(
  "zsh with extended patterns leaves revisions alone",
  () => {
    const make = sampler(grammar, 2);
    const box = scratchFolder();
    for (const name of ["ahead", ".hidden", "1", "src/a", "zz~1", "-x"]) box.write(name, "");
    const words = Array.from({ length: 200 }, () => `Q${make("revision").replaceAll("/", "")}`);
    const script = `setopt extendedglob nonomatch nocaseglob globdots\n${words.map((word) => `print -r -- ${word}`).join("\n")}`;
    const run = (): readonly string[] =>
      execFileSync("zsh", ["-c", script], { encoding: "utf8", cwd: box.folder }).trimEnd().split("\n");
    expect(run()).toEqual(words);
    box.write("qq", "");
    box.write("q1", "");
    for (const [i, said] of run().entries())
      if (said !== words[i]) expect(said.split(" ").every((name) => /^q/i.test(name))).toBe(true);
    box.remove();
  },
);

/** What the document says in words besides: a word's beginning, and a place that is a device. */
const isExcepted = (text: string): boolean => /(?:^|\s)["']+=/.test(text) || /[<>]\s*\/*(?:dev|proc)/.test(text);

const sorted = (rows: readonly (readonly (string | null)[])[]): readonly string[] =>
  rows.map((row) => row.join("\0")).sort();

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
  "a=b ls",
  "a=b",
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
])("%j is not plain", (text) => expect(parsePlain(text, LINUX)).toBeUndefined());

test("the old bash of macOS counts what stands in a message", () => {
  const commit = (line: string): string => `git commit -m "$(cat <<'EOF'\n${line}\nEOF\n)"`;
  const taken = (line: string): boolean => parsePlain(commit(line), { ...LINUX, platform: "darwin" }) !== undefined;
  expect(["fix(cli): a", ")", "; id; (", "don't", "a `b`"].map(taken)).toEqual([true, false, false, false, false]);
});
