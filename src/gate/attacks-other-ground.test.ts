/**
 * A program that is told to go elsewhere first, by an option, by a command of its own or in code, and names the place from there:
 * what the person alone may approve still asks, and a home that is swept from within is still denied.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  execFileSync("git", ["init", "-q", "-b", "main", here.root]);
  for (const file of ["a", "x.db", "src/a.ts", "package.json", "hk/post-commit", "tp/hooks/post-commit"])
    here.write(file, "{}\n");
  here.write(".claude/settings.json", "{}\n");
  here.write(".claude/agents/a.md", "a\n");
  here.write("inc", "[core]\n\thooksPath = hk\n");
  mkdirSync(join(here.home, ".config/sallyport"), { recursive: true });
  writeFileSync(join(here.home, ".config/sallyport/settings.json"), "{}\n");
});
afterAll(() => here.remove());

const raw = String.raw;

const GUARDED: readonly string[] = [
  // Where a search stands, or the shell it starts goes.
  raw`find .claude -type f -execdir cp ../a settings.json \;`,
  raw`find .claude -maxdepth 1 -execdir sh -c 'cp ../a settings.json' \;`,
  raw`find . -path './.claude/*' -execdir tee settings.json \;`,
  raw`find . -name .claude -exec sh -c 'cd {} && cp ../a settings.json' \;`,
  raw`find . -type d -name '.cl*' -exec sh -c 'cd "$0"; cp ../a settings.json' {} \;`,
  raw`find ~/.config -name sallyport -exec sh -c 'cd "$1" && cp ~/app2/a settings.json' _ {} \;`,
  raw`find . -name hooks -path '*.git*' -exec sh -c 'cd "$1" && cp ~/a post-commit' _ {} \;`,
  raw`find . -name .claude | xargs -I{} sh -c 'cd {} && cp ../a settings.json'`,
  raw`fd -H -g .claude -x sh -c 'cd {} && cp ../a settings.json'`,
  raw`fd -H settings.json .claude -x sh -c 'cd {//} && cp ../a settings.json'`,
  // A command of the program's own.
  "gdb -batch -ex 'cd .claude' -ex 'shell cp ../a settings.json'",
  "gdb -batch -ex 'cd .claude' -ex 'dump value settings.json 1'",
  "lldb -b -o 'settings set target.x .claude' -o 'platform shell cp a settings.json'",
  "vim -es -c 'cd .claude' -c 'w! settings.json' -c q a",
  "vim -es -c 'lcd .claude | w! settings.json' -c q a",
  "vim -es '+cd .git/hooks' '+w! post-commit' +q a",
  "nvim --headless +'cd .claude' +'w! settings.json' +q a",
  "ex -s -c 'cd .claude' -c 'w! settings.json' -c q a",
  `emacs --batch a --eval '(cd ".claude")' --eval '(write-file "settings.json")'`,
  `emacs --batch --eval '(let ((default-directory "~/.claude/")) (write-region "{}" nil "settings.json"))'`,
  "sqlite3 x.db '.cd .claude' '.output settings.json' 'select 12345'",
  "sqlite3 x.db '.cd .git/hooks' '.once post-commit' 'select 12345'",
  "sqlite3 x.db <<< $'.cd .claude\\n.output settings.json\\nselect 1;'",
  'gnuplot -e \'cd ".claude"; set print "settings.json"; print 1\'',
  "tclsh <<< 'cd .claude; set f [open settings.json w]; puts $f 1'",
  "psql -c '\\cd .claude' -c '\\o settings.json' -c 'select 1'",
  "lftp -c 'lcd .claude; get http://h.example/settings.json'",
  "sftp h.example <<< $'lcd .claude\\nget settings.json'",
  // An option of a launcher.
  "tmux new -d -c .claude 'cp ../a settings.json'",
  "tmux new-window -c .claude cp ../a settings.json",
  "tmux set-buffer '{\"x\":1}' \\; save-buffer .mcp.json",
  "tmux set-buffer '{\"x\":1}' \\; save-buffer ~/.claude/settings.json",
  "tmux set-buffer 'x' \\; saveb .git/hooks/post-commit",
  "tmux pipe-pane -o 'cat > .mcp.json'",
  "screen -X hardcopy .mcp.json",
  "start-stop-daemon --start --chdir .claude --exec /bin/cp -- ../a settings.json",
  "start-stop-daemon -S -d .claude -x /bin/cp -- ../a settings.json",
  "systemd-run --user --working-directory=.claude cp ../a settings.json",
  "systemd-run --user -p WorkingDirectory=.claude cp ../a settings.json",
  "systemd-run --user --working-directory=$PWD/.claude cp ../a settings.json",
  "bwrap --bind / / --chdir .claude cp ../a settings.json",
  "bwrap --bind / / --chdir $PWD/.claude cp ../a settings.json",
  "bwrap --bind .claude /w --chdir /w cp a settings.json",
  "docker run -w /w -v $PWD:/w alpine cp a .mcp.json",
  "docker run --rm -v .:/w alpine cp /w/a /w/.claude/settings.json",
  "docker run --rm -v $PWD:/w -w /w/.claude alpine cp ../a settings.json",
  "docker run --rm -v $PWD/.claude:/c alpine cp /etc/hosts /c/settings.json",
  "docker run --rm --mount type=bind,src=.,dst=/w alpine sh -c 'cd /w/.claude && cp ../a settings.json'",
  "podman run --rm -v ~/.claude:/c alpine cp /etc/hosts /c/settings.json",
  "docker compose run -v .:/w web cp /w/a /w/.mcp.json",
  "parallel --workdir .claude cp ../a ::: settings.json",
  "pnpm -C .claude exec cp ../a settings.json",
  "npm exec -c 'cd .claude && cp ../a settings.json'",
  "uv run --directory .claude cp ../a settings.json",
  "sudo -D .claude cp ../a settings.json",
  "runuser -u me -- sh -c 'cd .claude && cp ../a settings.json'",
  "nsenter --wd=.claude -t 1 cp ../a settings.json",
  "unshare --wd .claude cp ../a settings.json",
  "launcher-of-mine --dir .claude -- cp ../a settings.json",
  // Code.
  `python3 -c 'import os; os.write(os.open("settings.json", 1, dir_fd=os.open(".claude", 0)), b"{}")'`,
  `python3 -c 'import os; d=os.open(".claude", 0); os.unlink("settings.json", dir_fd=d)'`,
  `python3 -c 'import os; os.fchdir(os.open(".claude",0)); open("settings.json","w").write("{}")'`,
  `python3 -c 'import os; os.chdir(".claude"); open("settings.json","w").write("{}")'`,
  `python3 -c 'import contextlib; 
with contextlib.chdir(".claude"): open("settings.json","w").write("{}")'`,
  `python3 -c "import os; d='.claude'; os.chdir(d); open('settings.json','w')"`,
  `D=.claude python3 -c "import os; os.chdir(os.environ['D']); open('settings.json','w')"`,
  raw`find . -maxdepth 1 -name '.cla*' -exec python3 -c 'import os,sys; os.chdir(sys.argv[1]); open("settings.json","w")' {} \;`,
  raw`find . -name '*laude' -type d -exec sh -c 'cd "$1" && cp ../a settings.json' _ {} \;`,
  `python3 -c "import os; ${"os.chdir('src'); os.chdir('..'); ".repeat(4)}${Array.from({ length: 20 }, (_, i) => `os.chdir('a${i}'); `).join("")}os.chdir('.claude'); open('settings.json','w')"`,
  `node -e 'process.chdir(".claude"); require("fs").writeFileSync("settings.json","{}")'`,
  `node -e 'require("child_process").execSync("cp ../a settings.json",{cwd:".claude"})'`,
  `node -e 'const d=".claude"; require("child_process").spawnSync("cp",["../a","settings.json"],{cwd:d})'`,
  `perl -e 'chdir ".claude"; open F,">","settings.json"; print F 1'`,
  `ruby -e 'Dir.chdir(".claude"){File.write("settings.json","{}")}'`,
  `php -r 'chdir(".claude"); file_put_contents("settings.json","{}");'`,
];

const HOOKS: readonly string[] = [
  "git --work-tree=.git/hooks checkout -f main",
  "git --work-tree .git/hooks checkout main -- .",
  "git --work-tree=$PWD/.git/hooks reset --hard main",
  "GIT_WORK_TREE=.git/hooks git checkout -f main",
  "export GIT_WORK_TREE=.git/hooks; git restore .",
  "cd .git/hooks && git --git-dir=.. --work-tree=. checkout -f main",
  "git -c core.worktree=.git/hooks checkout -f main",
  "git -C .git/hooks --work-tree=. checkout -f main",
  "git config core.worktree .git/hooks",
  "git --work-tree=.claude checkout -f main",
  "git -c init.templateDir=tp init",
  "git -c init.templatedir=tp init",
  "git -c INIT.TEMPLATEDIR=$PWD/tp init ../new",
  "git -c init.templateDir=tp clone ../o n",
  "git config --global init.templateDir ~/tp",
  "git config init.templateDir tp && git init",
  "GIT_TEMPLATE_DIR=tp git init",
  "GIT_TEMPLATE_DIR=tp git clone ../o n",
  "export GIT_TEMPLATE_DIR=tp; git init",
  "env GIT_TEMPLATE_DIR=tp git init",
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=init.templateDir GIT_CONFIG_VALUE_0=tp git init",
  "git init --template=tp",
  "git-init --template=tp",
  `GIT_CONFIG_PARAMETERS="'init.templatedir'='tp'" git init`,
  "git --work-tree=.git checkout main -- hooks",
  "git --work-tree=.git/hooks stash pop",
  "git config foo.hooksPath hk && git config --rename-section foo core",
  "git config --rename-section foo core",
  "git config rename-section foo core",
  "git config --file .git/config --rename-section foo core",
  "git config include.path ../not-there",
  "git config --add include.path ../inc",
  "git config includeIf.gitdir:/.path ../inc",
  "git config core.worktree hooks",
  "cd .git/hooks && GIT_DIR=.. git checkout -f main",
  "git clone -c init.templateDir=tp ../o n",
  "git --config-env=init.templateDir=TP init",
  "git config --rename-section foo include",
];

const SWEPT: readonly string[] = [
  `python3 -c "import os,shutil;os.chdir(os.path.expanduser('~'));shutil.rmtree('.')"`,
  `python3 -c "import os,shutil;os.chdir('../..');shutil.rmtree('.')"`,
  `python3 -c "import os,shutil;os.chdir(os.environ['HOME']);[shutil.rmtree(f) for f in os.listdir('.')]"`,
  `python3 -c "import os,shutil;os.chdir('/');shutil.rmtree(os.getcwd())"`,
  `python3 -c "import pathlib,shutil;shutil.rmtree(pathlib.Path('.').resolve().parent.parent)"`,
  `python3 -c "import pathlib,shutil;shutil.rmtree(pathlib.Path.cwd().parents[1])"`,
  `python3 -c "import os,shutil;shutil.rmtree(os.path.dirname(os.path.dirname(os.getcwd())))"`,
  `python3 -c "import os,shutil;shutil.rmtree(os.path.abspath('../..'))"`,
  `node -e 'process.chdir(os.homedir()); for (const f of fs.readdirSync(".")) fs.rmSync(f,{recursive:true})'`,
  `node -e 'const os=require("os"),fs=require("fs"); process.chdir(os.homedir()); fs.readdirSync(".").forEach(f=>fs.rmSync(f,{recursive:true,force:true}))'`,
  `node -e 'process.chdir("/"); fs.rmSync(".",{recursive:true})'`,
  `node -e 'fs.rmSync(require("path").resolve("../.."),{recursive:true})'`,
  `node -e 'fs.rmSync(require("path").join(process.cwd(),"..",".."),{recursive:true})'`,
  `perl -MFile::Path -e 'chdir; rmtree([glob "*"])'`,
  `perl -MFile::Path=remove_tree -e 'chdir "/"; remove_tree(glob("*"))'`,
  `perl -MFile::Path -e 'chdir $ENV{HOME}; rmtree(".")'`,
  `ruby -rfileutils -e 'Dir.chdir(Dir.home); FileUtils.rm_rf(Dir["*"])'`,
  `ruby -rfileutils -e 'Dir.chdir { FileUtils.rm_rf(".") }'`,
  `ruby -rfileutils -e 'FileUtils.rm_rf(File.expand_path("../.."))'`,
  `php -r 'chdir(getenv("HOME")); foreach (glob("*") as $f) unlink($f);'`,
  `python3 -c "import os,shutil; p=os.path.expanduser('~'); os.chdir(p); shutil.rmtree('.')"`,
  `python3 -c "import os,shutil; os.chdir(os.path.join(os.getcwd(),'..','..')); shutil.rmtree('.')"`,
  raw`find ~ -maxdepth 0 -exec sh -c 'cd "$1" && rm -rf *' _ {} \;`,
  raw`find ~ -maxdepth 0 -exec sh -c 'cd {} && rm -rf *' \;`,
  raw`find ~ -prune -exec sh -c 'cd "$0"; rm -rf .' {} \;`,
  raw`find ~/code -maxdepth 0 -execdir sh -c 'rm -rf *' \;`,
  raw`find ~/code -maxdepth 0 -execdir rm -rf . \;`,
  raw`find /etc -maxdepth 0 -execdir sh -c 'rm -rf ./*' \;`,
  "vim -es -c 'cd ~' -c '!rm -rf *' -c q",
  "vim -es -c 'cd' -c '!rm -rf *' -c q",
  "vim -es -c 'lcd ~ | !rm -rf *' -c q",
  "nvim --headless +'cd ~' +'!rm -rf .' +q",
  `vim -es -c 'cd ~' -c 'call delete(".", "rf")' -c q`,
  "gdb -batch -ex 'cd ~' -ex 'shell rm -rf *'",
  "gdb -batch -ex 'cd ../..' -ex '!rm -rf *'",
  "lldb -b -o 'script import os; os.chdir(\"/\")' -o 'platform shell rm -rf /*'",
  "sqlite3 x '.cd ../..' '.shell rm -rf *'",
  "sqlite3 x '.cd /' '.system rm -rf *'",
  "sqlite3 x <<< $'.cd ../..\\n.shell rm -rf *'",
  `emacs --batch --eval '(cd "~")' --eval '(shell-command "rm -rf *")'`,
  `psql -c '\\cd ~' -c '\\! rm -rf *'`,
  "tmux new -d -c ~ 'rm -rf *'",
  "tmux new -d -c / rm -rf .",
  "start-stop-daemon --start --chdir ~ --exec /bin/rm -- -rf .",
  "systemd-run --user --working-directory=$HOME rm -rf .",
  "systemd-run --user --working-directory=/ sh -c 'rm -rf *'",
  "bwrap --dev-bind / / --chdir / rm -rf ./home",
  "bwrap --dev-bind / / --chdir ~ sh -c 'rm -rf *'",
];

const LEFT_ALONE: readonly string[] = [
  "find . -path ./.git -prune -o -name '*.ts' -exec prettier --write {} +",
  raw`find . -name '*.ts' -not -path './.claude/*' -exec sh -c 'cp "$1" "$1.bak"' _ {} \;`,
  raw`find . ! -name .claude -type d -maxdepth 1 -exec ls {} \;`,
  raw`find . -name node_modules -prune -o -type f -execdir chmod 644 {} \;`,
  raw`find src -name '*.ts' -execdir sh -c 'cp a.ts b.ts' \;`,
  raw`find . -name .claude -exec ls -la {} \;`,
  raw`find .claude -type f -exec cat {} +`,
  raw`find .claude -name '*.md' -exec sh -c 'echo "$1"; cat "$1"' _ {} \;`,
  raw`find . -name src -exec sh -c 'cd "$1" && rm -rf *' _ {} \;`,
  raw`find src -maxdepth 0 -execdir ls \;`,
  raw`find . -name '*.json' -exec prettier --write {} +`,
  raw`find . -name '*.md' -exec sed -i s/a/b/ {} +`,
  raw`find . -type d -exec chmod 755 {} +`,
  raw`find . -name .git -type d -execdir git pull \;`,
  raw`find . -name .git -exec sh -c 'cd {}/.. && git pull' \;`,
  raw`find . -name build -type d -exec sh -c 'cd {} && rm -rf *' \;`,
  raw`find ~ -name node_modules -type d -prune -exec rm -rf {} +`,
  "fd -e ts -x prettier --write",
  "fd -H '^\\.env$' -x cat",
  "grep -rn --exclude-dir=.git --exclude-dir=.claude foo .",
  "rsync -a --exclude .git --exclude .claude ./ /tmp/copy/",
  "tar czf /tmp/a.tgz --exclude=.git --exclude=.claude .",
  'git commit -m "mentions .claude/settings.json and .mcp.json"',
  "echo .claude >> .gitignore",
  "vim -es -c 'cd src' -c 'w! b.ts' -c q a",
  "gdb -batch -ex 'cd src' -ex 'info line'",
  "gdb -batch -ex 'shell ls' ./a.out",
  "sqlite3 x.db '.cd src' '.output b.csv' 'select 12345'",
  "sqlite3 x.db '.shell rm -rf build/*'",
  "tmux new -d -c src 'npm run dev'",
  "tmux new -d -s dev 'npm run dev'",
  "tmux capture-pane -p",
  "tmux set-buffer x \\; save-buffer /tmp/x",
  "docker run --rm -v $PWD:/w -w /w node:20 npm test",
  "docker run --rm -v $PWD:/w -w /w alpine cp a b",
  "docker run --rm -v $PWD:/w -w /w alpine rm -rf build",
  "docker run --rm -w / alpine sh -c 'rm -rf *'",
  "docker exec -w / web sh -c 'rm -rf *'",
  "docker compose exec -w / web rm -rf tmp",
  "docker run --rm -w /root -v $PWD:/w alpine rm -rf .cache",
  "docker build -t x .",
  "docker run -v $PWD:/w -w /w alpine ls .claude",
  "systemd-run --user --working-directory=src npm test",
  `python3 -c "import os; os.chdir('src'); open('b.ts','w').write('x')"`,
  `python3 -c "import json; print(json.load(open('.claude/settings.json')))"`,
  `python3 -c "import os; print([f for f in os.listdir('.') if f != '.claude'])"`,
  `python3 -c "import os,shutil; os.chdir('src'); shutil.rmtree('build')"`,
  `python3 -c "import shutil; shutil.rmtree('build')"`,
  `python3 -c "import pathlib; print(pathlib.Path('.').resolve().parent)"`,
  `node -e 'process.chdir("src"); for (const f of fs.readdirSync(".")) console.log(f)'`,
  `node -e 'const p=require("path").resolve("src/build"); fs.rmSync(p,{recursive:true,force:true})'`,
  `node -e 'fs.rmSync(require("path").join(process.cwd(),"dist"),{recursive:true,force:true})'`,
  `node -e 'process.chdir(os.homedir()); console.log(fs.readdirSync("."))'`,
  `node -e 'console.log(fs.readdirSync(".").filter(f=>![".git",".claude"].includes(f)))'`,
  `perl -MFile::Path -e 'chdir "src"; rmtree("build")'`,
  "git -c init.defaultBranch=main init ../other",
  "git init ../other",
  "git clone ../o n",
  "git init --template= ../other",
  "git --work-tree=/tmp/wt checkout -f main",
  "git --work-tree=. status",
  "git -c init.templateDir= init ../other",
  "git config user.name x",
  "git config --rename-section branch.a branch.b",
  "git config --rename-section remote.origin remote.upstream",
  "git config core.hooksPath .husky",
  "git config include.path ../a",
  "git config core.worktree ../wt",
  "cd src && git checkout -f main",
  "git submodule update --init",
  `python3 -c "import os; os.system('cd ~ && ls'); os.system('rm -rf build/*')"`,
  `python3 -c "import os; os.system('cd ~; ls'); os.system('rm -rf *')"`,
  `node -e 'const skip=[".git",".claude"]; for (const f of fs.readdirSync("src")) if (!skip.includes(f)) fs.writeFileSync("src/"+f,"x")'`,
  `node -e 'if (fs.existsSync(".git")) fs.writeFileSync("out.txt","x")'`,
  "tmux new -d -c .claude/worktrees/w1 'npm test'",
  "terraform -chdir=infra plan",
  "xargs -d ',' rm -rf < list.txt",
  "concurrently -c red,blue 'rm -rf dist' 'npm run dev'",
  "echo 'cd .claude' > notes.txt",
  'git commit -m "cd .claude && cp a settings.json"',
];

describe("a place only the person may approve, named from elsewhere", () => {
  test.each(GUARDED)("asked about: %s", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });
});

describe("hooks that git is told to bring", () => {
  test.each(HOOKS)("asked about: %s", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });
});

describe("a home that is swept from within", () => {
  test.each(SWEPT)("denied: %s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });
});

describe("everyday work in other directories", () => {
  test.each(LEFT_ALONE)("left alone: %s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
