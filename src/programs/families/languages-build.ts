/** Compilers and build tools. A compiler reads and writes; a build tool runs what the project says. */
import { act, type Effect } from "../../contract/effect.ts";
import { reads, understood } from "../disk-makers.ts";
import { given, line, network, runs, task, valuesOf } from "../makers.ts";
import type { ProgramSpec, UnsafeUses, Use } from "../spec.ts";
import { wholly } from "./packages-effects.ts";
import { pinnedBy } from "./toolchains.ts";

/** Everything a build tool is told, as its task; the definitions are the project's. */
const tells = (use: Use): readonly Effect[] => [
  { do: "run", program: use.program, what: "task", task: line(use.operands) },
];

const buildTool = (names: string, unsafe: UnsafeUses): ProgramSpec => ({
  names,
  ...wholly(tells),
  unsafe,
});

export const languagesBuild: readonly ProgramSpec[] = [
  {
    names: "make gmake bmake",
    runner: "make",
    flags:
      "--version -v -B --always-make -e -i -k --keep-going -n --dry-run --just-print -q --question -r -R -s --silent --quiet -t -w --print-directory --no-print-directory -S --no-keep-going",
    values: { cwd: "-C --directory", text: "-f --file --makefile -o -W -I --include-dir --eval" },
    attached: { text: "-j --jobs -l --load-average -O --output-sync --debug -d" },
    operands: "text",
    always: [
      (use) =>
        given(use, "--version -v") && use.options.size === 1 && use.operands.length === 0
          ? []
          : [{ do: "run", program: use.program, what: "task", task: line(use.operands) }],
    ],
    when: { "--eval": [runs("code", "make code on the command line")] },
    safe: ["make --version"],
    unsafe: [
      ["make test", ["run.task", "unknown.use"]],
      ["make -n", ["run.task", "unknown.use"]],
      ["make -j4 -C sub all", ["run.task", "unknown.use"]],
      ["make --eval='$(shell id)'", ["run.task", "run.code", "unknown.use"]],
    ],
  },
  {
    names: "just",
    runner: "just",
    flags:
      "--version -V --help -h --list -l --summary --unsorted -u --dry-run -n --yes -q --quiet --evaluate --check --dump --variables",
    values: {
      text: "-f --justfile -c --command --set --show -s --shell --shell-arg --dump-format --list-heading --list-prefix",
      cwd: "-d --working-directory",
    },
    operands: "text",
    always: [
      (use) => {
        const looks =
          given(use, "--version -V --help -h --list -l --summary --show -s --dump --variables") &&
          use.operands.length === 0;
        const files: readonly Effect[] = valuesOf(use, "-f --justfile").map((word) => reads(use.target(word)));
        return looks ? files : [...files, { do: "run", program: "just", what: "task", task: line(use.operands) }];
      },
    ],
    runsCode: "-c --command --shell --shell-arg --evaluate",
    safe: ["just --list", "just --version", "just --show build"],
    unsafe: [
      ["just build", ["run.task", "unknown.use"]],
      ["just", ["run.task", "unknown.use"]],
      ["just --evaluate", ["run.helper", "run.task", "unknown.use"]],
      ["just -c 'rm x'", ["run.helper", "run.task", "unknown.use"]],
    ],
  },
  {
    names: "task invoke inv rake nox doit gulp grunt moon mage scons waf tup redo",
    ...wholly(tells),
    unsafe: [
      ["rake db:migrate", ["run.task"]],
      ["task build", ["run.task"]],
    ],
  },
  {
    names: "cmake",
    style: "posix",
    flags: "--version -version --help -h",
    operands: "text",
    always: [
      (use) =>
        given(use, "--version -version --help -h") && use.operands.length === 0
          ? []
          : [{ do: "run", program: "cmake", what: "task", task: line(use.words) }],
    ],
    safe: ["cmake --version"],
    unsafe: [
      ["cmake --build build", ["run.task", "unknown.use"]],
      ["cmake -S . -B build", ["run.task", "unknown.use"]],
      ["cmake -P x.cmake", ["run.task", "unknown.use"]],
    ],
  },
  buildTool(
    "ninja meson bazel bazelisk buck buck2 pants autoconf autoreconf configure xcodebuild swiftc ghc ocamlfind dune msbuild ant sbt mill gradle gradlew mvn mvnw javac kotlinc scalac tsgo protoc buf sqlc wire mockgen swag air",
    [
      ["ninja -C build", ["run.task"]],
      ["mvn -q test", ["run.task"]],
      ["gradle build", ["run.task"]],
      ["bazel test //...", ["run.task"]],
      ["javac Main.java", ["run.task"]],
    ],
  ),
  {
    names: "rustc rustdoc",
    consults: "pin",
    style: "posix",
    flags: "--version -V --help -h -vV",
    values: { text: "--print" },
    operands: "text",
    always: [
      pinnedBy("rust-toolchain rust-toolchain.toml"),
      (use) =>
        use.operands.length === 0 &&
        given(use, "--version -V --help -h -vV --print") &&
        valuesOf(use, "--print").every((word) => word.value?.includes("=") === false)
          ? []
          : [{ do: "run", program: use.program, what: "task", task: line(use.words) }],
    ],
    safe: ["rustc --version", "rustc --print sysroot"],
    unsafe: [
      ["rustc a.rs -o /tmp/x", ["run.task"]],
      ["rustc --print sysroot=/tmp/x", ["run.task"]],
    ],
  },
  {
    names: "dotnet",
    launches: "run exec",
    style: "words",
    operands: "text",
    read: (use) => {
      const verb = use.operands[0]?.value ?? "";
      const on = use.operands[1]?.value ?? null;
      if (verb === "nuget" || verb === "tool" || verb === "add" || verb === "new" || verb === "workload")
        return understood([
          act(verb === "nuget" && on === "push" ? "publish.package" : "package.install", {
            wording: line(use.operands),
            on,
          }),
          network("api.nuget.org", verb === "nuget" && on === "push"),
          ...tells(use),
        ]);
      return understood(tells(use));
    },
    unsafe: [
      ["dotnet test", ["run.task"]],
      ["dotnet nuget push x", ["publish.package", "network.send", "run.task"]],
      ["dotnet tool install x", ["package.install", "network.contact", "run.task"]],
    ],
  },
  {
    names: "swift",
    launches: "run repl package -e",
    ...wholly((use) => (use.operands.length === 1 && use.operands[0]?.value === "--version" ? [] : tells(use))),
    safe: ["swift --version"],
    unsafe: [
      ["swift test", ["run.task"]],
      ["swift x.swift", ["run.task"]],
    ],
  },
  {
    names: "flutter expo eas react-native cordova ionic electron tauri fastlane",
    launches: "run exec start dev",
    ...wholly(
      (use) =>
        /^(?:publish|submit|deploy|deliver|release)$/.test(use.operands[0]?.value ?? "")
          ? [act("publish.application"), network(null, true)]
          : [],
      task,
    ),
    unsafe: [
      ["flutter build apk", ["run.task"]],
      ["eas submit", ["publish.application", "network.send", "run.task"]],
    ],
  },
];
