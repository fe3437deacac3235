/** The floor, by tools that empty the directory they are told to write, and by variables that stand for their options. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const byOf = (command: string): Promise<string> => here.by(command);

describe("denied by the floor", () => {
  test.each([
    "python3 -m venv --clear ~",
    "python3 -m venv ~ --clear",
    "python3 -m venv --clea ~",
    "uv venv --clear ~",
    "uv venv -c ~",
    "UV_VENV_CLEAR=1 uv venv ~",
    "virtualenv --clear ~",
    "python3 -m virtualenv --clear $HOME",
    "VIRTUALENV_CLEAR=1 virtualenv ~",
    "CARGO_TARGET_DIR=$HOME cargo clean",
    "export CARGO_TARGET_DIR=~; cargo clean",
    "CARGO_BUILD_TARGET_DIR=$HOME cargo clean",
    "cargo clean --target-dir ~",
    "cargo --config build.target-dir=\"'$HOME'\" clean",
    "vite build --outDir $HOME --emptyOutDir",
    "vite build --outDir=$HOME --emptyOutDir",
    "npx vite build --emptyOutDir --outDir ~",
    "playwright test --output=$HOME",
    "npx playwright test --output ~",
    "c8 --temp-directory=$HOME npm test",
    "c8 --temp-directory ~ npm test",
    "npx c8 --temp-directory=$HOME node a.js",
    "nyc --temp-dir=$HOME npm test",
    "nyc -t ~ npm test",
    "mkdocs build -d ~",
    "mkdocs build --site-dir=$HOME",
    "mkdocs build -cd ~",
    "python3 -m mkdocs build -d ~",
    "jekyll build -d ~",
    "bundle exec jekyll build --destination ~",
    "hugo --cleanDestinationDir -d ~",
    "hugo --cleanDestinationDir --destination=$HOME",
    "ng build --output-path=$HOME",
    "ng build --output-path ~",
    "mdbook build -d ~",
    "mdbook clean -d ~",
    "mdbook clean --dest-dir $HOME",
    "vue-cli-service build --dest ~",
    "tsup --clean -d ~",
    "tsup src/a.ts --clean --out-dir ~",
    "robocopy empty ~ /MIR",
    "GOMODCACHE=$HOME go clean -modcache",
    "YARN_CACHE_FOLDER=$HOME yarn cache clean",
    "UV_CACHE_DIR=$HOME uv cache clean",
    "uv cache clean --cache-dir ~",
    "PRE_COMMIT_HOME=$HOME pre-commit clean",
    "BUILD_PATH=$HOME react-scripts build",
    "BUILD_PATH=$HOME npx react-scripts build",
    "NODE_V8_COVERAGE=$HOME c8 npm test",
    "HUGO_PUBLISHDIR=$HOME hugo --cleanDestinationDir",
    "vitest run --coverage --coverage.reportsDirectory=$HOME",
    "vitepress build docs --outDir ~",
    "astro build --outDir $HOME",
    "storybook build -o ~",
    "docusaurus build --out-dir ~",
    "typedoc --out ~",
    "pelican content -d -o ~",
    "allure generate --clean -o ~ results",
    "webpack --output-clean -o ~",
    "babel src -d ~ --delete-dir-on-start",
    "aws s3 sync s3://b ~ --delete",
    "gsutil -m rsync -d gs://b ~",
    "./node_modules/.bin/playwright test --output=$HOME",
    "cd ~ && mkdocs build -d .",
    "cd / && mkdocs build -d usr",
    "sphinx-build -M clean . ~",
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("floor");
  });
});

describe("beside it", () => {
  test.each([
    "python3 -m venv --clear .venv",
    "python3 -m venv ~/venvs/x --clear",
    "python3 -m venv ~",
    "uv venv --clear",
    "uv venv --clear .venv",
    "virtualenv --clear venv",
    "CARGO_TARGET_DIR=/tmp/target cargo clean",
    "CARGO_TARGET_DIR=~/.cache/target cargo clean",
    "CARGO_TARGET_DIR=$HOME cargo build",
    "cargo clean",
    "vite build --outDir dist --emptyOutDir",
    "vite build --outDir ../dist --emptyOutDir",
    "vite build",
    "playwright test --output=test-results",
    "playwright test ~/code/x.spec.ts",
    "c8 --temp-directory=./coverage/tmp npm test",
    "c8 npm test",
    "nyc --temp-dir .nyc_output npm test",
    "nyc -t .nyc_output npm test",
    "mkdocs build -d site",
    "mkdocs build -d ~/sites/x",
    "mkdocs serve",
    "jekyll build -d _site",
    "hugo -d public",
    "hugo --cleanDestinationDir -d public",
    "mdbook build -d book",
    "GOMODCACHE=/tmp/mod go clean -modcache",
    "go clean -cache",
    "yarn cache clean",
    "vitest run --coverage --coverage.reportsDirectory=coverage",
    "vitest run ~",
    "typedoc --out docs src",
    "aws s3 sync src s3://b --delete",
    "aws s3 sync s3://b out --delete",
    "BUILD_PATH=build react-scripts build",
    "HUGO_PUBLISHDIR=$HOME hugo",
    "NODE_V8_COVERAGE=coverage c8 npm test",
    "echo mkdocs build -d ~",
    "tsup src/a.ts --clean",
    "tsc --build --clean",
    "sphinx-build -M clean . _build",
    "jest --coverageDirectory=$HOME/coverage",
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("bypassMode");
  });
});
