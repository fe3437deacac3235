/** An approval is bound to what the scripts, programs, hooks and start files of a call lead to, wherever that lies. */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { approvedAgain, bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

/** Below home; the project is `code/app`. */
const at = (path: string): string => join(here.home, path);
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  if (/(?:^|\/)s?bin\/|hooks\//.test(path)) chmodSync(at(path), 0o755);
};
type Files = Readonly<Record<string, string>>;
/** `-> there`: a link. */
function lay(files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    if (!text.startsWith("-> ")) put(path, text);
    else {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(text.slice(3), at(path));
    }
  }
}
const world = (variables: readonly string[] = []) =>
  diskWorld({
    home: here.home,
    path: [at("bin"), at(".local/bin"), at(".npm-global/bin"), "/usr/bin", "/bin"].join(":"),
    ...(variables.length === 0 ? {} : { variables }),
  });
const again = (command: string, between: () => unknown) =>
  approvedAgain(here)(bash(command.replaceAll("HOME", here.home)), between, {}, { world: world() });

interface Row {
  readonly command: string;
  readonly files: Files;
  /** Is there or comes: the last one changes what runs. */
  readonly changes: readonly string[];
}
const row = (command: string, files: Files, ...changes: readonly string[]): Row => ({ command, files, changes });

const PROJECT = "code/app/";
const inProject = (name: string, text: string): Files => ({ [PROJECT + name]: text });

function holds(rows: readonly Row[]): void {
  const each = rows.flatMap(({ changes, ...rest }) => changes.map((change) => ({ ...rest, change })));
  test.each(rows)("$command passes as it was asked", async ({ command, files }) => {
    lay(files);
    expect(await again(command, () => undefined)).toBe("approval");
  });
  test.each(each)("$command: void once $change is another", async ({ command, files, change }) => {
    lay(files);
    expect(await again(command, () => put(change, "other\n"))).not.toBe("approval");
  });
}

describe("code that project code loads from outside", () => {
  const T = { "code/out/t.js": "1\n" };
  holds([
    row(
      "cmake -P x.cmake",
      { ...inProject("x.cmake", "include(../shared/inc.cmake)\n"), "code/shared/inc.cmake": "#\n" },
      "code/shared/inc.cmake",
    ),
    row(
      "cmake -B build",
      { ...inProject("CMakeLists.txt", "include(../inc.cmake)\n"), "code/inc.cmake": "#\n" },
      "code/inc.cmake",
    ),
    row(
      "cmake -B build",
      {
        ...inProject("CMakeLists.txt", 'include("${CMAKE_CURRENT_LIST_DIR}/../inc.cmake")\n'),
        "code/inc.cmake": "#\n",
      },
      "code/inc.cmake",
    ),
    row("node b.js", { ...inProject("b.js", 'require("../out/t")\n'), ...T }, "code/out/t.js"),
    row(
      "node b.js",
      {
        ...inProject("b.js", 'require("./lib/c")\n'),
        ...inProject("lib/c.js", "import x from '../../out/t.js'\n"),
        ...T,
      },
      "code/out/t.js",
    ),
    row(
      "node b.js",
      { ...inProject("b.js", 'require(path.join(__dirname, "..", "out", "t.js"))\n'), ...T },
      "code/out/t.js",
    ),
    row("node b.js", { ...inProject("b.js", "require(`${__dirname}/../out/t.js`)\n"), ...T }, "code/out/t.js"),
    row("node b.js", { ...inProject("b.js", 'require(__dirname + "/../out/t.js")\n'), ...T }, "code/out/t.js"),
    row(
      "node b.js",
      { ...inProject("b.js", 'require("xx")\n'), "code/node_modules/xx/index.js": "1\n" },
      "code/node_modules/xx/index.js",
    ),
    row(
      "node b.js",
      {
        ...inProject("b.js", 'require("dep")\n'),
        "linked/dep/lib/i.js": "1\n",
        [`${PROJECT}node_modules/dep`]: "-> ../../../linked/dep",
      },
      "linked/dep/lib/i.js",
    ),
    row(
      "npm test",
      {
        ...inProject("package.json", '{"scripts":{"test":"node t.js"}}'),
        ...inProject("t.js", 'require("../out/t")\n'),
        ...T,
      },
      "code/out/t.js",
    ),
    row(
      "make all",
      {
        ...inProject("Makefile", "all:\n\tbash ../out/run.sh\n"),
        "code/out/run.sh": ". ./env.sh\n",
        "code/out/env.sh": "\n",
      },
      "code/out/run.sh",
      "code/out/env.sh",
    ),
    row(
      "node -e \"require('HOME/far/x.js')\"",
      { "far/x.js": 'require("./deep/y")\n', "far/deep/y.js": "1\n" },
      "far/x.js",
      "far/deep/y.js",
    ),
    row(
      "python3 r.py",
      {
        ...inProject("r.py", 'import sys\nsys.path.insert(0,"../out")\nimport mod\n'),
        "code/out/mod.py": "1\n",
        "code/out/pkg/sub.py": "1\n",
      },
      "code/out/mod.py",
      "code/out/pkg/sub.py",
    ),
    row("perl r.pl", { ...inProject("r.pl", 'do "../l.pl";\n'), "code/l.pl": "1;\n" }, "code/l.pl"),
    row("tclsh r.tcl", { ...inProject("r.tcl", "source ../l.tcl\n"), "code/l.tcl": "\n" }, "code/l.tcl"),
    row("ruby r.rb", { ...inProject("r.rb", 'require_relative "../l"\n'), "code/l.rb": "\n" }, "code/l.rb"),
    row("bash r.sh", { ...inProject("r.sh", '. "$(dirname "$0")/../l.sh"\n'), "code/l.sh": "\n" }, "code/l.sh"),
    row(
      "bash r.sh",
      { ...inProject("r.sh", 'for f in ../q/*.sh; do . "$f"; done\n'), "code/q/a.sh": "\n" },
      "code/q/a.sh",
      "code/q/new.sh",
    ),
    row("bash r.sh", { ...inProject("r.sh", "[ -f ../local.sh ] && . ../local.sh\n") }, "code/local.sh"),
    row(
      "sqlite3 x.db '.read a.sql'",
      { ...inProject("a.sql", ".read ../b.sql\n"), "code/b.sql": ".read c.sql\n", "code/c.sql": "\n" },
      "code/b.sql",
      "code/c.sql",
    ),
    row("pip install -r r.txt", { ...inProject("r.txt", "-r ../base.txt\n"), "code/base.txt": "x\n" }, "code/base.txt"),
    row(
      "kubectl apply -k over",
      {
        ...inProject("over/kustomization.yaml", "resources: [../../base]\n"),
        "code/base/kustomization.yaml": "resources: [d/x.yaml]\n",
        "code/base/d/x.yaml": "a: 1\n",
      },
      "code/base/kustomization.yaml",
      "code/base/d/x.yaml",
    ),
    row(
      "cargo publish",
      { ...inProject("Cargo.toml", '[dependencies]\nd = { path = "../d" }\n'), "code/d/src/lib.rs": "\n" },
      "code/d/src/lib.rs",
    ),
    row(
      "docker compose up -d",
      {
        ...inProject(
          "compose.yaml",
          "services:\n  a:\n    extends:\n      file: ../base.yaml\n    env_file: ../a.env\n",
        ),
        "code/base.yaml": "\n",
        "code/a.env": "\n",
      },
      "code/base.yaml",
      "code/a.env",
    ),
  ]);

  test.each(["tools/t.js", "node_modules/dep/index.js", "packages/other/x.ts"])(
    "a package of a repository: void once %s beside it is another",
    async (path) => {
      execFileSync("git", ["init", "-q"], { cwd: at("code") });
      put(`code/${path}`, "1\n");
      put(`${PROJECT}b.js`, "go(1)\n");
      expect(await again("node b.js", () => undefined)).toBe("approval");
      expect(await again("node b.js", () => put(`code/${path}`, "22\n"))).not.toBe("approval");
    },
  );
});

describe("what a program loads or starts", () => {
  const HELPER = { "bin/helper": "#!/bin/sh\n", "gi/lib.sh": "\n", "bin/lib.py": "1\n" };
  const sh = (text: string): Files => ({ "bin/mytool": `#!/bin/sh\n${text}\n`, ...HELPER });
  holds([
    row("mytool --all", sh("helper now"), "bin/mytool", "bin/helper"),
    row("mytool --all", sh(". ~/gi/lib.sh"), "gi/lib.sh"),
    row("mytool --all", sh('source "$HOME/gi/lib.sh"'), "gi/lib.sh"),
    row("mytool --all", { ...HELPER, "bin/mytool": "#!/usr/bin/env python3\nimport lib\n" }, "bin/lib.py"),
    row(
      "mytool --all",
      {
        "bin/mytool": "-> ../tree/src/mytool",
        "tree/src/mytool": '#!/bin/sh\n"$(dirname "$(readlink -f "$0")")/sub.sh"\n',
        "tree/src/sub.sh": "\n",
      },
      "tree/src/mytool",
      "tree/src/sub.sh",
    ),
    row(
      "mytool --all",
      {
        ".local/bin/mytool": "-> ../share/pipx/venvs/mytool/bin/mytool",
        ".local/share/pipx/venvs/mytool/pyvenv.cfg": "\n",
        ".local/share/pipx/venvs/mytool/bin/mytool": "#!/usr/bin/python3\nfrom mytool.cli import main\n",
        ".local/share/pipx/venvs/mytool/lib/python3.12/site-packages/mytool/cli.py": "1\n",
      },
      ".local/share/pipx/venvs/mytool/lib/python3.12/site-packages/mytool/cli.py",
    ),
    row(
      "mylint src",
      {
        ".npm-global/bin/mylint": "-> ../lib/node_modules/mylint/cli.js",
        ".npm-global/lib/node_modules/mylint/cli.js": 'require("./index")\n',
        ".npm-global/lib/node_modules/mylint/index.js": "1\n",
        ".npm-global/lib/node_modules/mylint/node_modules/d/i.js": "1\n",
      },
      ".npm-global/lib/node_modules/mylint/index.js",
      ".npm-global/lib/node_modules/mylint/node_modules/d/i.js",
    ),
    row("./x.my", { ...inProject("x.my", "#!/usr/bin/env mylang\n"), "bin/mylang": "#!/bin/sh\n" }, "bin/mylang"),
    row("make all", { ...inProject("Makefile", "all:\n\tmytool\n"), ...sh("helper") }, "bin/mytool", "bin/helper"),
  ]);
});

describe("programs that are found by the name of another", () => {
  const sh = "#!/bin/sh\n";
  holds([
    row("git foo", { "bin/git-foo": `${sh}. ~/gi/foo.sh\n`, "gi/foo.sh": "\n" }, "bin/git-foo", "gi/foo.sh"),
    row("git fetch foo::x", { "bin/git-remote-foo": sh }, "bin/git-remote-foo"),
    row(
      "git push https://a.example/b main",
      { "bin/git-credential-foo": sh, ".gitconfig": "[credential]\n\thelper = foo\n" },
      "bin/git-credential-foo",
    ),
    row("kubectl foo", { "bin/kubectl": sh, "bin/kubectl-foo": sh }, "bin/kubectl-foo"),
    row("cargo foo", { "bin/cargo": sh, "bin/cargo-foo": sh }, "bin/cargo-foo"),
    row(
      "git push https://a.example/b main",
      {
        ".gitconfig": "[credential]\n\thelper = !~/gi/cred.sh\n",
        "gi/cred.sh": ". ~/gi/more.sh\n",
        "gi/more.sh": "\n",
      },
      "gi/cred.sh",
      "gi/more.sh",
    ),
  ]);
});

describe("hooks of the person's settings", () => {
  beforeEach(() => {
    put(".gitconfig", "[core]\n\thooksPath = ~/hooks\n[init]\n\ttemplateDir = ~/template\n");
    execFileSync("git", ["init", "-q"], { cwd: here.root, env: { PATH: process.env.PATH } });
  });
  const HOOKS = {
    "hooks/pre-commit": "#!/bin/sh\n. ~/gi/lib.sh\n",
    "hooks/pre-push": "#!/bin/sh\n",
    "gi/lib.sh": "\n",
    "template/hooks/post-checkout": "#!/bin/sh\n",
  };
  holds([
    row("git commit --allow-empty -m x", HOOKS, "hooks/pre-commit", "gi/lib.sh", "hooks/commit-msg"),
    row("git push https://a.example/b main", HOOKS, "hooks/pre-push"),
    row("git clone https://a.example/b there", HOOKS, "template/hooks/post-checkout"),
  ]);
});

describe("start files", () => {
  holds([
    row(
      "bash -l run.sh",
      {
        ...inProject("run.sh", "true\n"),
        ".bash_profile": ". ~/dot/al.sh\n",
        "dot/al.sh": "source ~/dot/deep/b.sh\n",
        "dot/deep/b.sh": "\n",
      },
      ".bash_profile",
      "dot/al.sh",
      "dot/deep/b.sh",
    ),
    row(
      "zsh -c 'unheardof'",
      { ".zshenv": "source $HOME/dot/z\nfpath=(~/zf $fpath)\nautoload foo\n", "dot/z": "\n", "zf/foo": "\n" },
      "dot/z",
      "zf/foo",
    ),
    row(
      "bash -lc unheardof",
      { ".profile": 'for f in "$HOME"/.bashrc.d/*; do . "$f"; done\n', ".bashrc.d/a": "\n" },
      ".bashrc.d/a",
      ".bashrc.d/new",
    ),
    row(
      "vim -es -c q",
      { ".vim/pack/p/start/x/plugin/x.vim": "\n" },
      ".vim/pack/p/start/x/plugin/x.vim",
      ".vim/plugin/new.vim",
    ),
    row("mvn deploy", {}, ".mavenrc"),
    row("valgrind ./a.out", {}, ".valgrindrc"),
    row("ctags -R src", {}, ".ctags.d/a.ctags"),
    row("perf stat ./a.out", {}, ".perfconfig"),
  ]);
});

describe("what a pattern matches", () => {
  const Q = { "q/a.sh": "true\n", "pt/1.patch": "x\n" };
  holds([
    row("cat ~/q/*.sh | bash", Q, "q/a.sh", "q/new.sh"),
    row('for f in ~/q/*.sh; do bash "$f"; done', Q, "q/a.sh", "q/new.sh"),
    row("git am ~/pt/*.patch", Q, "pt/1.patch", "pt/2.patch"),
    row("unheardof HOME/q/?.sh", Q, "q/a.sh", "q/b.sh"),
  ]);
});

describe("the environment as it is told", () => {
  test.each(["BASH_ENV", "NODE_OPTIONS", "LD_PRELOAD", "GIT_SSH", "PYTHONPATH", "BASH_FUNC_ls%%"])(
    "%s",
    async (name) => {
      put(`${PROJECT}b.js`, "go(1)\n");
      const tried = (first: readonly string[], later: readonly string[]) =>
        approvedAgain(here)(
          bash("node b.js"),
          () => undefined,
          {},
          { world: world(first), later: { world: world(later) } },
        );
      expect(await tried([name], [name])).toBe("approval");
      expect(await tried([], [name])).not.toBe("approval");
      expect(await tried([name], [])).not.toBe("approval");
    },
  );
});

describe("what an ordinary day changes voids nothing", () => {
  const HOME: Files = {
    ".gitconfig": "[user]\n\tname = a\n[safe]\n\tdirectory = ~/code/other\n",
    ".bashrc":
      "HISTFILE=~/.bash_history\nexport PATH=$HOME/bin:$HOME/go/bin:$PATH\n. ~/.cargo/env\nexport NVM_DIR=~/.nvm\nalias n='vim ~/notes/today.md'\ncd ~/code\n",
    ".zshrc": "HISTFILE=~/.zsh_history\nexport XDG_CONFIG_HOME=~/.config\nsource ~/.oh-my-zsh/oh-my-zsh.sh\n",
    ".oh-my-zsh/oh-my-zsh.sh": "ZSH_CACHE_DIR=$ZSH/cache\ncompinit -d ~/.zcompdump\n",
    ".cargo/env": "\n",
    "bin/tool": "#!/bin/sh\n",
    "code/other/a.txt": "a\n",
    "code/app.log": "a\n",
    "data/pg/base/1/2": "a\n",
    "data/app.sqlite": "a\n",
    ...inProject("package.json", '{"scripts":{"test":"node t.js"}}'),
    ...inProject(
      "t.js",
      'open("../app.log"); open("/tmp/app.pid"); open("../../logs/deploy.log"); db("../../data/app.sqlite"); join(__dirname, "..")\n',
    ),
    ...inProject("scripts/x.js", 'require("../t.js"); cache("~/.cache/x/y.json"); home("~/.config")\n'),
    ...inProject("Makefile", "deploy:\n\tgit push origin main\n"),
    ...inProject(
      "compose.yaml",
      "services:\n  db:\n    image: postgres\n    volumes: ['../../data/pg:/var/lib/postgresql/data']\n",
    ),
  };
  const GROWS = [
    ".bash_history",
    ".zsh_history",
    ".zcompdump",
    ".config/app/state.json",
    ".config/mimeapps.list",
    ".cache/x/y.json",
    ".oh-my-zsh/cache/x.zsh",
    ".ssh/known_hosts",
    "code/app.log",
    "code/other/a.txt",
    "code/other/b.ts",
    "data/app.sqlite",
    "data/app.sqlite-wal",
    "logs/deploy.log",
    ".npm/_logs/x.log",
    ".local/share/recently-used.xbel",
    "Downloads/x.zip",
    "Documents/x",
    "go/pkg/mod/cache/x",
    "data/pg/base/1/2",
  ];
  test.each([
    "npm test",
    "git push origin main",
    "node scripts/x.js",
    "make deploy",
    "docker compose up -d",
    "bash -lc unheardof",
    "tool --all",
  ])("%s", async (command) => {
    execFileSync("git", ["init", "-q"], { cwd: here.root });
    execFileSync("git", ["remote", "add", "origin", "https://a.example/b"], { cwd: here.root });
    lay(HOME);
    for (const path of GROWS) put(path, "a\n");
    const grow = () => {
      for (const path of GROWS) appendFileSync(at(path), "more\n");
      for (const path of ["code/new.log", ".cache/new", ".config/new/x", "code/other/new.ts", "code/third/x.ts"])
        put(path, "x\n");
    };
    expect(await again(command, grow)).toBe("approval");
  });

  test("home in a repository is no project", async () => {
    execFileSync("git", ["init", "-q"], { cwd: here.home });
    put(`${PROJECT}b.js`, "go(1)\n");
    expect(await again("node b.js", () => put("notes/x.txt", "x"))).toBe("approval");
  });
});

describe("code that lies where git keeps its own", () => {
  const G = `${PROJECT}.git/`;
  holds([
    row("node src/t.js", { ...inProject("src/t.js", 'require("../.git/zz.js")\n'), [`${G}zz.js`]: "1\n" }, `${G}zz.js`),
    row("node src/t.js", { ...inProject("src/t.js", 'require("../.git/zz")\n'), [`${G}zz.js`]: "1\n" }, `${G}zz.js`),
    row(
      "node src/t.js",
      { ...inProject("src/t.js", 'require("../sub/.git/zz.js")\n'), [`${PROJECT}sub/.git/zz.js`]: "1\n" },
      `${PROJECT}sub/.git/zz.js`,
    ),
    row(
      "node src/t.js",
      { ...inProject("src/t.js", 'require("../../other/.git/zz.js")\n'), "code/other/.git/zz.js": 'require("./b")\n' },
      "code/other/.git/zz.js",
      "code/other/.git/b.js",
    ),
    row(
      "bash all.sh",
      { ...inProject("all.sh", 'for f in .git/x/*; do sh "$f"; done\n'), [`${G}x/a`]: "1\n" },
      `${G}x/a`,
      `${G}x/b`,
    ),
    row('for f in .git/x/*; do sh "$f"; done', { [`${G}x/a`]: "1\n" }, `${G}x/a`),
    row('find . -name "*.task" -exec sh {} \\;', { [`${G}a.task`]: "1\n" }, `${G}a.task`, `${G}deep/er/b.task`),
    ...["objects/zz.task", "objects/ab/zz.task", "refs/zz.task", "logs/a.task", "modules/m/objects/a.task"].map(
      (name) => row('find . -name "*.task" -exec sh {} \\;', { [G + name]: "1\n" }, G + name),
    ),
    row(
      "make all",
      {
        ...inProject("Makefile", "all:\n\tsh .git/objects/ab/run\n"),
        [`${G}objects/ab/run`]: "1\n",
      },
      `${G}objects/ab/run`,
    ),
    row(
      "bash s.sh",
      { ...inProject("s.sh", ". .git/COMMIT_EDITMSG\n"), [`${G}COMMIT_EDITMSG`]: "1\n" },
      `${G}COMMIT_EDITMSG`,
    ),
    row(
      "bash s.sh",
      { ...inProject("s.sh", ". .git/refs/heads/x\n"), [`${G}refs/heads/x`]: "1\n" },
      `${G}refs/heads/x`,
    ),
    row(
      "node b.js",
      { ...inProject("b.js", "go(1)\n"), [`${PROJECT}node_modules/k/.git/l.js`]: "1\n" },
      `${PROJECT}node_modules/k/.git/l.js`,
    ),
    ...["config", "info/attributes", "hooks/post-commit", "modules/m/config", "modules/m/hooks/pre-push"].map((name) =>
      row("unheardof", { [G + name]: "#\n" }, G + name),
    ),
  ]);

  test.each([
    ["a look", ["status"]],
    ["a look that writes the index anew", ["update-index", "--refresh", "--force-write-index"]],
    ["objects that are packed", ["repack", "-adqn"]],
    ["objects that are made", ["hash-object", "-w", "b.js"]],
    ["commits that are looked at", ["commit-graph", "write", "--reachable"]],
  ])("voids nothing: %s", async (_, words) => {
    const git = (...all: readonly string[]) => execFileSync("git", all, { cwd: here.root, stdio: "ignore" });
    git("init", "-q");
    lay({
      ...inProject("b.js", "go(1)\n"),
      ...inProject("Makefile", "version: .git/HEAD .git/index .git/logs/HEAD\n\tnode b.js\n"),
    });
    git("add", "b.js");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
    for (const command of ["node b.js", "make version"])
      expect(await again(command, () => git(...words))).toBe("approval");
  });

  test("voids nothing: what a fetch leaves in a repository of the project that is not at work", async () => {
    lay({ ...inProject("b.js", "go(1)\n"), [`${PROJECT}sub/.git/HEAD`]: "ref: refs/heads/main\n" });
    const fetched = () => {
      for (const name of ["FETCH_HEAD", "refs/remotes/origin/main", "logs/refs/remotes/origin/main", "packed-refs"])
        put(`${PROJECT}sub/.git/${name}`, "x\n");
    };
    expect(await again("node b.js", fetched)).toBe("approval");
  });
});

describe("calls that come at once share one approval", () => {
  test.each([2, 4, 8])("%i: one runs, the others are asked about, and none is an outage", async (many) => {
    put(`${PROJECT}b.js`, "go(1)\n");
    let found: readonly string[] = [];
    await approvedAgain(here)(bash("node b.js"), async (check) => {
      const calls = Array.from({ length: many }, () => check(bash("node b.js")));
      found = (await Promise.all(calls))
        .map(({ behavior, by }) => `${behavior} ${by === "error" ? by : ""}`.trim())
        .sort();
    });
    expect(found).toEqual(["allow", ...Array.from({ length: many - 1 }, () => "ask")]);
  });
});
