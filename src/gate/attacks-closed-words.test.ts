/** What an open allow rule covers of a build or test tool is a closed form; where files go, come from and are loaded from is the project. */
import { describe, expect, test } from "vitest";
import { bash, project } from "../testing/index.ts";

interface Scene {
  readonly rule: string;
  readonly command: string;
  /** Written by the session, and there before it. */
  readonly writes?: Readonly<Record<string, string>>;
  readonly old?: Readonly<Record<string, string>>;
}

async function by({ rule, command, writes = {}, old = {} }: Scene): Promise<string> {
  const own = project();
  try {
    for (const [file, content] of Object.entries(old)) own.write(file, content);
    const gate = own.gate({
      settings: { permissions: { allow: [rule] } },
      restore: null,
      classifier: null,
      walls: null,
    });
    const more = { session: "s", mode: "acceptEdits" } as const;
    await gate.check({ tool: "Read", input: { file_path: own.at("x") }, ...more });
    for (const [file, content] of Object.entries(writes)) {
      await gate.check({ tool: "Write", input: { file_path: own.at(file), content }, ...more });
      own.write(file, content);
    }
    return (await gate.check(bash(command, { session: "s", mode: "default" }))).by;
  } finally {
    own.remove();
  }
}

const MAKEFILE = { Makefile: "all:\n\techo hi\n" };

describe.each<[string, readonly string[]]>([
  [
    "make *",
    [
      ...[
        "CC=node",
        "AR=./x",
        "LINK.c=node",
        "RUN=node",
        "FOO=node",
        "FOO=./x",
        "MAKEFILES=x.mk",
        "VPATH=/tmp/x",
        "SHELL=x",
        "HOST=evil.example",
        "HOST=node",
        "HOST=/tmp/x",
      ],
      ...[
        "'CFLAGS+=$(shell id)'",
        "'X:=$(shell id)'",
        "'X!=id'",
        "'FOO=a; id'",
        "-- 'X=$(shell id)'",
        "PREFIX=/usr/local install",
      ],
      ...[
        "-I /tmp/x",
        "-Idir",
        "-C sub",
        "-sC sub",
        "--directory=sub",
        "-f x.mk",
        "--file=x.mk",
        "--eval x",
        "-E x",
        "-W x",
        "*",
      ],
    ].map((words) => `make ${words}`),
  ],
  ["make test *", ["make test SHELL=x", "make test --include-dir=x", "make test -f x"]],
  ["ninja *", ["ninja -f x.ninja", "ninja -t clean", "ninja -C ../x"]],
  ["just *", ["just --set a '`id`' build", "just --justfile x build", "just -d sub build", "just -f x"]],
  [
    "./gradlew *",
    [
      "--init-script x",
      "-I x",
      "--project-dir sub",
      "-g /tmp/x",
      "--include-build sub",
      "-Dorg.gradle.java.home=/tmp/x",
    ].map((words) => `./gradlew test ${words}`),
  ],
  [
    "mvn *",
    ["-f sub test", "-Djvm=/tmp/x test", "-DargLine=x test", "antrun:run", "exec:java", "-s x test"].map(
      (words) => `mvn ${words}`,
    ),
  ],
  [
    "bazel *",
    ["--bazelrc=x build //a", "build --override_repository=a=/tmp/x //a", "build --run_under=x //a"].map(
      (words) => `bazel ${words}`,
    ),
  ],
  [
    "go *",
    [
      "-C ../x test ./...",
      "build -modfile=/tmp/x",
      "run evil.example/x@latest",
      "build -compiler gccgo",
      "test -exec ./x",
    ].map((words) => `go ${words}`),
  ],
  [
    "pytest *",
    [
      "-p evil",
      "-pevil",
      "-c x.ini",
      "-o addopts=x",
      "--override-ini=python_files=x",
      "--rootdir=/tmp/x",
      "/tmp/x/test_a.py",
      "--pyargs evil",
      "--log-file=/opt/x",
    ].map((words) => `pytest ${words}`),
  ],
  ["python -m pytest *", ["python -m pytest -p evil", "python -m pytest -o addopts=x", "python -m pytest /tmp/x"]],
  ["tox *", ["tox -c sub", "tox --conf sub", "tox -x testenv.commands=id", "tox --workdir /tmp/x", "tox -- -p evil"]],
  ["nox *", ["nox -f x.py", "nox --noxfile=x.py", "nox -- -p evil"]],
  [
    "meson *",
    ["meson setup build --native-file x", "meson setup build --cross-file x", "meson setup build -Dc_args=x"],
  ],
  ["scons *", ["scons -f x", "scons -C sub", "scons --site-dir=/tmp/x"]],
  ["rake *", ["rake -e 'system \"id\"'", "rake --rakelibdir x", "rake -f x", "rake -rx"]],
  ["ant *", ["ant -find x.xml", "ant -f x.xml", "ant -lib x", "ant -Dx=y"]],
  ["sbt *", ["sbt 'eval 1'", "sbt -Dsbt.boot.properties=x test", 'sbt "set x := y" test']],
  ["npm *", ["npm --prefix ../other test", "npm -C /tmp/x test", "npm test --prefix=/opt/x"]],
  ["git *", ["git -C ../other commit -m x", "git -C ../other reset --hard", "git -C /opt/x add ."]],
  [
    "curl *",
    [
      "curl -OJ https://a.example/x",
      "curl -O --output-dir /opt https://a.example/x",
      "curl -O 'https://a.example/{.envrc,a}'",
    ],
  ],
  [
    "wget *",
    ["--content-disposition", "--trust-server-names", "-r", "-m", "-p", "-x -nH", "-i urls.txt", "-P /opt"].map(
      (words) => `wget ${words} https://a.example/x`,
    ),
  ],
  ["wget *", ["wget https://a.example/%2eenvrc", "wget 'ftp://a.example/*'", "wget https://a.example/"]],
  [
    "cp:*",
    [
      "/proc/sys/kernel/core_pattern",
      "/sys/x",
      "/run/systemd/x",
      "/usr/share/x",
      "/usr/local/x",
      "/opt/x",
      "/var/x",
      "/srv/x",
      "/home/other/x",
      "~/Documents/x",
      "../other/x",
    ].map((place) => `cp a.txt ${place}`),
  ],
  ["tee:*", ["echo a | tee /opt/x", "echo a | tee -a ~/x", "echo a | tee a.txt /var/x"]],
  ["install *", ["install -m 755 a.txt /opt/x", "install -t /opt a.txt", "install -d /opt/x"]],
  ["rsync *", ["rsync -a src/ /opt/x/", "rsync -a src/ ../other/", "rsync -a --delete src/ ~/x/"]],
  ["sed *", ["sed -i s/a/b/ /opt/x", "sed -n 'w /opt/x' a.txt", "sed -i s/a/b/ ~/x"]],
  ["tar *", ["tar czf /opt/x.tgz src", "tar xf a.tar -C /opt", "tar -cf ~/x.tar src"]],
  ["dd *", ["dd if=a.txt of=/opt/x", "dd of=/sys/x if=a.txt", "dd if=a.txt of=../x"]],
  ["rm *", ["rm /opt/x", "rm -rf ../other", "rm -r ~/Documents/x"]],
  ["ln *", ["ln -s a.txt /opt/x", "ln -s /opt/x ../y", "ln a.txt ~/x"]],
])("Bash(%s)", (rule, commands) => {
  test.each(commands)("does not cover %s", async (command) => {
    expect(await by({ rule: `Bash(${rule})`, command, old: { ...MAKEFILE, "a.txt": "a", "sub/x": "" } })).not.toBe(
      "allowRule",
    );
  });
});

test.each([["Makefile.sh"], ["Makefile.c"], ["makefile.sh"], ["RCS/Makefile,v"], ["SCCS/s.Makefile"], ["Makefile,v"]])(
  "make remakes its makefile out of a fresh %s",
  async (file) => {
    const scene = { rule: "Bash(make *)", command: "make", old: MAKEFILE, writes: { [file]: "id" } };
    expect(await by(scene)).not.toBe("allowRule");
    expect(await by({ ...scene, rule: "Bash(make)" })).not.toBe("allowRule");
  },
);

test.each(["tox.ini", "pyproject.toml", "setup.cfg", "pytest.ini", ".pytest.ini", "pytest.toml", "../setup.cfg"])(
  "pytest takes its options and plugins from a fresh %s",
  async (file) => {
    const writes = { [file]: "addopts = -p docs.evil\n" };
    for (const command of ["pytest tests", "pytest -q", "python -m pytest tests"]) {
      const scene = { rule: `Bash(${command.replace(/ (?:tests|-q)$/, "")} *)`, command, old: { "tests/a.py": "" } };
      expect(await by({ ...scene, writes })).not.toBe("allowRule");
      expect(await by({ ...scene, old: { ...scene.old, ...writes } })).toBe("allowRule");
    }
  },
);

describe("a script that loads a fresh file is not covered", () => {
  test.each<[string, string, Record<string, string>, string]>([
    ["beside it", "python3 scripts/x.py", { "scripts/x.py": "import helper\n" }, "scripts/helper.py"],
    ["of a package", "python3 scripts/x.py", { "scripts/x.py": "from lib.helper import a\n" }, "scripts/lib/helper.py"],
    ["in place of the library", "python3 scripts/x.py", { "scripts/x.py": "import json\n" }, "scripts/re.py"],
    [
      "by a name put together",
      "python3 s/x.py",
      { "s/x.py": "import importlib\nimportlib.import_module(n)\n" },
      "lib/any.py",
    ],
    ["required", "node scripts/x.js", { "scripts/x.js": 'require("./helper")\n' }, "scripts/helper.js"],
    ["imported", "node scripts/x.mjs", { "scripts/x.mjs": 'import a from "../lib/helper.mjs"\n' }, "lib/helper.mjs"],
    [
      "two texts on",
      "node s/x.js",
      { "s/x.js": 'require("./mid")\n', "s/mid.js": 'require("./helper")\n' },
      "s/helper.js",
    ],
    ["a package's", "node s/x.js", { "s/x.js": 'require("left")\n' }, "node_modules/left/index.js"],
    ["by its manifest", "node s/x.js", { "s/x.js": 'require("./lib")\n', "s/lib/index.js": "1" }, "s/lib/package.json"],
    ["sourced", "bash s/b.sh", { "s/b.sh": '. "$(dirname "$0")/env.sh"\n' }, "s/env.sh"],
    ["through a shell", "bash s/b.sh", { "s/b.sh": "python3 s/x.py\n", "s/x.py": "import helper\n" }, "s/helper.py"],
    ["ruby", "ruby s/x.rb", { "s/x.rb": 'require_relative "helper"\n' }, "s/helper.rb"],
    ["perl", "perl s/x.pl", { "s/x.pl": 'require "./s/helper.pl";\n' }, "s/helper.pl"],
    [
      "a task",
      "npm test",
      { "package.json": '{"scripts":{"test":"node s/x.js"}}', "s/x.js": 'require("./h")\n' },
      "s/h.js",
    ],
    ["a recipe", "make test", { Makefile: "test:\n\tpython3 s/x.py\n", "s/x.py": "import helper\n" }, "s/helper.py"],
  ])("%s: %s", async (_, command, old, file) => {
    expect(await by({ rule: `Bash(${command})`, command, old, writes: { [file]: "1" } })).not.toBe("allowRule");
    expect(await by({ rule: `Bash(${command})`, command, old, writes: { "docs/other.md": "1" } })).toBe("allowRule");
  });
});

test.each([
  ["npm test:*", "npm test --prefix sub"],
  ["npm test:*", "npm test -C sub"],
  ["yarn *", "yarn --cwd sub test"],
  ["pnpm *", "pnpm --dir sub test"],
])("Bash(%s): a directory whose definition is fresh, %s", async (rule, command) => {
  const definition = { "package.json": '{"scripts":{"test":"vitest run"}}', "sub/a": "" };
  const fresh = { "sub/package.json": '{"scripts":{"test":"vitest run"}}' };
  expect(await by({ rule: `Bash(${rule})`, command, old: definition, writes: fresh })).not.toBe("allowRule");
  expect(await by({ rule: `Bash(${rule})`, command, old: { ...definition, ...fresh } })).toBe("allowRule");
});
