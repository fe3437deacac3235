// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
/** Every row is confirmed by the installed bash: what it passes to a program is what the reader says it would. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lists, referee } from "../../../e2e/bash.ts";
import { diskWorld } from "../../machine/index.ts";
import { readShell, type ShellReading } from "./index.ts";

/** Scripts whose every command is known to the last word. Names that begin with `t` succeed. */
const KNOWN: readonly string[] = [
  "t1 a b",
  `t1 'a b' "c d" e\\ f`,
  `t1 $'a\\tb' $'\\x41\\u0042'`,
  "t1 {a,b}c {1..3} {c..a} x{1..5..2}y {a,{b,c}} {a}",
  `t1 a{b,"c d",'e f'}g`,
  "t1 ~ ~/x '~' \\~ a~",
  `v=1; t1 $v "$v" \${v} '$v' \\$v`,
  `v="a b"; t1 $v "$v"`,
  `v=; t1 $v "$v" x`,
  `v=a; v+=b; t1 $v`,
  `v=a w=$v; t1 $w`,
  `v=~/x; t1 $v`,
  `t1 $((1)) `,
  't1 $(echo a b) "$(echo a b)" `echo c`',
  `t1 "$(printf '%s\\n' a b)"`,
  `t1 $(t2; echo x)`,
  `t1 \${v:-a} \${v-b}`.replaceAll("v", "unset").replace("t1", "unset=; t1"),
  `v=a; t1 \${v:-b} \${v:+c}`,
  `xs=(a "b c"); t1 "\${xs[@]}"`,
  `set -- a "b c"; t1 "$@" $# "$1" $2 "$*"`,
  `set -- a b c; shift; t1 "$@"`,
  "for v in a b 'c d'; do t1 \"$v\"; done",
  "f() { t1 \"$1\" $#; }; f a; f 'b c' d",
  "f() { local v=in; t1 $v; }; v=out; f",
  "f1 && t2 || t3; t4 && t5",
  "! t1 | t2; ! f3",
  "if t1; then t2; else t3; fi; while t4; do t5; break; done",
  "case a in a) t1;; *) t2;; esac",
  "(t1; t2) & wait; { t3; }",
  "v=a; (v=b; t1 $v); t2 $v",
  "v=a; t1 $v | t2 $v",
  "v=t1; $v x",
  "v='t1 x'; $v y",
  "eval 't1 a; t2 b'",
  `eval t1 '"a b"'`,
  "trap 't9' EXIT; t1",
  "cd . && t1; cd - >/dev/null; t2",
  "command t1 x; builtin eval t2",
  "t1 <<E\nhello\nE\nt2",
  "t1 <<<x >o 2>&1 </dev/null",
  "v=t3 eval '$v'; t1",
  "t1 <(t2) >(t3)",
  "select v in a; do t1 $v; break; done <<<1",
  "coproc t1 x; wait",
  "t1 \\\n  a \\\n  b",
  "t1 a # t2 b\nt3",
  "t1 a;t2 b|t3 c&&t4",
  '[[ -n $(t1) ]]; [ -z "$(t2)" ] && t3',
  "function f { t1; }; f",
  "until f1; do t1; break; done",
  "for ((i=0;i<2;i++)); do t1; done",
  "time t1; time -p t2",
  "PATH=. t1 x",
  "printf -v v '%s' a; t1",
  "t1 'a'\"b\"$'c'd",
  't1 "a\\\nb"',
  "t1 $(echo $(echo t))",
  "t1 `echo \\`echo x\\``",
  "t1 a=~ b=x:~/y --c=~ d=\\~ 'e'=~ f=~/g:~",
  "v=~:~/x; t1 $v",
  "export v=~/x; t1 $v",
];

test("bash and the reader agree to the last word", () => {
  for (const { script, ran, reading } of referee(KNOWN)) {
    // Where only another shell would differ, the words must still be bash's.
    const opaque = reading.opaque.filter(({ why }) => !why.includes("not every shell"));
    expect({ script, opaque }).toEqual({ script, opaque: [] });
    expect({ script, ran: ran.length > 0 }).toEqual({ script, ran: true });
    expect({ script, unlisted: ran.filter((argv) => !lists(reading, argv)) }).toEqual({ script, unlisted: [] });
  }
});

/** Ways to run `t1` that hide its name: the reader lists it, or says that it cannot see. */
const HIDDEN: readonly string[] = [
  "x='a[$(t1)]'; echo $((x))",
  "x='a[$(t1)]'; : $((1 + x))",
  "x='a[$(t1)]'; ((x))",
  "x='a[$(t1)]'; let x",
  "x='a[$(t1)]'; [[ x -eq 0 ]]",
  "x='a[$(t1)]'; [[ $x -eq 0 ]]",
  "x='a[$(t1)]'; [[ -v $x ]]",
  "x='a[$(t1)]'; test -v \"$x\"",
  "x='a[$(t1)]'; [ -v \"$x\" ]",
  "x='-v a[$(t1)]'; [ $x ]",
  "x='a[$(t1)]'; echo ${!x}",
  "x='a[$(t1)]'; printf -v \"$x\" 1",
  "x='a[$(t1)]'; read \"$x\" <<<1",
  "x='a[$(t1)]'; a=(1); unset \"$x\"",
  "x='a[$(t1)]=1'; declare \"$x\"",
  "x='a[$(t1)]=1'; export \"$x\"",
  "x='a[$(t1)]'; a=(1 2); echo ${a[x]}",
  "x='a[$(t1)]'; s=abc; echo ${s:x}",
  "x='a[$(t1)]'; for ((i=x;i<1;i++)); do :; done",
  "declare -i n; n='a[$(t1)]'",
  "x='$(t1)'; echo \"${x@P}\"",
  "PS4='$(t1)'; set -x; :",
  "declare -n r='a[$(t1)]'; echo $r",
  "mapfile -C t1 -c 1 a <<<x",
  "compgen -C t1 x",
  "compgen -W '$(t1)'",
  "trap t1 DEBUG; :",
  "trap t1 ERR; false",
  "trap t1 RETURN; f() { :; }; f",
  "shopt -s expand_aliases\nalias q=t1\nq",
  "BASH_ALIASES[q]=t1; shopt -s expand_aliases\nq",
  "echo t1 >s; . ./s",
  "echo t1 | . /dev/stdin",
  ". <(echo t1)",
  "source /dev/stdin <<<t1",
  'eval "$(echo t1)"',
  "x=$(echo t1); $x",
  "read x <<<t1; $x",
  "echo t1 | { read x; $x; }",
  "x=t; y=1; $x$y",
  'set -- t1; "$@"',
  "set -- t1; $*",
  "a=(t1); ${a[0]}",
  'a=(t1); "${a[@]}"',
  "declare -A h=([k]=t1); ${h[k]}",
  "x=t1 y=x; ${!y}",
  "x=T1; ${x,,}",
  "x=xt1; ${x#x}",
  "x=t2; ${x/2/1}",
  "x=at1b; ${x:1:2}",
  "$(printf '\\x74\\x31')",
  "$'\\x74'1",
  "$'\\u0074'1",
  "{t1,x}",
  "t{1,2}",
  "IFS=x; v=t1xa; $v",
  "f() { $1; }; f t1",
  'f() { "$@"; }; f t1',
  'f() { eval "$*"; }; f t1',
  "exec 3<<<t1; read x <&3; $x",
  "coproc { echo t1; }; read x <&${COPROC[0]}; $x",
  "case x in $(t1)) ;; esac",
  "cat <<E\n$(t1)\nE",
  "cat <<E\n`t1`\nE",
  ": <<E\n${x:-$(t1)}\nE",
  'echo "${x:-$(t1)}"',
  "echo ${x:=$(t1)}",
  "echo ${x/$(t1)/}",
  "a[$(t1)]=1",
  "a=([$(t1)]=1)",
  "declare a[$(t1)]=1",
  "echo ${a[$(t1)]}",
  "((a[$(t1)]=1))",
  "echo $((a[$(t1)]))",
  "echo $[$(t1)]",
  "[[ $(t1) ]]",
  "[[ a =~ $(t1) ]]",
  "[ $(t1) = a ]",
  "echo >o$(t1)",
  ": <<<$(t1)",
  "for i in $(t1); do :; done",
  "select i in $(t1); do break; done <<<1",
  "export x=$(t1)",
  "x=$(t1) :",
  "! t1",
  "time t1",
  "coproc t1",
  "if t1; then :; fi",
  "while t1; do break; done",
  "{ t1; }",
  "(t1)",
  "t1 &",
  "enable -n echo; echo() { t1; }; echo",
  "hash -p /x t1; t1",
  "f() { f() { t1; }; f; }; f",
  "command_not_found_handle() { :; }; t1",
  "eval eval eval t1",
  "true && t1",
  "false || t1",
  "exec {a[$(t1)]}>o",
  "wait -p 'a[$(t1)]' -n",
  "getopts a 'a[$(t1)]'",
  "local_() { local 'a[$(t1)]=1'; }; local_",
  "readonly 'a[$(t1)]=1'",
  "typeset -i 'n=a[$(t1)]'",
  "printf '%d' 'a[$(t1)]'; t1",
  'x=1; eval "x"=t1; $x',
  "\\t1",
  '""t1',
  "t''1",
  "t\\\n1",
  "trap g EXIT; g() { t1; }",
  "(trap g EXIT; g() { t1; })",
  "command_not_found_handle() { t1; }; x1",
  "((x=1)); let y=x; echo $y; t1",
];

test("what hides a command is seen or called opaque", () => {
  for (const { script, ran, reading } of referee(HIDDEN)) {
    const seen = reading.opaque.length > 0 || ran.every((argv) => lists(reading, argv));
    expect({ script, seen }).toEqual({ script, seen: true });
  }
});

test("most of these really run what they hide", () => {
  const ran = referee(HIDDEN).filter((each) => each.ran.some((argv) => argv[0] === "t1"));
  expect(ran.length).toBeGreaterThan(75);
});

/** Ways to set a variable that a proof leaves unknown: a likely reading says what bash then runs, to the last word. */
const LIKELY: readonly string[] = [
  "declare -n r=c; c=x; t1 $r",
  "declare -n r; r=c; c=x; t1 $r",
  "declare -n r=s; declare -n s=c; c=x; t1 $r",
  "declare -n r=a[1]; a=(y x); t1 $r",
  "declare -n r=c; r=x; t1 $c",
  "declare -n r=c; t1 ${!r}",
  "c=y; declare -n r=c; declare +n r; t1 $c",
  "f() { local -n r=$1; r=x; }; f c; t1 $c",
  "f() { local -n r=$1; t1 $r; }; c=x; f c",
  "r=o; f() { local -n r=$1; r=x; }; f c; t1 $r $c",
  "f() { typeset -n r=c; read r <<<x; }; f; t1 $c",
  "declare -l v=ABC; declare -u w=abc; t1 $v $w",
  "declare -c v=abc; t1 $v",
  "declare -u v; v=ab; t1 $v; v=cd; t1 $v; declare +u v; v=ef; t1 $v",
  "declare -i n=12; t1 $n",
  "exec 3<<<x; read -u 3 v; t1 $v",
  "exec 3<<<x; read -u3 v; t1 $v",
  "exec 3<<<x; read v <&3; t1 $v",
  "exec 3<<<x 4<&3; read v <&4; t1 $v",
  "exec {fd}<<<x; read -u $fd v; t1 $v",
  "exec {fd}< <(echo x); read -ru $fd v; t1 $v",
  "exec <<<x; read v; t1 $v",
  "{ read -u 3 v; t1 $v; } 3<<<x",
  "read v {fd}<<<y <<<x; t1 $v",
  "coproc { echo x; }; read -u ${COPROC[0]} v; t1 $v",
  "coproc C { echo x; }; read v <&${C[0]}; t1 $v",
  "BASH_ALIASES[q]='t1 x'; shopt -s expand_aliases; eval q y",
  "BASH_ALIASES=([q]='t1 x'); shopt -s expand_aliases; eval q",
  "alias q='t1 x'; shopt -s expand_aliases; eval q",
  "getopts p v -p; t1 $v",
  "getopts c: v -c x; t1 $v $OPTARG",
  "getopts c: v -cx; t1 $v $OPTARG",
  "set -- -p; getopts p v; t1 $v",
  "mapfile -t a <<<x; t1 ${a[0]}",
  "mapfile -t -O 1 a <<<x; t1 ${a[1]}",
  "mapfile -ts1 a <<<$'y\\nx'; t1 ${a[0]}",
  "mapfile -n 1 -t a <<<$'x\\ny'; t1 \"${a[@]}\"",
  "mapfile -td, a <<<x,y,; t1 ${a[0]} ${a[1]}",
  'exec 3<<<x; readarray -tu3 a; t1 "${a[@]}"',
  "mapfile -t <<<x; t1 ${MAPFILE[0]}",
  "read -n1 v <<<xy; t1 $v",
  "read -N 1 v <<<xy; t1 $v",
  "read -rn 1 v <<<xy; t1 $v",
  "read -dy v <<<xyz; t1 $v",
  "read -rd y v <<<xyz; t1 $v",
  "read -ra v <<<'y x'; t1 ${v[1]}",
  "read -rp q -t 1 v w <<<'x y z'; t1 $v \"$w\"",
  "read -r <<<x; t1 $REPLY",
  "printf -vv %s x; t1 $v",
  "printf -v 'a[1]' %s x; t1 ${a[1]}",
  "a=([5]=x [2]=y); t1 ${a[5]} ${a[2]}",
  "declare -A m=([k]=x [l]=y); t1 ${m[l]} ${m[k]}",
  "x_a=b; for v in ${!x_*}; do t1 $v ${!v}; done",
  "[[ abx =~ b(.*) ]]; t1 ${BASH_REMATCH[1]} ${BASH_REMATCH[0]}",
  "exec 3<<<x; t1 $(read v <&3; echo $v)",
  "v=x; unset w; t1 $v; export w=y; t1 $w",
];

test("a likely reading says what bash runs", () => {
  const home = "/nowhere/home";
  const world = diskWorld({ home, path: "" });
  const read = (script: string, likely: number) =>
    readShell(script, { cwd: home, projectRoot: home, world, written: new Set(), likely });
  for (const { script, ran } of referee(LIKELY)) {
    const readings = Array.from({ length: read(script, 0).alternatives ?? 1 }, (_, likely) => read(script, likely));
    expect({ script, ran: ran.length > 0 }).toEqual({ script, ran: true });
    const unlisted = ran.filter((argv) => !readings.some((reading) => spells(reading, argv)));
    expect({ script, unlisted }).toEqual({ script, unlisted: [] });
  }
});

/** With nothing left unknown. */
const spells = ({ commands }: ShellReading, argv: readonly string[]): boolean =>
  commands.some(({ words }) => JSON.stringify(words.map(({ value }) => value)) === JSON.stringify(argv));

/** Files whose contents the command itself says. */
const CONTENTS: readonly string[] = [
  "cat >f <<E\nhello\nworld\nE",
  "cat >f <<'E'\n$HOME `x` \\a\nE",
  "v=1; cat >f <<E\n$v \\$v \\\\ \\a\na\\\nb\nE",
  "cat >f <<-E\n\ta\n\t\tb\n\tE",
  "echo a b >f",
  "echo -n a >f",
  "echo 'a  b' c >f",
  "printf 'a\\nb' >f",
  "printf '%s\\n' a b >f",
  "printf %s a >f",
  "cat >f <<<'a b'",
  "echo a | cat >f",
  "{ echo a; echo b; } | cat >f",
  "x=$(echo a); echo $x >f",
  "cat <<E | cat >f\nx\nE",
];

describe("contents", () => {
  test.each(CONTENTS.map((script) => [script]))("%s", (script) => {
    const dir = mkdtempSync(join(tmpdir(), "contents-"));
    try {
      const world = diskWorld({ home: dir, path: "/usr/bin:/bin" });
      const reading = readShell(script, { cwd: dir, projectRoot: dir, world, written: new Set() });
      execFileSync("/bin/bash", ["--norc", "--noprofile", "-c", script], {
        cwd: dir,
        env: { PATH: "/usr/bin:/bin", HOME: dir },
      });
      const said = reading.effects.flatMap((effect) => (effect.do === "write" ? [effect.contents] : []));
      expect(said).toEqual([readFileSync(join(dir, "f"), "utf8")]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
