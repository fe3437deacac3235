/** Rust: cargo and rustup. */
import { act } from "../../contract/effect.ts";
import { understood, writes } from "../disk-makers.ts";
import { each, named, network, runs, task, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, ProgramSpec } from "../spec.ts";
import { installs, publishes, removes, wholly } from "./packages-effects.ts";
import { compiled, pinnedBy, runsNamed } from "./toolchains.ts";

const toolchain = pinnedBy("rust-toolchain rust-toolchain.toml");

const CRATES = "crates.io";

const cargoTask: CommandSpec = wholly(task, runsNamed(/^--config/, "an option sets the build up"));

const TARGET = { value: "target", text: "target", glob: false, splits: false, prefix: "target" };
/** The directory of builds, wherever an option says it is. */
const cleansTarget: EffectMaker = (use) => {
  const given = valuesOf(use, "--target-dir");
  return (given.length > 0 ? given : [TARGET]).map((word) => ({
    do: "delete",
    target: use.target(word),
    recursive: true,
  }));
};
const makesPackage: EffectMaker = (use) =>
  use.operands.length === 0
    ? [writes(use.cwd, { recursive: true })]
    : use.operands.map((word) => writes(use.target(word), { recursive: true }));

export const packagesRust: readonly ProgramSpec[] = [
  {
    names: "cargo",
    launches: "run",
    runner: "cargo",
    consults: "pin",
    style: "posix",
    flags: "--version -V -v --verbose -vv --help -h --list -q --quiet --offline --locked --frozen",
    values: { text: "--color --config -Z", cwd: "-C" },
    runsCode: "--config -Z",
    always: [toolchain],
    operands: { max: 0 },
    commands: {
      ...each("test t nextest bench", cargoTask),
      ...each("build b check c doc d rustc rustdoc", cargoTask),
      ...each("clippy fix", cargoTask),
      fmt: cargoTask,
      ...each("run r", wholly(compiled)),
      ...each("metadata tree pkgid locate-project read-manifest verify-project", wholly(task)),
      ...each("install", {
        flags: "--force -f --locked -q --quiet --list --all-features --no-default-features --debug",
        values: { text: "--version --features -F --git --branch --tag --rev --path --root --registry --index --bin" },
        operands: "text",
        always: [installs(CRATES)],
      }),
      ...each("add update generate-lockfile fetch vendor", {
        flags: "--dev --build --optional -q --quiet --locked --offline --dry-run --workspace -w --aggressive",
        values: {
          text: "--features -F --git --branch --tag --rev --path --registry -p --package --precise --manifest-path",
        },
        operands: "text",
        always: [installs(CRATES)],
      }),
      ...each("remove rm uninstall", {
        flags: "--dev --build -q",
        values: { text: "-p --package" },
        operands: "text",
        always: [removes],
      }),
      ...each("publish package", wholly(publishes, task)),
      ...each(
        "yank owner",
        wholly((use) => [act("publish.package-change", { on: named(use) }), network(CRATES, true)]),
      ),
      ...each("login logout", wholly(act("login.change"), network(CRATES, true))),
      ...each("search info", wholly(network(CRATES, false))),
      ...each("clean", {
        flags: "-r --release --doc -n --dry-run -v --verbose -q --quiet --offline --locked --frozen --workspace",
        values: {
          text: "-p --package --profile --target --color --config -Z --manifest-path --lockfile-path --target-dir",
        },
        operands: "text",
        always: [cleansTarget],
      }),
      ...each("new init", {
        flags: "--bin --lib -v --verbose -q --quiet --offline --locked --frozen",
        values: { text: "--name --edition --vcs --registry --color --config -Z" },
        operands: "text",
        always: [makesPackage],
      }),
      version: { flags: "-v --verbose", operands: { max: 0 } },
      "*": wholly(runs("unknown-program", "an alias, or a program named cargo-…")),
    },
    safe: ["cargo --version", "cargo -V"],
    unsafe: [
      ["cargo test --workspace", ["run.task", "unknown.use"]],
      ["cargo build --release", ["run.task", "unknown.use"]],
      ["cargo clippy -- -D warnings", ["run.task", "unknown.use"]],
      ["cargo fmt --check", ["run.task"]],
      ["cargo install ripgrep", ["package.install", "network.contact", "run.task", "unknown.use"]],
      ["cargo add serde", ["package.install", "network.contact", "run.task"]],
      ["cargo publish", ["publish.package", "network.send", "run.task", "unknown.use"]],
      ["cargo --config net.git-fetch-with-cli=true build", ["run.helper", "run.task", "unknown.use"]],
      ["cargo frobnicate", ["run.unknown-program", "unknown.use"]],
    ],
  },
  {
    names: "rustup",
    launches: "run",
    consults: "pin",
    style: "posix",
    always: [toolchain],
    flags: "--version -V --help -h -v -q",
    operands: { max: 0 },
    commands: {
      ...each("show which", { style: "words", operands: "text", always: [toolchain] }),
      run: {
        style: "words",
        operands: "text",
        read: (use) =>
          understood(
            [{ do: "run", program: "rustup", what: "helper", wording: "another toolchain" }],
            [{ kind: "words", words: use.operands.slice(1), via: "rustup run", moreWords: false }],
          ),
      },
      ...each(
        "install update default override toolchain target component self set uninstall",
        wholly(act("package.change"), network("static.rust-lang.org", false)),
      ),
    },
    safe: ["rustup --version"],
    unsafe: [
      ["rustup update", ["package.change", "network.contact"]],
      ["rustup run nightly rm -rf x", ["run.helper", "file.delete"]],
    ],
  },
];
