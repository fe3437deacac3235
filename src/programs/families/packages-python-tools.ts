/** Environments of Python, and tools that publish. */
import { act, type Effect } from "../../contract/effect.ts";
import { each, given, network, task } from "../makers.ts";
import type { ProgramSpec } from "../spec.ts";
import { installs, publishes, removes, runsBehind, wholly } from "./packages-effects.ts";

const environment = act("package.change");

export const packagesPythonTools: readonly ProgramSpec[] = [
  {
    names: "conda mamba micromamba",
    launches: "run",
    flags: "--version -V --help -h",
    operands: { max: 0 },
    commands: {
      ...each("info list", {
        flags: "--json -e --envs --explicit -a --all",
        values: { text: "-n --name -p --prefix" },
        operands: "text",
      }),
      ...each("install create update upgrade add", {
        flags: "-y --yes -q --quiet --force-reinstall",
        values: { text: "-n --name -c --channel -p --prefix", read: "-f --file" },
        operands: "text",
        always: [installs("conda.anaconda.org")],
      }),
      ...each("remove uninstall", {
        flags: "-y --yes --all",
        values: { text: "-n --name" },
        operands: "text",
        always: [removes],
      }),
      run: {
        launcher: true,
        style: "words",
        operands: "text",
        read: runsBehind("--no-capture-output --live-stream", "-n --name -p --prefix --cwd", "conda run"),
      },
      ...each("env activate deactivate config init clean shell", wholly(environment)),
      search: wholly(network("conda.anaconda.org", false)),
    },
    safe: ["conda --version", "conda info", "conda list -n base"],
    unsafe: [
      ["conda install numpy", ["package.install", "network.contact", "run.task"]],
      ["conda run -n x python a.py", ["run.task", "run.script"]],
      ["conda env remove -n x", ["package.change"]],
    ],
  },
  {
    names: "twine flit",
    flags: "--version --help -h",
    operands: { max: 0 },
    commands: {
      upload: wholly(publishes),
      publish: wholly(publishes),
      check: { operands: "read" },
      ...each("build install register", wholly(task)),
    },
    safe: ["twine check dist/x.whl"],
    unsafe: [["twine upload dist/*", ["publish.package", "network.send"]]],
  },
  {
    names: "virtualenv pyenv",
    launches: "exec",
    flags: "--version --help -h",
    operands: "text",
    always: [
      (use): readonly Effect[] => (use.operands.length === 0 && given(use, "--version --help -h") ? [] : [environment]),
    ],
    safe: ["pyenv --version"],
    unsafe: [
      ["virtualenv .venv", ["package.change"]],
      ["pyenv install 3.13", ["package.change"]],
    ],
  },
];
