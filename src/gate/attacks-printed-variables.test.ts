/** A secret of the environment that a program is told to print by its name: an open rule on the program covers none of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("a.tpl", "Hello $USER\n");
  here.write("b.tpl", "key $AWS_SECRET_ACCESS_KEY\n");
});
afterAll(() => here.remove());

const by = async (rule: string, command: string): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: [`Bash(${rule})`] } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  return (await gate.check(bash(command, { mode: "acceptEdits" }))).by;
};

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "envsubst:*",
    [
      "envsubst <<< '$AWS_SECRET_ACCESS_KEY'",
      "envsubst <<< '${GITHUB_TOKEN}'",
      "envsubst <<'EOF'\nx $NPM_TOKEN\nEOF",
      "envsubst < b.tpl",
      "envsubst '$GITHUB_TOKEN' < b.tpl",
    ],
    ["envsubst < a.tpl", "envsubst <<< 'hello $USER'", "envsubst '$USER' < a.tpl"],
  ],
  [
    "printenv:*",
    ["printenv AWS_SECRET_ACCESS_KEY", "printenv PATH GITHUB_TOKEN", "printenv"],
    ["printenv PATH", "printenv HOME"],
  ],
  ["declare:*", ["declare -p GITHUB_TOKEN", "declare -p"], ["declare -p PATH"]],
  ["export:*", ["export -p"], []],
  ["typeset:*", ["typeset -p GITHUB_TOKEN"], []],
  [
    "jq:*",
    ["jq -n env.GITHUB_TOKEN", "jq -n '$ENV.GITHUB_TOKEN'", "jq -n env", "jq -n 'env[\"GITHUB_TOKEN\"]'"],
    ["jq -n '1+1'"],
  ],
  ["yq:*", ["yq -n 'strenv(GITHUB_TOKEN)'", "yq -n 'env(GITHUB_TOKEN)'"], []],
  ["gomplate:*", ["gomplate -i '{{ .Env.GITHUB_TOKEN }}'", "gomplate -i '{{ getenv \"GITHUB_TOKEN\" }}'"], []],
  ["awk:*", ["awk 'BEGIN{print ENVIRON[\"GITHUB_TOKEN\"]}'"], ["awk '{print $1}' a.tpl"]],
  ["make:*", ["make --eval '$(info $(GITHUB_TOKEN))'"], []],
  [
    "python3 -c:*",
    [
      "python3 -c 'import os;print(os.environ[\"GITHUB_TOKEN\"])'",
      "python3 -c 'import os;print(os.getenv(\"NPM_TOKEN\"))'",
    ],
    ["python3 -c 'print(1)'", "python3 -c 'import os;print(os.environ[\"PATH\"])'"],
  ],
  [
    "node -p:*",
    ["node -p process.env.GITHUB_TOKEN", "node -p 'process.env[\"GITHUB_TOKEN\"]'"],
    ["node -p process.version"],
  ],
  ["ruby -e:*", ["ruby -e 'puts ENV[\"GITHUB_TOKEN\"]'", "ruby -e 'puts ENV.fetch(\"GITHUB_TOKEN\")'"], []],
  ["perl -e:*", ["perl -e 'print $ENV{GITHUB_TOKEN}'"], []],
  ["tmux:*", ["tmux show-environment GITHUB_TOKEN"], []],
  ["grep:*", [], ["grep -rn process.env.API_KEY .", "grep -n '$GITHUB_TOKEN' a.tpl"]],
  ["git commit:*", [], ["git commit -m 'Read process.env.API_KEY and $GITHUB_TOKEN'"]],
  ["declare -p NPM_TOKEN:*", ["declare -p NPM_TOKEN GITHUB_TOKEN"], ["declare -p NPM_TOKEN"]],
])("Bash(%s)", (rule, held, covered) => {
  if (held.length > 0)
    test.each(held)("does not cover %s", async (command) => {
      expect(["allowRule", "readOnly"]).not.toContain(await by(rule, command));
    });
  if (covered.length > 0)
    test.each(covered)("covers %s", async (command) => {
      expect(["allowRule", "readOnly"]).toContain(await by(rule, command));
    });
});
