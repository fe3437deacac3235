/** Guarded places that inline code names by its own literals, and the gate's own program found by a search (3c). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["src/a.ts", "package.json", ".claude/settings.json", "tools/sallyport.cjs"])
    here.write(file, "{}");
});
afterAll(() => here.remove());

const byIn = async (command: string, mode: "bypassPermissions" | "auto"): Promise<string> =>
  (await here.gate({ classifier: scripted(SAYS_NO), restore: null }).check(bash(command, { mode }))).by;

describe("only the person may approve", () => {
  test.each([
    ...[`python3 -c "open('.claude/settings.json','w').write('{}')"`, `perl -e 'open F,">.claude/settings.json"'`],
    `node -e "require('fs').writeFileSync('.claude/settings.json','{}')"`,
    `ruby -e 'File.write(".claude/settings.json","{}")'`,
    `php -r 'file_put_contents(".claude/settings.json","{}");'`,
    `awk 'BEGIN{print "{}" > ".claude/settings.json"}'`,
    `python3 -c "import shutil; shutil.rmtree('.git')"`,
    `python3 - <<'E'\nfrom pathlib import Path\nPath('.git/hooks/pre-commit').write_text('x')\nE`,
    `sh -c "python3 -c \\"open('.claude/settings.json','w')\\""`,
    ...[
      "find . -name sallyport.cjs -exec node {} allow Bash --yes \\;",
      "node $(find / -name 'sallyport*') allow Bash",
    ],
    ...["find . -name sallyport.cjs | xargs -I{} node {} allow Bash", "ls tools/sallyport.cjs | xargs node"],
  ])("%s", async (command) => {
    expect(await byIn(command, "bypassPermissions")).toBe("safetyCheck");
    expect(await byIn(command, "auto")).toBe("safetyCheck");
  });
});

describe("nothing of this is", () => {
  test.each([
    `python3 -c "print(open('.claude/settings.json').read())"`,
    `node -e "console.log(require('./.claude/settings.json'))"`,
    `python3 -c "open('out.txt','w').write(open('.git/HEAD').read())"`,
    `python3 -c "import json; d=json.load(open('package.json')); json.dump(d, open('package.json','w'))"`,
    `python3 -c "import os; print(os.path.join('.git','config'), 3 > 2)"`,
    `awk '{print > "out.txt"}' src/a.ts`,
    ...[
      "find . -name sallyport.cjs",
      "find . -name '*.ts' -exec node --check {} \\;",
      "find . -name '*.sh' -exec sh {} \\;",
    ],
  ])("%s", async (command) => {
    expect(await byIn(command, "bypassPermissions")).toBe("bypassMode");
  });
});
