/** Open rules over programs that show more than their words say: filters in files, settings with passwords. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("package.json", "{}\n");
  here.write("src/env.jq", "$ENV.TOKEN\n");
  here.write("src/all.jq", "# names\n. | env\n");
  here.write("src/in.jq", 'include "m"; x\n');
  here.write("src/name.jq", '.scripts | keys | map("env: " + .) | .[] # of the manifest\n');
  here.write("src/plain.jq", '.name + " env"\n');
});
afterAll(() => here.remove());

const by = async (rule: string, command: string): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: [rule] } };
  return (await here.gate({ settings, restore: null, classifier: null, walls: null }).check(bash(command))).by;
};

describe("not covered", () => {
  test.each([
    ["Bash(jq:*)", "jq -f src/env.jq package.json"],
    ["Bash(jq:*)", "jq --from-file src/all.jq package.json"],
    ["Bash(jq:*)", "jq -rf src/env.jq package.json"],
    ["Bash(jq:*)", "jq -f src/in.jq package.json"],
    ["Bash(jq:*)", "cd src && jq -n -f env.jq"],
    ["Bash(pip:*)", "pip config list"],
    ["Bash(pip:*)", "pip config debug"],
    ["Bash(pip:*)", "pip config get global.index-url"],
    ["Bash(pip3:*)", "pip3 config list -v"],
  ])("%s: %s", async (rule, command) => {
    expect(await by(rule, command)).not.toBe("allowRule");
  });
});

describe("covered", () => {
  test.each([
    ["Bash(jq:*)", "jq -f src/plain.jq package.json"],
    ["Bash(jq:*)", "jq -r .name package.json"],
    ["Bash(pip:*)", "pip config get global.timeout"],
    ["Bash(pip:*)", "pip list"],
    ["Bash(pip config list)", "pip config list"],
  ])("%s: %s", async (rule, command) => {
    expect(await by(rule, command)).toMatch(/^(?:allowRule|readOnly|safe\w*|reading)$/);
  });
});
