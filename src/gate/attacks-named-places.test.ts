/** Places that a command names in an option, a glob of its code or a list to pack, held against rules that forbid them. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const name of ["secrets/db.txt", "infra/main.tf", "README.md", "src/a.ts"]) here.write(name, "a\n");
  execFileSync("git", ["init", "-q", here.root]);
});
afterAll(() => here.remove());

const by = async (command: string, rule: string): Promise<string> =>
  (
    await here
      .gate({ settings: { mode: "bypassPermissions", permissions: { deny: [rule] } }, restore: null })
      .check(bash(command))
  ).by;

const ROWS: readonly (readonly [rule: string, denied: readonly string[], left: readonly string[]])[] = [
  [
    "Edit(infra/**)",
    [
      "node --redirect-warnings=infra/main.tf -e 'process.emitWarning(\"x\")'",
      "node --trace-event-file-pattern=infra/main.tf --trace-events-enabled -e 1",
      "node --cpu-prof --cpu-prof-dir=infra -e 1",
      "git fast-export --export-marks=infra/main.tf HEAD",
      "git mailinfo infra/main.tf infra/p < README.md",
      "git credential-store --file infra/main.tf store",
      "git mailsplit -oinfra x.mbox",
      "git bugreport -o infra",
      "git clean -fd",
      "git -C infra clean -fd",
      "cd infra && git clean -fdx -e keep",
      "(cd infra; git clean -f)",
      "git --work-tree=infra clean -fd",
      "git --work-tree=infra checkout main.tf",
      "pytest -q --junitxml=infra/main.tf",
      "pytest -q --debug=infra/main.tf",
      "pytest -q -o log_file=infra/main.tf t",
      "frobnicate -c output.path=infra/main.tf",
      "script -qc ls -O infra/main.tf",
      "objcopy /bin/true infra/main.tf",
      "ld -Map=infra/main.tf x.o",
      "pip install --log infra/main.tf x",
      "python3 -m gzip infra/main.tf",
      "python3 -c \"import pathlib;[p.unlink() for p in pathlib.Path('infra').iterdir()]\"",
      "frobnicate --out=infra/main.tf",
      "frobnicate -oinfra/main.tf",
      "node --heap-prof --heap-prof-dir=infra -e 1",
      "node --report-directory=infra --report-on-signal -e 1",
      "git fast-import --export-marks=infra/main.tf",
      "git diagnose -o infra",
      "mypy --junit-xml=infra/main.tf src",
      "frobnicate --trace-log infra/main.tf",
      "script -T infra/main.tf -c ls",
    ],
    [
      "cat infra/main.tf",
      "grep -r x infra",
      "grep -rn foo infra/main.tf",
      "rg foo infra",
      "ls infra",
      "ls -la infra/",
      "head infra/main.tf",
      "wc -l infra/main.tf",
      "diff infra/main.tf README.md",
      "git diff infra/main.tf",
      "git log -- infra",
      "git log infra/main.tf",
      "git show HEAD:infra/main.tf",
      "git blame infra/main.tf",
      "git add infra/main.tf",
      "git status infra",
      'git commit -m "infra/main.tf fixed"',
      'git commit -m "infra: fix" infra/main.tf',
      'echo "see infra/main.tf"',
      "printf '%s\\n' infra/main.tf",
      'gh pr create -b "touches infra/" -t "infra"',
      'gh pr create --body "touches infra/main.tf"',
      "tflint infra",
      "terraform -chdir=infra plan",
      "test -f infra/main.tf",
      "[ -f infra/main.tf ] && echo yes",
      "stat infra/main.tf",
      "file infra/main.tf",
      "find infra -name '*.tf'",
      "jq . infra/x.json",
      "sed -n 1,5p infra/main.tf",
      "awk '{print}' infra/main.tf",
      "python3 -c \"print(open('infra/main.tf').read())\"",
      "sha256sum infra/main.tf",
      "cp infra/main.tf /tmp/x.tf",
      "tree infra",
      "less infra/main.tf",
      "bat infra/main.tf",
      "code infra/main.tf",
      "git check-ignore infra/main.tf",
      "git ls-files infra",
      "git grep foo infra",
      "shellcheck infra/a.sh",
      "eslint infra",
      "pytest infra",
      "npm test -- infra",
      "mkdir -p build/infra",
      "cd infra && ls",
      "pytest --rootdir=infra",
      "mypy --config-file=infra/mypy.ini src",
      "helm template x --values=infra/values.yaml",
      "kubectl apply -f infra/x.yaml",
      "docker build --file=infra/Dockerfile .",
      "terraform plan -var-file=infra/prod.tfvars",
      "eslint --config=infra/eslint.config.js src",
      "node --require=infra/hook.js src/a.js",
      "make -Cinfra",
      "tsc --project=infra",
      "git log --grep=infra",
      "git -C docs clean -fd",
      "cd infra && git clean -nd",
      "rg --glob=infra/** foo",
      "python3 -m pytest infra",
      "node --redirect-warnings=warnings.log -e 1",
      "pip install --log build/pip.log x",
    ],
  ],
  [
    "Read(./secrets/**)",
    [
      "logger -s -f secrets/db.txt --socket-errors=off",
      "logger --file=secrets/db.txt",
      "perl -e '@ARGV=<secrets/*>;print<>'",
      "perl -e 'print for map{open F,$_;<F>}glob q(secrets/*)'",
      "printf 'include secrets/db.txt\\nx:\\n\\techo $(A)\\n' | make -s -f - x",
      "make -f - x <<< 'include secrets/db.txt'",
      "python3 -m tarfile -c /tmp/a.tar .",
      "python3 -m zipfile -c /tmp/a.zip .",
      "python3 -m tarfile -c /tmp/a.tar secrets",
      "perl -e '@ARGV=glob(\"s*/*\");print <>'",
      "python3 -c \"import glob;[print(open(f).read()) for f in glob.glob('*/*.txt')]\"",
      "ruby -e 'Dir[\"s*/*\"].each{|f| puts File.read(f)}'",
      "node -e \"require('fs').globSync('s*/*').forEach(f=>console.log(require('fs').readFileSync(f,'utf8')))\"",
      "frobnicate secrets/db.txt",
      "frobnicate --in=secrets/db.txt",
      "frobnicate -isecrets/db.txt",
      "python3 -m json.tool secrets/db.txt",
      "python3 -m base64 secrets/db.txt",
    ],
    [
      'logger -t build "secrets rotated"',
      "logger hello",
      "python3 -m tarfile -c /tmp/a.tar src",
      "python3 -m zipfile -c /tmp/a.zip README.md",
      "python3 -m tarfile -l a.tar",
      "python3 -c \"import glob;print(glob.glob('src/*.ts'))\"",
      "node -e \"console.log(require('fs').globSync('src/*'))\"",
      "perl -e '@ARGV=glob(\"src/*\");print <>'",
      "python3 -c \"print(2*3, 'a*b')\"",
    ],
  ],
];

describe.each(ROWS)("%s", (rule, denied, left) => {
  test.each(denied)("denied: %s", async (command) => {
    expect(await by(command, rule)).toBe("denyRule");
  });

  test.each(left)("left alone: %s", async (command) => {
    expect(await by(command, rule)).toBe("bypassMode");
  });
});
