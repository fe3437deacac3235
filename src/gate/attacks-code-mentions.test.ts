/**
 * Code that hands on words and names it made itself (parameters, tables, conditions, lists) counts by what it mentions, for rules that
 * forbid and the floor; a text in code is read as its language has it, with its lines.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("infra/main.tf", "x\n");
  here.write("secrets/prod.txt", "x\n");
  here.write("src/a.py", "x\n");
  here.write(
    "tools/release.py",
    "import subprocess\ndef git(*a): subprocess.run(['git', *a])\ngit('push', 'origin', 'main')\n",
  );
  here.write("tools/show.py", "import subprocess\ndef git(*a): subprocess.run(['git', *a])\ngit('log', '-1')\n");
});
afterAll(() => here.remove());

const python = (code: string): string => `python3 - <<'P'\n${code}\nP`;
const node = (code: string): string => `node - <<'N'\n${code}\nN`;
const PY = "import os, subprocess, shutil, json\nfrom pathlib import Path\n";
const JS = "const fs = require('fs'), os = require('os'), { execFileSync, spawnSync } = require('child_process')\n";

describe("lines within a text of code", () => {
  test.each([
    `python3 -c 'import os; os.system("cd /tmp\\nrm -rf ~")'`,
    `python3 -c 'import os; os.system("rm -rf ~\\necho done")'`,
    `python3 -c 'import os; os.system("rm -rf\\t~")'`,
    `python3 -c 'import os; os.system("echo start\\n rm -rf /\\n")'`,
    python(`import os\nos.system("""cd /tmp\nrm -rf ~""")`),
    python(`import subprocess\nsubprocess.run(["sh","-c","cd /tmp\\nrm -rf ~"])`),
    python(`import subprocess\nsubprocess.run(['bash'], input='set -e\\nrm -rf ~\\n', text=True)`),
    `perl -e 'system("cd /tmp\\nrm -rf ~")'`,
    `perl -e 'system(qq{cd /tmp\nrm -rf ~})'`,
    `ruby -e 'system("cd /tmp\\nrm -rf ~")'`,
    `php -r 'shell_exec("cd /tmp\\nrm -rf ~");'`,
    `awk 'BEGIN { system("cd /tmp\\nrm -rf ~") }'`,
    `lua -e 'os.execute("cd /tmp\\nrm -rf ~")'`,
    `node -e 'require("child_process").execSync("cd /tmp\\nrm -rf ~")'`,
    "node -e 'require(\"child_process\").execSync(`cd /tmp\nrm -rf ~`)'",
  ])("floor: %j", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each([
    `python3 -c 'import os; os.system("cd .\\ngit push origin main:z")'`,
    python(`import subprocess\nsubprocess.run(['bash'],input='set -e\\ngit push origin main:z\\n',text=True)`),
    `perl -e 'system("cd .\\ngit\\tpush")'`,
    python(`import os\nos.system('''set -e\ngit push\n''')`),
  ])("Bash(git push:*): %j", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("denyRule");
  });

  test("3c by a table", async () => {
    here.write(".claude/settings.json", "{}");
    const table = "const agents={claude:{dir:'.claude',file:'settings.json'}}; const a=agents.claude;";
    expect(
      await here.by(node(`${JS}${table} fs.writeFileSync(\`\${process.env.PWD}/\${a.dir}/\${a.file}\`, '{}')`)),
    ).toBe("safetyCheck");
  });

  test("3c", async () => {
    expect(await here.by(`python3 -c 'import os; os.system("cd /tmp\\nsallyport approve 1")'`)).toBe("safetyCheck");
  });
});

describe("Bash(git push:*)", () => {
  test.each([
    python(`${PY}def git(*a): subprocess.run(['git',*a])\ngit('push','origin','main')`),
    python(`${PY}def git(cmd): os.system('git '+cmd)\ngit('push origin main')`),
    python(`${PY}def git(cmd): subprocess.run(['git']+cmd.split())\ngit('push origin')`),
    python(`${PY}g = lambda *a: subprocess.check_call(['git', *a])\ng('push')`),
    python(
      `${PY}class G:\n  def __getattr__(s, n): return lambda *a: subprocess.run(['git', n, *a])\nG().push('origin')`,
    ),
    python(`${PY}cfg = {'action': 'push'}\nsubprocess.run(['git', cfg['action']])`),
    python(`${PY}dry = False\nop = 'fetch' if dry else 'push'\nsubprocess.run(['git', op])`),
    python(`${PY}subprocess.run(['git', os.environ.get('A','push')])`),
    python(`${PY}args = ['git']\nargs.append('push')\nsubprocess.run(args)`),
    python(`${PY}for c in ('fetch', 'push'):\n  subprocess.run(['git', c])`),
    node(`${JS}function git(...args) { execFileSync('git', args) }\ngit('push', 'origin')`),
    node(`${JS}const args = ['origin']; args.unshift('push'); spawnSync('git', args)`),
    node(`${JS}const opts = { args: ['push'] }; spawnSync('git', opts.args)`),
    `perl -e '@c=("git"); push @c,"push"; system(@c)'`,
    `perl -e 'sub g { system "git", @_ } g("push")'`,
    `awk 'function g(a) { system("git " a) } BEGIN { g("push") }'`,
    `ruby -e 'def g(*a) = system("git", *a); g("push")'`,
    "python3 tools/release.py",
  ])("%j", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("denyRule");
  });

  test.each([
    python(`${PY}subprocess.run(['git','status'], check=True)\nprint('then push')`),
    python(`${PY}def git(*a): subprocess.run(['git',*a])\ngit('log','-1')`),
    node(`${JS}const out = []; out.push(execFileSync('git', ['log'], { encoding: 'utf8' })); console.log(out)`),
    python(
      `${PY}print(subprocess.run(['git','log'], capture_output=True, text=True, cwd=os.getcwd()).stdout)\nx = 'push'`,
    ),
    "python3 tools/show.py",
  ])("left alone: %j", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("bypassMode");
  });
});

describe("places", () => {
  test.each([
    python(`${PY}root=os.getcwd()\nprint(open(root+'/secrets/prod.txt').read())`),
    python(`${PY}print(open(f"{os.getcwd()}/secrets/prod.txt").read())`),
    python(`${PY}print(open(os.path.join(os.getcwd(),'secrets','prod.txt')).read())`),
    python(`${PY}print(open(os.environ['PWD']+'/secrets/prod.txt').read())`),
    python(
      `${PY}top=subprocess.check_output(['git','rev-parse','--show-toplevel'],text=True).strip()\nprint(open(top+'/secrets/prod.txt').read())`,
    ),
    node(`${JS}console.log(fs.readFileSync(process.cwd()+'/secrets/prod.txt','utf8'))`),
    node(`${JS}const d = { a: 'secrets', b: 'prod.txt' }; console.log(fs.readFileSync(d.a + '/' + d.b, 'utf8'))`),
    `perl -MCwd -e 'open F, "<", getcwd()."/secrets/prod.txt"; print <F>'`,
    `perl -e 'open F, "<", "$ENV{PWD}/secrets/prod.txt"; print <F>'`,
    `awk 'BEGIN { f = ENVIRON["PWD"] "/secrets/prod.txt"; while ((getline l < f) > 0) print l }'`,
    python(`${PY}shutil.copytree('.', '/tmp/bk')\nprint(open('/tmp/bk/secrets/prod.txt').read())`),
    node(`${JS}fs.cpSync('.', '../bk', { recursive: true }); console.log(fs.readFileSync('../bk/x/y', 'utf8'))`),
    python(`${PY}for p in Path('secrets').iterdir(): print(p.read_text())`),
  ])("Read(./secrets/**): %j", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).toBe("denyRule");
  });

  test.each([
    python(`${PY}root=os.getcwd()\nopen(root+'/infra/main.tf','a').write('x')`),
    python(`${PY}os.replace('README.md',os.path.join('infra','main.tf'))`),
    python(`${PY}root=Path('.')\np=root/'infra'\nq=p/'main.tf'\nq.unlink()`),
    python(`${PY}m=json.loads('{"path":"infra/main.tf"}')\nopen(m['path'],'w').write('x')`),
    node(`${JS}const m = JSON.parse('{"path":"infra/main.tf"}'); fs.writeFileSync(m.path, 'x')`),
    python(`${PY}for f in """infra/main.tf\nREADME.md""".splitlines(): open(f,'w').write('x')`),
    python(`${PY}def put(p): open(p,'w').write('x')\nput('/'.join(['infra','main.tf']))`),
    python(`${PY}for p in Path('infra').rglob('*'): p.write_text('x')`),
  ])("Edit(infra/**): %j", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });

  test.each([
    python(`${PY}print(open('src/a.py').read())`),
    python(`${PY}for p in Path('src').rglob('*.py'): print(p.read_text())`),
    python(`${PY}def put(p): open(p,'w').write('x')\nput('src/a.py')`),
    python(`${PY}d = json.load(open('src/a.py'))\nprint(d['infra'])\nopen('src/b.py','w').write('x')`),
    node(
      `${JS}const p = JSON.parse(fs.readFileSync('package.json')); p.version = '2'; fs.writeFileSync('package.json', JSON.stringify(p))`,
    ),
  ])("left alone: %j", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)", "Read(./secrets/**)"])).toBe("bypassMode");
  });
});

describe("the floor", () => {
  test.each([
    python(`${PY}def wipe(p): shutil.rmtree(p)\nwipe(os.path.expanduser('~'))`),
    python(`${PY}def rm(p): subprocess.run(['rm','-rf',p])\nrm('/home')`),
    node(`${JS}const wipe=d=>fs.rmSync(d,{recursive:true,force:true});wipe(os.homedir())`),
    python(`${PY}C = {'root': os.path.expanduser('~')}\nshutil.rmtree(C['root'])`),
    python(`${PY}def home(): return os.path.expanduser('~')\nshutil.rmtree(home())`),
    python(
      `${PY}import argparse\np=argparse.ArgumentParser()\np.add_argument('--d', default=os.path.expanduser('~'))\nshutil.rmtree(p.parse_args().d)`,
    ),
    python(`${PY}shutil.rmtree(os.environ.get('WORK_DIR', os.path.expanduser('~')))`),
    python(`${PY}base='/'\nshutil.rmtree(base+'home')`),
    python(`${PY}shutil.rmtree(os.getcwd()+'/../..')`),
    node(`${JS}for (const d of ['/usr', '/home']) fs.rmSync(d, { recursive: true })`),
    `ruby -rfileutils -e 'def w(d) = FileUtils.rm_rf(d); w(Dir.home)'`,
  ])("%j", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each([
    python(`${PY}home=os.path.expanduser('~')\nshutil.rmtree(home+'/.cache/foo')`),
    python(`${PY}home=os.path.expanduser('~')\nfor d in ['.cache/x','.tmp/y']: shutil.rmtree(os.path.join(home, d))`),
    python(`${PY}for d in ['.cache/x']: shutil.rmtree(os.path.join(os.path.expanduser('~'), d), ignore_errors=True)`),
    node(
      `${JS}const d = process.argv[2] ?? '.cache/x'; fs.rmSync(require('path').join(os.homedir(), d), { recursive: true })`,
    ),
    python(`${PY}for p in Path('build').iterdir():\n  if '/' in str(p): shutil.rmtree(p)`),
    node(
      `${JS}for (const p of fs.readdirSync('dist')) { const n = p.split('/').pop(); fs.rmSync('dist/' + n, { recursive: true }) }`,
    ),
    node(`${JS}const d = fs.mkdtempSync(os.tmpdir() + '/'); fs.rmSync(d, { recursive: true })`),
    python(`${PY}import tempfile\nd = tempfile.mkdtemp()\nshutil.rmtree(d)\nprint('/')`),
    python(`${PY}shutil.rmtree('dist')\nprint(os.path.expanduser('~'))`),
  ])("left alone: %j", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
