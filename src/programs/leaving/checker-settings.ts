/**
 * Settings of linters, formatters and type checkers. Most of them are code, or name code that is loaded: plugins, parsers, hooks; or they
 * say where something is written. Of a few it is known that theirs do neither.
 */
import { isChecker } from "../tools.ts";

const words = (text: string): readonly string[] => text.split(/\s+/);

/**
 * Nothing that their settings say is ever run or loaded as code, and they write only where the command line says: their output, and
 * caches of names of their own. (tsc's `outDir` and `tsBuildInfoFile`, basedpyright's `baselineFile` are files anywhere.)
 */
const PLAIN: ReadonlySet<string> = new Set(
  words(
    `ruff black isort autopep8 yapf pydocstyle pycodestyle pyflakes vulture codespell pyright ty
     gofmt gofumpt goimports rustfmt shellcheck shfmt hadolint yamllint actionlint typos jshint publint
     clang-format stylua ormolu`,
  ),
);

/** Checkers beside those that a project's own commands are known by. */
const OTHERS: ReadonlySet<string> = new Set(
  words(
    `eslint_d prettierd dmypy stubtest pylama prospector standardrb erb_lint erblint haml-lint slim-lint scss-lint
     cspell textlint remark secretlint htmlhint dependency-cruiser depcruise alex proselint vale oxfmt treefmt trunk
     phan phpmd pint deptrac phplint twigcs scalafix scalafmt checkstyle pmd spotless luacheck selene clang-tidy cppcheck
     cpplint buf credo dialyzer ansible-lint cfn-lint tflint djlint curlylint sort-package-json syncpack tsgo vue-tsgo tspc ttsc ngc glint`,
  ),
);

/** Settings that are not called like their program. */
const OTHERWISE: readonly { readonly by: RegExp; readonly files: RegExp }[] = [
  {
    by: /^(?:tsc|tsgo|vue-tsc|vue-tsgo|tspc|ttsc|ngc|glint|svelte-check)$/,
    files: /^[jt]sconfig(?:[._-][\w.-]+)?\.json$/,
  },
  { by: /^basedpyright$/, files: /^pyrightconfig\.json$/ },
];
const isOtherwise = (name: string, program: string): boolean =>
  OTHERWISE.some(({ by, files }) => by.test(bare(program)) && files.test(name));

/** Of these only what they are taken from leads further: whatever else they name is looked at, or written. */
export const onlyTakesIn = (name: string): boolean => TAKING_IN.test(name);
const TAKING_IN = /^(?:[jt]sconfig|\.?biome)\b.*\.jsonc?$/;

const bare = (name: string): string => name.replace(/@[^@/]*$/, "");

/** It looks at files by settings that may be code, or lead to some. */
export const loadsSettings = (name: string): boolean =>
  (isChecker(bare(name)) || OTHERS.has(bare(name))) && !PLAIN.has(bare(name));

/** Of those, with a table of their own among a package's or a Python project's settings. */
const SHARING = words("eslint prettier stylelint xo standard commitlint lint-staged knip tslint cspell remark");
const PYTHON = words(
  "mypy dmypy stubtest pylint flake8 pylama prospector sqlfluff pytype pyre djlint bandit basedpyright",
);
export const sharesPackage = (name: string): boolean => settingsNames(name).some((one) => SHARING.includes(one));
export const isPythonChecker = (name: string): boolean => PYTHON.includes(bare(name));

/** What the settings of a program are called by: `lintstaged`, `golangci`, `markdownlint`, `eslint` of `eslint_d`. */
export const settingsNames = (name: string): readonly string[] => {
  const program = bare(name);
  const short = program.replace(/[-_]?(?:lint|cli\d*|d|rb)$/, "");
  const daemon = program === "dmypy" || program === "stubtest" ? ["mypy"] : [];
  return [program, ...(short.length > 2 && SHORTENED.test(program) ? [short] : []), ...daemon].flatMap((one) => [
    ...new Set([one, one.replace(/[-_]/g, "")]),
  ]);
};
const SHORTENED = /^(?:golangci-lint|markdownlint-cli2?|eslint_d|prettierd|standardrb|remark-cli|textlint-cli)$/;

/** `.prettierrc.js`, `mypy.ini`, `phpstan.neon.dist`, `pylintrc`, `.rubocop_todo.yml`: by its name it is what the program is set by. `name`: folded. */
export function isSettingsOf(name: string, program: string): boolean {
  if (isOtherwise(name, program)) return true;
  const hidden = name.startsWith(".");
  const visible = hidden ? name.slice(1) : name;
  const rests = settingsNames(program)
    .filter((one) => visible.startsWith(one))
    .map((one) => visible.slice(one.length));
  if (!loadsSettings(program)) return hidden && !PLAIN.has(program) && rests.some((rest) => OF_ANY.test(rest));
  return rests.some((rest) => (hidden ? HIDDEN.test(rest) : VISIBLE.test(rest) && !IS_SOURCE.test(rest)));
}
/** Of a program that nobody listed. */
const OF_ANY = /^(?:rc(?:\.[\w.-]+)?|\.[\w.-]+)$/;
const HIDDEN = /^(?:rc|config|[_-](?!ignore|cache)\w[\w-]*)?(?:\.[\w.-]+)?$/;
const VISIBLE = /^(?:(?:rc|config|_configuration)(?:\.[\w.-]+)?|\.[\w.-]+)$/;
/** `src/prettier.ts`, `src/mypy.py`, `mypy.test.py`: a name that sources have as well. */
const IS_SOURCE =
  /^(?!.*\.(?:config|conf)\.)\..*(?:[cm]?[jt]sx?|pyi?|rb|php|go|rs|java|kts?|scala|exs?|lua|vue|svelte)$/;
