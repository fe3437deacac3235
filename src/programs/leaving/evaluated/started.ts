/**
 * What counts besides the other tables where a text that nobody may edit unseen starts a program: definitions that rules look through
 * themselves, names that a program's own does not tell, and sources that it runs. Test runners are left out of the last: what
 * they find by themselves is the project's code.
 */
import type { EvaluatedFiles } from "./row.ts";

const JVM = "*.java *.kt *.kts *.groovy *.scala";
const ELIXIR = "*.ex *.exs";

export const STARTED_FILES: readonly EvaluatedFiles[] = [
  { by: "npm, cnpm, pnpm, yarn, yarnpkg, bun, --run", files: "package.json" },
  { by: "pnpm", files: "package.yaml package.json5" },
  // Without a script of that name npm starts this.
  { by: "npm start, npm restart, pnpm start, pnpm restart, yarn start, bun start, --run start", files: "server.js" },
  { by: "make, gmake, bmake", files: "GNUmakefile makefile Makefile" },
  { by: "just", files: "justfile .justfile Justfile" },
  { by: "deno, task", files: "deno.json deno.jsonc" },

  // What was made of the definitions, and is run by what comes next.
  {
    by: "cmake, ctest, cpack",
    except: "-E",
    files: "CMakeCache.txt Makefile build.ninja *.ninja *.mk *.make CMakeFiles/** *.vcxproj",
  },
  { by: "meson, ninja, samu", files: "meson.build meson.options build.ninja *.ninja meson-private/**" },

  { by: "go run, go generate", files: "go.mod go.work", sources: "*.go", elsewhere: /^[\w-]+\.[\w.-]+\/.|@/ },
  { by: "dotnet run, dotnet watch, dotnet script", files: "", sources: "*.cs *.fs *.vb *.fsx *.csx *.cshtml *.razor" },
  { by: "swift run, swift package", files: "Plugins/**", sources: "*.swift *.c *.m *.mm *.cpp" },
  { by: "swift build, swift test", files: "Plugins/**" },
  { by: "zig build, zig run", files: "", sources: "*.zig" },
  { by: "gradle, gradlew", files: "build-logic/** init.gradle*" },
  { by: "gradle run, gradlew run, gradle bootRun, gradlew bootRun, sbt run, mill run", files: "", sources: JVM },
  {
    by: "mvn exec:java, mvnw exec:java, mvn spring-boot:run, mvnw spring-boot:run, mvn quarkus:dev, mvnw quarkus:dev",
    files: "",
    sources: JVM,
  },
  { by: "lein run, clj, clojure, bb", files: "", sources: "*.clj *.cljc *.bb" },
  { by: "mix", except: "help format", files: "lib/mix/** config/**" },
  { by: "mix run, mix phx.server, iex", files: "", sources: ELIXIR },
  { by: "rails server, rails s, rails runner, rails r, rails console", files: "", sources: "*.rb" },
  { by: "rails", files: "config/** bin/** lib/tasks/** Rakefile Gemfile" },
  { by: "artisan", files: "artisan bootstrap/** config/** routes/** composer.json", sources: "*.php" },
  { by: "julia", files: "Project.toml Manifest.toml" },

  // Settings under a name that is not the program's.
  {
    by: "vite, vitest, vite-node, next, nuxt, nuxi, astro, remix, react-router, webpack, rollup, rolldown, rspack, parcel, storybook, jest, babel, postcss, tailwindcss, svelte-kit, svelte-check, react-scripts, react-native, metro, expo, ng, histoire",
    files:
      "vite.config.* vitest.config.* vitest.workspace.* postcss.config.* tailwind.config.* babel.config.* svelte.config.* metro.config.* angular.json",
  },
  // Of those that load plugins by settings that others have a part of.
  {
    by: "mypy, dmypy, stubtest, pylint, flake8, pylama, prospector, sqlfluff, djlint, basedpyright",
    files: "pyproject.toml setup.cfg tox.ini",
  },
  { by: "knip", files: "knip.* *.config.*" },
  { by: "vue-tsc", files: "tsconfig.json tsconfig.*.json" },
  // Plugins of the analyzer are code.
  {
    by: "dart analyze, dart fix, dart language-server, flutter analyze",
    files: "analysis_options.yaml",
    everywhere: true,
  },
  { by: "tsup, tsdown, unbuild", files: "build.config.* rollup.config.*" },
  { by: "nodemon, ts-node-dev, tsnd", files: "nodemon.json package.json" },
  { by: "electron, electron-forge, electron-builder, electron-vite", files: "package.json main.js index.js" },
  { by: "pm2, pm2-runtime", files: "ecosystem.* pm2.*" },
  { by: "nest", files: "nest-cli.json" },
  { by: "eleventy, 11ty", files: ".eleventy.js eleventy.config.*" },
  { by: "gatsby", files: "gatsby-*.*" },
  { by: "hexo, jekyll", files: "_config.yml _plugins/** scripts/** Gemfile" },
  { by: "ember", files: "ember-cli-build.js config/**" },
  { by: "cypress", files: "cypress/plugins/** cypress/support/**" },
  { by: "graphql-codegen, graphql-code-generator", files: "codegen.* graphql.config.*" },
  {
    by: "sphinx-build, sphinx-autobuild, sphinx, nikola",
    files: "conf.py docs/conf.py doc/conf.py docs/source/conf.py",
  },
  { by: "mkdocs, zensical", files: "mkdocs.y*ml hooks.py hooks/** docs/hooks/**", mentions: true },
  { by: "pelican", files: "pelicanconf.py publishconf.py" },
  { by: "flask, quart", files: "app.py wsgi.py app/__init__.py wsgi/__init__.py .flaskenv" },
  { by: "fastapi dev, fastapi run", files: "main.py app.py api.py app/main.py app/app.py app/api.py" },
  { by: "fastmcp", files: "fastmcp.json *.fastmcp.json" },
  { by: "scrapy", files: "scrapy.cfg" },
  { by: "snakemake", files: "Snakefile workflow/**" },
  { by: "nextflow", files: "*.nf nextflow.config" },
  { by: "dvc, prefect, dagster, kedro", files: "dvc.yaml prefect.yaml workspace.yaml pyproject.toml" },
  { by: "rspec", files: ".rspec spec/spec_helper.rb spec/rails_helper.rb" },
  { by: "phpunit, pest", files: "phpunit.xml phpunit.xml.dist phpunit.dist.xml tests/bootstrap.php" },
  { by: "rector, ecs", files: "rector.php ecs.php" },
  { by: "process-compose, supervisord", files: "process-compose.y*ml supervisord.conf" },
];
