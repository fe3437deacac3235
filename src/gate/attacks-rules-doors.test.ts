/** Code in files that are there to be read, started by another door than a script's name on the line. */
import { chmodSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("p.sh", "git push origin x\n");
  here.write("p", "git push origin x\n");
  here.write("p.mk", "a:\n\tgit push\n");
  here.write("src/ok.sh", "echo hi\n");
  here.write("README.md", "git push origin main\n");
  chmodSync(here.at("p"), 0o755);
});
afterAll(() => here.remove());

const by = async (command: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (
    await here
      .gate({ settings: { mode: "bypassPermissions", permissions: { [list]: ["Bash(git push:*)"] } }, restore: null })
      .check(bash(command))
  ).by;

describe("Bash(git push:*)", () => {
  test.each([
    "BASH_ENV=p.sh bash -c :",
    "env BASH_ENV=p.sh bash -c :",
    "export BASH_ENV=p.sh; bash -c :",
    "BASH_ENV=./p.sh ./other.sh",
    "ENV=./p.sh sh -i -c :",
    "bash --rcfile p.sh -i",
    "bash --rcfile=p.sh -ic :",
    "bash --init-file p.sh -i",
    "MAKEFILES=p.mk make a",
    "make -f p.mk a",
    "make MAKEFILES=p.mk a",
    "find p.sh -exec sh {} \\;",
    "find . -maxdepth 1 -name p.sh -exec bash {} \\;",
    "find . -maxdepth 1 -name p -exec {} \\;",
    "find . -name '*.sh' -exec sh {} +",
    "find . -name p.sh | xargs sh",
    "for f in *.sh; do sh $f; done",
    'for f in p*; do bash "$f"; done',
    "sh p*.sh",
    "sh *.sh",
    ". p*.sh",
    "PATH=.:$PATH p",
    "PATH=$PWD:$PATH p",
    "export PATH=.:$PATH; p",
    'PATH=".:$PATH" p origin',
    "compgen -W '$(git push)'",
    "compgen -W '`git push`' x",
    "complete -W '$(git push)' x",
    "sed e p.sh",
    "sed -n 1e p.sh",
    "sed '1e' < p.sh",
    "sed 's/.*/&/e' p.sh",
    "awk '{system($0)}' p.sh",
    "awk '{print | \"sh\"}' p.sh",
    "gawk '{ system($0) }' < p.sh",
    "perl -ne 'system $_' p.sh",
    "perl -ne 'system($_)' < p.sh",
    "ruby -ne 'system $_' p.sh",
    "parallel git ::: push",
    "parallel {} push ::: git",
    "parallel git {} ::: push pull",
    "echo push | parallel git",
    "parallel < p.sh",
    "parallel -a p.sh",
    "parallel :::: p.sh",
    "xargs -a p.sh -I{} sh -c '{}'",
    "xargs -a p.sh env",
    "xargs -I% sh -c % < p.sh",
    "cat p.sh | sh",
    "sh < p.sh",
    "bash <(cat p.sh)",
    'eval "$(cat p.sh)"',
    'eval "$(<p.sh)"',
    "source /dev/stdin < p.sh",
    "while read l; do $l; done < p.sh",
    'while read -r l; do eval "$l"; done < p.sh',
    'mapfile -t a < p.sh; eval "${a[0]}"',
    "at -f p.sh now",
    "batch < p.sh",
    "at now < p.sh",
    "crontab p.sh",
    "script -c 'sh p.sh'",
    "setsid sh p.sh",
    "nohup ./p &",
    "python3 -c 'import os; os.system(open(\"p.sh\").read())'",
    'python3 -c \'import subprocess; subprocess.run(["sh","p.sh"])\'',
    "python3 -c 'import os; os.system(\"sh p.sh\")'",
    "cp p.sh z.sh; sh z.sh",
    "ln -s p.sh z; sh z",
    "install -m755 p.sh z; ./z",
    "mv p.sh z; bash z",
    "cat p.sh > z; sh z",
    "PROMPT_COMMAND='. ./p.sh' bash -i",
    "GIT_EDITOR='sh p.sh' git commit",
    "GIT_SSH_COMMAND='sh p.sh' git fetch",
    "EDITOR=./p git commit",
    "PAGER=./p git log",
    "GIT_EXTERNAL_DIFF=./p git diff",
    "git -c core.editor=./p commit",
    "git -c core.sshCommand='sh p.sh' fetch",
    "LESSOPEN='|sh p.sh' less x",
    "trap '. ./p.sh' EXIT",
    "bash -O expand_aliases -c '. ./p.sh'",
    "busybox sh p.sh",
    "zsh p.sh",
    "dash ./p.sh",
    "npm_config_script_shell=./p npm test",
    "SHELL=./p make a",
    "make SHELL=./p a",
    "tar cf x --checkpoint=1 --checkpoint-action=exec='sh p.sh' src",
  ])("denied and asked about: %s", async (command) => {
    expect(await by(command)).toBe("denyRule");
    expect(await by(command, "ask")).toBe("askRule");
  });

  test.each([
    "BASH_ENV=src/ok.sh bash -c :",
    "EDITOR=vim git commit",
    "PATH=.:$PATH ls",
    "PATH=./bin:$PATH npm test",
    "find . -name '*.sh' -exec cat {} \\;",
    "find src -name '*.sh' -exec sh {} \\;",
    "find . -name '*.sh' -exec shellcheck {} \\;",
    "sh src/*.sh",
    "sed -i s/a/b/ README.md",
    "sed s/a/b/ p.sh",
    "awk '{print}' p.sh",
    "perl -pe 's/x/y/' README.md",
    "python3 -c 'print(open(\"README.md\").read())'",
    "compgen -W 'git push'",
    "cat p.sh",
  ])("left alone: %s", async (command) => {
    expect(await by(command)).toBe("bypassMode");
  });
});
