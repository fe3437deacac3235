/** Friction: everyday calls of programs whose commands are a closed list are covered, without walls and without a model. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: here.root });
  execFileSync("git", ["remote", "add", "origin", "https://github.com/me/app"], { cwd: here.root });
  for (const file of ["a.txt", "README.md", "k8s.yml", "k8s/a.yml", "Dockerfile", "compose.yml", "body.md", "src/a.rs"])
    here.write(file, "");
  here.write("Cargo.toml", '[package]\nname = "a"\n');
  here.write("Makefile", "build:\n\techo hi\ndeploy:\n\techo hi\n");
});
afterAll(() => here.remove());

describe.each<[string, readonly string[]]>([
  [
    "docker *",
    [
      "docker ps",
      "docker ps -a --format '{{.Names}}'",
      "docker build -t app .",
      "docker build -t app -f Dockerfile --no-cache --build-arg VERSION=1 .",
      "docker compose up -d",
      "docker compose up -d --build web",
      "docker compose -f compose.yml logs -f web",
      "docker compose down",
      "docker compose exec web ls -la",
      "docker compose exec -T db psql -U postgres -c 'select 1'",
      "docker compose run --rm web npm test",
      "docker logs -f --tail 100 app",
      "docker exec -it app sh",
      "docker run --rm alpine echo hi",
      "docker run -d --name db -p 5432:5432 -e POSTGRES_PASSWORD=x postgres:16",
      "docker stop app",
      "docker rm -f app",
      "docker images",
      "docker inspect app",
      "docker pull node:20",
      "docker volume ls",
      "docker image prune -f",
      "docker --version",
    ],
  ],
  ["docker run *", ["docker run --rm -it alpine sh", "docker run --rm -v ./src:/src alpine ls"]],
  ["docker compose *", ["docker compose up -d", "docker compose ps", "docker compose logs --tail=50 web"]],
  ["docker-compose *", ["docker-compose up -d", "docker-compose -f compose.yml ps"]],
  [
    "kubectl *",
    [
      "kubectl get pods",
      "kubectl get pods -n x",
      "kubectl -n x get pods -o wide",
      "kubectl get deploy,svc -A",
      "kubectl get pod/x -ojson",
      "kubectl get pods -l app=web -o jsonpath='{.items[0].metadata.name}'",
      "kubectl get pods secret-service-1",
      "kubectl describe pod x",
      "kubectl logs -f deploy/web -c app --tail=100",
      "kubectl apply -f k8s.yml",
      "kubectl apply -f k8s/ -n x",
      "kubectl apply -k k8s --dry-run=client",
      "kubectl rollout status deploy/web",
      "kubectl rollout restart deployment web",
      "kubectl top pods",
      "kubectl config current-context",
      "kubectl version --client",
      "kubectl scale deploy/web --replicas=3",
    ],
  ],
  ["kubectl get *", ["kubectl get pods", "kubectl get events -A --sort-by=.lastTimestamp"]],
  ["kubectl get secret *", ["kubectl get secret x -o yaml"]],
  [
    "gh *",
    [
      "gh pr view 1",
      "gh pr view 1 --json title,body -q .title",
      "gh pr list --state open --limit 20",
      "gh pr create --title a --body b",
      "gh pr create --fill --draft --base main",
      "gh pr create --title 'fix: a' --body '- one\n- two'",
      `gh pr create --title a --body "$(cat <<'EOF'\n## Summary\n- a\nEOF\n)"`,
      "gh pr create -t a -F body.md",
      "gh pr checkout 12",
      "gh pr checks --watch",
      "gh pr diff 1",
      "gh pr merge 1 --squash --delete-branch",
      "gh pr comment 1 --body 'looks good'",
      "gh run watch 1 --exit-status",
      "gh run view 1 --log-failed",
      "gh run list -b main",
      "gh issue view 3 --comments",
      "gh issue create --title a --body b --label bug",
      "gh issue close 3",
      "gh issue list -R me/app",
      "gh api repos/x/y",
      "gh api /repos/x/y/pulls/1/comments --paginate --jq '.[].body'",
      "gh api -X GET repos/x/y/issues?state=open",
      "gh repo view",
      "gh auth status",
      "gh search code foo --owner me",
    ],
  ],
  ["gh api *", ["gh api repos/x/y"]],
  ["gh api -X POST *", ["gh api -X POST repos/me/app/issues -f title=x"]],
  ["gh release create *", ["gh release create v1 --generate-notes"]],
  [
    "psql *",
    [
      "psql -c 'select 1' -d db",
      `psql -d db -c "select id, count(*) from users where name like '%a(b)%' group by id order by 2 desc limit 5;"`,
      "psql -U me -h localhost -p 5432 db -c '\\dt'",
      "psql db -c '\\d+ users'",
      "psql postgres://me:pw@localhost:5432/db -tAc 'select now()'",
      `psql -d db -c "explain analyze select * from t where a in (1, 2)"`,
      "psql --version",
    ],
  ],
  [
    "cargo *",
    [
      "cargo build",
      "cargo build --release -p a --features x,y",
      "cargo test",
      "cargo test foo::bar -- --nocapture --test-threads=1",
      "cargo clippy --all-targets --all-features -- -D warnings -A clippy::x",
      "cargo fmt",
      "cargo fmt --all -- --check",
      "cargo check --workspace",
      "cargo run --release -- --x y",
      "cargo run --bin a",
      "cargo add serde --features derive",
      "cargo update -p serde",
      "cargo clean",
      "cargo doc --no-deps",
      "cargo new sub",
      "cargo tree -i serde",
    ],
  ],
  [
    "git *",
    [
      "git status",
      "git add src/a.rs",
      "git add -A",
      "git commit -am x",
      "git diff --cached",
      "git log --oneline -5",
      "git show HEAD",
      "git stash -u",
      "git stash pop",
      "git push -u origin x",
      "git fetch --all --prune",
      "git rebase main",
      "git merge main",
      "git cherry-pick abc",
      "git tag v1",
      "git branch -d x",
      "git rev-parse HEAD",
      "git ls-files",
      "git blame a.txt",
      "git mv a.txt b.txt",
      "git rm a.txt",
      "git revert HEAD",
      "git bisect start",
      "git worktree list",
      "git reflog",
      "git describe --tags",
      "git restore --staged a.txt",
      "git switch -c x",
    ],
  ],
  ["make *", ["make build OUT=dist", "make run HOST=prod", "make test V=1"]],
])("Bash(%s)", (rule, commands) => {
  test.each(commands)("covers %s", async (command) => {
    const settings = { permissions: { allow: [`Bash(${rule})`] } };
    const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
    expect(["allowRule", "readOnly"]).toContain((await gate.check(bash(command, { mode: "default" }))).by);
  });
});
