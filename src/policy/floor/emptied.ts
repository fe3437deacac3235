/** Directories that a tool empties before it writes there, or as all that it does: named by an option, an operand or a variable. */
import type { Target } from "../../contract/effect.ts";
import { toTarget } from "../../machine/index.ts";
import { type CallCommand, type CallView, lineOf } from "../offline/index.ts";

/** One use that is known to leave nothing of what was there. */
interface EmptyingRow {
  /** By its words, whoever starts it taken off. */
  readonly use: RegExp;
  /** With these words it leaves everything. */
  readonly unless?: RegExp;
  /** Options whose value is the directory. */
  readonly options?: RegExp;
  /** Variables that stand for them. */
  readonly variables?: RegExp;
  /** Operands are directories: those behind this many, the name of the tool and its verb among them. */
  readonly operands?: number;
}

const ROWS: readonly EmptyingRow[] = [
  // Environments made anew.
  { use: /^venv (?:.* )?--cle?a?r?(?: |$)/, operands: 1 },
  { use: /^virtualenv (?:.* )?--clear(?: |$)/, operands: 1 },
  { use: /^uv venv (?:.* )?(?:--clear|-\w*c\w*)(?: |$)/, operands: 2 },
  // What was built, and what is kept for later.
  {
    use: /^cargo (?:.* )?clean(?: |$)/,
    unless: / (?:-n|--dry-run|-p|--package|--doc)(?: |=|$)/,
    options: /^(?:--target-dir|--config=?build\.target-dir|build\.target-dir)$/,
    variables: /^CARGO_(?:BUILD_)?TARGET_DIR$/,
  },
  { use: /^go clean (?:.* )?-modcache/, variables: /^GOMODCACHE$/ },
  { use: /^yarn cache clean/, options: /^--cache-folder$/, variables: /^(?:YARN|yarn)_(?:CACHE_FOLDER|cache_folder)$/ },
  { use: /^uv (?:.* )?(?:cache )?clean /, options: /^--cache-dir$/, variables: /^UV_CACHE_DIR$/ },
  { use: /^bun pm cache rm/, options: /^--cache-dir$/, variables: /^BUN_INSTALL_CACHE_DIR$/ },
  { use: /^pre-commit clean/, variables: /^PRE_COMMIT_HOME$/ },
  { use: /^nx reset/, variables: /^NX_(?:CACHE|WORKSPACE_DATA)_DIRECTORY$/ },
  { use: /^rustup (?:.* )?self uninstall/, variables: /^(?:CARGO|RUSTUP)_HOME$/ },
  { use: /^(?:cabal|dune) (?:.* )?clean/, options: /^--build-?dir$/, variables: /^DUNE_BUILD_DIR$/ },
  { use: /^bazel (?:.* )?clean (?:.* )?--expunge/, options: /^--output_(?:base|user_root)$/ },
  { use: /^swift package (?:.* )?reset/, options: /^--(?:scratch|build)-path$/ },
  // Bundlers.
  {
    use: /^vite build (?:.* )?--emptyOutDir(?!=false| false)/,
    options: /^--outDir$/,
  },
  { use: /^(?:vitepress|astro) build /, options: /^--outDir$/ },
  {
    use: /^ng (?:b|build) /,
    unless: /--(?:no-delete-output-path|delete-output-path[= ]false)/,
    options: /^--output-path$/,
  },
  { use: /^vue-cli-service build /, unless: / --no-clean/, options: /^--dest$/ },
  { use: /^(?:webpack|webpack-cli|rspack) (?:.* )?--output-clean/, options: /^(?:-o|--output-path)$/ },
  { use: /^tsup (?:.* )?--clean/, options: /^(?:-d|--out-dir)$/ },
  { use: /^tsdown /, unless: / --(?:no-clean|clean[= ]false)/, options: /^(?:-d|--out-dir)$/ },
  { use: /^(?:babel|swc) (?:.* )?--delete-dir-on-start/, options: /^(?:-d|--out-dir)$/ },
  { use: /^react-scripts build/, variables: /^BUILD_PATH$/ },
  // Pages and books.
  { use: /^mkdocs (?:.* )?(?:build|gh-deploy)/, unless: / --dirty/, options: /^(?:-\w*d|--site-dir)$/ },
  { use: /^jekyll (?:b|build|s|serve|server|clean)(?: |$)/, options: /^(?:-\w*d|--destination)$/ },
  {
    use: /^hugo (?:.* )?--cleanDestinationDir(?!=false)/,
    options: /^(?:-\w*d|--destination)$/,
    variables: /^HUGO_(?:PUBLISHDIR|DESTINATION)$/,
  },
  {
    use: /^mdbook (?:build|clean|watch|serve|test)/,
    options: /^(?:-d|--dest-dir)$/,
    variables: /^MDBOOK_BUILD__BUILD_DIR$/,
  },
  { use: /^sphinx-build -M clean /, operands: 3 },
  { use: /^(?:build-storybook|(?:storybook|sb) build) /, options: /^(?:-o|--output-dir)$/ },
  { use: /^docusaurus build /, options: /^--out-dir$/ },
  { use: /^typedoc /, unless: /--cleanOutputDir[= ]false/, options: /^--out$/ },
  { use: /^zola (?:.* )?build /, options: /^(?:-o|--output-dir)$/ },
  { use: /^pelican (?:.* )?(?:-\w*d|--delete-output-directory)(?: |$)/, options: /^(?:-o|--output)$/ },
  { use: /^middleman build /, unless: / --no-clean/, options: /^(?:-b|--build-dir)$/ },
  { use: /^antora (?:.* )?--clean/, options: /^--to-dir$/ },
  // Tests and what they leave.
  { use: /^playwright test /, options: /^--output$/ },
  { use: /^cypress run /, options: /^(?:screenshots|videos|downloads)Folder$/ },
  {
    use: /^(?:c8|nyc) /,
    unless: / --(?:no-clean|clean[= ]false)/,
    options: /^(?:-t|--temp-dir(?:ectory)?)$/,
    variables: /^NODE_V8_COVERAGE$/,
  },
  {
    use: /^vitest (?:.* )?--coverage/,
    unless: / --coverage\.clean[= ]false/,
    options: /^--coverage\.reportsDirectory$/,
  },
  { use: /^allure generate (?:.* )?(?:-c|--clean)(?: |$)/, options: /^(?:-o|--output|--report-dir)$/ },
  // Made the same as another place.
  { use: /^robocopy .* \/(?:MIR|PURGE)(?: |$)/i, operands: 2 },
  { use: /^aws (?:.* )?s3 sync (?:.* )?--delete/, unless: / --dryrun/, operands: 4 },
  { use: /^gsutil (?:.* )?rsync (?:.* )?-\w*d/, unless: / -\w*n\w* /, operands: 3 },
  { use: /^(?:gcloud storage rsync (?:.* )?--delete-unmatched-destination-objects)/, operands: 4 },
  { use: /^azcopy sync (?:.* )?--delete-destination/, operands: 3 },
  { use: /^mc mirror (?:.* )?--remove/, operands: 3 },
  { use: /^s3cmd (?:.* )?sync (?:.* )?--delete-removed/, operands: 3 },
];

/** Who starts a tool that comes with a project, its own options and the tool's version. */
const STARTED_BY =
  /^(?:(?:npx|bunx|pnpx|uvx|(?:npm|pnpm|yarn|bun|bundle|rtx|mise) (?:exec|dlx|x|run)|pipx run|py(?:thon[\d.]*)? -m|yarn|pnpm|bun)(?: --?[\w-]+)* )(?!cache |pm )/;
const bareLine = (command: CallCommand): string =>
  lineOf(command)
    .replace(/^\S*\//, "")
    .replace(STARTED_BY, "")
    .replace(/^([\w-]+)@\S+/, "$1");

/** The places that the command empties so. */
export function emptiedPlaces(command: CallCommand, view: CallView): readonly Target[] {
  const bare = bareLine(command);
  const line = `${bare} ${/v(?:irtual)?env/.test(bare) && isCleared(view) ? "--clear " : ""}`;
  const rows = ROWS.filter(({ use, unless }) => use.test(line) && unless?.test(line) !== true);
  if (rows.length === 0) return [];
  const dir = command.cwd?.certainty === "exact" ? command.cwd.path : view.cwd;
  return rows
    .flatMap((row) => [
      ...optionsIn(command, row),
      ...(row.operands === undefined ? [] : operandsIn(command, row.operands)),
      ...variablesIn(view, row),
    ])
    .filter((value) => value !== "")
    .map((value) => toTarget(value, dir, view.world));
}

/** A variable stands for the option that takes no value. */
const isCleared = ({ commands }: CallView): boolean =>
  commands.some(({ effects }) =>
    effects.some(
      (effect) =>
        effect.do === "environment" &&
        /^(?:UV_VENV|VIRTUALENV)_CLEAR$/.test(effect.name) &&
        !/^(?:0|false|no|off)?$/i.test(effect.value ?? "1"),
    ),
  );

/** The word behind, what stands behind `=`, or behind the letter. */
const optionsIn = ({ words }: CallCommand, { options }: EmptyingRow): readonly string[] =>
  options === undefined
    ? []
    : words.flatMap(({ value }, i) => {
        if (value === null) return [];
        if (options.test(words[i - 1]?.value ?? "")) return [value];
        const [, name = "", given = ""] =
          /^([\w.-]+|--config=[\w.-]+)=(.*)$/s.exec(value) ?? /^(-\w)(.+)$/s.exec(value) ?? [];
        return options.test(name) ? [given.replace(/^(["'])(.*)\1$/s, "$2")] : [];
      });

/** With the words of whoever started the tool there may be one too many, which is no place that counts. */
const operandsIn = ({ words }: CallCommand, from: number): readonly string[] =>
  words
    .flatMap(({ value }) => (value === null || value.startsWith("-") ? [] : [value]))
    .slice(Math.min(from, words.length - 1))
    .filter((value) => !/^[a-z][\w+.-]+:\/\//i.test(value));

const variablesIn = ({ commands }: CallView, { variables }: EmptyingRow): readonly string[] =>
  variables === undefined
    ? []
    : commands.flatMap(({ effects }) =>
        effects.flatMap((effect) =>
          effect.do === "environment" && variables.test(effect.name) ? [effect.value ?? ""] : [],
        ),
      );
