import { reads, refused, understood } from "../disk-makers.ts";
import { line } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";
import { behind } from "./packages-effects.ts";

/** Commands of rtk's own: settings, statistics, or searches with a syntax of their own. */
const OWN =
  /^(?:init|config|trust|untrust|hook|hook-audit|rewrite|learn|telemetry|session|gain|discover|cc-economics|verify|find|diff|json|deps|env|log|smart|tree|wc|lint|format|curl|wget|summary-file|err-file|context|pipe|run)$/;
/** These join their words and give them to a shell. */
const BY_SHELL = /^(?:test|err|summary)$/;

function rtk(use: Use): ReadAnswer {
  const words = behind(use.operands, "-u --ultra-compact -v --verbose -vv -vvv --skip-env", "");
  const [first, ...rest] = words ?? [];
  const name = first?.value ?? null;
  if (words !== null && first === undefined) return understood([]);
  if (words === null || name === null) {
    const version = use.operands.length === 1 && /^(?:--version|-V|--help|-h)$/.test(use.operands[0]?.value ?? "");
    return version ? understood([]) : refused("options that are not known");
  }
  if (name === "read")
    return {
      understood: rest.every((word) => word.value !== null && !word.value.startsWith("-")),
      why: "rtk read with options",
      effects: rest.map((word) => reads(use.target(word))),
    };
  if (OWN.test(name)) return refused(`rtk ${name}`, [{ do: "run", program: "rtk", what: "task", task: line(words) }]);
  if (BY_SHELL.test(name))
    return rest.every((word) => word.value !== null)
      ? understood([], [{ kind: "script", code: rest.map((word) => word.value).join(" "), via: `rtk ${name}` }])
      : refused(`rtk ${name} with words that are not known`);
  const command =
    name === "proxy"
      ? rest
      : name === "grep"
        ? [{ ...words[0], value: "rg", text: "rg", prefix: "rg", glob: false, splits: false }, ...rest]
        : words;
  if (command.some((word) => word === command[0] && /\s/.test(word.value ?? "")))
    return refused("a command line in one word");
  return understood(
    [],
    [{ kind: "words", words: command, via: name === "proxy" ? "rtk proxy" : "rtk", moreWords: false }],
  );
}

export const proxies: ProgramFamily = () => [
  {
    names: "rtk",
    launcher: true,
    style: "words",
    operands: "text",
    read: rtk,
    safe: ["rtk --version", "rtk git status", "rtk git log --oneline -5", "rtk proxy cat -A a", "rtk read a"],
    unsafe: [
      ["rtk git push", ["git.push", "network.send"]],
      ["rtk bun run lint", ["run.task", "unknown.use"]],
      ["rtk test rm -rf x", ["file.delete"]],
      ["rtk err 'ls; rm x'", ["file.look", "file.delete"]],
      ["rtk proxy rm x", ["file.delete"]],
      ["rtk git -c core.pager=evil log", ["run.helper", "git.config"]],
      ["rtk init -g", ["run.task", "unknown.use"]],
      ["rtk proxy 'rm x'", ["unknown.use"]],
      ["rtk grep --pre evil x", ["run.helper", "file.read"]],
    ],
  },
];
