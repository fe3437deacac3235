/** Interpreters: code on the command line, a module, a script, or standard input. Printing the version is all they do else. */
import { act, type Effect } from "../../contract/effect.ts";
import { understood } from "../disk-makers.ts";
import { each, given, line, network, runs, task, valuesOf } from "../makers.ts";
import type { EffectMaker, ProgramSpec } from "../spec.ts";
import { codeEffect, interprets } from "./interpreters.ts";
import { languagesPython } from "./languages-python.ts";
import { languagesServers } from "./languages-servers.ts";
import { installs, wholly } from "./packages-effects.ts";

const ruby: ProgramSpec = {
  names: "ruby",
  launcher: true,
  style: "posix",
  flags: "--version -v --help -h -w -W -n -p -a -l -s -S --yjit -d --disable-gems",
  values: { text: "-e -r -I -C -x --require" },
  attached: { text: "-W -i -0 -F -E -K -T --encoding" },
  read: interprets({ language: "ruby", code: "-e", prints: "--version -v" }),
  safe: ["ruby --version"],
  unsafe: [
    ["ruby -e 'puts 1'", ["run.code"]],
    ["ruby x.rb", ["run.script"]],
    ["ruby -v x.rb", ["run.script"]],
  ],
};

const perl: ProgramSpec = {
  names: "perl perl5",
  launcher: true,
  style: "posix",
  flags: "-v --version -h --help -n -p -a -w -W -s -t -T -u -U -X -S -c -f",
  values: { text: "-e -E" },
  attached: { text: "-i -l -0 -F -I -M -m -C -D -V -x" },
  read: interprets({ language: "perl", code: "-e -E", prints: "-v --version" }),
  safe: ["perl -v"],
  unsafe: [
    ["perl -ne 'print'", ["run.code"]],
    ["perl -pi -e 's/a/b/' x", ["run.code"]],
    ["perl x.pl", ["run.script"]],
    ["perl -c x.pl", ["run.script"]],
  ],
};

const denoRun: EffectMaker = (use) => {
  const script = use.operands.find((word) => !(word.value ?? "").startsWith("-"));
  return [
    {
      do: "run",
      program: "deno",
      what: "script",
      language: "typescript",
      ...(script === undefined ? {} : { script: use.target(script) }),
      wording: line(use.operands),
    },
  ];
};

export const languagesScripts: readonly ProgramSpec[] = [
  {
    names: "node nodejs tsx ts-node",
    starts: true,
    launcher: true,
    runner: "node",
    style: "posix",
    flags:
      "--version -v --help -h -i --interactive --check -c --no-warnings --watch --test --enable-source-maps --experimental-strip-types --experimental-vm-modules --experimental-sqlite --no-deprecation --trace-warnings --trace-uncaught --preserve-symlinks --expose-gc --transpile-only -T --esm --files",
    values: {
      text: "-e --eval -p --print -r --require --import --loader --experimental-loader --input-type --max-old-space-size --stack-size --env-file -C --conditions --test-reporter --test-name-pattern --project -P -O --compiler-options --tsconfig --run",
    },
    attached: {
      text: "--max-old-space-size --stack-size --inspect --inspect-brk --unhandled-rejections --test-concurrency --disable-warning",
    },
    runsCode: "-r --require --import --loader --experimental-loader",
    when: { "--test --run": [task], "--inspect --inspect-brk": [act("door.server")] },
    read: interprets({
      language: "javascript",
      code: "-e --eval -p --print",
      prints: "--version -v --help -h",
      looks: "--check -c",
      finds: "--test",
    }),
    safe: ["node --version", "node -v", "node --check src/a.js"],
    unsafe: [
      ["node -e 'process.exit()'", ["run.code"]],
      ["node -p 1+1", ["run.code"]],
      ["node server.js", ["run.script"]],
      ["node --test", ["run.task"]],
      ["ts-node --test", ["run.task", "run.code"]],
      ["node --run build", ["run.task", "run.code", "unknown.use"]],
      ["node -r ./evil.js --check a.js", ["run.helper", "run.script"]],
      ["node --inspect=0.0.0.0 a.js", ["door.server", "run.script"]],
      ["echo 'x()' | node", ["run.code"]],
      ["tsx src/a.ts", ["run.script"]],
    ],
  },
  {
    names: "deno",
    launches: "run eval task",
    launcher: true,
    style: "posix",
    flags: "--version -V --help -h -q --quiet",
    stdin: "code",
    read: (use) => understood(given(use, "--version -V --help -h") ? [] : [codeEffect(use, "typescript", use.stdin)]),
    commands: {
      ...each("run serve", wholly(denoRun)),
      ...each("test bench", wholly(task)),
      ...each("lint", wholly(task)),
      fmt: wholly(task),
      check: wholly(task),
      ...each(
        "task",
        wholly((use) => [{ do: "run", program: "deno", what: "task", task: line(use.operands) }]),
      ),
      eval: wholly((use) => [codeEffect(use, "typescript", use.operands.at(-1)?.value ?? null)]),
      ...each("install add i remove uninstall cache update outdated", wholly(installs("jsr.io"))),
      ...each("compile bundle doc", wholly(task)),
      publish: wholly(act("publish.package"), network("jsr.io", true)),
      ...each("upgrade", wholly(act("package.change"), network("deno.com", false))),
      ...each("repl jupyter lsp x", wholly(runs("code", "a prompt for code"))),
      ...each("info types", wholly(task)),
      "*": wholly(denoRun),
    },
    safe: ["deno --version"],
    unsafe: [
      ["deno run -A x.ts", ["run.script"]],
      ["deno task build", ["run.task"]],
      ["deno eval 'x'", ["run.code"]],
      ["deno test", ["run.task"]],
      ["deno", ["run.code"]],
    ],
  },
  ruby,
  perl,
  {
    names: "php",
    launcher: true,
    style: "posix",
    flags: "--version -v --help -h -i -m -n -q -s -w -a -l",
    values: { text: "-r -R -B -E -d -z --rf --rc --re --ri -f -F -S -t", read: "-c" },
    runsCode: "-d -z -c",
    when: { "-S": [act("door.server"), network(null, true)] },
    read: (use) => {
      const files = valuesOf(use, "-f -F").map(
        (word): Effect => ({ do: "run", program: "php", what: "script", language: "php", script: use.target(word) }),
      );
      if (files.length > 0) return understood(files);
      return interprets({ language: "php", code: "-r -R -B -E", prints: "--version -v -m", looks: "-l" })(use);
    },
    safe: ["php -v", "php -l src/a.php"],
    unsafe: [
      ["php -r 'echo 1;'", ["run.code"]],
      ["php artisan migrate", ["run.script"]],
      ["php -S 0.0.0.0:80", ["door.server", "network.send", "run.code"]],
      ["php -d auto_prepend_file=/tmp/x -l a.php", ["run.helper", "run.script"]],
    ],
  },
  {
    names: "lua luajit Rscript R julia octave swipl ocaml crystal nim zig dart raku gnuplot",
    launcher: true,
    style: "posix",
    flags: "--version -v -V --help -h --vanilla -q --quiet --no-save --slave -i",
    values: { text: "-e -E --eval -l" },
    read: interprets({ language: "other", code: "-e -E --eval", prints: "--version -v -V" }),
    safe: ["lua -v", "julia --version"],
    unsafe: [
      ["lua -e 'os.execute()'", ["run.code"]],
      ["Rscript x.R", ["run.script"]],
      ["julia -e 'run()'", ["run.code"]],
    ],
  },
  {
    /** Even to print their version these may load files of the directory or the project. */
    names:
      "ipython irb jruby elixir iex erl escript scala groovy jshell kotlin racket ghci runghc utop maxima sage clojure clj bb lein esno jiti babel-node qjs",
    launcher: true,
    ...wholly((use) => [
      { do: "run", program: use.program, what: "code", language: "other", wording: line(use.operands) },
    ]),
    unsafe: [
      ["irb --version", ["run.code"]],
      ["elixir x.exs", ["run.code"]],
    ],
  },
  {
    names: "java",
    launcher: true,
    style: "posix",
    flags: "-version --version -fullversion --help -help -h -ea -server",
    values: { text: "-cp -classpath --class-path --add-opens --module-path -p -m --module -jar" },
    ends: "-jar -m --module",
    attached: { text: "-D -X --add-opens -javaagent -agentlib -agentpath" },
    read: (use) => {
      const prints = "-version --version -fullversion --help -help -h";
      if (
        given(use, prints) &&
        use.operands.length === 0 &&
        [...use.options.keys()].every((name) => prints.split(" ").includes(name))
      )
        return understood([]);
      const jar = valuesOf(use, "-jar")[0];
      return understood([
        {
          do: "run",
          program: "java",
          what: "script",
          language: "java",
          ...(jar === undefined ? {} : { script: use.target(jar) }),
          wording: line(use.words),
        },
      ]);
    },
    safe: ["java -version", "java --version"],
    unsafe: [
      ["java -jar x.jar", ["run.script"]],
      ["java -cp . Main", ["run.script"]],
      ["java -javaagent:x.jar -version", ["unknown.use"]],
    ],
  },
  ...languagesServers,
  {
    names: "pry",
    unread: true,
    launcher: true,
    unsafe: [["pry -e 'exit'", ["run.unknown-program", "unknown.use"]]],
  },
  ...languagesPython,
];
