/** Go. A module may make the tool fetch another version of itself, so asking it anything inside one is a run. */
import { act } from "../../contract/effect.ts";
import { writes } from "../disk-makers.ts";
import { each, network, runs, task } from "../makers.ts";
import type { CommandSpec, ProgramSpec } from "../spec.ts";
import { installs, wholly } from "./packages-effects.ts";
import { compiled, pinnedBy, runsNamed, writesNamed } from "./toolchains.ts";

const module_ = pinnedBy("go.mod go.work");

const goTask: CommandSpec = wholly(
  task,
  writesNamed("-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir"),
  runsNamed(/^--?(?:exec|toolexec|vettool)\b/, "an option names a program"),
);

export const packagesGo: readonly ProgramSpec[] = [
  {
    names: "go",
    launches: "run",
    runner: "go",
    consults: "pin",
    style: "go",
    values: { cwd: "-C" },
    operands: { max: 0 },
    commands: {
      ...each("version", { style: "go", flags: "-m -v", operands: "read", always: [module_] }),
      env: {
        style: "go",
        flags: "-json -w -u -changed",
        operands: "text",
        always: [module_],
        when: { "-w": [act("package.settings")], "-u": [act("package.settings")] },
      },
      help: { operands: "text" },
      doc: {
        style: "go",
        flags: "-all -c -cmd -short -src -u -http",
        operands: "text",
        always: [module_],
        when: { "-http": [act("door.server")] },
      },
      test: goTask,
      ...each("build install", goTask),
      ...each("vet fix", goTask),
      fmt: goTask,
      ...each("list", wholly(task)),
      ...each("run", wholly(compiled)),
      generate: wholly(runs("code", "commands written in the sources")),
      get: { style: "go", flags: "-u -t -d -v -x -insecure", operands: "text", always: [installs("proxy.golang.org")] },
      mod: {
        commands: {
          ...each("graph why verify", wholly(task)),
          ...each("download tidy vendor", wholly(installs("proxy.golang.org"))),
          ...each(
            "init edit",
            wholly((use) => [
              writes(use.target({ value: "go.mod", text: "go.mod", glob: false, splits: false, prefix: "go.mod" })),
            ]),
          ),
        },
      },
      work: wholly(task),
      tool: wholly(runs("helper", "a tool of the module or the distribution"), writesNamed("-o")),
      clean: wholly(act("package.cache-delete")),
      ...each("telemetry bug", wholly(network(null, true))),
    },
    safe: ["go version", "go env GOPATH", "go doc fmt.Println", "go help build"],
    unsafe: [
      ["go test ./... -run TestX -count=1", ["run.task"]],
      ["go test -exec /tmp/x ./...", ["run.task", "run.helper"]],
      ["go build -o /tmp/x ./cmd/x", ["run.task", "file.write"]],
      ["go vet ./...", ["run.task"]],
      ["go run ./cmd/x", ["run.task", "run.script"]],
      ["go generate ./...", ["run.code"]],
      ["go get example.com/x@latest", ["package.install", "network.contact", "run.task"]],
      ["go env -w GOFLAGS=-toolexec=/tmp/x", ["package.settings"]],
      ["go mod tidy", ["package.install", "network.contact", "run.task"]],
    ],
  },
];
