/** Rust: building and testing the project. */
import { type CoveredCommand, type CoveredProgram, type CoveredWords, NAME, NOTHING } from "./row.ts";

const BUILD: CoveredWords = {
  flags:
    "-r --release -v --verbose -q --quiet --all --workspace --lib --bins --examples --tests --benches --all-targets --all-features --no-default-features --offline --locked --frozen --keep-going --no-run --no-fail-fast --doc --no-deps --document-private-items --open --future-incompat-report --timings --ignore-rust-version --help -h",
  words:
    "-p --package --exclude --bin --example --test --bench -F --features -j --jobs --profile --target --message-format --color --build-plan -E --filter-expr --partition --retries --test-threads",
  places: "--target-dir --manifest-path",
  goals: /^[\w][\w:.-]*$/,
};
const OWN = "-v --verbose -q --quiet --offline --locked --frozen --help -h";
const WRITTEN: CoveredWords = {
  flags: `${OWN} --bin --lib`,
  words: "--name --edition --color",
  only: { "--vcs": /^(?:git|none)$/ },
  goals: /^(?!-)/,
};

const COMMANDS: readonly CoveredCommand[] = [
  {
    names: "test|t|bench|nextest run|nextest list",
    ...BUILD,
    behind: {
      flags:
        "--nocapture --no-capture --ignored --include-ignored --exact --show-output --list -q --quiet --test --bench",
      words: "--test-threads --color --format",
      texts: "--skip",
      goals: /^[\w][\w:.-]*$/,
    },
  },
  { names: "build|b|check|c|doc|d", ...BUILD, goals: NOTHING },
  { names: "run|r", ...BUILD, goals: /^(?!-)/, tail: true, behind: "any" },
  {
    names: "clippy",
    ...BUILD,
    goals: NOTHING,
    behind: { words: "-D -W -A -F --deny --warn --allow --forbid", goals: NOTHING },
  },
  {
    names: "fmt",
    flags: `${OWN} --all --check`,
    words: "-p --package --message-format",
    places: "--manifest-path",
    goals: NOTHING,
    behind: { flags: "--check -l --files-with-diff", words: "--color --edition", goals: /^[\w][\w./-]*\.rs$/ },
  },
  {
    names: "clean",
    flags: `${OWN} -r --release --doc -n --dry-run`,
    words: "-p --package --profile --target --color",
    goals: NOTHING,
  },
  {
    names: "tree|metadata|pkgid|locate-project|search|info|audit|outdated|deny check|machete",
    flags: `${OWN} -d --duplicates --no-deps --all-features --no-default-features -i --workspace`,
    words:
      "-e --edges -p --package --depth --prefix --format-version -F --features --filter-platform --limit -i --invert -f --format --target --color",
    goals: NAME,
  },
  {
    names: "update|fetch|generate-lockfile",
    flags: `${OWN} -w --workspace --dry-run --recursive`,
    words: "-p --package --precise --target --color",
    goals: NAME,
  },
  {
    names: "add|remove|rm",
    flags: `${OWN} --dev --build --optional --no-optional --no-default-features --default-features --dry-run`,
    words: "-p --package -F --features --rename --target --color",
    goals: /^[\w][\w@.^=~*-]*$/,
  },
  { names: "new|init", ...WRITTEN, inPlace: true },
  { names: "fix", ...BUILD, flags: `${BUILD.flags} --allow-dirty --allow-staged --edition`, goals: NOTHING },
  { names: "package", flags: `${OWN} -l --list --allow-dirty --no-verify`, words: "-p --package", goals: NOTHING },
  { names: "help|version", goals: NAME },
];

export const cargo: CoveredProgram = {
  by: "cargo",
  front: {
    "": {
      flags: "-V --version -v --verbose -q --quiet --list --offline --locked --frozen --help -h",
      words: "--color",
      goals: /^\+(?:stable|beta|nightly|\d[\d.]*)(?:-[\w-]+)?$/,
    },
  },
  commands: COMMANDS,
};
