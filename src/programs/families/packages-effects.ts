/** What package managers have in common: what is installed from where, and code that comes with it. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { refused, understood } from "../disk-makers.ts";
import { given, line, network, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, Use } from "../spec.ts";

/** Options that say another place to fetch from. */
const REGISTRIES =
  "--registry -i --index-url --extra-index-url --index --default-index --find-links -f --source --clear-sources -c --channel --git --path --url --repository";

/** The registries that are asked without being named. */
const USUAL = /^https:\/\/(?:registry\.npmjs\.org|pypi\.org|files\.pythonhosted\.org)/;

const codeComesAlong: EffectMaker = (use) => [{ do: "run", program: use.program, what: "task", task: line(use.words) }];

/** Names are added to the project or machine; without one, what the project declares is. */
export const installs =
  (registry: string | null): EffectMaker =>
  (use) => {
    const elsewhere = valuesOf(use, REGISTRIES);
    const from = line(elsewhere);
    const id = elsewhere.length > 0 && !USUAL.test(from) ? "package.install-elsewhere" : "package.install";
    const more = elsewhere.length > 0 ? { wording: `from ${from}` } : {};
    const packages = use.operands.map((word): Effect => act(id, { ...more, on: word.value }));
    const host = elsewhere.length > 0 ? null : registry;
    const trusts: readonly Effect[] = given(
      use,
      "--trusted-host --no-verify-ssl --allow-unauthenticated --force-yes --nogpgcheck --no-gpg-checks --allow-untrusted --insecure",
    )
      ? [act("package.unverified")]
      : [];
    return [
      ...(packages.length > 0 ? packages : [act(id, { ...more, on: null })]),
      network(host, false),
      ...trusts,
      ...(given(use, "--ignore-scripts") ? [] : effectsOf(codeComesAlong, use)),
    ];
  };

export const removes: EffectMaker = (use) => {
  const gone = use.operands.map((word): Effect => act("package.delete", { on: word.value }));
  return gone.length > 0 ? gone : [act("package.delete", { on: null })];
};

export const effectsOf = (maker: EffectMaker, use: Use): readonly Effect[] =>
  typeof maker === "function" ? maker(use) : [maker];

export const publishes: EffectMaker = (use) => [
  act("publish.package", { on: use.operands[0]?.value ?? null }),
  network(null, true),
];

/** A spec whose words are not looked at: never harmless, and its effects say what it does. */
export const wholly = (...always: readonly EffectMaker[]): CommandSpec => ({
  style: "words",
  operands: "text",
  always,
});

/** `--basetemp DIR` of pytest's: the directory is emptied first, whatever lies in it. */
export function emptiedFirst(use: Use, words: readonly KnownWord[]): readonly Effect[] {
  const named = words.flatMap((word, i): readonly KnownWord[] => {
    if (/^--baset[a-z]*$/.test(words[i - 1]?.value ?? "")) return [word];
    const [option] = /^--baset[a-z]*=/.exec(word.value ?? word.prefix) ?? [];
    if (option === undefined) return [];
    const { value, prefix } = word;
    return [{ ...word, value: value?.slice(option.length) ?? null, prefix: prefix.slice(option.length) }];
  });
  return named.map((word) => ({ do: "delete", target: use.target(word), recursive: true }));
}

/** Reports that test runners and linters put where an option says: `--junitxml=F`, `--cov-report xml:F`. */
export function reportsTo(use: Use, words: readonly KnownWord[]): readonly Effect[] {
  return words.flatMap((word, i): readonly Effect[] => {
    const text = word.value ?? word.prefix;
    const [attached] = REPORT_ATTACHED.exec(text) ?? [];
    const cut = attached?.length ?? (REPORT.test(words[i - 1]?.value ?? "") ? 0 : undefined);
    if (cut === undefined || text.slice(cut) === "" || text.startsWith("-") !== cut > 0) return [];
    const told = { ...word, value: word.value?.slice(cut) ?? null, prefix: word.prefix.slice(cut) };
    return [{ do: "write", target: use.target(told), recursive: false }];
  });
}
const REPORTS =
  "--(?:junit-?xml|html|log-file|json-report-file|report-log|benchmark-json|output-?file|outfile|output-file-path|junit-xml-path|txt-report|xml-report)";
const REPORT = new RegExp(`^${REPORTS}$`, "i");
const REPORT_ATTACHED = new RegExp(`^(?:${REPORTS}=|--cov-report=\\w+:)`, "i");

/** The words behind a wrapper like `poetry run`, with the wrapper's own options taken off. */
export function behind(words: readonly KnownWord[], flags: string, values: string): readonly KnownWord[] | null {
  const withValue = new Set(values.split(" "));
  const alone = new Set(flags.split(" "));
  let index = 0;
  while (index < words.length) {
    const value = words[index]?.value ?? null;
    if (value === null) return null;
    if (value === "--") return words.slice(index + 1);
    if (!value.startsWith("-")) return words.slice(index);
    if (withValue.has(value)) index += 2;
    else if (alone.has(value) || (value.includes("=") && withValue.has(value.slice(0, value.indexOf("="))))) index += 1;
    else return null;
  }
  return [];
}

/** `poetry run x`, `uv run x`: x is read as a command of its own, but found in the project's environment. */
export const runsBehind =
  (flags: string, values: string, via: string): NonNullable<CommandSpec["read"]> =>
  (use) => {
    const words = behind(use.operands, flags, values);
    const effect: Effect = {
      do: "run",
      program: use.program,
      what: "task",
      task: `${use.path.join(" ")} ${line(use.operands)}`.trim(),
    };
    if (words === null) return refused(`options of ${via} that are not known`, [effect]);
    return understood([effect], words.length === 0 ? [] : [{ kind: "words", words, via, moreWords: false }]);
  };

/** A tool fetched by name and run at once, or the project's own copy of it. */
export function fetchedAndRun(use: Use, words: readonly KnownWord[], registry: string): readonly Effect[] {
  const [tool, ...rest] = words;
  const name = tool?.value ?? null;
  if (name !== null && PROJECT_TOOLS.has(name.replace(/@[^@/]*$/, "")))
    return [{ do: "run", program: name, what: "task", task: line(rest) }];
  return [
    { do: "run", program: name ?? use.program, what: "unknown-program", wording: `${use.program} ${line(words)}` },
    act("package.fetch-run", { on: name }),
    network(registry, false),
  ];
}

/** Of those, what looks at the files it is given and does not run them: linters, formatters, type checkers. */
export const CHECKERS: ReadonlySet<string> = new Set(
  [
    "eslint biome oxlint stylelint xo standard tslint ruff flake8 pylint bandit golangci-lint staticcheck revive rubocop reek brakeman phpcs phpstan psalm shellcheck hadolint yamllint markdownlint markdownlint-cli2 ktlint detekt swiftlint clippy-driver sqlfluff commitlint knip publint depcheck lint-staged semgrep vulture pydocstyle jshint actionlint attw",
    "prettier dprint black isort autopep8 yapf gofumpt goimports rustfmt clang-format stylua shfmt php-cs-fixer swiftformat ormolu",
    "tsc vue-tsc mypy pyright pytype pyre basedpyright flow sorbet svelte-check ty",
  ].flatMap((names) => names.split(" ")),
);

/** Tools a project commonly declares for its own tests, checks, formats and builds; what they run is the project's. */
export const PROJECT_TOOLS: ReadonlySet<string> = new Set([
  ...CHECKERS,
  ...[
    "vitest jest mocha ava tap playwright cypress karma jasmine pytest py.test tox nox nose2 unittest coverage phpunit pest rspec cucumber behave ctest bats c8 nyc wtr qunit uvu japa testem",
    "vite webpack rollup esbuild tsup parcel next nuxt astro turbo nx lerna rspack swc babel tsdown unbuild ng gulp grunt storybook remix sphinx-build mkdocs hugo jekyll pyinstaller snowpack postcss tailwindcss sass wireit rolldown",
  ].flatMap((names) => names.split(" ")),
]);
