/** Compilers and build tools. A compiler reads and writes; a build tool runs what the project says. */
import type { Effect } from "../contract/effect.ts";
import { fixed, given, line, network, runs, task, texts, valuesOf } from "./makers.ts";
import { wholly } from "./packages-effects.ts";
import type { EffectMaker, ProgramSpec, Use } from "./spec.ts";
import { pinnedBy } from "./toolchains.ts";

/** Everything a build tool is told, as its task; the definitions are the project's. */
const builds =
  (kind: string): EffectMaker =>
  (use) => [{ do: "run", program: use.program, what: "task", task: line(use.operands), detail: kind }];

const buildTool = (names: readonly string[], kind: string, unsafe: ProgramSpec["examples"]["unsafe"]): ProgramSpec => ({
  names,
  ...wholly(builds(kind)),
  examples: { safe: [], unsafe },
});

export const languagesBuild: readonly ProgramSpec[] = [
  {
    names: ["make", "gmake", "bmake"],
    runner: "make",
    flags:
      "--version -v -B --always-make -e -i -k --keep-going -n --dry-run --just-print -q --question -r -R -s --silent --quiet -t -w --print-directory --no-print-directory -S --no-keep-going",
    values: { "-C": "cwd", "--directory": "cwd", ...texts("-f --file --makefile -o -W -I --include-dir --eval") },
    attached: texts("-j --jobs -l --load-average -O --output-sync --debug -d"),
    operands: "text",
    always: [
      (use) =>
        given(use, "--version -v") && use.options.size === 1 && use.operands.length === 0
          ? []
          : [{ do: "run", program: use.program, what: "task", task: line(use.operands), detail: "make target" }],
    ],
    when: { "--eval": [runs("code", "make code on the command line")] },
    examples: {
      safe: ["make --version"],
      unsafe: [
        ["make test", "run"],
        ["make -n", "run"],
        ["make -j4 -C sub all", "run"],
        ["make --eval='$(shell id)'", "run"],
      ],
    },
  },
  {
    names: ["just"],
    runner: "just",
    flags:
      "--version -V --help -h --list -l --summary --unsorted -u --dry-run -n --yes -q --quiet --evaluate --check --dump --variables",
    values: {
      ...texts(
        "-f --justfile -c --command --set --show -s --shell --shell-arg --dump-format --list-heading --list-prefix",
      ),
      "-d": "cwd",
      "--working-directory": "cwd",
    },
    operands: "text",
    always: [
      (use) => {
        const looks =
          given(use, "--version -V --help -h --list -l --summary --show -s --dump --variables") &&
          use.operands.length === 0;
        const files: readonly Effect[] = valuesOf(use, "-f --justfile").map(
          (word): Effect => ({ do: "read", target: use.target(word), recursive: false, content: true }),
        );
        return looks
          ? files
          : [...files, { do: "run", program: "just", what: "task", task: line(use.operands), detail: "just recipe" }];
      },
    ],
    runsCode: "-c --command --shell --shell-arg --evaluate",
    examples: {
      safe: ["just --list", "just --version", "just --show build"],
      unsafe: [
        ["just build", "run"],
        ["just", "run"],
        ["just --evaluate", "run"],
        ["just -c 'rm x'", "run"],
      ],
    },
  },
  {
    names: [
      "task",
      "invoke",
      "inv",
      "rake",
      "nox",
      "doit",
      "gulp",
      "grunt",
      "moon",
      "mage",
      "scons",
      "waf",
      "tup",
      "redo",
    ],
    ...wholly(builds("task")),
    examples: {
      safe: [],
      unsafe: [
        ["rake db:migrate", "run"],
        ["task build", "run"],
      ],
    },
  },
  {
    names: ["cmake"],
    style: "posix",
    flags: "--version -version --help -h",
    operands: "text",
    always: [
      (use) =>
        given(use, "--version -version --help -h") && use.operands.length === 0
          ? []
          : [{ do: "run", program: "cmake", what: "task", task: line(use.words), detail: "build" }],
    ],
    examples: {
      safe: ["cmake --version"],
      unsafe: [
        ["cmake --build build", "run"],
        ["cmake -S . -B build", "run"],
        ["cmake -P x.cmake", "run"],
      ],
    },
  },
  buildTool(
    [
      "ninja",
      "meson",
      "bazel",
      "bazelisk",
      "buck",
      "buck2",
      "pants",
      "autoconf",
      "autoreconf",
      "configure",
      "xcodebuild",
      "swiftc",
      "ghc",
      "ocamlfind",
      "dune",
      "msbuild",
      "ant",
      "sbt",
      "mill",
      "gradle",
      "gradlew",
      "mvn",
      "mvnw",
      "javac",
      "kotlinc",
      "scalac",
      "tsgo",
      "protoc",
      "buf",
      "sqlc",
      "wire",
      "mockgen",
      "swag",
      "air",
    ],
    "build",
    [
      ["ninja -C build", "run"],
      ["mvn -q test", "run"],
      ["gradle build", "run"],
      ["bazel test //...", "run"],
      ["javac Main.java", "run"],
    ],
  ),
  {
    names: ["rustc", "rustdoc"],
    consults: "pin",
    style: "posix",
    flags: "--version -V --help -h -vV",
    values: texts("--print"),
    operands: "text",
    always: [
      pinnedBy("rust-toolchain rust-toolchain.toml"),
      (use) =>
        use.operands.length === 0 &&
        given(use, "--version -V --help -h -vV --print") &&
        valuesOf(use, "--print").every((word) => word.value?.includes("=") === false)
          ? []
          : [{ do: "run", program: use.program, what: "task", task: line(use.words), detail: "build" }],
    ],
    examples: {
      safe: ["rustc --version", "rustc --print sysroot"],
      unsafe: [
        ["rustc a.rs -o /tmp/x", "run"],
        ["rustc --print sysroot=/tmp/x", "run"],
      ],
    },
  },
  {
    names: ["dotnet"],
    launches: "run exec",
    style: "words",
    operands: "text",
    read: (use) => {
      const verb = use.operands[0]?.value ?? "";
      const on = use.operands[1]?.value ?? null;
      if (verb === "nuget" || verb === "tool" || verb === "add" || verb === "new" || verb === "workload")
        return {
          understood: true,
          effects: [
            {
              do: verb === "nuget" && on === "push" ? "publish" : "package",
              op: "create",
              detail: line(use.operands),
              on,
            },
            network("api.nuget.org", verb === "nuget" && on === "push"),
            ...effects(builds("build"), use),
          ],
        };
      return { understood: true, effects: effects(builds("build"), use) };
    },
    examples: {
      safe: [],
      unsafe: [
        ["dotnet test", "run"],
        ["dotnet nuget push x", "publish"],
        ["dotnet tool install x", "package"],
      ],
    },
  },
  {
    names: ["swift"],
    ...wholly((use) =>
      use.operands.length === 1 && use.operands[0]?.value === "--version" ? [] : effects(builds("build"), use),
    ),
    examples: {
      safe: ["swift --version"],
      unsafe: [
        ["swift test", "run"],
        ["swift x.swift", "run"],
      ],
    },
  },
  {
    names: ["flutter", "expo", "eas", "react-native", "cordova", "ionic", "electron", "tauri", "fastlane"],
    ...wholly(
      (use) =>
        /^(?:publish|submit|deploy|deliver|release)$/.test(use.operands[0]?.value ?? "")
          ? [fixed("publish", "create", "an application"), network(null, true)]
          : [],
      task("build"),
    ),
    examples: {
      safe: [],
      unsafe: [
        ["flutter build apk", "run"],
        ["eas submit", "publish"],
      ],
    },
  },
];

const effects = (maker: EffectMaker, use: Use): readonly Effect[] =>
  typeof maker === "function" ? maker(use) : [maker];
