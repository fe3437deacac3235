/** What the person denied, as words of a command that writes what the same call then runs, or in a variable that code asks for. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("package.json", '{"name":"a","version":"1.0.0","scripts":{"test":"node test.js"}}\n');
  here.write("Makefile", "test:\n\tnode test.js\n");
  here.write("justfile", "test:\n  node test.js\n");
  here.write("Taskfile.yml", "tasks: {test: {cmds: [node test.js]}}\n");
  here.write("test.js", "1\n");
});
afterAll(() => here.remove());

const DENY = ["Bash(git push:*)"];
const PUSH = "git push origin main";

describe("Bash(git push:*) finds it in what writes", () => {
  test.each([
    `sed -i 's/node test.js/${PUSH}/' package.json && npm test`,
    `sed -i 's|node test.js|${PUSH}|' Makefile && make test`,
    `sed -i 's/node test.js/${PUSH}/' justfile; just test`,
    `perl -pi -e 's/node test.js/${PUSH}/' Taskfile.yml && task test`,
    `npm pkg set scripts.zz='${PUSH}' && npm run zz`,
    `npm pkg set 'scripts.zz=${PUSH}'; npm run zz`,
    `jq '.scripts.zz="${PUSH}"' package.json > p.tmp && mv p.tmp package.json && npm run zz`,
    `jq '.scripts.zz="${PUSH}"' package.json > p.tmp && cp p.tmp package.json && npm run zz`,
    `jq '.scripts.zz="${PUSH}"' package.json | sponge package.json; npm run zz`,
    `yq -i '.tasks.test.cmds[0]="${PUSH}"' Taskfile.yml && task test`,
    `git config core.hooksPath h; mkdir h; printf '#!/bin/sh\\n${PUSH}\\n' > h/post-commit; chmod +x h/post-commit; git commit --allow-empty -m x`,
    `mkdir -p h; echo '${PUSH}' > h/pre-commit; chmod +x h/pre-commit; git -c core.hooksPath=h commit -m x`,
    `sed 's/^/${PUSH}/' README.md > h/post-checkout; git config core.hooksPath h; git checkout -b x`,
    `sed -i '1i ${PUSH}' test.sh && sh test.sh`,
  ])("%s", async (command) => {
    expect(await here.by(command, DENY)).toBe("denyRule");
  });
});

describe("Bash(git push:*) finds it in a variable", () => {
  test.each([
    `C='${PUSH}' python3 -c 'import os; os.system(os.environ["C"])'`,
    `export C='${PUSH}'; node -e 'require("child_process").execSync(process.env.C)'`,
    `env C='${PUSH}' awk 'BEGIN{system(ENVIRON["C"])}'`,
    `C='${PUSH}' perl -e 'system($ENV{C})'`,
    `C='${PUSH}' ruby -e 'system(ENV["C"])'`,
    `C='${PUSH}' python3 -c 'import os; [os.system(v) for v in os.environ.values()]'`,
    `env BASH_FUNC_ls%%='() { ${PUSH}; }' bash -c ls`,
  ])("%s", async (command) => {
    expect(await here.by(command, DENY)).toBe("denyRule");
  });
});

describe("what is done all day", () => {
  test.each([
    `sed -i 's/"version": "1.0.0"/"version": "1.0.1"/' package.json && npm test`,
    "npm pkg set version=1.2.3 && npm test",
    "jq '.version=\"2.0.0\"' package.json > p.tmp && mv p.tmp package.json && npm run test",
    `echo 'then ${PUSH}' >> README.md && npm test`,
    `echo '${PUSH}' >> README.md && git add README.md && git commit -m "How to push"`,
    `TITLE='${PUSH} explained' node build.js`,
    "NODE_ENV=test npm test",
    "sed -i 's/a/b/' src/a.ts && make test",
  ])("%s", async (command) => {
    expect(await here.by(command, DENY)).not.toBe("denyRule");
  });

  test("words of another's script", async () => {
    expect(await here.by("sed -i 's/x/rm -rf dist/' package.json && npm test")).not.toBe("floor");
  });
});
