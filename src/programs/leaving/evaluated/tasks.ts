/** What task runners, test runners, hooks and toolchains evaluate. make, just and npm's scripts are looked through instead. */
import type { EvaluatedFiles } from "./row.ts";

export const TASK_FILES: readonly EvaluatedFiles[] = [
  {
    by: "task, go-task",
    except: "--list -l --list-all",
    files: "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.*",
    leads: /includes/,
    mentions: true,
  },
  // Its built-in rules make a makefile, or what it includes, out of these.
  {
    by: "make, gmake, bmake",
    files: "GNUmakefile.* makefile.* Makefile.* *.mk.* *.mak.* *,v s.* RCS/** SCCS/**",
  },
  { by: "cargo make, makers", files: "Makefile.toml", mentions: true },
  { by: "rake", files: "Rakefile rakefile Rakefile.rb rakefile.rb rakelib/** lib/tasks/**", mentions: true },
  {
    by: "thor, cap, guard, berks, kitchen",
    files: "Thorfile Capfile config/deploy.rb config/deploy/** Guardfile Berksfile kitchen.yml .kitchen.yml",
  },
  { by: "fastlane", files: "Fastfile fastlane/** Gemfile" },
  { by: "foreman, overmind, hivemind, honcho, goreman, heroku local", files: "Procfile Procfile.*", mentions: true },
  { by: "rackup, puma", files: "config.ru config/puma.rb" },
  { by: "brew bundle", except: "list check", files: "Brewfile .Brewfile" },
  { by: "tox", files: "tox.ini tox.toml setup.py setup.cfg pyproject.toml", mentions: true },
  { by: "nox", files: "noxfile.py", mentions: true },
  { by: "inv, invoke, fab, doit", files: "tasks.py tasks/** fabfile.py fabfile/** dodo.py", mentions: true },
  { by: "poe, poethepoet", files: "pyproject.toml poe_tasks.*", mentions: true },
  { by: "deno task", files: "deno.json deno.jsonc package.json", mentions: "commands" },
  { by: "mask", files: "maskfile.md", mentions: true },
  // Options and plugins stand in any of these.
  {
    by: "pytest, py.test",
    files:
      "conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini setup.cfg pyproject.toml tests/conftest.py test/conftest.py",
  },
  { by: "behave, locust", files: "environment.py features/environment.py locustfile.py" },
  {
    by: "pre-commit, prek",
    files: ".pre-commit-config.yaml .pre-commit-config.yml prek.toml .pre-commit-hooks.yaml",
    mentions: true,
  },
  { by: "lefthook", files: "lefthook.* .lefthook.* lefthook-local.* .lefthook/**", mentions: true },
  { by: "overcommit, husky", files: ".overcommit.yml .husky/**" },
  { by: "lint-staged", files: "package.json .lintstagedrc* lint-staged.config.*" },
  { by: "nx", files: "nx.json project.json workspace.json package.json", leads: /(?:)/, mentions: "commands" },
  { by: "turbo", files: "turbo.json turbo.jsonc package.json", leads: /(?:)/, mentions: "commands" },
  {
    by: "lerna, rush, moon, lage, wireit",
    files: "lerna.json rush.json lage.config.js .moon/** moon.yml package.json",
    leads: /(?:)/,
    mentions: "commands",
  },
  { by: "npm-run-all, run-s, run-p, concurrently, nps, zx", files: "package.json package-scripts.js" },
  { by: "gulp, grunt, jake", files: "gulpfile.* Gruntfile.* Jakefile*" },
  {
    by: "semantic-release, release-it, changeset, standard-version, np",
    files: "package.json .releaserc* release.config.* .release-it.* .changeset/config.json .versionrc*",
  },
  { by: "goreleaser, ko, air", files: ".goreleaser.y*ml goreleaser.y*ml .ko.yaml .air.toml", mentions: true },
  { by: "direnv", files: ".envrc .env" },
  {
    by: "mise, rtx, asdf",
    except: "run r tasks ls list current which where",
    files: "mise.toml .mise.toml mise.*.toml .mise/** .tool-versions",
  },
  {
    by: "nix, nix-build, nix-shell, nixos-rebuild, darwin-rebuild, home-manager, devenv, devbox, flox",
    files: "flake.nix flake.lock default.nix shell.nix devenv.nix devenv.yaml devbox.json *.nix",
  },
  { by: "phing, robo, deployer, dep", files: "build.xml RoboFile.php deploy.php deploy.yaml" },
  {
    by: "alembic, flask, django-admin, manage.py",
    files: "alembic.ini env.py migrations/env.py alembic/env.py manage.py settings.py",
  },
  {
    by: "prisma, drizzle-kit, knex, sequelize, typeorm, dbt",
    files:
      "prisma/** prisma.config.* drizzle.config.* knexfile.* .sequelizerc ormconfig.* dbt_project.yml profiles.yml",
  },
  { by: "act", files: ".github/workflows/** .actrc action.yml" },
];
