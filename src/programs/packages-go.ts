/** Go. A module may make the tool fetch another version of itself, so asking it anything inside one is a run. */
import { each, fixed, network, runs, task } from "./makers.ts";
import { installs, wholly } from "./packages-effects.ts";
import type { CommandSpec, ProgramSpec } from "./spec.ts";
import { compiled, pinnedBy, runsNamed, writesNamed } from "./toolchains.ts";

const module_ = pinnedBy("go.mod go.work");

const goTask = (kind: string): CommandSpec =>
  wholly(
    task(kind),
    writesNamed("-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir"),
    runsNamed(/^--?(?:exec|toolexec|vettool)\b/, "an option names a program"),
  );

export const packagesGo: readonly ProgramSpec[] = [
  {
    names: ["go"],
    launches: "run",
    runner: "go",
    consults: "pin",
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
];
