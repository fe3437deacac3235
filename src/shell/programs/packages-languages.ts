/** Package managers that are also the build tool of their language: cargo, go, gem, bundle, composer, and kin. */
import type { Effect } from "../../effect.ts";
import type { KnownWord } from "../reading.ts";
import { each, fixed, line, named, network, runs, task, texts } from "./makers.ts";
import { installs, publishes, removes, runsBehind, wholly } from "./packages-effects.ts";
import type { CommandSpec, EffectMaker, ProgramSpec, Use } from "./spec.ts";

/** Files that make a tool fetch or start another version of itself, looked for here and in every directory above. */
export const pinnedBy =
  (files: string): EffectMaker =>
  (use) => {
    if (use.cwd.certainty !== "exact")
      return [{ do: "run", program: use.program, what: "helper", detail: "the directory is not known" }];
    const parts = use.cwd.path.split("/");
    const dirs = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const found = dirs
      .flatMap((dir) => files.split(" ").map((file) => `${dir}/${file}`))
      .find((path) => use.context.world.stat(path).kind !== "absent");
    return found === undefined
      ? []
      : [{ do: "run", program: use.program, what: "helper", detail: `${found} may name another version of the tool` }];
  };

const toolchain = pinnedBy("rust-toolchain rust-toolchain.toml");
const module_ = pinnedBy("go.mod go.work");
const CRATES = "crates.io";

/** Writes named by `-o`-like options anywhere among the words: `go test ./... -o x` has flags behind operands. */
const writesNamed =
  (options: string): EffectMaker =>
  (use) => {
    const names = new Set(options.split(" "));
    return use.operands.flatMap((word, index): readonly Effect[] => {
      const value = word.value ?? "";
      const equals = value.indexOf("=");
      const name = (equals < 0 ? value : value.slice(0, equals)).replace(/^--/, "-");
      if (!names.has(name)) return [];
      const place: KnownWord | undefined =
        equals < 0
          ? use.operands[index + 1]
          : { ...word, value: value.slice(equals + 1), prefix: value.slice(equals + 1) };
      return place === undefined ? [] : [{ do: "write", target: use.target(place), recursive: false }];
    });
  };

const runsNamed =
  (options: RegExp, detail: string): EffectMaker =>
  (use) =>
    use.operands
      .filter((word) => options.test(word.value ?? ""))
      .map((word): Effect => ({ do: "run", program: use.program, what: "helper", detail: `${detail}: ${word.text}` }));

const goTask = (kind: string): CommandSpec =>
  wholly(
    task(kind),
    writesNamed("-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir"),
    runsNamed(/^--?(?:exec|toolexec|vettool)\b/, "an option names a program"),
  );

const cargoTask = (kind: string): CommandSpec =>
  wholly(task(kind), runsNamed(/^--config/, "an option sets the build up"));
const compiled: EffectMaker = (use: Use) => [
  { do: "run", program: use.program, what: "task", task: line([...use.operands]), detail: "run" },
];

export const packagesLanguages: readonly ProgramSpec[] = [
  {
    names: ["cargo"],
    style: "posix",
    flags: "--version -V -v --verbose -vv --help -h --list -q --quiet --offline --locked --frozen",
    values: { ...texts("--color --config -Z"), "-C": "cwd" },
    runsCode: "--config -Z",
    always: [toolchain],
    operands: { max: 0 },
    commands: {
      ...each("test t nextest bench", cargoTask("test")),
      ...each("build b check c doc d rustc rustdoc", cargoTask("build")),
      ...each("clippy fix", cargoTask("lint")),
      fmt: cargoTask("format"),
      ...each("run r", wholly(compiled)),
      ...each("metadata tree pkgid locate-project read-manifest verify-project", wholly(task("resolves dependencies"))),
      ...each("install", {
        flags: "--force -f --locked -q --quiet --list --all-features --no-default-features --debug",
        values: texts("--version --features -F --git --branch --tag --rev --path --root --registry --index --bin"),
        operands: "text",
        always: [installs(CRATES)],
      }),
      ...each("add update generate-lockfile fetch vendor", {
        flags: "--dev --build --optional -q --quiet --locked --offline --dry-run --workspace -w --aggressive",
        values: texts(
          "--features -F --git --branch --tag --rev --path --registry -p --package --precise --manifest-path",
        ),
        operands: "text",
        always: [installs(CRATES)],
      }),
      ...each("remove rm uninstall", {
        flags: "--dev --build -q",
        values: texts("-p --package"),
        operands: "text",
        always: [removes],
      }),
      ...each("publish package", wholly(publishes, task("build"))),
      ...each(
        "yank owner",
        wholly((use) => [
          { do: "publish", op: "change", detail: "a published package", on: named(use) },
          network(CRATES, true),
        ]),
      ),
      ...each("login logout", wholly(fixed("account", "change", "the login of the registry"), network(CRATES, true))),
      ...each("search info", wholly(network(CRATES, false))),
      ...each(
        "clean",
        wholly((use) => [
          {
            do: "delete",
            target: use.target({ value: "target", text: "target", glob: false, splits: false, prefix: "target" }),
            recursive: true,
          },
        ]),
      ),
      ...each(
        "new init",
        wholly((use) => [{ do: "write", target: use.cwd, recursive: true }]),
      ),
      version: { flags: "-v --verbose", operands: { max: 0 } },
      "*": wholly(runs("unknown-program", "an alias, or a program named cargo-…")),
    },
    examples: {
      safe: ["cargo --version", "cargo -V"],
      unsafe: [
        ["cargo test --workspace", "run"],
        ["cargo build --release", "run"],
        ["cargo clippy -- -D warnings", "run"],
        ["cargo fmt --check", "run"],
        ["cargo install ripgrep", "package"],
        ["cargo add serde", "package"],
        ["cargo publish", "publish"],
        ["cargo --config net.git-fetch-with-cli=true build", "run"],
        ["cargo frobnicate", "run"],
      ],
    },
  },
  {
    names: ["rustup"],
    style: "posix",
    always: [toolchain],
    flags: "--version -V --help -h -v -q",
    operands: { max: 0 },
    commands: {
      ...each("show which", { style: "words", operands: "text", always: [toolchain] }),
      run: {
        style: "words",
        operands: "text",
        read: (use) => ({
          understood: true,
          effects: [{ do: "run", program: "rustup", what: "helper", detail: "another toolchain" }],
          inner: [{ kind: "words", words: use.operands.slice(1), via: "rustup run", moreWords: false }],
        }),
      },
      ...each(
        "install update default override toolchain target component self set uninstall",
        wholly(fixed("package", "change", "Rust toolchains"), network("static.rust-lang.org", false)),
      ),
    },
    examples: {
      safe: ["rustup --version"],
      unsafe: [
        ["rustup update", "package"],
        ["rustup run nightly rm -rf x", "delete"],
      ],
    },
  },
  {
    names: ["go"],
    style: "go",
    values: { "-C": "cwd" },
    operands: { max: 0 },
    commands: {
      ...each("version", { style: "go", flags: "-m -v", operands: "read", always: [module_] }),
      env: {
        style: "go",
        flags: "-json -w -u -changed",
        operands: "text",
        always: [module_],
        when: { "-w": [fixed("persist", "change", "Go settings")], "-u": [fixed("persist", "change", "Go settings")] },
      },
      help: { operands: "text" },
      doc: {
        style: "go",
        flags: "-all -c -cmd -short -src -u -http",
        operands: "text",
        always: [module_],
        when: { "-http": [fixed("system", "expose", "a documentation server")] },
      },
      test: goTask("test"),
      ...each("build install", goTask("build")),
      ...each("vet fix", goTask("lint")),
      fmt: goTask("format"),
      ...each("list", wholly(task("resolves dependencies"))),
      ...each("run", wholly(compiled)),
      generate: wholly(runs("code", "commands written in the sources")),
      get: { style: "go", flags: "-u -t -d -v -x -insecure", operands: "text", always: [installs("proxy.golang.org")] },
      mod: {
        commands: {
          ...each("graph why verify", wholly(task("resolves dependencies"))),
          ...each("download tidy vendor", wholly(installs("proxy.golang.org"))),
          ...each(
            "init edit",
            wholly((use) => [
              {
                do: "write",
                target: use.target({ value: "go.mod", text: "go.mod", glob: false, splits: false, prefix: "go.mod" }),
                recursive: false,
              },
            ]),
          ),
        },
      },
      work: wholly(task("changes the workspace")),
      tool: wholly(runs("helper", "a tool of the module or the distribution"), writesNamed("-o")),
      clean: wholly(fixed("package", "delete", "build caches")),
      ...each("telemetry bug", wholly(network(null, true))),
    },
    examples: {
      safe: ["go version", "go env GOPATH", "go doc fmt.Println", "go help build"],
      unsafe: [
        ["go test ./... -run TestX -count=1", "run"],
        ["go test -exec /tmp/x ./...", "helper"],
        ["go build -o /tmp/x ./cmd/x", "write"],
        ["go vet ./...", "run"],
        ["go run ./cmd/x", "run"],
        ["go generate ./...", "run"],
        ["go get example.com/x@latest", "package"],
        ["go env -w GOFLAGS=-toolexec=/tmp/x", "persist"],
        ["go mod tidy", "package"],
      ],
    },
  },
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
];
