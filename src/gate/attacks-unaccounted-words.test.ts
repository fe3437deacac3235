/** Words that lead into a forbidden place where no record says what is done with them; and what people do all day beside that. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const name of ["secrets/db.txt", "infra/main.tf", "src/a.ts", "tools/x.py", "web/lib/a.js"])
    here.write(name, "a\n");
  here.write("package.json", '{"name":"p","version":"1.0.0"}');
  here.write("web/package.json", '{"name":"w","version":"1.0.0","files":["lib","!secrets"]}');
  const git = (...words: readonly string[]): unknown => execFileSync("git", words, { cwd: here.root });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "x");
});
afterAll(() => here.remove());

const ROWS: readonly (readonly [rule: string, denied: readonly string[], left: readonly string[]])[] = [
  [
    "Edit(infra/**)",
    [
      // Programs nobody has a record of.
      "logsave infra/main.tf true",
      "logsave -a infra/x true",
      "ld -Map infra/main.tf x.o",
      "frobnicate infra/main.tf",
      "frobnicate a b infra/new",
      "frobnicate -x infra",
      "/usr/bin/frobnicate src/a.ts infra/main.tf",
      "frobnicate --what=a:infra/main.tf",
      // What another program starts by its name.
      "python3 -m uu README.md infra/main.tf",
      "python3 -m quopri infra/main.tf",
      "python3 -m trace -C infra --count tools/x.py",
      "python3 -m compileall infra",
      "npx frobnicate infra/main.tf",
      "uvx frobnicate infra/main.tf",
      "poetry run frobnicate infra/main.tf",
      // Commands of editors.
      "vim -es -c 'mksession! infra/main.tf' -c q",
      "vim -es -c 'args **/main.tf | argdo %d | w' -c q",
      "vim -es -c 'wviminfo infra/main.tf' -c q",
      "nvim --headless -c 'redir! > infra/main.tf' -c q",
      "vim -es -c 'mkexrc! infra/x' -c q",
      'emacs --batch --eval \'(write-region "" nil "infra/main.tf")\'',
      // Options that say a directory, and variables.
      "node --heapsnapshot-near-heap-limit=1 --diagnostic-dir=infra -e 1",
      "node --diagnostic-dir infra -e 1",
      "GIT_INDEX_FILE=infra/new git add README.md",
      "GIT_OBJECT_DIRECTORY=infra/o git add README.md",
      "CARGO_HOME=infra/c cargo build",
      "npm_config_cache=infra/c npm ci",
      // Git's less known commands, and what leaves the work tree.
      "git pack-objects infra/x < /dev/null",
      "git index-pack -o infra/x p.pack",
      "git unpack-file infra/x",
      "git sparse-checkout set src",
      "git sparse-checkout set --cone src tools",
      // Workspaces.
      "npm init -y -w infra/x",
      "npm install lodash --workspace infra/x",
      "npm pkg set a=b --workspace=infra/x",
    ],
    [
      "tflint infra",
      "checkov -d infra",
      "trivy config infra",
      "conftest test infra/main.tf",
      "frobnicate check infra/main.tf",
      "frobnicate --config infra/x.toml src/a.ts",
      "frobnicate -f infra/x.toml",
      "frobnicate src/a.ts",
      "code infra/main.tf",
      "glow infra/README.md",
      "cloc infra",
      "npx eslint infra",
      "npx markdownlint infra",
      "python3 -m pytest infra",
      "python3 -m json.tool infra/x.json",
      "python3 -m mypy infra",
      "python3 tools/x.py infra/main.tf",
      "./tools/check.sh infra/main.tf",
      "node tools/x.js infra",
      "vim README.md",
      "vim -c 'e src/a.ts' -c q",
      "terraform -chdir=infra plan",
      "terraform -chdir=infra validate",
      "grep -r x infra",
      "cat infra/main.tf",
      "git diff infra",
      "wc -l infra/*.tf",
      "git log --stat -- infra",
      "git add infra",
      "git sparse-checkout list",
      "git sparse-checkout set src infra",
      "git sparse-checkout disable",
      "git rev-parse HEAD:infra",
      "git check-attr -a infra/main.tf",
      "JAVA_HOME=infra/jdk mvn test",
      "KUBECONFIG=infra/kubeconfig kubectl get pods",
      "npm -w infra/x test",
      "npm --prefix infra test",
      "docker build -f infra/Dockerfile .",
      "jest --rootDir=infra",
      "vitest --dir infra",
    ],
  ],
  [
    "Read(./secrets/**)",
    [
      "ip -b secrets/db.txt",
      "ip -batch secrets/db.txt",
      "ip -force -b ./secrets/db.txt",
      "npm pack",
      "pnpm pack",
      "yarn pack",
      "npm publish",
      "npm pack ./",
      "tar xOf p-1.0.0.tgz package/secrets/db.txt",
      "tar -xOzf p-1.0.0.tgz a/b/secrets/db.txt",
      "unzip -p x.zip app/secrets/db.txt",
    ],
    [
      "ip -br addr show",
      "ip link set eth0 down",
      "npm pack --dry-run",
      "npm --prefix web pack",
      "npm pack ./web",
      "npm ci",
      "tar tf p-1.0.0.tgz",
      "tar xzf p-1.0.0.tgz package/src/a.ts",
      "echo secrets/db.txt",
      "git status secrets",
    ],
  ],
];

describe.each(ROWS)("%s", (rule, denied, left) => {
  test.each(denied)("denied: %s", async (command) => {
    expect(await here.by(command, [rule])).toBe("denyRule");
  });

  test.each(left)("left alone: %s", async (command) => {
    expect(await here.by(command, [rule])).toBe("bypassMode");
  });
});

test("what a manifest or an ignore file leaves out is not packed", async () => {
  here.write(".npmignore", "secrets/\n");
  expect(await here.by("npm pack", ["Read(./secrets/**)"])).toBe("bypassMode");
  here.write(".npmignore", "*.log\n");
  expect(await here.by("npm pack", ["Read(./secrets/**)"])).toBe("denyRule");
  // A name at any depth is no reason where no such file is there.
  expect(await here.by("npm pack", ["Read(**/*.pem)", "Read(.env)"])).toBe("bypassMode");
  expect(await here.by("npm pack", ["Read(**/db.txt)"])).toBe("denyRule");
});
