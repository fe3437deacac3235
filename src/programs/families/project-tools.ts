/** Test, lint, format, type-check and build runners. They load configuration that is code: every use is a task. */
import { type Effect, unknownTarget } from "../../contract/effect.ts";
import { reads } from "../disk-makers.ts";
import { given, line } from "../makers.ts";
import type { EffectMaker, ProgramFamily } from "../spec.ts";
import { emptiedFirst, PROJECT_TOOLS, reportsTo, wholly } from "./packages-effects.ts";

/** Names that stand in other families. */
const ELSEWHERE = "nox gulp grunt unittest clippy-driver shellcheck gofmt rustfmt".split(" ");
const RUNNERS = [...PROJECT_TOOLS].filter((name) => !ELSEWHERE.includes(name)).join(" ");

const runner: EffectMaker = (use) => [
  { do: "run", program: use.program, what: "task", task: line(use.operands) },
  ...emptiedFirst(use, use.operands),
  ...reportsTo(use, use.operands),
];

/** A formatter that is not configured by code: it reads, and writes only when told. */
const formats =
  (writes: string): EffectMaker =>
  (use) => {
    const write = given(use, writes);
    return use.operands.map(
      (word): Effect =>
        write ? { do: "write", target: use.target(word), recursive: true } : reads(use.target(word), true),
    );
  };

/** Lines of whatever a script sources are shown. */
const sourced: Effect = reads(unknownTarget());

export const projectTools: ProgramFamily = () => [
  {
    names: RUNNERS,
    ...wholly(runner),
    unsafe: [
      ["vitest run src", ["run.task"]],
      ["jest --coverage", ["run.task"]],
      ["pytest -k name tests/", ["run.task"]],
      ["pytest --basetemp=out tests/", ["run.task", "file.delete"]],
      ["pytest -q --junitxml=out.xml", ["run.task", "file.write"]],
      ["pytest --cov-report=xml:out.xml", ["run.task", "file.write"]],
      ["pytest --cov-report=html", ["run.task"]],
      ["eslint . --output-file out.txt", ["run.task", "file.write"]],
      ["eslint . --fix", ["run.task"]],
      ["prettier --check .", ["run.task"]],
      ["tsc --noEmit", ["run.task"]],
      ["golangci-lint run --enable=dupl", ["run.task"]],
      ["biome check --write", ["run.task"]],
      ["vite build", ["run.task"]],
      ["playwright test", ["run.task"]],
    ],
  },
  {
    names: "gofmt",
    style: "go",
    flags: "-l -d -e -s -w",
    values: { text: "-r", write: "-cpuprofile" },
    operands: "text",
    always: [formats("-w")],
    safe: ["gofmt -l .", "gofmt -d src/a.go", "gofmt -s -l -e a.go"],
    unsafe: [
      ["gofmt -w a.go", ["file.write"]],
      ["gofmt -cpuprofile=/tmp/x a.go", ["file.write", "file.read"]],
    ],
  },
  {
    names: "shellcheck",
    when: { "-a --check-sourced -x --external-sources": [sourced] },
    flags: "-a --check-sourced -x --external-sources --norc -V --version -h --help --list-optional",
    values: {
      text: "-e --exclude -i --include -f --format -s --shell -S --severity -o --enable -W --wiki-link-count -C --color -P --source-path",
      read: "--rcfile",
    },
    operands: "read",
    safe: ["shellcheck -S warning scripts/a.sh", "shellcheck -f gcc a.sh"],
    unsafe: [["shellcheck --frobnicate a.sh", ["file.read", "unknown.use"]]],
  },
];
