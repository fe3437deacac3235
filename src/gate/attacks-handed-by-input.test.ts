/** What code is handed by its input or its words, and deletes, edits, reads or starts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("infra/main.tf", "x\n");
  here.write("secrets/prod.txt", "x\n");
  here.write("data.csv", "a,b\n");
  here.write("script.py", "import sys\nfor line in sys.stdin: print(line)\n");
});
afterAll(() => here.remove());

describe("floor", () => {
  test.each([
    "python3 -c 'import shutil;shutil.rmtree(input())' <<< ~",
    "echo ~ | python3 -c 'import sys,shutil;shutil.rmtree(sys.stdin.read().strip())'",
    "printf '%s\\n' \"$HOME\" | python3 -c 'import sys,shutil\nfor l in sys.stdin: shutil.rmtree(l.strip())'",
    'node -e \'require("fs").rmSync(require("fs").readFileSync(0,"utf8").trim(),{recursive:true})\' <<< "$HOME"',
    "perl -MFile::Path -e 'chomp(my $d=<STDIN>);rmtree($d)' <<< ~",
    "perl -MFile::Path=remove_tree -e 'remove_tree(<> =~ s/\\n//r)' <<< /",
    "ruby -rfileutils -e 'FileUtils.rm_rf(gets.chomp)' <<< ~",
    "ruby -rfileutils -e 'FileUtils.rm_rf($stdin.read.chomp)' <<< ~",
    "php -r 'system(\"rm -rf \".trim(fgets(STDIN)));' <<< ~",
    "python3 -c 'import sys,shutil;shutil.rmtree(sys.argv[1])' ~",
    "python3 -c 'import sys,shutil;_,d=sys.argv;shutil.rmtree(d)' ~",
    "python3 -c 'import sys,shutil;[shutil.rmtree(d) for d in sys.argv[1:]]' ~",
    "node -e 'const [,d]=process.argv;require(\"fs\").rmSync(d,{recursive:true})' ~",
    'python3 -c \'import subprocess;subprocess.run(["rm","-rf",input()])\' <<< ~',
    "python3 -c 'import os;os.system(input())' <<< 'rm -rf ~'",
    "python3 -c 'import shutil;shutil.rmtree(input())' <<EOF\n$HOME\nEOF",
    "D=~ python3 -c 'import os,shutil;shutil.rmtree(os.environ[\"D\"])'",
    "python3 -c 'import shutil,os;shutil.rmtree(os.path.expanduser(input()))' <<< '~'",
    'node -e \'process.stdin.on("data",d=>require("fs").rmSync(String(d).trim(),{recursive:true,force:true}))\' <<< ~',
    "lua -e 'os.execute(\"rm -rf \"..io.read())' <<< ~",
    "awk '{system(\"rm -rf \" $0)}' <<< ~",
    "python3 -c 'import sys,shutil\ndef f(p): shutil.rmtree(p)\nf(sys.stdin.read().strip())' <<< ~",
    "python3 -c 'import sys,shutil\nlines=list(sys.stdin)\nfor l in lines: shutil.rmtree(l.strip())' <<< ~",
    'node -e \'const fs=require("fs");const rl=require("readline").createInterface({input:process.stdin});rl.on("line",p=>fs.rmSync(p,{recursive:true}))\' <<< ~',
    "ruby -rfileutils -e 'STDIN.each_line { |l| FileUtils.rm_rf(l.chomp) }' <<< ~",
    "python3 -c 'import argparse,shutil;p=argparse.ArgumentParser();p.add_argument(\"d\");a=p.parse_args();shutil.rmtree(a.d)' ~",
    "perl -MFile::Path -ne 'chomp;rmtree($_)' <<< ~",
    "printf 'dist\\n/\\n' | python3 -c 'import sys,shutil\nfor l in sys.stdin: shutil.rmtree(l.strip())'",
    "cat <<< ~ | python3 -c 'import shutil;shutil.rmtree(input())'",
    "python3 -c 'import shutil;shutil.move(input(),\"/tmp/x\")' <<< ~",
    "D=/ node -e 'require(\"fs\").rmSync(process.env.D,{recursive:true})'",
    "export D=~; python3 -c 'import os,shutil;shutil.rmtree(os.environ[\"D\"])'",
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });
});

describe("3c", () => {
  test.each([
    'python3 -c \'open(input(),"w").write("{}")\' <<< ~/.claude/settings.json',
    'node -e \'require("fs").writeFileSync(require("fs").readFileSync(0,"utf8").trim(),"{}")\' <<< ~/.claude/settings.json',
    "ssh localhost 'echo {} > .claude/settings.json'",
    "sudo -i tee .claude/settings.json <<< {}",
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });
});

describe("Edit(./infra/**)", () => {
  test.each([
    'python3 -c \'open(input(),"w").write("x")\' <<< infra/main.tf',
    'echo infra/main.tf | python3 -c \'import sys;open(sys.stdin.read().strip(),"w").write("x")\'',
    'node -e \'require("fs").writeFileSync(require("fs").readFileSync(0,"utf8").trim(),"x")\' <<< infra/main.tf',
    "perl -e 'chomp($f=<STDIN>);open(F,\">\",$f);print F 1' <<< infra/main.tf",
    "ruby -e 'File.write(gets.chomp,1)' <<< infra/main.tf",
    "python3 -c 'import fileinput\nfor l in fileinput.input(inplace=True): print(1)' infra/main.tf",
    "python3 -c 'import fileinput,sys\nfor l in fileinput.FileInput(inplace=1): print(1)' infra/main.tf",
    "python3 -c 'import os;os.remove(input())' <<< infra/main.tf",
    "python3 -c 'f=input();open(f,\"w\").write(f)' <<< infra/main.tf",
    'python3 -c \'open(input()+"/main.tf","w").write("x")\' <<< infra',
    'python3 -c \'import sys\n_,f=sys.argv\nopen(f,"w").write("x")\' infra/main.tf',
  ])("%s", async (command) => {
    expect(await here.by(command, ["Edit(./infra/**)"])).toBe("denyRule");
  });
});

describe("Read(./secrets/**)", () => {
  test.each([
    "python3 -c 'print(open(input()).read())' <<< secrets/prod.txt",
    'node -e \'console.log(require("fs").readFileSync(require("fs").readFileSync(0,"utf8").trim(),"utf8"))\' <<< secrets/prod.txt',
    "python3 -c 'import fileinput\nfor l in fileinput.input(): print(l)' secrets/prod.txt",
    "ruby -e 'puts File.read(gets.chomp)' <<< secrets/prod.txt",
    "echo secrets/prod.txt | perl -ne 'chomp;open F,$_;print <F>'",
  ])("%s", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).toBe("denyRule");
  });
});

describe("Bash(git push:*)", () => {
  test.each([
    "python3 -c 'import subprocess;subprocess.run([\"git\",input()])' <<< push",
    "python3 -c 'import subprocess,sys;subprocess.run([\"git\",sys.stdin.read().strip()])' <<< push",
    "python3 -c 'import os;os.system(input())' <<< 'git push'",
    'echo push | node -e \'require("child_process").execFileSync("git",[require("fs").readFileSync(0,"utf8").trim()])\'',
    "ruby -e 'system(\"git\",gets.chomp)' <<< push",
    "perl -e 'chomp($a=<STDIN>);system(\"git\",$a)' <<< push",
    "python3 -c 'import sys,subprocess;subprocess.run(sys.stdin.read().split())' <<< 'git push'",
    "awk '{system(\"git \" $0)}' <<< push",
    "awk '{system($0)}' <<< 'git push'",
    'C=push python3 -c \'import os,subprocess;subprocess.run(["git",os.environ["C"]])\'',
    "python3 -c 'import sys,os\nfor l in sys.stdin: os.system(l)' <<< 'git push'",
    "python3 -c 'import sys,subprocess\n_,c=sys.argv\nsubprocess.run([\"git\",c])' push",
    'node -e \'const [,c]=process.argv;require("child_process").spawnSync("git",[c])\' push',
  ])("%s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("denyRule");
  });
});

describe("left alone", () => {
  test.each([
    "python3 script.py < data.csv",
    'python3 -c \'import sys,json;print(json.load(sys.stdin)["a"])\' <<< \'{"a":"/"}\'',
    'echo \'{"home":"/home/x"}\' | python3 -m json.tool',
    "git log --oneline | python3 -c 'import sys;print(len(sys.stdin.readlines()))'",
    "echo ~ | python3 -c 'import sys;print(sys.stdin.read().upper())'",
    'cat infra/main.tf | python3 -c \'import sys;open("out.txt","w").write(sys.stdin.read())\'',
    "python3 -c 'import shutil,sys;shutil.rmtree(\"dist\");print(sys.stdin.read())' <<< ~/notes",
    "python3 -c 'import shutil,sys;shutil.rmtree(sys.argv[1])' dist",
    "python3 -c 'import shutil;shutil.rmtree(input())' <<< dist",
    'python3 -c \'import subprocess;subprocess.run(["git","commit","-m",input()])\' <<< \'push later\'',
    "echo 'infra/main.tf is large' | python3 -c 'import sys;open(\"note.txt\",\"w\").write(sys.stdin.read())'",
    'node -e \'let s="";process.stdin.on("data",d=>s+=d).on("end",()=>console.log(JSON.parse(s).a))\' <<< \'{"a":1}\'',
    "ruby -e 'puts gets.upcase' <<< 'a b'",
    "awk '{print $1}' <<< 'a b'",
    "python3 -c 'import os,shutil,sys;shutil.rmtree(os.path.join(sys.argv[1],\"build\"))' ~",
    "python3 -c 'import shutil,sys,pathlib\nfor d in pathlib.Path(sys.argv[1]).glob(\"**/node_modules\"): shutil.rmtree(d)' ~",
    "python3 -c 'import shutil,pathlib\nfor d in pathlib.Path(input()).glob(\"**/node_modules\"): shutil.rmtree(d)' <<< ~",
    "python3 -c 'import shutil;shutil.rmtree(input()+\"/x/build\")' <<< ~",
    "echo / | python3 -c 'import sys,shutil;d=\"dist\";shutil.rmtree(d);print(sys.stdin.read())'",
    'node -e \'const d=process.argv[1];require("fs").rmSync(require("path").join(d,".cache/x"),{recursive:true})\' ~',
    'D=~ python3 -c \'import os,shutil;shutil.rmtree(os.environ["D"]+"/app/build")\'',
    "echo infra/main.tf | python3 -c 'import sys;print(sys.stdin.read().strip())'",
    "python3 -c 'print(open(input()).read())' <<< infra/main.tf",
    'echo .claude | python3 -c \'import sys;open(".gitignore","a").write(sys.stdin.read())\'',
    'echo infra/main.tf | python3 -c \'import sys\nwith open("list","w") as f: f.write(sys.stdin.read())\'',
  ])("%s", async (command) => {
    expect(await here.by(command, ["Edit(./infra/**)", "Bash(git push:*)"])).toBe("bypassMode");
  });
});
