/** Processes that start themselves without end, by names and variables a shell keeps and by loops. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const byOf = (command: string): Promise<string> => here.by(command);

describe("denied by the floor", () => {
  test.each([
    "f() { $FUNCNAME | $FUNCNAME & }; f",
    "f() { ${FUNCNAME[0]} & $FUNCNAME; }; f",
    'f() { "$FUNCNAME" | "$FUNCNAME" & }; f',
    "f() { $0 & }; :(){ :|:& };:",
    "f(){ while :; do f & done; }; f",
    "f(){ while true; do f & done; }; f",
    "f(){ for ((;;)); do f & done; }; f",
    "f(){ until false; do f & done; }; f",
    "f(){ for i in 1 2; do f & done; }; f",
    "f(){ for i in {1..9}; do f & done; }; f",
    "f(){ g; }; g(){ while :; do f & done; }; f",
    `c='eval "$c" & eval "$c"'; eval "$c"`,
    `c='eval "$c" | eval "$c" &'; eval "$c"`,
    `c='eval "$c" & eval "$c"'; eval $c`,
    `export c='bash -c "$c" & bash -c "$c"'; bash -c "$c"`,
    `export c='sh -c "$c" | sh -c "$c" &'; sh -c "$c"`,
    `x='while :; do eval "$x" & done'; eval "$x"`,
    "perl -e 'fork while 1'",
    "perl -e 'fork while fork'",
    "perl -e 'while(1){fork}'",
    "perl -e 'for(;;){fork()}'",
    "perl -e '{fork;redo}'",
    "perl -e 'fork until 0'",
    "perl -e 'while(){fork}'",
    "python3 -c $'import os\\nwhile 1: os.fork()'",
    "python3 -c $'import os\\nwhile True:\\n  os.fork()'",
    "python3 <<< $'from os import fork\\nwhile 1:\\n    fork()'",
    "python3 -c 'import os; [os.fork() for _ in iter(int,1)]'",
    "python3 -c 'import os,itertools; [os.fork() for _ in itertools.count()]'",
    "ruby -e 'loop { fork }'",
    "ruby -e 'fork while true'",
    "ruby -e 'loop{fork{loop{fork}}}'",
    "php -r 'while(1) pcntl_fork();'",
    "php -r 'while(true){ pcntl_fork(); }'",
    "node -e \"while(1) require('child_process').fork(__filename)\"",
    'node -e "for(;;) child_process.spawn(process.execPath,process.argv.slice(1))"',
    "node -e \"setInterval(()=>child_process.spawn(process.argv0,['-e',c]),0);while(true)child_process.spawn('x')\"",
    "lua -e 'while true do posix.fork() end'",
    "while :; do bash -c 'while :; do sleep 9 & done' & done",
    "while true; do sleep 1000 & done",
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("floor");
  });
});

describe("beside it", () => {
  test.each([
    "f() { echo $FUNCNAME; }; f",
    'f() { echo "$FUNCNAME: x" | tee -a log & }; f',
    "f(){ for i in 1 2; do g & done; }; g(){ echo x; }; f",
    "f(){ while read l; do echo $l; done; }; f < src/a.ts",
    'walk(){ for d in "$1"/*; do [ -d "$d" ] && walk "$d"; done; }; walk src',
    "retry(){ n=0; until npm test; do n=$((n+1)); [ $n -gt 3 ] && break; sleep 1; done; }; retry",
    "f(){ sleep 1; f; }; f &",
    'c=\'echo hi\'; eval "$c" & eval "$c"',
    "for i in 1 2 3; do npm test & done; wait",
    "while read f; do gzip $f & done < list.txt; wait",
    "perl -e 'my $p = fork; wait if $p'",
    "perl -e 'for (1..4) { fork or exit }'",
    "perl -e 'while (<>) { print }'",
    "python3 -c 'import os; pid = os.fork(); print(pid)'",
    "python3 -c $'import os\\nfor i in range(4):\\n  if os.fork() == 0: os._exit(0)'",
    "python3 -c $'import os\\npid = os.fork()\\nwhile True:\\n  break'",
    "ruby -e '3.times { fork { puts 1 } }'",
    "node -e \"const c=require('child_process').fork('a.js'); c.on('exit',()=>{})\"",
    "while :; do npm test; sleep 5; done",
    "while true; do date; sleep 60; done &",
    "while true; do npm test & wait; done",
    'walk(){ for d in "$1"/*; do [ -d "$d" ] && walk "$d" | sed \'s/^/ /\'; done; }; walk src',
    'walk(){ find "$1" -type d | while read d; do walk "$d" & done; wait; }; walk src',
    "python3 -c $'import os\\nwhile True:\\n  c, a = s.accept()\\n  if os.fork() == 0: break'",
    "git commit -m 'while :; do x & done'",
    "echo 'while :; do x & done' >> notes.md",
    "f(){ echo $FUNCNAME; }; f; f; f & wait",
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("bypassMode");
  });
});
