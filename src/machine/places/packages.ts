/** What package managers, wrappers and interpreters load before the project's own code. */
import type { PlaceRow } from "./row.ts";

export const PACKAGES: readonly PlaceRow[] = [
  {
    kind: "judge",
    names: "renv/activate.r",
    source: "https://rstudio.github.io/renv/articles/renv.html: read when R is started in the project",
  },
  {
    kind: "judge",
    names: "node_modules .pnp.* .yarn .yarnrc* .npmrc .corepack.env",
    source:
      "https://yarnpkg.com/configuration/yarnrc yarnPath; https://github.com/nodejs/corepack#environment-variables: where it fetches package managers from",
  },
  {
    kind: "judge",
    names: ".pnpmfile.* pnpm-workspace.y*ml bunfig.toml",
    source: "https://pnpm.io/pnpmfile; https://bun.sh/docs/runtime/bunfig preload",
  },
  {
    kind: "judge",
    names: ".venv venv site-packages dist-packages __pypackages__ .pdm-python .tox .nox .pixi",
    source: "https://docs.python.org/3/library/site.html; tox, nox and pixi keep environments there",
  },
  {
    kind: "judge",
    names: "vendor/autoload.php vendor/composer vendor/bin vendor/bundle",
    source:
      "https://getcomposer.org/doc/01-basic-usage.md#autoloading; what Composer and Bundler load before a project's own",
  },
  {
    kind: "judge",
    names: "sitecustomize sitecustomize.* usercustomize usercustomize.*",
    source: "https://docs.python.org/3/library/site.html: as a module, a package, compiled",
  },
  {
    kind: "judge",
    names: "pip.conf pip.ini .pypirc uv.toml poetry.toml .condarc .pdbrc pydistutils.cfg .pydistutils.cfg",
    source: "https://pip.pypa.io/en/stable/topics/configuration: where packages come from",
  },
  {
    kind: "judge",
    names: ".cargo rust-toolchain rust-toolchain.toml lean-toolchain",
    source:
      "https://doc.rust-lang.org/cargo/reference/config.html; https://github.com/leanprover/elan: fetched and run",
  },
  {
    kind: "judge",
    names: ".bundle .gemrc .mvn *-wrapper.properties *-wrapper.jar",
    source: "https://maven.apache.org/configure.html",
  },
  {
    kind: "judge",
    names: "~/.gradle ~/.m2 ~/.sbt ~/.ivy2 gradle/init.d init.gradle init.gradle.kts .sbtopts .jvmopts",
    source: "https://docs.gradle.org/current/userguide/init_scripts.html",
  },
  {
    kind: "judge",
    names: "nuget.config global.json directory.build.* directory.packages.props .config/dotnet-tools.json",
    source: "https://learn.microsoft.com/visualstudio/msbuild/customize-by-directory: read when a project is opened",
  },
  {
    kind: "judge",
    names:
      ".bazelrc .bazeliskrc .bazelversion user.bazelrc tools/bazel tools/bazel.* .buckconfig* .pants.rc .watchmanconfig",
    source: "https://bazel.build/run/bazelrc; https://github.com/bazelbuild/bazelisk",
  },
  {
    kind: "judge",
    names: ".terraformrc terraform.rc *.tf *.tfstate ansible.cfg .ansible.cfg",
    source: "https://docs.ansible.com/ansible/latest/reference_appendices/config.html",
  },
  {
    kind: "judge",
    names: ".ripgreprc .curlrc .wgetrc .ackrc .ctags.d .agignore",
    source: "https://github.com/BurntSushi/ripgrep GUIDE: configuration file",
  },
];
