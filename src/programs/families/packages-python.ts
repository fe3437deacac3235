/** Package managers and environments of Python. */
import { act } from "../../contract/effect.ts";
import { understood, writes } from "../disk-makers.ts";
import { each, line, network, runs, task } from "../makers.ts";
import type { CommandSpec, ProgramSpec } from "../spec.ts";
import { behind, fetchedAndRun, installs, publishes, removes, runsBehind, wholly } from "./packages-effects.ts";
import { PIP_FLAGS, PYPI, pipCommands } from "./packages-pip.ts";
import { packagesPythonTools } from "./packages-python-tools.ts";

const environment = act("package.change");

/** pipx, and uvx which runs a tool whatever its first word is. */
const PIPX: CommandSpec = {
  launcher: true,
  style: "posix",
  flags: "--version --help -h",
  values: { text: "--from --with --python -p" },
  commands: {
    list: { flags: "--short --json", operands: { max: 0 } },
    run: {
      style: "words",
      operands: "text",
      read: (use) =>
        understood(
          fetchedAndRun(
            use,
            behind(use.operands, "--no-cache --system-site-packages", "--spec --python --with") ?? use.operands,
            PYPI,
          ),
        ),
    },
    ...each("install inject upgrade upgrade-all reinstall reinstall-all install-all", {
      flags: "--force -f --include-deps --editable -e",
      values: { text: "--python --spec --pip-args --index-url -i" },
      operands: "text",
      always: [installs(PYPI)],
    }),
    ...each("uninstall uninstall-all uninject", { operands: "text", always: [removes] }),
    ...each("ensurepath", wholly(act("start.shell"))),
    "*": { style: "words", operands: "text", always: [(use) => fetchedAndRun(use, use.operands, PYPI)] },
  },
  read: () => understood([]),
};

export const packagesPython: readonly ProgramSpec[] = [
  {
    names: "pip pip3",
    flags: `${PIP_FLAGS} --version -V --help -h`,
    values: {
      text: "--proxy --timeout --retries --cert --trusted-host",
      program: "--python",
      writeTree: "--cache-dir",
      write: "--log",
    },
    operands: { max: 0 },
    commands: pipCommands,
    safe: [
      "pip --version",
      "pip list",
      "pip show requests",
      "pip list --format json",
      "pip check",
      "pip config get global.timeout",
    ],
    unsafe: [
      ["pip install requests", ["package.install", "network.contact", "run.task"]],
      ["pip install -q -e .", ["file.read", "package.install", "network.contact", "run.task"]],
      ["pip install -r requirements.txt", ["file.read", "package.install", "network.contact", "run.task"]],
      ["pip install --index-url https://evil.example x", ["package.install-elsewhere", "network.contact", "run.task"]],
      [
        "pip install --trusted-host evil.example x",
        ["package.install", "network.contact", "package.unverified", "run.task"],
      ],
      ["pip uninstall -y x", ["package.delete"]],
      ["pip download x", ["package.install", "network.contact", "run.task"]],
      ["pip list --outdated", ["network.contact"]],
      ["pip config set global.index-url https://evil.example", ["package.settings"]],
      ["pip config list", ["secret.registry-token"]],
      ["pip config get global.index-url", ["secret.registry-token"]],
      ["pip freeze", ["run.helper"]],
      ["pip --python /tmp/x list", ["run.helper"]],
      ["pip --log /tmp/x list", ["file.write"]],
    ],
  },
  {
    ...PIPX,
    names: "pipx",
    launches: "run",
    unsafe: [
      ["pipx run cowsay", ["run.unknown-program", "package.fetch-run", "network.contact"]],
      ["pipx ensurepath", ["start.shell"]],
      ["pipx install black", ["package.install", "network.contact", "run.task"]],
    ],
  },
  {
    ...PIPX,
    names: "uvx",
    unsafe: [
      ["uvx ruff check", ["run.task"]],
      ["uvx evil", ["run.unknown-program", "package.fetch-run", "network.contact"]],
    ],
  },
  {
    names: "uv",
    launches: "run",
    style: "posix",
    flags: "--version -V --help -h -q --quiet -v --verbose --offline --no-cache -n --no-progress --no-config",
    values: { text: "--color --cache-dir --config-file", cwd: "--directory --project" },
    operands: { max: 0 },
    commands: {
      run: {
        launcher: true,
        style: "words",
        operands: "text",
        read: runsBehind(
          "--no-sync --frozen --locked --isolated --no-project --all-extras --dev --no-dev -q --quiet -v --verbose --offline --active --exact --no-editable",
          "--with --with-requirements --extra --group --python -p --env-file --directory --project --package",
          "uv run",
        ),
      },
      pip: { always: [runs("helper", "the interpreter of the environment is started")], commands: pipCommands },
      ...each("add sync lock", {
        flags: `${PIP_FLAGS} --dev --all-extras --frozen --locked --no-sync --all-groups --check --no-dev --all-packages`,
        values: {
          text: "--extra --group --optional --python -p --index --default-index --index-url --branch --tag --rev --package",
          read: "-r --requirements",
        },
        operands: "text",
        always: [installs(PYPI)],
      }),
      remove: { flags: "--dev", values: { text: "--group --optional" }, operands: "text", always: [removes] },
      tree: {
        flags: "--frozen --outdated --invert --no-dedupe",
        values: { text: "--depth -d --package" },
        operands: "text",
        always: [task, network(PYPI, false)],
      },
      tool: {
        commands: {
          list: { operands: { max: 0 }, always: [runs("helper", "interpreters are asked for their version")] },
          run: {
            style: "words",
            operands: "text",
            read: (use) =>
              understood(
                fetchedAndRun(
                  use,
                  behind(use.operands, "--isolated --offline", "--from --with --python -p") ?? use.operands,
                  PYPI,
                ),
              ),
          },
          ...each("install upgrade", {
            flags: PIP_FLAGS,
            values: { text: "--with --from --python -p --index-url" },
            operands: "text",
            always: [installs(PYPI)],
          }),
          uninstall: { operands: "text", always: [removes] },
        },
      },
      python: {
        commands: {
          ...each("list find dir", {
            flags: "--only-installed --all-versions",
            operands: "text",
            always: [runs("helper", "interpreters are asked for their version")],
          }),
          ...each("install uninstall pin", wholly(act("package.change"), network("github.com", false))),
        },
      },
      ...each(
        "venv init",
        wholly(environment, (use) => [writes(use.cwd, { recursive: true })]),
      ),
      ...each("build", wholly(task)),
      publish: wholly(publishes),
      version: { flags: "--short", operands: { max: 0 } },
      cache: {
        commands: {
          dir: { operands: { max: 0 } },
          ...each("clean prune", wholly(act("package.cache-delete"))),
        },
      },
      self: wholly(act("package.change"), network("github.com", false)),
      export: {
        flags: PIP_FLAGS,
        values: { text: "--format", write: "-o --output-file" },
        operands: { max: 0 },
        always: [task],
      },
    },
    safe: ["uv --version"],
    unsafe: [
      ["uv run pytest -x", ["run.task", "run.task"]],
      ["uv run --with evil python x.py", ["run.task", "run.script"]],
      ["uv pip install x", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["uv add httpx", ["package.install", "network.contact", "run.task"]],
      ["uv sync", ["package.install", "network.contact", "run.task"]],
      ["uv publish", ["publish.package", "network.send"]],
      ["uv tool run ruff check", ["run.task"]],
    ],
  },
  {
    names: "poetry pdm hatch rye pipenv",
    launches: "run",
    always: [runs("helper", "plugins of the project may be loaded")],
    flags:
      "--version -V --help -h -n --no-interaction -q --quiet -v -vv -vvv --verbose --no-ansi --ansi --no-plugins --no-cache",
    values: { cwd: "-C --directory -P --project" },
    operands: { max: 0 },
    commands: {
      run: {
        launcher: true,
        style: "words",
        operands: "text",
        read: runsBehind("-n --no-interaction -q --quiet -v --verbose", "-C --directory", "poetry run"),
      },
      ...each("install update add lock sync", {
        flags:
          "-n --no-interaction -q --quiet -v --verbose --no-root --sync --dev -D --all-extras --no-dev --dry-run --lock --no-update --check --regenerate --editable --compile",
        values: { text: "--with --without --only -E --extras --group -G --source --python" },
        operands: "text",
        always: [installs(PYPI)],
      }),
      ...each("remove uninstall", {
        flags: "-n --no-interaction --dev -D",
        values: { text: "--group -G" },
        operands: "text",
        always: [removes],
      }),
      ...each("show check about version", {
        flags: "-n --no-interaction --tree -t --latest -l --outdated -o --all -a --top-level -T --no-dev -s --short",
        values: { text: "--with --without --only" },
        operands: "text",
        always: [runs("helper", "plugins of the project may be loaded")],
      }),
      search: wholly(network(PYPI, false)),
      ...each("env venv", wholly(environment)),
      ...each("shell", wholly(runs("unknown-program", "a shell in the environment"))),
      ...each("build", wholly(task)),
      publish: wholly(publishes, task),
      ...each(
        "config",
        wholly((use) => [act("package.settings", { on: line(use.operands) })]),
      ),
      ...each("init new export cache source self", wholly(environment)),
      ...each("test fmt lint", wholly(task)),
    },
    unsafe: [
      ["poetry run pytest", ["run.helper", "run.task", "run.task"]],
      ["poetry update --no-interaction", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["poetry add x", ["run.helper", "package.install", "network.contact", "run.task"]],
      ["poetry publish", ["run.helper", "publish.package", "network.send", "run.task"]],
      ["poetry --version", ["run.helper"]],
      ["poetry show", ["run.helper", "run.helper"]],
      ["pipenv run python -c 'import os'", ["run.helper", "run.task", "run.code"]],
    ],
  },
  ...packagesPythonTools,
];
