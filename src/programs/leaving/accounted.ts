/**
 * Which words of build and test tools an open allow rule covers, in a closed form: goals, flags that start nothing, values that are
 * words, text to search by, or places of the project. A word that is not accounted for here is one the rule says nothing of.
 */
import { once } from "../../contract/once.ts";
import { programNames } from "./evaluated-files.ts";

export interface AccountedWords {
  /** Programs, separated by spaces. */
  readonly by: string;
  /** Options without a value; those of one letter may stand together. */
  readonly flags: string;
  /** Options whose value is a plain word, together or apart. */
  readonly words?: string;
  /** Options whose value is only searched by. */
  readonly texts?: string;
  /** Options whose value is a file or a directory of the project, or a temporary one. */
  readonly places?: string;
  /** What other words look like: goals, targets, files. */
  readonly goals: RegExp;
  /** How a definition begins, the name behind it: `-D`, `-P`, "" for `NAME=value`. */
  readonly defines?: RegExp;
  /** Options of which only some values start nothing. */
  readonly only?: Readonly<Record<string, { readonly test: (value: string) => boolean }>>;
  /** Options whose value begins with a place of the project or a plain name, and a colon. */
  readonly mounts?: string;
  /** The program that gets what stands behind `--`. */
  readonly hands?: string;
}

const GOAL = /^[\w@%+][\w.@%+,:/-]*$/;
const JVM_GOAL = /^:?[\w@][\w.@,-]*(?::[\w.@,-]+)*$/;

/** Settings of pytest that are a switch or a number. */
const PLAIN_INI =
  /^(?:xfail_strict|log_cli|log_level|log_cli_level|console_output_style|asyncio_mode|timeout|faulthandler_timeout|junit_family|cache_dir)=[\w.]*$/;

const ROWS: readonly AccountedWords[] = [
  {
    by: "make gmake bmake mingw32-make",
    flags:
      "-B --always-make -i --ignore-errors -k --keep-going -n --dry-run --just-print --recon -p --print-data-base -q --question -r --no-builtin-rules -R --no-builtin-variables -s --silent --quiet -S --no-keep-going --stop -t --touch -w --print-directory --no-print-directory -d --trace --warn-undefined-variables -h --help -v --version -L -b -m",
    words: "-j --jobs -l --load-average --max-load -O --output-sync --debug",
    goals: GOAL,
    defines: /^/,
  },
  {
    by: "ninja",
    flags: "-v --verbose -n --quiet --version -h --help",
    words: "-j -k -l -d -w",
    places: "-C",
    goals: GOAL,
  },
  {
    by: "just",
    flags:
      "-l --list --summary -n --dry-run -q --quiet -v --verbose --yes --unsorted -u --highlight --no-highlight --no-deps --version -V --help -h --dump --variables --check --fmt --timestamp --no-dotenv",
    words: "-s --show --color --dump-format --list-heading --list-prefix --group --alias-style",
    goals: /^[\w@+][\w.@+,:/ =-]*$/,
    defines: /^(?=[A-Za-z_])/,
  },
  {
    by: "gradle gradlew gradle.bat gradlew.bat",
    flags:
      "-a --build-cache --no-build-cache --configuration-cache --no-configuration-cache --continue --no-continue -d --debug -i --info -q --quiet -w --warn -s --stacktrace -S --full-stacktrace -m --dry-run -v --version -V -h -? --help --offline --parallel --no-parallel --profile --rerun-tasks --rerun --refresh-dependencies --stop --status --daemon --no-daemon --foreground -t --continuous --no-watch-fs --watch-fs -U --no-rebuild --all --types",
    words: "--console --max-workers --warning-mode --priority -x --exclude-task --configuration --task --dependency",
    texts: "--tests",
    goals: JVM_GOAL,
    defines: /^-[DP]/,
  },
  {
    by: "mvn mvnw mvn.cmd mvnw.cmd mvnd",
    flags:
      "-B --batch-mode -q --quiet -X --debug -e --errors -o --offline -U --update-snapshots -nsu --no-snapshot-updates -am --also-make -amd --also-make-dependents -fae --fail-at-end -ff --fail-fast -fn --fail-never -N --non-recursive -V --show-version -v --version -h --help -ntp --no-transfer-progress -C --strict-checksums -c --lax-checksums",
    words: "-pl --projects -rf --resume-from -T --threads -P --activate-profiles --color",
    goals: /^(?!exec\b|antrun\b|gmaven|groovy|wagon|scm\b|release\b)\w[\w-]*(?::[\w-]+)?$/,
    defines: /^-D/,
  },
  {
    by: "bazel bazelisk",
    flags:
      "-k --keep_going --nokeep_going --verbose_failures --noverbose_failures --show_timestamps --nocache_test_results --cache_test_results --test_summary --announce_rc --expunge --version --help --subcommands -s --stamp --nostamp --build_tests_only --test_keep_going --runs_per_test_detects_flakes --nobuild --check_up_to_date",
    words:
      "-c --compilation_mode -j --jobs --config --test_output --test_summary --test_tag_filters --build_tag_filters --test_size_filters --test_timeout --runs_per_test --flaky_test_attempts --color --curses --platforms --cpu --local_test_jobs --output",
    texts: "--test_filter",
    goals: /^(?:[@:\w.]|\/\/|-\/\/)[\w.@:/+=,-]*$/,
    defines: /^--define=/,
  },
  {
    by: "pytest py.test",
    flags:
      "-q --quiet -v --verbose -x --exitfirst -s -l --showlocals --no-showlocals --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --sw-skip --stepwise-skip --co --collect-only --no-header --no-summary --strict --strict-markers --strict-config --cache-show --cache-clear --markers --fixtures --fixtures-per-test --version -V --help -h --doctest-modules --doctest-continue-on-failure --disable-warnings --disable-pytest-warnings --full-trace --setup-show --setup-only --setup-plan --runxfail --noconftest --cov --no-cov --cov-branch --cov-append --benchmark-only --benchmark-skip --snapshot-update --runslow --forked --keep-duplicates",
    words:
      "-n --numprocesses --maxfail --tb --durations --durations-min --capture --color --code-highlight --show-capture --verbosity --dist --timeout --timeout-method --reruns --reruns-delay --count -r --lfnf --last-failed-no-failures --log-level --log-cli-level --log-file-level --cov-fail-under --cov-context --asyncio-mode --randomly-seed --import-mode --doctest-glob --maxprocesses --benchmark-sort --junit-prefix",
    texts: "-k -m --deselect",
    only: { "-p": /^no:[\w.-]+$/, "-o": PLAIN_INI, "--override-ini": PLAIN_INI },
    places:
      "--ignore --ignore-glob --cov --junitxml --junit-xml --html --log-file --cov-report --json-report-file --basetemp --rootdir --debug --benchmark-json",
    goals: /^(?!~|\/|-)[\w.][^\n$`;|<>]*$/,
  },
  {
    by: "tox",
    hands: "pytest",
    flags:
      "-r --recreate -q --quiet -v --verbose -l --listenvs -a --listenvs-all -p --parallel --notest -n --skip-pkg-install --version -h --help --no-recreate-pkg --develop --skip-missing-interpreters run r run-parallel p list config",
    words: "-e -m -f --skip-env -p --parallel --colored --exit-and-dump-after",
    goals: /^[\w.][\w.@+,:/[\]-]*$/,
  },
  {
    by: "nox",
    hands: "pytest",
    flags:
      "-l --list --list-sessions -r --reuse-existing-virtualenvs -R -x --stop-on-first-error -v --verbose --version -h --help --no-install --error-on-missing-interpreters --no-error-on-missing-interpreters -N",
    words: "-s -e --session --sessions -p --python --pythons -t --tags --reuse-venv",
    texts: "-k --keywords",
    goals: /^(?!-|~|\/)[\w.][\w.@+,:/()="'[\]-]*$/,
  },
  {
    by: "meson",
    flags:
      "--version -h --help -v --verbose --quiet --no-rebuild --list --print-errorlogs --reconfigure --wipe --clean",
    words:
      "-j --jobs --buildtype --default-library --suite --no-suite --num-processes -t --timeout-multiplier --repeat --warnlevel --wrap-mode --backend --optimization --unity",
    places: "-C --builddir",
    goals: GOAL,
    defines: /^-D/,
  },
  {
    by: "scons",
    flags:
      "-c --clean --remove -k --keep-going -n --just-print --dry-run -q --question -s --silent --quiet -Q -i --ignore-errors -w --print-directory -v --version -h --help",
    words: "-j --jobs --debug --warn",
    goals: GOAL,
    defines: /^(?=[A-Za-z_])/,
  },
  {
    by: "rake",
    flags:
      "-n --dry-run -q --quiet -s --silent -t --trace -v --verbose --rules -V --version -h -H --help -m --multitask -P --prereqs --no-search -N -X --no-deprecation-warnings",
    words: "-T --tasks -D --describe -W --where -A --all -j --jobs",
    goals: /^[\w][\w.:@,[\]\- ]*$/,
    defines: /^(?=[A-Za-z_])/,
  },
  {
    by: "ant",
    flags:
      "-q -quiet -v -verbose -d -debug -S -silent -k -keep-going -p -projecthelp -version -diagnostics -h -help -e -emacs -noinput -nouserlib -noclasspath",
    goals: GOAL,
    defines: /^-D/,
  },
  {
    by: "sbt",
    flags: "-v --verbose -no-colors --no-colors -batch --batch --client -client --version -version -h -help",
    goals:
      /^[+~]?(?:[\w-]+\s*\/\s*)*(?:compile|test|testQuick|clean|package|assembly|doc|update|reload|projects|tasks|about|help|dependencyTree|evicted|scalafmt\w*|scalafix\w*|coverage\w*|Test|Compile|IntegrationTest|it|fmt|mimaReportBinaryIssues|publishLocal|exit)(?:\s*\/\s*\w+)*$|^(?:[\w-]+\s*\/\s*)*test(?:Only|Quick)\s+[\w.*$ -]+$|^project\s+[\w-]+$/,
    defines: /^-D/,
  },
];

const rowsByName: () => ReadonlyMap<string, AccountedWords> = once(
  () => new Map(ROWS.flatMap((row) => row.by.split(" ").map((name): [string, AccountedWords] => [name, row]))),
);

/** Undefined: a program whose words are not in a closed form. */
export function accountedWords(program: string): AccountedWords | undefined {
  for (const name of programNames(program)) {
    const row = rowsByName().get(name);
    if (row !== undefined) return row;
  }
  return undefined;
}
