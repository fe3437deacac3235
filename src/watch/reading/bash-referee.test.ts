// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
/** The installed bash says what it runs; the reader must have listed it. */
import { expect, test } from "vitest";
import { lists, referee } from "../../../e2e/bash.ts";
import { readShell } from "./index.ts";

/** Names that begin with `t` succeed. */
const SCRIPTS: readonly string[] = [
  "t1 a b",
  `t1 'a b' "c d" e\\ f`,
  `t1 $'a\\tb' $'\\x41\\u0042'`,
  "t1 {a,b}c {1..3} x{1..5..2}y {a}",
  "t1 ~ ~/x '~' \\~ a~",
  `v=1; t1 $v "$v" \${v} '$v' \\$v`,
  `v="a b"; t1 $v "$v"`,
  `v=; t1 $v "$v" x`,
  "v=a; v+=b; t1 $v",
  "v=a w=$v; t1 $w",
  "v=~/x; t1 $v",
  't1 $(echo a b) "$(echo a b)" `echo c`',
  "t1 \"$(printf '%s\\n' a b)\"",
  "t1 $(t2; echo x)",
  "v=a; t1 ${v:-b} ${v:+c}",
  'xs=(a "b c"); t1 "${xs[@]}"',
  'set -- a "b c"; t1 "$@" $# "$1" $2 "$*"',
  'set -- a b c; shift; t1 "$@"',
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
  "t1 'a'\"b\"$'c'd",
  "t1 $(echo $(echo t))",
  "t1 `echo \\`echo x\\``",
  "t1 a=~ d=\\~ 'e'=~",
  "export v=~/x; t1 $v",
  "f() { $1; }; f t1",
  'f() { "$@"; }; f t1 a',
  'f() { eval "$*"; }; f t1',
  'set -- t1; "$@"',
  'a=(t1 x); ${a[0]}; "${a[@]}"',
  "cat <<E\n$(t1)\nE",
  ": <<E\n${x:-$(t1)}\nE",
  "echo ${x/$(t1)/}; a[$(t1)]=1; a=([$(t2)]=1); echo ${a[$(t1)]}",
  "echo >o$(t1); : <<<$(t2); x=$(t3) :",
  "for i in $(t1); do :; done",
  "eval eval eval t1",
  "f() { f() { t1; }; f; }; f",
  "trap g EXIT; g() { t1; }",
  '""t1; t""2',
  "bash -c 't1 a; t2 $1' x y",
  "echo 't1 a' | bash; sh -c 't2 b'",
  "echo a b | xargs t1; find . -maxdepth 0 -exec t1 {} +",
  "env A=1 t1 x; timeout 5 t2 y; nice t3",
];

test("bash runs nothing that is not listed", () => {
  for (const { script, ran, reading } of referee(SCRIPTS, readShell)) {
    expect({ script, unlisted: ran.filter((argv) => !lists(reading, argv)) }).toEqual({ script, unlisted: [] });
  }
});

test("nearly all of them run something", () => {
  expect(referee(SCRIPTS, readShell).filter(({ ran }) => ran.length === 0).length).toBeLessThan(6);
});
