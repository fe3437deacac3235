import { each, fixed, line, named, network, runs, task, texts } from "./makers.ts";

import { installs, publishes, removes, runsBehind, wholly } from "./packages-effects.ts";
import { packagesGo } from "./packages-go.ts";
import { packagesRust } from "./packages-rust.ts";
import type { ProgramSpec } from "./spec.ts";

export const packagesLanguages: readonly ProgramSpec[] = [
  {
    names: ["gem"],
    flags: "--version -v --help -h",
    operands: { max: 0 },
    commands: {
      ...each("list environment env which contents dependency specification", {
        style: "words",
        operands: "text",
        always: [runs("helper", "plugins of RubyGems are loaded")],
      }),
      ...each("install update", {
        flags: "-N --no-document -f --force --user-install --pre -q --quiet",
        values: texts("-v --version -s --source -i --install-dir"),
        operands: "text",
        always: [installs("rubygems.org")],
      }),
      ...each("uninstall cleanup", {
        flags: "-x -a -I --all --executables",
        values: texts("-v --version"),
        operands: "text",
        always: [removes],
      }),
      push: wholly(publishes),
      ...each(
        "yank owner",
        wholly((use) => [{ do: "publish", op: "delete", detail: "a published package", on: named(use) }]),
      ),
      ...each("signin signout cert", wholly(fixed("account", "change", "the login of the registry"))),
      ...each("sources", wholly(fixed("package", "change", "where packages come from"))),
      ...each("search fetch outdated info", wholly(network("rubygems.org", false))),
      exec: wholly(runs("unknown-program", "a program of a package")),
    },
    examples: {
      safe: ["gem --version"],
      unsafe: [
        ["gem install rails", "package"],
        ["gem push x.gem", "publish"],
        ["gem list", "run"],
      ],
    },
  },
  {
    names: ["bundle", "bundler"],
    launches: "exec",
    style: "posix",
    always: [runs("helper", "the bundler of the project's lock file may be started")],
    flags: "--version -v --help -h",
    commands: {
      ...each("exec e", { launcher: true, style: "words", operands: "text", read: runsBehind("", "", "bundle exec") }),
      ...each("install update add lock outdated", wholly(installs("rubygems.org"))),
      ...each(
        "config",
        wholly((use) => [{ do: "persist", op: "change", detail: `package manager settings: ${line(use.operands)}` }]),
      ),
      ...each(
        "show list info check doctor remove clean open console",
        wholly(task("loads the Gemfile, which is code")),
      ),
    },
    read: (use) => ({
      understood: true,
      effects: use.options.size > 0 ? [] : [{ do: "package", op: "create", detail: "declared dependencies", on: null }],
    }),
    examples: {
      safe: [],
      unsafe: [
        ["bundle exec rspec", "run"],
        ["bundle install", "package"],
        ["bundle list", "run"],
        ["bundle --version", "run"],
      ],
    },
  },
  {
    names: ["composer"],
    style: "posix",
    always: [runs("helper", "plugins of the project may be loaded")],
    flags: "--version -V --help -h -n --no-interaction -q --quiet -v --no-ansi",
    operands: { max: 0 },
    commands: {
      ...each("install update require i u r create-project reinstall global", {
        flags:
          "-n --no-interaction -q --quiet --no-dev --dev --no-scripts --no-plugins --prefer-dist -W -w --with-all-dependencies -o --optimize-autoloader --ignore-platform-reqs",
        operands: "text",
        always: [installs("repo.packagist.org")],
      }),
      remove: { flags: "--dev -n", operands: "text", always: [removes] },
      ...each("run-script run exec", wholly(task("script"))),
      ...each(
        "show info licenses validate outdated why why-not audit diagnose dump-autoload dumpautoload status",
        wholly(task("plugins of the project are loaded")),
      ),
      config: wholly((use) => [
        { do: "persist", op: "change", detail: `package manager settings: ${line(use.operands)}` },
      ]),
      "*": wholly(task("script")),
    },
    examples: {
      safe: [],
      unsafe: [
        ["composer install", "package"],
        ["composer require x/y", "package"],
        ["composer test", "run"],
        ["composer --version", "run"],
      ],
    },
  },
  {
    names: [
      "luarocks",
      "cabal",
      "stack",
      "opam",
      "mix",
      "rebar3",
      "shards",
      "nimble",
      "dub",
      "vcpkg",
      "conan",
      "pod",
      "carthage",
      "pub",
      "cpan",
      "cpanm",
      "helm-docs",
      "jbang",
      "coursier",
      "cs",
      "nuget",
      "paket",
      "elm",
      "spago",
    ],
    style: "words",
    operands: "text",
    always: [
      (use) => {
        const verb = named(use) ?? "";
        const detail = line(use.operands);
        if (/^(?:install|add|get|deps\.get|update|fetch|restore|upgrade)$/.test(verb))
          return [{ do: "package", op: "create", detail, on: named(use, 1) }, network(null, false)];
        if (/^(?:publish|push|upload|hex\.publish|trunk)$/.test(verb))
          return [{ do: "publish", op: "create", detail, on: named(use, 1) }, network(null, true)];
        if (/^(?:remove|uninstall|unpin)$/.test(verb))
          return [{ do: "package", op: "delete", detail, on: named(use, 1) }];
        return [];
      },
      task("build tool of a language"),
    ],
    examples: {
      safe: [],
      unsafe: [
        ["mix test", "run"],
        ["cabal install x", "package"],
        ["pod install", "package"],
        ["mix hex.publish", "run"],
      ],
    },
  },
  ...packagesGo,
  ...packagesRust,
];
