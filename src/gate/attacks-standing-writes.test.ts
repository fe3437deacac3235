/** Rules that forbid editing, and what is taken away with a whole tree or made where a program stands. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

const RULE = ["Edit(./infra/**)"];
let here: BypassingProject;
let clean: BypassingProject;
let ignored: BypassingProject;

/** A repository in which `infra` holds a file that git tracks, and what stands in `more` besides. */
function repository(more: Readonly<Record<string, string>>): BypassingProject {
  const made = bypassingProject();
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...words], { cwd: made.root });
  git("init", "-q");
  for (const file of ["infra/main.tf", "src/a.ts", "package.json"]) made.write(file, "{}");
  made.write(".gitignore", "*.tfstate\ndist\n");
  git("add", "infra/main.tf", "src/a.ts", "package.json", ".gitignore");
  git("commit", "-qm", "a");
  for (const [file, text] of Object.entries(more)) made.write(file, text);
  return made;
}

beforeAll(() => {
  here = repository({ "infra/notes.txt": "a", "infra/u.tfstate": "{}", "dist/x.js": "1", "src/new.ts": "1" });
  clean = repository({ "dist/x.js": "1", "src/new.ts": "1" });
  ignored = repository({ "infra/u.tfstate": "{}", "src/new.ts": "1" });
});
afterAll(() => {
  for (const each of [here, clean, ignored]) each.remove();
});

describe("Edit(./infra/**) is found in what takes untracked files away with the tree", () => {
  test.each([
    "git clean -fdx",
    "git clean -fd",
    "git clean -ffdx",
    "git clean -xdf -e dist",
    "git clean --force -d",
    "git -C . clean -fdx",
    "git clean -f -d -x .",
    "git clean -fdX",
    "git clean -id",
    "git stash -u",
    "git stash push -u -m wip",
    "git stash --include-untracked",
    "git stash -a",
    "git stash push --all",
    "git stash save -u wip",
    "cd src && git -C .. clean -fdx",
    "git -c alias.c='clean -fdx' c",
    "sh -c 'git clean -fdx'",
  ])("%s", async (command) => expect(await here.by(command, RULE)).toBe("denyRule"));
});

describe("and of ignored files alone in", () => {
  test.each(["git clean -fdx", "git clean -fdX", "git stash -a"])("%s", async (command) =>
    expect(await ignored.by(command, RULE)).toBe("denyRule"),
  );
  test.each(["git clean -fd", "git stash -u", "git clean -n", "git clean -ndx"])("not in %s", async (command) =>
    expect(await ignored.by(command, RULE)).not.toBe("denyRule"),
  );
});

describe("what takes nothing away there stays as it is", () => {
  test.each([
    "git clean -n",
    "git clean -ndx",
    "git clean --dry-run -fdx",
    "git clean -fdx src",
    "cd src && git clean -fdx",
    "git stash",
    "git stash list",
    "git stash pop",
    "git checkout main",
    "git reset --hard",
    "git pull",
    "git status",
  ])("%s", async (command) => expect(await here.by(command, RULE)).not.toBe("denyRule"));
  test.each(["git clean -fdx", "git clean -fd", "git stash -u", "git stash -a"])(
    "%s, where git tracks all of it",
    async (command) => expect(await clean.by(command, RULE)).not.toBe("denyRule"),
  );
});

describe("Edit(./infra/**) is found in what is made where a program stands", () => {
  test.each([
    "cd infra && tsc --init",
    "cd infra && npx tsc --init",
    "cd infra && bundle init",
    "cd infra && dotnet new console",
    "cd infra && pip download x",
    "cd infra && python3 -m pip download x",
    "cd infra && terraform init",
    "terraform -chdir=infra init",
    "cd infra && cargo init",
    "cd infra && go mod init x",
    "cd infra && poetry init -n",
    "cd infra && uv init",
    "cd infra && npx create-react-app .",
    "cd infra && npm create vite@latest .",
    "cd infra && rails new .",
    "cd infra && rails generate model A",
    "cd infra && django-admin startproject x",
    "cd infra && eslint --init",
    "cd infra && npm init -y",
    "cd infra && npm pack",
    "cd infra && helm create x",
    "cd infra && helm pull x/y",
    "cd infra && apt-get download x",
    "cd infra && gem fetch x",
    "cd infra && gh run download 1",
    "cd infra && gh release download v1",
    "cd infra && cookiecutter x",
    "cd infra && yt-dlp https://a.example/x",
    "pushd infra; terraform init",
    "(cd infra; bundle init)",
    "env -C infra bundle init",
    "cargo -C infra init",
    "uv --directory infra init",
    "poetry -C infra init -n",
    'psql -c "\\o infra/main.tf"',
    "psql -c '\\o infra/main.tf' -c 'select 1'",
    "psql <<< '\\o infra/main.tf'",
    "psql -c '\\w infra/main.tf'",
    "psql -c '\\copy t to infra/main.tf'",
    "psql -c '\\g infra/main.tf'",
    "psql -c 'select 1 \\g infra/main.tf'",
    "mysql -e '\\T infra/main.tf'",
    "mysql -e 'tee infra/main.tf'",
    "sqlite3 a.db '.output infra/main.tf'",
    "sqlite3 a.db '.once infra/main.tf' 'select 1'",
  ])("%s", async (command) => expect(await here.by(command, RULE)).toBe("denyRule"));
});

describe("what looks, tests or fills its own cache there stays as it is", () => {
  test.each([
    "cd infra && terraform plan",
    "cd infra && terraform validate",
    "cd infra && terraform show",
    "cd infra && npm test",
    "cd infra && npm ci",
    "npm --prefix infra ci",
    "npm --prefix infra test",
    "cd infra && pytest",
    "cd infra && tsc --noEmit",
    "cd infra && ls",
    "cd infra && git status",
    "cd infra && git pull",
    "cd infra && git fetch",
    "cd infra && docker pull x",
    "cd infra && gh pr create -t x -b y",
    "cd infra && kubectl create ns x",
    "cd infra && go test ./...",
    "cd infra && cargo test",
    "cd infra && echo init",
    "cd infra && grep -rn init .",
    "cd infra && git log --grep init",
    "cd infra && npm run init",
    "cd infra && aws s3api create-bucket --bucket x",
    "cd src && tsc --init",
    "tsc --init",
    "terraform init",
    "terraform init infra2",
    "helm create charts/x",
    "psql -c 'select 1'",
    "psql -f infra/main.sql",
    "psql -c '\\i infra/main.sql'",
    "psql -c '\\o out.txt'",
  ])("%s", async (command) => expect(await here.by(command, RULE)).not.toBe("denyRule"));
});
