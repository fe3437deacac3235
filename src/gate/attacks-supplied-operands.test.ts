/** Commands in an option, or behind a program that puts names behind them: the paths the program is told of are what they change. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  execFileSync("git", ["init", "-q", "-b", "main", here.root]);
  for (const file of ["infra/main.tf", "src/a.ts", "docs/a.md"]) here.write(file, "a\n");
  execFileSync("git", ["add", "-A"], { cwd: here.root });
});
afterAll(() => here.remove());

const DENIED: readonly string[] = [
  "git difftool --no-prompt --extcmd='sed -i s/a/b/' HEAD -- infra/main.tf",
  "git difftool -y -x 'sed -i s/a/b/' HEAD -- infra/main.tf",
  "git difftool -y -x 'tee' HEAD infra",
  "git difftool -y --extcmd 'sed -i s/a/b/'",
  "git -c diff.external='sed -i s/a/b/' diff --ext-diff HEAD -- infra/main.tf",
  "GIT_EXTERNAL_DIFF='sed -i s/a/b/' git diff HEAD -- infra/main.tf",
  "git -c difftool.x.cmd='sed -i s/a/b/ $MERGED' difftool -y -t x HEAD -- infra/main.tf",
  "git -c mergetool.x.cmd='sed -i s/a/b/ $MERGED' mergetool -y -t x infra/main.tf",
  "git -c diff.x.textconv='sed -i s/a/b/' diff -- infra/main.tf",
  "git bisect run sed -i s/a/b/ infra/main.tf",
  "git submodule foreach 'sed -i s/a/b/ ../infra/main.tf'",
  "git rebase --exec 'sed -i s/a/b/ infra/main.tf' HEAD~1",
  "git rebase -x 'rm infra/main.tf' main",
  "fd -e tf . infra -x sed -i s/a/b/",
  "fd . infra -X rm",
  "rg --pre 'sed -i s/a/b/' x infra/main.tf",
  "ls infra/main.tf | entr sed -i s/a/b/ /_",
  "ls infra/* | entr -n sed -i s/a/b/ /_",
  "find infra | entr -s 'sed -i s/a/b/ $0'",
  "watchexec -w infra -- sed -i s/a/b/ infra/main.tf",
  "watchexec -w infra 'sed -i s/a/b/ $WATCHEXEC_COMMON_PATH'",
  "git filter-branch --tree-filter 'sed -i s/a/b/ infra/main.tf' HEAD",
  "git ls-files infra | xargs sed -i s/a/b/",
  "EDITOR='sed -i s/a/b/' sudoedit infra/main.tf",
];
const BESIDE: readonly string[] = [
  "git difftool HEAD -- infra/main.tf",
  "git difftool -y -x 'diff -u' HEAD -- infra/main.tf",
  "git difftool -y -x 'sed -i s/a/b/' HEAD -- docs/a.md",
  "git diff HEAD -- infra/main.tf",
  "git -c diff.external=difft diff HEAD -- infra/main.tf",
  "git bisect run npm test",
  "git rebase --exec 'npm test' main",
  "git submodule foreach 'git status'",
  "fd -e tf . infra -x cat",
  "rg --pre 'pdftotext' x docs",
  "ls infra/* | entr npm test",
  "git show HEAD -- infra/main.tf",
  "EDITOR=vim git commit",
  "watchexec -w infra -- npm test",
];
describe("Edit(infra/**)", () => {
  test.each(DENIED)("%s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });
  test.each(BESIDE)("left alone: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("bypassMode");
  });
});
