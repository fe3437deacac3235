/**
 * Test, lint, format, type-check and build tools, as far as a use of them stays what it is called. A closed world: an
 * option that is not listed (another configuration, a plugin, a reporter from a file, a place to write to) is no task.
 */
export type Kind = "test" | "lint" | "format" | "typecheck" | "build";

export interface TaskTool {
  /** Separated by spaces. */
  readonly names: string;
  readonly kind: Kind;
  /** The first word has to be one of these; "-" stands for none. */
  readonly verbs?: string;
  readonly flags?: string;
  /** Options with a value: `text` is data, `word` a plain name, `number`, `path` a place in the project. */
  readonly values?: Readonly<Record<string, "text" | "word" | "number" | "path">>;
  /** What other words are: places in the project, data, or not allowed. */
  readonly operands: "path" | "text" | "none" | "packages";
  /** Words allowed behind `--`. */
  readonly behind?: RegExp;
  /** Files one of which declares the tool, and what it has to say; absent: that it is there. */
  readonly declared: readonly (readonly [file: string, says?: RegExp])[];
}

const dependency = (name: string): TaskTool["declared"] => [["package.json", new RegExp(`"${name}"\\s*:`)]];
const PYTHON_FILES = ["pyproject.toml", "setup.cfg", "tox.ini", "requirements.txt", "requirements-dev.txt", "setup.py"];
const inPython = (name: string): TaskTool["declared"] =>
  PYTHON_FILES.map((file): readonly [string, RegExp] => [file, new RegExp(`\\b${name}\\b`)]);
const GO: TaskTool["declared"] = [["go.mod"]];
const CARGO: TaskTool["declared"] = [["Cargo.toml"]];

const cargo = (verbs: string, kind: Kind, flags = "", behind?: RegExp): TaskTool => ({
  names: "cargo",
  kind,
  verbs,
  flags: `--release --all --workspace --all-targets --all-features --no-default-features -q --quiet -v --verbose --lib --bins --tests --locked --offline --frozen --no-run --no-fail-fast ${flags}`,
  values: {
    "-p": "word",
    "--package": "word",
    "--test": "word",
    "--bin": "word",
    "--features": "text",
    "-j": "number",
  },
  operands: kind === "test" ? "text" : "none",
  declared: CARGO,
  ...(behind === undefined ? {} : { behind }),
});

const go = (verbs: string, kind: Kind, flags: string, values: TaskTool["values"]): TaskTool => ({
  names: "go",
  kind,
  verbs,
  flags: `-v -x -race -cover -trimpath ${flags}`,
  values: { "-tags": "text", "-p": "number", ...values },
  operands: "packages",
  declared: GO,
});

export const TASK_TOOLS: readonly TaskTool[] = [
  {
    names: "vitest",
    kind: "test",
    verbs: "run related -",
    flags: "--run --coverage --no-coverage --silent --passWithNoTests --no-file-parallelism --typecheck",
    values: {
      "-t": "text",
      "--testNamePattern": "text",
      "--reporter": "word",
      "--bail": "number",
      "--retry": "number",
      "--testTimeout": "number",
    },
    operands: "path",
    declared: dependency("vitest"),
  },
  {
    names: "jest",
    kind: "test",
    flags:
      "--coverage --no-coverage --ci --silent --verbose --runInBand -i --passWithNoTests --bail -b --watchAll=false --watch=false --no-cache --forceExit --detectOpenHandles",
    values: { "-t": "text", "--testNamePattern": "text", "--testPathPattern": "text", "--maxWorkers": "text" },
    operands: "path",
    declared: dependency("jest"),
  },
  {
    names: "mocha",
    kind: "test",
    flags: "--exit --bail -b --recursive",
    values: { "-g": "text", "--grep": "text", "--timeout": "number" },
    operands: "path",
    declared: dependency("mocha"),
  },
  {
    names: "tsc",
    kind: "typecheck",
    flags: "--noEmit --pretty --incremental --skipLibCheck --strict -b --build",
    values: { "-p": "path", "--project": "path" },
    operands: "none",
    declared: dependency("typescript"),
  },
  {
    names: "vue-tsc svelte-check",
    kind: "typecheck",
    flags: "--noEmit",
    operands: "none",
    declared: [...dependency("vue-tsc"), ...dependency("svelte-check")],
  },
  {
    names: "eslint",
    kind: "lint",
    flags: "--fix --cache --quiet --no-cache --color --no-color",
    values: { "--ext": "text", "--max-warnings": "number", "-f": "word", "--format": "word" },
    operands: "path",
    declared: dependency("eslint"),
  },
  { names: "oxlint", kind: "lint", flags: "--fix --quiet", operands: "path", declared: dependency("oxlint") },
  {
    names: "prettier",
    kind: "format",
    flags: "--check -c --write -w --list-different -l --cache --no-color",
    values: { "--log-level": "word" },
    operands: "path",
    declared: dependency("prettier"),
  },
  {
    names: "biome",
    kind: "lint",
    verbs: "check lint format ci",
    flags: "--write --fix --unsafe --no-errors-on-unmatched",
    values: { "--max-diagnostics": "number", "--diagnostic-level": "word" },
    operands: "path",
    declared: dependency("@biomejs/biome"),
  },
  {
    names: "vite",
    kind: "build",
    verbs: "build",
    values: { "--mode": "word" },
    operands: "none",
    declared: dependency("vite"),
  },
  {
    names: "tsup tsdown",
    kind: "build",
    flags: "--dts --minify --clean",
    operands: "none",
    declared: [...dependency("tsup"), ...dependency("tsdown")],
  },
  { names: "rollup", kind: "build", flags: "-c --config", operands: "none", declared: dependency("rollup") },
  { names: "webpack", kind: "build", values: { "--mode": "word" }, operands: "none", declared: dependency("webpack") },
  {
    names: "pytest",
    kind: "test",
    flags:
      "-v -vv -vvv -q -qq -x -s -l --lf --ff --nf -ra -rA -rs -rf -rx --no-header --no-summary --disable-warnings --no-cov --exitfirst --last-failed --failed-first --verbose --quiet --showlocals --strict-markers --stepwise --collect-only --co",
    values: {
      "-k": "text",
      "-m": "text",
      "--tb": "word",
      "--maxfail": "number",
      "-n": "text",
      "--durations": "number",
      "--color": "word",
      "--timeout": "number",
    },
    operands: "path",
    declared: [["pytest.ini"], ...inPython("pytest")],
  },
  {
    names: "ruff",
    kind: "lint",
    verbs: "check format",
    flags: "--fix --check --diff -q --quiet --no-cache --unsafe-fixes --show-fixes",
    values: { "--select": "text", "--ignore": "text", "--output-format": "word" },
    operands: "path",
    declared: [["ruff.toml"], ...inPython("ruff")],
  },
  {
    names: "black isort",
    kind: "format",
    flags: "--check --diff -q --quiet -v --check-only",
    operands: "path",
    declared: [...inPython("black"), ...inPython("isort")],
  },
  {
    names: "flake8 pyflakes",
    kind: "lint",
    flags: "--count --statistics --show-source",
    values: { "--max-line-length": "number", "--select": "text", "--ignore": "text" },
    operands: "path",
    declared: [[".flake8"], ...inPython("flake8")],
  },
  {
    names: "mypy pyright",
    kind: "typecheck",
    flags: "--strict --pretty --ignore-missing-imports --show-error-codes",
    operands: "path",
    declared: [["mypy.ini"], ...inPython("mypy"), ...inPython("pyright")],
  },
  go("test", "test", "-short -failfast -json -benchmem", {
    "-run": "text",
    "-bench": "text",
    "-count": "number",
    "-timeout": "text",
    "-parallel": "number",
    "-skip": "text",
    "-covermode": "word",
    "-cpu": "text",
    "-shuffle": "word",
  }),
  go("build vet", "build", "", {}),
  { names: "go", kind: "format", verbs: "fmt", operands: "packages", declared: GO },
  { names: "gofmt gofumpt goimports", kind: "format", flags: "-l -d -e -s -w", operands: "path", declared: GO },
  {
    names: "golangci-lint",
    kind: "lint",
    verbs: "run fmt",
    flags: "--fix -v --verbose --new",
    values: { "--timeout": "text" },
    operands: "packages",
    declared: GO,
  },
  { names: "staticcheck", kind: "lint", operands: "packages", declared: GO },
  cargo("test t", "test", "", /^(?:--nocapture|--exact|--ignored|--test-threads=\d+|[\w:]+)$/),
  cargo("build b check c", "build"),
  cargo("clippy", "lint", "--fix --allow-dirty", /^(?:-[DWA]|warnings|clippy::\w+)$/),
  cargo("fmt", "format", "--check", /^--check$/),
  {
    names: "mvn mvnw ./mvnw",
    kind: "test",
    verbs: "test compile test-compile clean",
    flags: "-q -B -o -e -ntp --batch-mode --offline -DskipTests test compile test-compile",
    values: { "-pl": "text", "-Dtest": "text" },
    operands: "none",
    declared: [["pom.xml"]],
  },
  {
    names: "gradle gradlew ./gradlew",
    kind: "test",
    verbs: "test check assemble compileJava compileTestJava classes lint ktlintCheck spotlessCheck",
    flags: "-q --quiet --info --stacktrace --offline --no-daemon --console=plain test check",
    values: { "--tests": "text" },
    operands: "none",
    declared: [["build.gradle"], ["build.gradle.kts"]],
  },
  { names: "rake", kind: "test", verbs: "test spec lint rubocop", operands: "none", declared: [["Rakefile"]] },
  {
    names: "rspec",
    kind: "test",
    flags: "--fail-fast --no-color --color",
    values: { "-e": "text", "-f": "word", "--format": "word" },
    operands: "path",
    declared: [[".rspec"], ["Gemfile", /rspec/]],
  },
  {
    names: "rubocop",
    kind: "lint",
    flags: "-a -A --autocorrect --parallel",
    operands: "path",
    declared: [[".rubocop.yml"], ["Gemfile", /rubocop/]],
  },
];

const BY_NAME: ReadonlyMap<string, readonly TaskTool[]> = TASK_TOOLS.reduce((map, tool) => {
  for (const name of tool.names.split(" ")) map.set(name, [...(map.get(name) ?? []), tool]);
  return map;
}, new Map<string, TaskTool[]>());

/** The tool a use is, with every word accounted for; undefined when it is none, or does more. */
export function taskToolOf(name: string, words: readonly (string | null)[]): TaskTool | undefined {
  return BY_NAME.get(name)?.find((tool) => accepts(tool, words));
}

export const isTaskTool = (name: string): boolean => BY_NAME.has(name);

function accepts(tool: TaskTool, given: readonly (string | null)[]): boolean {
  const verbs = tool.verbs?.split(" ");
  const at = given.findIndex((word) => word === null || !word.startsWith("-"));
  const first = given[at];
  const hasVerb = verbs !== undefined && first !== null && first !== undefined && verbs.includes(first);
  if (verbs !== undefined && !hasVerb && !verbs.includes("-")) return false;
  const words = hasVerb ? given.filter((_, i) => i !== at) : given;
  const flags = new Set(tool.flags?.split(" "));
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (word === null || word === undefined) return false;
    if (word === "--") return words.slice(i + 1).every((each) => each !== null && tool.behind?.test(each) === true);
    if (flags.has(word)) continue;
    if (!word.startsWith("-")) {
      if (!isOperand(tool.operands, word)) return false;
      continue;
    }
    const equals = word.indexOf("=");
    const option = equals < 0 ? word : word.slice(0, equals);
    const kind = tool.values !== undefined && Object.hasOwn(tool.values, option) ? tool.values[option] : undefined;
    if (kind === undefined) return false;
    if (equals < 0) i += 1;
    const value = equals < 0 ? words[i] : word.slice(equals + 1);
    if (value === null || value === undefined || !VALUES[kind](value)) return false;
  }
  return true;
}

/** Relative, and never upwards. */
const isPlace = (value: string): boolean =>
  !/^[/~]|^[A-Za-z]:|^@|:\/\//.test(value) && !value.split(/[/\\]/).includes("..") && value !== "";

const VALUES: Readonly<Record<"text" | "word" | "number" | "path", (value: string) => boolean>> = {
  text: () => true,
  word: (value) => /^[A-Za-z][\w-]*$/.test(value),
  number: (value) => /^\d+s?$/.test(value),
  path: isPlace,
};

function isOperand(kind: TaskTool["operands"], word: string): boolean {
  switch (kind) {
    case "none":
      return false;
    case "text":
      return true;
    case "packages":
      return /^\.(?:\/|$)|^\.\.\.$/.test(word) && isPlace(word);
    default:
      return isPlace(word);
  }
}
