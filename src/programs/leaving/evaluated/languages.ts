/** What package managers and build tools of languages evaluate. */
import type { EvaluatedFiles } from "./row.ts";

/** Sub-commands of Node's package managers that only ask, or whose scripts are looked through. */
const NODE_LOOKS =
  "run run-script rum urn test t tst start stop restart view info show v search s se ls list la ll outdated why explain help config get ping whoami docs repo home bugs prefix root bin fund doctor cache audit licenses owner team token profile login logout adduser dist-tag access deprecate unpublish star stars org completion";
const NODE_FILES =
  "package.json package-lock.json npm-shrinkwrap.json .npmrc pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs pnpmfile.cjs yarn.lock .yarnrc .yarnrc.yml .yarn/** bun.lock bun.lockb bunfig.toml binding.gyp";
const NODE_LEADS = /"workspaces"|"(?:file|link|portal|workspace):|^packages\s*:/m;

export const LANGUAGE_FILES: readonly EvaluatedFiles[] = [
  { by: "npm, pnpm, yarn, yarnpkg, cnpm, bun", except: NODE_LOOKS, files: NODE_FILES, leads: NODE_LEADS },
  { by: "npm audit fix, pnpm audit --fix, ni, nci, nup", files: NODE_FILES, leads: NODE_LEADS },
  { by: "yarn audit fix, npm-check-updates, ncu -u", files: NODE_FILES },
  {
    by: "deno",
    except: "fmt lint check doc info types eval repl help",
    files: "deno.json deno.jsonc deno.lock package.json",
  },
  {
    by: "pip install, pip wheel, pip download, pip lock, pipx install, pipx run, uv pip, uv tool, uvx, easy_install",
    where: "named",
    files: "setup.py setup.cfg pyproject.toml MANIFEST.in requirements*.txt constraints*.txt hatch_build.py build.py",
    leads: /^\s*(?:-e\b|--editable|-[rc]\b|--requirement|--constraint|\.{1,2}\/|\.\s*$|[^#]*@\s*file:)/m,
  },
  {
    by: "uv, poetry, pdm, hatch, rye, pixi, flit, pipenv, maturin, setup.py, python -m build, pyproject-build, twine upload",
    except: "python self cache version help show search config about env list tree pip tool",
    files:
      "pyproject.toml setup.py setup.cfg uv.lock uv.toml poetry.lock poetry.toml pdm.lock pixi.toml pixi.lock Pipfile Pipfile.lock hatch.toml hatch_build.py build.py requirements*.txt",
    leads: /\bpath\s*=|\bworkspace\b|file:/,
  },
  {
    by: "conda env, mamba env, micromamba env, conda create, mamba create, micromamba create, conda install, mamba install, micromamba install, conda-lock",
    except: "list",
    files: "environment*.yml environment*.yaml conda-lock.yml .condarc",
  },
  {
    by: "bundle, bundler",
    except: "list show info outdated version help",
    files: "Gemfile Gemfile.lock gems.rb gems.locked *.gemspec .bundle/**",
    leads: /\bpath\b|eval_gemfile|gemspec/,
  },
  { by: "gem build, gem install, gem push", where: "named", files: "*.gemspec Gemfile" },
  { by: "pod", files: "Podfile Podfile.lock *.podspec", leads: /:path/ },
  {
    by: "mix, iex",
    except: "help",
    files: "mix.exs mix.lock .iex.exs .formatter.exs .credo.exs config/*.exs",
    leads: /apps_path|path:/,
  },
  { by: "rebar, rebar3, erlang.mk", files: "rebar.config rebar.config.script rebar.lock" },
  {
    by: "composer",
    except: "show search outdated about licenses help",
    files: "composer.json composer.lock auth.json",
    leads: /"path"/,
    mentions: "commands",
  },
  {
    by: "cargo, cross",
    except: "fmt search info login logout owner version help new init metadata tree locate-project",
    files: "Cargo.toml Cargo.lock build.rs .cargo/** rust-toolchain rust-toolchain.toml",
    leads: /\bpath\s*=|\[workspace/,
  },
  { by: "wasm-pack, trunk, tauri, maturin", files: "Cargo.toml build.rs Trunk.toml tauri.conf.json" },
  {
    by: "go",
    except: "fmt version env doc help generate run",
    files: "go.mod go.sum go.work go.env",
    leads: /=>\s*\.|^use\b/m,
  },
  { by: "mage", files: "magefile.go magefiles/**" },
  {
    by: "gradle, gradlew",
    files: "*.gradle *.gradle.kts gradle.properties gradle/** buildSrc/** gradlew",
    leads: /\binclude|project\(|apply\b/,
  },
  { by: "mvn, mvnw, mvnd", files: "pom.xml .mvn/** mvnw", leads: /<module>/ },
  { by: "ant", files: "build.xml build.properties ivy.xml", leads: /<(?:ant|subant|import)\b/ },
  { by: "sbt, sbtn", files: "*.sbt project/** .sbtopts .jvmopts", leads: /project\b/ },
  { by: "mill", files: "build.sc build.mill build.mill.yaml .mill-version" },
  { by: "lein", files: "project.clj profiles.clj" },
  { by: "clj, clojure, bb", files: "deps.edn bb.edn build.clj" },
  {
    by: "bazel, bazelisk, buck, buck2, pants, please, plz",
    except: "info version help query cquery aquery",
    files:
      "BUILD BUILD.bazel BUCK WORKSPACE WORKSPACE.bazel MODULE.bazel .bazelrc .buckconfig pants.toml .plzconfig *.bzl",
    leads: /(?:)/,
  },
  {
    by: "dotnet, msbuild, nuget",
    except: "--info --list-sdks --list-runtimes help",
    files: "*.csproj *.fsproj *.vbproj *.sln *.slnx *.props *.targets nuget.config global.json",
    leads: /(?:)/,
  },
  { by: "swift build, swift run, swift test, swift package", files: "Package.swift Package.resolved", leads: /path:/ },
  { by: "xcodebuild", files: "*.xcodeproj/** *.xcworkspace/** *.xcconfig Package.swift" },
  { by: "zig build", files: "build.zig build.zig.zon" },
  { by: "stack, cabal", files: "stack.yaml package.yaml Setup.hs Setup.lhs *.cabal cabal.project*", leads: /packages/ },
  {
    by: "flutter, dart",
    except: "doctor devices format analyze help",
    files: "pubspec.yaml pubspec.lock build.yaml hook/**",
    leads: /path:/,
  },
  { by: "dune, opam", files: "dune dune-project dune-workspace *.opam", leads: /(?:)/ },
  { by: "nimble", files: "*.nimble" },
  { by: "luarocks", files: "*.rockspec" },
  { by: "cpanm, cpan, carton", files: "Makefile.PL Build.PL cpanfile" },
  { by: "conan, vcpkg", files: "conanfile.py conanfile.txt vcpkg.json" },
  {
    by: "cmake, ctest, cpack",
    except: "-E",
    files: "CMakeLists.txt *.cmake CMakePresets.json CMakeUserPresets.json",
    leads: /add_subdirectory|include/i,
  },
  { by: "meson", files: "meson.build meson.options meson_options.txt", leads: /subdir/ },
  { by: "ninja", files: "build.ninja *.ninja" },
  { by: "scons", files: "SConstruct Sconstruct SConscript", leads: /SConscript/ },
  { by: "waf", files: "wscript waf", leads: /recurse/ },
  { by: "xmake, premake5", files: "xmake.lua premake5.lua" },
  { by: "autoreconf, autoconf, automake", files: "configure.ac configure.in Makefile.am" },
  { by: "configure", files: "configure configure.ac" },
  { by: "forge, hardhat, truffle, anchor", files: "foundry.toml hardhat.config.* truffle-config.js Anchor.toml" },
];
