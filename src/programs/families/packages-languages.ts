import { act } from "../../contract/effect.ts";
import { understood } from "../disk-makers.ts";
import { each, line, named, network, runs, task } from "../makers.ts";
import type { ProgramSpec } from "../spec.ts";
import { installs, publishes, removes, runsBehind, wholly } from "./packages-effects.ts";
import { packagesGo } from "./packages-go.ts";
import { packagesRust } from "./packages-rust.ts";

/** Words by which a build tool names what it publishes. */
const NAMES_KIND = /package|gist|public repository|release|image|chart|hex|nuget|application/;

export const packagesLanguages: readonly ProgramSpec[] = [
  {
    names: "gem",
    launches: "exec",
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
        values: { text: "-v --version -s --source -i --install-dir" },
        operands: "text",
        always: [installs("rubygems.org")],
      }),
      ...each("uninstall cleanup", {
        flags: "-x -a -I --all --executables",
        values: { text: "-v --version" },
        operands: "text",
        always: [removes],
      }),
      push: wholly(publishes),
      ...each(
        "yank owner",
        wholly((use) => [act("publish.package-delete", { on: named(use) })]),
      ),
      ...each("signin signout cert", wholly(act("login.change"))),
      ...each("sources", wholly(act("package.source-change"))),
      ...each("search fetch outdated info", wholly(network("rubygems.org", false))),
      exec: wholly(runs("unknown-program", "a program of a package")),
    },
    safe: ["gem --version"],
    unsafe: [
      ["gem install rails", ["package.install", "network.contact", "run.task"]],
      ["gem sources -a https://x.example", ["package.source-change"]],
      ["gem push x.gem", ["publish.package", "network.send"]],
      ["gem list", ["run.helper"]],
    ],
  },
  {
    names: "bundle bundler",
    launches: "exec",
    style: "posix",
    always: [runs("helper", "the bundler of the project's lock file may be started")],
    flags: "--version -v --help -h",
    commands: {
      ...each("exec e", { launcher: true, style: "words", operands: "text", read: runsBehind("", "", "bundle exec") }),
      ...each("install update add lock outdated", wholly(installs("rubygems.org"))),
      ...each(
        "config",
        wholly((use) => [act("package.settings", { on: line(use.operands) })]),
      ),
      ...each("show list info check doctor remove clean open console", wholly(task)),
    },
    read: (use) => understood(use.options.size > 0 ? [] : [act("package.install", { on: null })]),
    unsafe: [
      ["bundle exec rspec", ["run.helper", "run.task", "run.task"]],
      ["bundle install", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["bundle list", ["run.helper", "run.task"]],
      ["bundle --version", ["run.helper"]],
    ],
  },
  {
    names: "composer",
    launches: "exec run run-script",
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
      ...each("run-script run exec", wholly(task)),
      ...each(
        "show info licenses validate outdated why why-not audit diagnose dump-autoload dumpautoload status",
        wholly(task),
      ),
      config: wholly((use) => [act("package.settings", { on: line(use.operands) })]),
      "*": wholly(task),
    },
    unsafe: [
      ["composer install", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["composer require x/y", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["composer test", ["run.helper", "run.task"]],
      ["composer --version", ["run.helper"]],
    ],
  },
  {
    names:
      "luarocks cabal stack opam mix rebar3 shards nimble dub vcpkg conan pod carthage pub cpan cpanm helm-docs jbang coursier cs nuget paket elm spago",
    launches: "exec run runghc runhaskell repl script shell launch bootstrap ghci eval x",
    style: "words",
    operands: "text",
    always: [
      (use) => {
        const verb = named(use) ?? "";
        const words = line(use.operands);
        if (/^(?:install|add|get|deps\.get|update|fetch|restore|upgrade)$/.test(verb))
          return [act("package.install", { wording: words, on: named(use, 1) }), network(null, false)];
        if (/^(?:publish|push|upload|hex\.publish|trunk)$/.test(verb))
          return [
            act(NAMES_KIND.test(words) ? "publish.package" : "publish.upload", { wording: words, on: named(use, 1) }),
            network(null, true),
          ];
        if (/^(?:remove|uninstall|unpin)$/.test(verb))
          return [act("package.delete", { wording: words, on: named(use, 1) })];
        return [];
      },
      task,
    ],
    unsafe: [
      ["mix test", ["run.task"]],
      ["cabal install x", ["package.install", "network.contact", "run.task"]],
      ["pod install", ["package.install", "network.contact", "run.task"]],
      ["pod trunk push x.podspec", ["publish.upload", "network.send", "run.task"]],
      ["mix hex.publish", ["publish.package", "network.send", "run.task"]],
    ],
  },
  ...packagesGo,
  ...packagesRust,
];
