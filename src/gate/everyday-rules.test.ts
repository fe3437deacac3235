/** Friction: everyday calls under everyday rules are covered, without walls and without a model. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: here.root });
  execFileSync("git", ["remote", "add", "origin", "https://github.com/me/app"], { cwd: here.root });
  here.write("package.json", '{"scripts":{"test":"vitest run","build":"tsc -p ."}}');
  here.write("packages/a/package.json", '{"scripts":{"test":"vitest run"}}');
  here.write("Makefile", "all:\n\techo hi\ntest:\n\techo test\n");
  for (const file of ["a.txt", "src/a.ts", "tests/a.py", "README.md", "Cargo.toml", "go.mod", "pom.xml"])
    here.write(file, "");
});
afterAll(() => here.remove());

describe.each<[string, readonly string[]]>([
  [
    "make *",
    [
      "make",
      "make test",
      "make -j8 -s test V=1",
      "make -j 4 all",
      "make DEBUG=1",
      "make VERSION=v1.2.3 build",
      "make CC=clang CFLAGS='-O2 -Wall'",
      "make ARGS='-v -k foo' test",
      "make TEST=tests/a.py test",
      "make PYTHON=python3.11 test",
    ],
  ],
  [
    "npm test:*",
    [
      "npm test",
      "npm test -- --watch=false",
      "npm test --prefix packages/a",
      "cd packages/a && npm test",
      "cd packages/a && npm test 2>&1 | tail -20",
      "timeout 60 npm test",
      "timeout -k 5 60 nice -n 10 npm test",
      "CI=1 npm test",
      "env CI=1 NODE_ENV=test npm test",
      "npm test > test.log 2>&1",
      "npm test && npm test -- x",
    ],
  ],
  ["npm *", ["npm ci", "npm run build", "npm ls", "npm install lodash"]],
  ["yarn *", ["yarn test", "yarn --cwd packages/a test"]],
  ["pnpm *", ["pnpm test", "pnpm --dir packages/a test"]],
  [
    "pytest *",
    [
      "pytest",
      "pytest -q",
      "pytest -xvs tests/a.py::T::t[a-1] -k 'a and not b'",
      "pytest tests -m 'not slow' --tb=short -rA",
      "pytest --cov=src --cov-report=html -n auto",
      "pytest -p no:cacheprovider",
      "pytest tests/*.py",
    ],
  ],
  ["python -m pytest *", ["python -m pytest -q tests"]],
  ["tox *", ["tox -e py311", "tox -e py311 -- tests/a.py -k foo"]],
  ["nox *", ["nox -s tests-3.11"]],
  ["cargo *", ["cargo test", "cargo build --release", "cargo clippy --all-targets -- -D warnings"]],
  ["go *", ["go test ./...", "go vet ./...", "go test -run TestX -count=1 -race ./pkg/..."]],
  [
    "mvn *",
    ["mvn -q clean verify -DskipTests", "mvn -B -ntp test -Dtest=FooTest#bar -pl core -am", "mvn dependency:tree"],
  ],
  [
    "./gradlew *",
    [
      "./gradlew test",
      "cd src && ./gradlew test",
      "./gradlew :app:test --tests 'com.a.B*' --info",
      "./gradlew build -x test -Pversion=1.0",
    ],
  ],
  [
    "bazel *",
    ["bazel test //foo/... --test_output=errors -c opt --test_filter='A.*'", "bazel build //a:b -k --config=ci"],
  ],
  ["just *", ["just test unit", "just --list"]],
  ["rake *", ["rake db:migrate RAILS_ENV=test", "rake spec[a,b]"]],
  ["ninja *", ["ninja -C build -j 4 test"]],
  ["meson *", ["meson setup build -Dbuildtype=release", "meson test -C build --print-errorlogs"]],
  ["sbt *", ["sbt test", 'sbt "testOnly com.a.B" clean']],
  [
    "git *",
    [
      "git add .",
      "git commit -m x",
      "git push origin main",
      "git stash",
      "git stash pop",
      "git rebase main",
      "git cherry-pick abc1234",
      "git merge --no-edit feature",
      "git checkout -b x",
      "git pull",
      "git reset --hard",
      "git clone https://github.com/a/b ../b",
      "git -C src status",
      "git remote -v",
      "git worktree add ../x",
    ],
  ],
  [
    "curl *",
    [
      "curl -s https://a.example/x",
      "curl -o out.json https://a.example/x",
      "curl -LO https://a.example/x.tgz",
      "curl -O --output-dir dl https://a.example/x.tgz",
    ],
  ],
  ["wget *", ["wget https://a.example/x.tgz", "wget -qO- https://a.example/x", "wget -P dl https://a.example/x.tgz"]],
  ["cp:*", ["cp a.txt b.txt", "cp -r src /tmp/x", "cp /etc/hosts hosts"]],
  ["tar *", ["tar czf out.tgz src", "tar czf /tmp/out.tgz src"]],
  ["rm *", ["rm -rf dist", "rm /tmp/x", "rm *.txt", "rm src/*.ts"]],
  ["rsync *", ["rsync -a src/ out/"]],
  ["sed *", ["sed -i s/a/b/ a.txt"]],
  ["docker *", ["docker build -t x .", "docker ps", "docker compose up -d"]],
  ["gh *", ["gh pr view 1", "gh pr create --title a --body b", "gh run list"]],
])("Bash(%s)", (rule, commands) => {
  test.each(commands)("covers %s", async (command) => {
    const settings = { permissions: { allow: [`Bash(${rule})`] } };
    const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
    expect(["allowRule", "readOnly"]).toContain((await gate.check(bash(command, { mode: "default" }))).by);
  });
});

/** What a rule does not mean stays open. */
test.each([
  ["npm test:*", "cd .. && npm test"],
  ["npm test:*", "cd packages/a; npm test"],
  ["npm test:*", "cd packages/a && npm test; npm test"],
  ["npm test:*", "timeout 60 npm publish"],
  ["npm test:*", "env LD_PRELOAD=./x.so npm test"],
  ["npm test:*", "env -C /tmp npm test"],
  ["npm test:*", "npm test --prefix ../other"],
  ["npm test:*", "npm test && rm a.txt"],
  ["npm test:*", "npm test > .git/hooks/pre-commit"],
  ["curl *", "curl -o ../out.json https://a.example/x"],
  ["curl *", "curl -o .git/hooks/pre-commit https://a.example/x"],
  ["tar *", "tar *"],
  ["./gradlew *", "./gradlew -I ../init.gradle build"],
])("Bash(%s) leaves open: %s", async (rule, command) => {
  here.write("--checkpoint-action=exec=sh");
  const settings = { permissions: { allow: [`Bash(${rule})`] } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  expect((await gate.check(bash(command, { mode: "default" }))).behavior).toBe("ask");
});
