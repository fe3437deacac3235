/** An open rule says nothing of secrets in the environment: whoever they are handed to, the rule must spell the variable out. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: here.root });
  execFileSync("git", ["remote", "add", "origin", "https://github.com/me/app"], { cwd: here.root });
  here.write("package.json", JSON.stringify({ scripts: { build: "tsc -p .", publish: "echo $NPM_TOKEN" } }));
  here.write("Makefile", "pack:\n\techo\n");
});
afterAll(() => here.remove());

const by = async (rule: string, command: string): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: [`Bash(${rule})`] } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  return (await gate.check(bash(command, { mode: "acceptEdits" }))).by;
};

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "git *",
    [
      'git commit -q --allow-empty -m "$AWS_SECRET_ACCESS_KEY"',
      'git commit -m "x ${GITHUB_TOKEN:0:20}"',
      'T=$GITHUB_TOKEN; git commit -m "$T"',
      'T=${GITHUB_TOKEN:0:20}; git commit -m "$T"',
      'T="a$GITHUB_TOKEN"; git commit -m "$T"',
      'N=GITHUB_TOKEN; git commit -m "${!N}"',
      "git push -o $GITHUB_TOKEN",
      'git tag -m "$PGPASSWORD" v1',
      "git commit -F - <<< $NPM_TOKEN",
      'git branch "x-$MYSQL_PWD"',
    ],
    [
      'git commit -m "$MESSAGE"',
      "git commit -m 'Read $GITHUB_TOKEN from the environment'",
      'git commit -m "Rename API_KEY to APP_KEY"',
      'git commit -m "${GITHUB_TOKEN:+set}"',
      'TOKEN=abc; git commit -m "$TOKEN"',
      'for key in a b; do git branch "$key"; done',
    ],
  ],
  [
    "npm run *",
    [
      "npm run env",
      "npm run -s env",
      "npm run-script env",
      'npm run build -- "$GITHUB_TOKEN"',
      "npm run build -- --token=$NPM_TOKEN",
      'npm run build "--x=$DB_PASSWORD"',
    ],
    ["npm run build", "npm run build -- --mode=$MODE", "npm run publish"],
  ],
  ["make *", ["make pack KEY=$API_KEY", "make pack V=$CLIENT_SECRET"], ["make pack V=1"]],
  [
    "gh *",
    [
      'gh pr comment 1 -b "$AWS_SECRET_ACCESS_KEY"',
      'gh issue create -t "$GITHUB_TOKEN" -b x',
      'gh pr create -t a -b "x $SENTRY_DSN"',
    ],
    ["gh issue create -t 'GITHUB_TOKEN is missing' -b x", "gh pr view 1"],
  ],
  [
    "docker *",
    [
      "docker run -e GITHUB_TOKEN alpine env",
      "docker run --env=GITHUB_TOKEN alpine true",
      "docker run --rm --env AWS_SECRET_ACCESS_KEY alpine true",
      "docker build --build-arg NPM_TOKEN .",
      "docker build --secret id=x,env=NPM_TOKEN .",
      "docker run -e X=$GITHUB_TOKEN alpine true",
      "docker compose run -e GITHUB_TOKEN web env",
    ],
    ["docker build -t x .", "docker build --build-arg VERSION=1 ."],
  ],
  ["echo *", ["echo $PGPASSWORD", "echo ${GITHUB_TOKEN}", "echo $MYSQL_PWD > a.txt"], ["echo $PATH", "echo hi $USER"]],
  [
    "docker run -e GITHUB_TOKEN *",
    ["docker run -e GITHUB_TOKEN -e NPM_TOKEN alpine"],
    ["docker run -e GITHUB_TOKEN alpine"],
  ],
])("Bash(%s)", (rule, held, covered) => {
  test.each(held)("does not cover %s", async (command) => {
    expect(["allowRule", "readOnly"]).not.toContain(await by(rule, command));
  });
  test.each(covered)("covers %s", async (command) => {
    expect(["allowRule", "readOnly"]).toContain(await by(rule, command));
  });
});
