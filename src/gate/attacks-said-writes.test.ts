/**
 * Guarded places that a call changes without an effect that names them: by patterns, names that code joins, scripts, searches,
 * archives, and the commands of the programs they belong to (3c). And what people do all day beside that.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const dir of [".claude", ".config/sallyport", "code"]) mkdirSync(join(here.home, dir), { recursive: true });
  for (const file of [".claude/settings.json", ".config/sallyport/settings.json"])
    writeFileSync(join(here.home, file), "{}");
  for (const file of [
    "fix.py",
    "fix.js",
    "fix.rb",
    "fix.sh",
    "fix.ts",
    "src/a.json",
    "src/a.ts",
    ".claude/settings.json",
  ])
    here.write(file, "{}");
});
afterAll(() => here.remove());

const CHANGED: readonly string[] = [
  "perl -i -pe 's/deny/allow/' ~/.config/*/settings.json",
  "python3 fix.py ~/.config/*/settings.json",
  "ruby -i -pe 'x' ~/.config/*/settings.json",
  "gawk -i inplace '{print}' ~/.config/*/settings.json",
  "sd deny allow ~/.config/*/settings.json",
  "rpl deny allow ~/.config/*/settings.json",
  "perl -i -pe 's/x/y/' ~/.cl*/settings.json",
  'python3 -c \'from pathlib import Path; (Path.home()/".claude"/"settings.json").write_text("{}")\'',
  'python3 -c \'import os; open(os.path.join(os.path.expanduser("~"),".claude","settings.json"),"w").write("{}")\'',
  'node -e \'const p=require("path"),o=require("os");require("fs").writeFileSync(p.join(o.homedir(),".claude","settings.json"),"{}")\'',
  'node -e \'process.chdir(require("os").homedir()+"/.config/sallyport");require("fs").writeFileSync("settings.json","{}")\'',
  "python3 -c 'import glob,os; [os.remove(f) for f in glob.glob(os.path.expanduser(\"~/.config/*/settings.json\"))]'",
  'python3 -c \'import os; d=os.path.expanduser("~/.claude"); open(d+"/settings.json","w").write("{}")\'',
  'python3 -c \'import os; os.chdir(os.path.expanduser("~/.claude")); open("settings.json","w").write("{}")\'',
  'ruby -e \'File.write(File.join(Dir.home,".claude","settings.json"),"{}")\'',
  'python3 -c \'from pathlib import Path; p = Path.home().joinpath(".claude", "settings.json"); p.write_text("{}")\'',
  "node fix.js ~/.claude/settings.json",
  "python3 fix.py ~/.claude/settings.json",
  "ruby fix.rb .claude/settings.json",
  "./fix.sh ~/.claude/settings.json",
  "npx tsx fix.ts ~/.claude/settings.json",
  "find ~ -maxdepth 2 -name '*.json' -exec perl -i -pe s/hooks/x/ {} +",
  "find ~ -maxdepth 2 -name '*.json' | xargs perl -i -pe s/hooks/x/",
  "find ~ -name settings.json | xargs -n1 ruby -i -pe x",
  "find ~/.config -name '*.json' -exec sd a b {} \\;",
  "python3 -m zipfile -e a.zip ~",
  "python3 -m tarfile -e a.tar ~",
  "git archive other .claude | tar x",
  "7z x -o$HOME a.7z",
  "unsquashfs -d ~ a.sqfs",
  "sqlite3 :memory: \"select writefile('$HOME/.claude/settings.json','{}')\"",
  "jq . x.json | sponge ~/.claude/settings.json",
  "git config core.hooksPath tpl/hooks",
  "git config --local core.hooksPath ./tpl",
  "git init --template=./tpl .",
  "git clone --template=./tpl a b",
  "git config core.fsmonitor ./x.sh",
  "claude mcp add x -- npx evil",
  "codex mcp add x -- npx evil",
  "gemini mcp add x npx evil",
  "claude config set -g hooks '{}'",
  "claude --settings '{\"disableAllHooks\":true}' -p hi",
  "claude --dangerously-skip-permissions -p hi",
  "codex --dangerously-bypass-approvals-and-sandbox exec hi",
  "codex exec -c hooks=[] hi",
  "gemini --yolo -p hi",
  "claude plugin install x",
  "perl -pi -e 's/a/b/' ~/.c*/settings.json",
  "node fix.js --file=$HOME/.claude/settings.json",
  'python3 -c \'import pathlib; pathlib.Path(pathlib.Path.home(), ".claude", "settings.json").write_text("{}")\'',
  'python3 -c \'import os; os.remove(os.environ["HOME"]+"/.config/"+"sallyport/settings.json")\'',
  'node -e \'const {join}=require("path");const {homedir}=require("os");require("fs").rmSync(join(homedir(),".config","sallyport"),{recursive:true})\'',
  'python3 -c \'import glob; [open(f,"w") for f in glob.glob(".claude/*.json")]\'',
  'sqlite3 :memory: ".output $HOME/.claude/settings.json" "select 1"',
  'sqlite3 :memory: ".once .git/hooks/pre-commit" "select 1"',
  "sponge .git/hooks/pre-commit < x",
  "7z e a.7z -o$HOME/.claude",
  "python3 -m zipfile -e a.zip ~/.claude",
  "git archive other .git .claude | tar x -C .",
  "git archive HEAD .claude | bsdtar -xf -",
  "git config --global core.hooksPath ~/h",
  "git config init.templateDir ./tpl",
  "git init --template ./tpl",
  "claude mcp add-json x '{}'",
  "claude --setting-sources '' -p hi",
  "CLAUDE_CONFIG_DIR=/tmp/x claude -p hi",
  "env CODEX_HOME=/tmp/x codex exec hi",
  "HOME=/tmp/x claude -p hi",
  "gemini extensions install x",
  "docker run -v ~/.claude:/c alpine sh -c 'echo > /c/settings.json'",
];

const EVERYDAY: readonly string[] = [
  "grep -r x ~/.claude",
  "cat ~/.claude/settings.json",
  "git add .claude/settings.json",
  "python3 script.py src/*.json",
  "prettier --write .",
  "npx prettier --write .",
  "eslint --fix .",
  "black .",
  "cp -r src dist",
  "npm test",
  "python3 -m json.tool ~/.claude/settings.json",
  "node -e 'console.log(require(\"./.claude/settings.json\"))'",
  'python3 -c \'import json,os; print(json.load(open(os.path.join(os.path.expanduser("~"),".claude","settings.json"))))\'',
  'python3 -c \'from pathlib import Path; print((Path.home()/".claude"/"settings.json").read_text())\'',
  'python3 -c \'import json; d=json.load(open(".claude/settings.json")); json.dump(d, open("out.json","w"))\'',
  'python3 -c \'import glob; [open(f,"a").close() for f in glob.glob("src/*.json")]\'',
  "perl -i -pe 's/a/b/' src/*.ts",
  "find . -name '*.ts' | xargs perl -i -pe s/a/b/",
  "find ~/code -name '*.json' | xargs perl -i -pe s/a/b/",
  "git config user.name me",
  "git config core.hooksPath",
  "git config --get core.hooksPath",
  "git config core.hooksPath .husky",
  "git -c core.hooksPath=/dev/null commit -m x",
  "git config --unset core.hooksPath",
  "git init",
  "python3 -m zipfile -e a.zip out",
  "python3 -m zipfile -l a.zip",
  "tar xzf a.tgz",
  "7z x a.7z",
  "claude mcp list",
  "claude --version",
  "codex --help",
  "claude -p hi",
  "jq . .claude/settings.json",
  "node scripts/build.js src dist",
  "python3 train.py --config config.json",
  "sqlite3 app.db 'select 1'",
  'sqlite3 app.db ".dump" > out.sql',
  "git archive HEAD | tar x -C out",
  'docker run -v "$PWD:/app" node npm test',
  "bat ~/.claude/settings.json",
  "code ~/.claude/settings.json",
  "python3 .claude/skills/x/run.py input.pdf",
  "python3 .claude/skills/x/run.py .claude/skills/x/template.json",
  "npx prettier --check .claude/settings.json",
  "gh pr create --title x --body \"This updates '.claude/settings.json' and runs prettier --write .claude/settings.json\"",
  'git commit -m "write .claude/settings.json"',
  "python3 -c \"import json; d=json.load(open('.claude/settings.json')); print(len(d) > 2)\"",
  "node -e \"const fs=require('fs'); fs.writeFileSync('out.json', fs.readFileSync('.claude/settings.json'))\"",
  "find ~ -name '*.log' -delete",
  "find ~ -name '*.tmp' | xargs rm",
  "find . -name '*.json' -exec perl -i -pe s/a/b/ {} +",
  "pytest tests --junitxml=out.xml",
  "npm run build -- --outDir dist",
  "docker run --rm -v ~/.cache:/c alpine ls",
  "claude -p hi --allowedTools Read",
  "codex exec hi",
  "ollama run llama3 hi",
  "claude doctor",
  "git clone https://example.com/a.git b",
  "git config --global user.email a@example.com",
  "sqlite3 app.db \"insert into t values ('x > y')\"",
  "7z a out.7z src",
  "HOME=/tmp/h npm test",
  "python3 -c \"import glob; print([open(f).read() for f in glob.glob('.github/*.yml')]); open('o','w')\"",
  "python3 -c \"import glob,os; [os.remove(f) for f in glob.glob('/tmp/build-*')]\"",
];

describe("only the person may approve", () => {
  test.each(CHANGED)("%s", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });
});

describe("nothing of this is", () => {
  test.each(EVERYDAY)("%s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
