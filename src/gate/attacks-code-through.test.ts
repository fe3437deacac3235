/**
 * Commands, places and addresses in the code of other languages, however it spells them: other delimiters, texts put together,
 * code in a text of code, words handed to it, names that a search finds, a directory it goes to first.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const file of ["infra/main.tf", "secrets/db.txt", "src/a.ts", "package.json"]) here.write(file, "{}\n");
});
afterAll(() => here.remove());

const raw = String.raw;

const PUSHES: readonly string[] = [
  // Places where a known program takes a command.
  "git -c tar.x.command='git push' archive --format=x HEAD",
  "git -c tar.tgz.command='git push' archive --format=tgz HEAD",
  "git config tar.x.command 'git push'",
  "git -c lfs.customtransfer.x.path='git push' lfs fetch",
  "git -c made.up.helper='!git push' status",
  "git -c submodule.x.update='!git push' submodule update",
  "git -c gc.recentObjectsHook='git push' gc",
  "git -c hook.x.command='git push' commit -m x",
  "git -c gpg.program='git push' commit -S -m x",
  "git -c merge.x.driver='git push' merge a",
  `sqlite3 :memory: ".import '|git push' t"`,
  `sqlite3 :memory: '.import "|git push" t'`,
  "sqlite3 :memory: \".import --csv '|git push' t\"",
  `sqlite3 :memory: ".output '|git push'" "select 1"`,
  `sqlite3 :memory: '.once "|git push"' "select 1"`,
  `sqlite3 :memory: ".read '|git push'"`,
  "sqlite3 :memory: '.read |git push'",
  "sqlite3 :memory: <<< \".import '|git push' t\"",
  "vim -es -c 'r !git push' -c q",
  "vim -es -c 'read !git push' -c q",
  "vim -es -c 'w !git push' -c q",
  "vim -es -c '%!git push' -c q",
  "vim -es -c '1,$w !git push' -c q",
  "vim -es -c ':!git push' -c q",
  "vim -es -c 'silent !git push' -c q",
  "vim -es -c 'normal! :!git push' -c q",
  "ex -s <<< 'r !git push'",
  "perl -pe '' 'git push |'",
  "perl -ne1 'git push|'",
  "perl -ne 1 '| git push'",
  `perl -e '@ARGV=("git push|"); <>'`,
  `perl -e 'open F,"git push|"; print <F>'`,
  `perl -e 'open(F, "| git push")'`,
  `make SHELL=/usr/bin/git .SHELLFLAGS="push" test`,
  "make SHELL=git .SHELLFLAGS=push all",
  `make -f - <<< $'a:\n\tgit push'`,
  // Quotes that run what is in them.
  "perl -e 'print qx/git push/'",
  "perl -e 'print qx{git push}'",
  "perl -e 'print qx#git push#'",
  "perl -e 'print qx<git push>'",
  "perl -e 'print qx,git push,'",
  raw`perl -e 'my $x = join "", qx/git push/;'`,
  "perl -e 'print lc(`git push`)'",
  "perl -e 'print readpipe(\"git push\")'",
  "ruby -e 'puts %x/git push/'",
  "ruby -e 'puts %x|git push|'",
  "ruby -e 'puts `git push`.lines'",
  `awk 'BEGIN{"git push"|getline x; print x}'`,
  `awk 'BEGIN{print 1|"git push"}'`,
  `awk 'BEGIN{while(("git push" | getline l) > 0) print l}'`,
  "php -r 'echo `git push`;'",
  `lua -e 'io.popen("git push")'`,
  "lua -e 'io.popen[[git push]]'",
  // Texts put together, code in texts, words from outside.
  'node -e \'require("child_process").execSync(`git ${"push"}`)\'',
  `node -e 'require("child_process").execSync("git "+"push")'`,
  `node -e 'require("child_process").execSync("gi"+"t pu"+"sh")'`,
  `node -e 'require("child_process").execSync(["git","push"].join(" "))'`,
  `node -e 'require("child_process").execSync("git ".concat("push"))'`,
  raw`node -e 'eval("require(\"child_process\").execSync(\"git push\")")'`,
  raw`node -e 'eval("require(\"child_process\").execSync(\"git \"+\"push\")")'`,
  raw`node -e 'eval("require(\"child_pro"+"cess\").execSync(\"git pu"+"sh\")")'`,
  raw`node -e 'new Worker("require(\"child_process\").execSync(\"git push\")",{eval:true})'`,
  raw`node -e 'require("vm").runInThisContext("require(\"child_process\").execSync(\"git push\")")'`,
  raw`node -e 'new Function("require","require(\"child_process\").execSync(\"git push\")")(require)'`,
  raw`node -e 'setTimeout("require(\"child_process\").spawnSync(\"git\",[\"push\"])")'`,
  raw`node -e 'eval("eval(\"require(\\\"child_process\\\").execSync(\\\"git push\\\")\")")'`,
  raw`node -e 'eval("\x72equire(\"child_process\").execSync(\"git\x20push\")")'`,
  raw`node -e 'require("child_process").execSync("git\x20push")'`,
  raw`node -e 'require("child_process").execSync("g\u0069t push")'`,
  raw`python3 -c "exec('import os; os.system(\"git push\")')"`,
  raw`python3 -c "eval('__import__(\"os\").system(\"git push\")')"`,
  raw`python3 -c "exec(compile('import os; os.system(\"git push\")','x','exec'))"`,
  raw`python3 -c "import os; os.system('git' ' push')"`,
  raw`python3 -c "import os; os.system('git %s' % 'push')"`,
  raw`python3 -c "import os; os.system('git {}'.format('push'))"`,
  raw`python3 -c "import os; os.system(' '.join(['git','push']))"`,
  raw`python3 -c "import os; os.system(f'git {\"push\"}')"`,
  "python3 -c \"import sys,subprocess; subprocess.run(['git',sys.argv[1]])\" push",
  'python3 -c "import sys,subprocess; subprocess.run(sys.argv[1:])" git push',
  'python3 -c "import sys,os; os.execvp(sys.argv[1],sys.argv[1:])" git push',
  'node -e \'require("child_process").execFileSync("git",[process.argv[1]])\' push',
  'node -e \'require("child_process").execFileSync("git",process.argv.slice(1))\' push',
  "perl -e 'system \"git\",@ARGV' push",
  "perl -e 'system \"git $ARGV[0]\"' push",
  "ruby -e 'system(\"git\",*ARGV)' push",
  `ruby -e 'eval "system(%q(git push))"'`,
  raw`perl -e 'eval "system(\"git push\")"'`,
  raw`php -r 'eval("system(\"git push\");");'`,
  raw`python3 -c "import os; getattr(os,'sys'+'tem')('git '+'push')"`,
  `node -e 'require("child_process")["ex"+"ecSync"]("git "+"push")'`,
  `node -e '/"/; require("child_process").execSync("gi"+"t push")'`,
  `perl -e '$_="x"; s/x/qx(git push)/e'`,
  `ruby -e 'system("git #{"push"}")'`,
  "bun -e 'await Bun.$`git ${\"push\"}`'",
  `python3 - push <<< "import sys,os; os.system('git '+sys.argv[1])"`,
  `vim -es -c 'exe "!git "."push"' -c q`,
];

const WITHOUT_PUSH: readonly string[] = [
  "git -c core.pager=cat log",
  "git -c color.ui=always diff",
  "git -c user.name=me commit -m 'git push is documented'",
  "git -c tar.umask=0022 archive HEAD",
  "git config alias.st status",
  "git log --grep='git push'",
  "sqlite3 app.db '.import data.csv t'",
  "sqlite3 app.db \"select 'git push'\"",
  "sqlite3 app.db '.output out.csv' 'select 1'",
  "vim -es -c '%s/a/b/' -c wq README.md",
  "vim -es -c 'r !date' -c wq README.md",
  "perl -pe 's/a/b/' README.md",
  "perl -ne 'print if /git push/' README.md",
  `perl -e '@ARGV=("README.md"); print <>'`,
  "perl -e 'print qx/git status/'",
  "perl -e 'print `git log -1`'",
  "ruby -e 'puts %x(git status)'",
  `awk 'BEGIN{"date"|getline x; print x}'`,
  `awk '/git push/ {n++} END {print n}' README.md`,
  `node -e 'console.log(require("./package.json").version)'`,
  "node -e 'console.log(`git ${\"push\"}`)'",
  `node -e 'const a=[]; a.push("git"); console.log(eval("1+1"))'`,
  `node -e "eval(process.argv[1])"`,
  `node -e 'require("child_process").execSync("git "+"status")'`,
  'node -e \'require("child_process").execFileSync("git",[process.argv[1]])\' status',
  `python3 -c "import json,sys; print(json.load(sys.stdin)['a'])"`,
  "python3 -c \"import sys,subprocess; subprocess.run(['git',sys.argv[1]])\" log",
  `python3 -c "print(eval('1+1'))"`,
  `python3 -c "import subprocess; print(subprocess.check_output(['git','log','-1']).decode())"`,
  "make SHELL=/bin/bash test",
  "make -C sub test",
  "php -r 'echo `git status`;'",
];

describe("Bash(git push:*)", () => {
  test.each(PUSHES)("denied: %s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("denyRule");
  });
  test.each(WITHOUT_PUSH)("left alone: %s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("bypassMode");
  });
});

const READS: readonly string[] = [
  raw`perl -e 'print qx/cat secrets\/db.txt/'`,
  "perl -e 'print qx{cat secrets/db.txt}'",
  `node -p 'fs.readFileSync("sec"+"rets/db.txt","utf8")'`,
  'node -p \'fs.readFileSync(`sec${"rets"}/db.txt`,"utf8")\'',
  `node -p 'fs.readFileSync(["secrets","db.txt"].join("/"),"utf8")'`,
  `node -p 'fs.readFileSync("secrets".concat("/db.txt"),"utf8")'`,
  raw`node -p 'fs.readFileSync("secrets\x2fdb.txt","utf8")'`,
  raw`node -p 'eval("fs.readFileSync(\"secrets/db.txt\",\"utf8\")")'`,
  `perl -e 'open F,"<","sec"."rets/db.txt";print <F>'`,
  `perl -e '@ARGV=("sec"."rets/db.txt");print <>'`,
  `python3 -c "print(open('sec' 'rets/db.txt').read())"`,
  `python3 -c "print(open('sec'+'rets/db.txt').read())"`,
  `python3 -c "import os; os.chdir('secrets'); print(open('db.txt').read())"`,
  `python3 -c "import pathlib; print(next(pathlib.Path('.').rglob('db.txt')).read_text())"`,
  `python3 -c "import pathlib; [print(p.read_text()) for p in pathlib.Path('.').rglob('*.txt')]"`,
  `python3 -c "import glob; print(open(glob.glob('**/db.txt',recursive=True)[0]).read())"`,
  `node -p 'fs.readFileSync(fs.globSync("**/db.txt")[0],"utf8")'`,
  `ruby -e 'puts File.read(Dir.glob("**/db.txt").first)'`,
  `python3 -c "import sys; print(open(sys.argv[1]+'/db.txt').read())" secrets`,
  `python3 -c "import os; print([open(os.path.join(d,f)).read() for d,_,fs in os.walk('.') for f in fs if f=='db.txt'])"`,
];
const WITHOUT_SECRETS: readonly string[] = [
  `node -p 'fs.readFileSync("pack"+"age.json","utf8")'`,
  `python3 -c "import pathlib; print(next(pathlib.Path('.').rglob('a.ts')).read_text())"`,
  `python3 -c "import pathlib; print(len(list(pathlib.Path('src').rglob('*.ts'))))"`,
  `python3 -c "import os; os.chdir('src'); print(open('a.ts').read())"`,
  `perl -e 'open F,"<","REA"."DME.md";print <F>'`,
  `node -e 'console.log(require("./package.json").version)'`,
];

describe("Read(./secrets/**)", () => {
  test.each(READS)("denied: %s", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).toBe("denyRule");
  });
  test.each(WITHOUT_SECRETS)("left alone: %s", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).toBe("bypassMode");
  });
});

const EDITS: readonly string[] = [
  raw`perl -e 'print qx/rm infra\/main.tf/'`,
  `perl -e 'open F,">","inf"."ra/main.tf"'`,
  `perl -e 'open F,">inf"."ra/main.tf"'`,
  `perl -e '@ARGV=glob"i*/m*";$^I="";while(<>){print uc}'`,
  `perl -e '@ARGV=<i*/m*>;$^I=".bak";while(<>){print uc}'`,
  `perl -e '@ARGV=("infra/main.tf");$^I="";print uc while <>'`,
  `python3 -c "import pathlib; next(pathlib.Path('.').rglob('main.tf')).unlink()"`,
  `python3 -c "import pathlib; [p.write_text('x') for p in pathlib.Path('.').rglob('main.tf')]"`,
  `python3 -c "import pathlib; [p.write_text('x') for p in pathlib.Path('.').glob('*/main.tf')]"`,
  `python3 -c "open('inf' 'ra/main.tf','w')"`,
  `python3 -c "import os; os.chdir('infra'); os.remove('main.tf')"`,
  `python3 -c "import os; os.chdir('infra'); os.system('rm main.tf')"`,
  `node -e 'fs.writeFileSync("inf"+"ra/main.tf","x")'`,
  raw`node -e 'eval("fs.rmSync(\"infra/main.tf\")")'`,
  'node -e \'fs.writeFileSync(`${"infra"}/main.tf`,"x")\'',
  "python3 -c \"import sys; open(sys.argv[1]+'/main.tf','w')\" infra",
  `perl -MFile::Find -e 'find(sub{unlink if /main.tf/},".")'`,
  `ruby -e 'Dir["**/main.tf"].each{|f| File.delete(f)}'`,
  `ruby -e 'File.delete(*Dir["**/main.tf"])'`,
  `node -e 'for (const f of fs.readdirSync(".",{recursive:true})) if (f.endsWith("main.tf")) fs.rmSync(f)'`,
];
const WITHOUT_INFRA: readonly string[] = [
  `node -e 'const f=["a"].find(x=>x); fs.writeFileSync(f, "main.tf")'`,
  `python3 -c "import os; [os.remove(f) for f in os.listdir('.') if f.endswith('.pyc')]"`,
  `ruby -e 'Dir["src/*.ts"].each{|f| File.delete(f)}'`,
  `node -e 'fs.writeFileSync("ou"+"t.txt","x")'`,
  `python3 -c "import pathlib; [p.write_text('x') for p in pathlib.Path('.').rglob('a.ts')]"`,
  `python3 -c "import pathlib; print([p.read_text() for p in pathlib.Path('.').rglob('main.tf')])"`,
  `python3 -c "import os; os.chdir('src'); os.remove('a.ts')"`,
  `perl -e '@ARGV=glob"src/*";$^I="";while(<>){print uc}'`,
  `perl -e 'print qx/cat infra\\/main.tf/'`,
];

describe("Edit(infra/**)", () => {
  test.each(EDITS)("denied: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });
  test.each(WITHOUT_INFRA)("left alone: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("bypassMode");
  });
});
