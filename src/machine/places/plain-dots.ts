/**
 * Names with a dot in front that nothing starts by: what tells tools what to skip, how to format and where a cache is.
 * Most programs that run something by themselves look for a name with a dot, and no table of them is ever whole: so the edit
 * fast path proves only the names below. A name stands here when what reads it runs with the project, like its own code.
 */
import { once } from "../../contract/once.ts";
import { foldSegment } from "../fold.ts";
import { nameList } from "../glob.ts";

const PLAIN_DOTS: readonly string[] = [
  ".*ignore .gitkeep .keep .nojekyll .mailmap .git-blame-ignore-revs .placeholder .ds_store",
  ".nvmrc .node-version .python-version .ruby-version",
  ".editorconfig .eslintrc* .prettierrc* .stylelintrc* .markdownlint* .yamllint* .jshintrc .htmlhintrc .textlintrc* .cspell*",
  ".babelrc* .swcrc .postcssrc* .browserslistrc .mocharc.* .nycrc* .c8rc* .taprc .commitlintrc* .releaserc* .versionrc*",
  ".bandit .flake8 .isort.cfg .coveragerc .style.yapf .ruff.toml .rubocop* .rspec .rustfmt.toml .clang-format .clang-tidy .cmake-format*",
  ".golangci.* .goreleaser.* .scalafmt.conf .scalafix.conf .swiftlint.yml .swiftformat .hadolint.y*ml .shellcheckrc .sqlfluff",
  ".codecov.y*ml .coveralls.yml .typos.toml .vale.ini .codespellrc .gitleaks.toml .all-contributorsrc .changeset .well-known",
  ".cache .tmp .temp .parcel-cache .sass-cache .eslintcache .stylelintcache .pytest_cache .mypy_cache .ruff_cache .hypothesis",
  ".coverage .nyc_output .ipynb_checkpoints .worktrees",
  ".next .nuxt .output .svelte-kit .astro .vite .vitepress .docusaurus .storybook",
];

const plain = once(() => nameList(PLAIN_DOTS.flatMap((line) => line.split(" "))));

/** A name with a dot in front that is none of the above. */
export function isUnknownDot(segment: string): boolean {
  const folded = foldSegment(segment);
  return (segment.startsWith(".") || folded.startsWith(".")) && plain()(folded) === undefined;
}
