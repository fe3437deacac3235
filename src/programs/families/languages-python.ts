/** Python: code, scripts and modules. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { understood } from "../disk-makers.ts";
import { line, network, valuesOf } from "../makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "../spec.ts";
import { interprets } from "./interpreters.ts";
import { emptiedFirst, PROJECT_TOOLS, reportsTo } from "./packages-effects.ts";

/** `python -m module words…`: the current directory comes first in its search path, so even a standard module is a run. */
function module_(use: Use, name: KnownWord, rest: readonly KnownWord[]): ReadAnswer {
  const value = name.value ?? "";
  const base = value.split(".")[0] ?? "";
  const task =
    PROJECT_TOOLS.has(base) || /^(?:test|tests|django|build|compileall|py_compile|doctest|timeit|trace)$/.test(base);
  const runsIt: Effect = !task
    ? {
        do: "run",
        program: use.program,
        what: "code",
        language: "python",
        act: "run.module",
        wording: name.value ?? name.text,
      }
    : { do: "run", program: base, what: "task", task: line(rest) };
  if (/^(?:pip|pipx|uv|poetry|twine|virtualenv|conda)$/.test(base))
    return understood(
      [runsIt],
      [
        {
          kind: "words",
          words: [{ ...name, value: base, text: base, prefix: base }, ...rest],
          via: "python -m",
          moreWords: false,
        },
      ],
    );
  return understood([
    runsIt,
    ...emptiedFirst(use, rest),
    ...reportsTo(use, rest),
    ...(MODULES[value]?.(use, rest) ?? []),
  ]);
}

const serves: readonly Effect[] = [act("door.server"), network(null, true)];

const MODULES: Readonly<Record<string, (use: Use, rest: readonly KnownWord[]) => readonly Effect[]>> = {
  "http.server": () => serves,
  pyftpdlib: () => serves,
  smtpd: () => serves,
  venv: (use, rest) => [
    act("package.install"),
    ...rest
      .filter((word) => !(word.value ?? "").startsWith("-"))
      .map((word): Effect => ({ do: "write", target: use.target(word), recursive: true, as: "directory" })),
  ],
};

const python = interprets({ language: "python", code: "-c", prints: "--version -V -VV --help -h" });

export const languagesPython: readonly ProgramSpec[] = [
  {
    names:
      "python python2 python3 pypy pypy3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 py",
    runner: "python",
    launcher: true,
    style: "posix",
    flags: "--version -V -VV --help -h -u -B -E -I -s -S -O -OO -q -v -x -b -bb -d -i -P -3 -2",
    values: { text: "-c -m -W -X --check-hash-based-pycs" },
    ends: "-c -m",
    read: (use) => {
      const [name] = valuesOf(use, "-m");
      return name === undefined ? python(use) : module_(use, name, use.operands);
    },
    safe: ["python --version", "python3 -V"],
    unsafe: [
      ["python3 -c 'print(1)'", ["run.code"]],
      ["python x.py --flag", ["run.script"]],
      ["python -m pytest -xvs tests", ["run.task"]],
      ["python -m pip install x", ["run.module", "package.install", "network.contact", "run.task"]],
      ["python3 -m http.server 8000", ["run.module", "door.server", "network.send"]],
      ["python3 -m json.tool a.json", ["run.module"]],
      ["python3 -m venv .venv", ["run.module", "package.install", "file.directory"]],
      ["python3 - <<'E'\nprint(1)\nE", ["run.code"]],
      ["cat x.py | python3", ["file.read", "run.code"]],
      ["python -V x.py", ["run.script"]],
      ["python -i", ["run.code"]],
    ],
  },
];
