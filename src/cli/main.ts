/** The command: finds the sub-command and loads only that. */
import { VERSION } from "../contract/version.ts";
import type { CliIo, Command } from "./io.ts";

const COMMANDS: Readonly<
  Record<string, { readonly about: string; readonly load: () => Promise<{ readonly run: Command }> }>
> = {
  check: { about: "judge one tool call, or a stream of them", load: () => import("./commands/check.ts") },
  explain: { about: "show what a shell command would do", load: () => import("./commands/explain.ts") },
  install: { about: "put the gate in front of an agent", load: () => import("./commands/install.ts") },
  uninstall: { about: "take it out again", load: () => import("./commands/uninstall.ts") },
  doctor: { about: "say what works, what does not, and how to mend it", load: () => import("./commands/doctor.ts") },
  init: { about: "set up an agent, a model and a key, step by step", load: () => import("./commands/init.ts") },
  mcp: { about: "stand in front of an MCP server", load: () => import("./commands/mcp.ts") },
  acp: { about: "stand between an editor and an ACP agent", load: () => import("./commands/acp.ts") },
  hook: { about: "answer an agent's hook", load: () => import("./commands/hook.ts") },
  replay: {
    about: "what the gate would have done in sessions you have had",
    load: () => import("./commands/replay.ts"),
  },
  eval: { about: "how right a model is, on cases whose answer is known", load: () => import("./commands/eval.ts") },
  suggest: { about: "rules that would have saved you the most prompts", load: () => import("./commands/suggest.ts") },
  rules: { about: "rules in force, the rulebook, a critique of yours", load: () => import("./commands/rules.ts") },
  approve: {
    about: "approve one exact call that was asked about or denied",
    load: () => import("./commands/approve.ts"),
  },
  refresh: {
    about: "fetch the remote flags, where the settings name a server",
    load: () => import("./commands/refresh.ts"),
  },
  log: { about: "read, verify and purge the ledger", load: () => import("./commands/log.ts") },
};

const help = (): string => `sallyport: lets an AI agent work without permission prompts, safely

Every tool call of the agent comes in; allow, deny, ask or abort goes out.

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  sallyport ${name.padEnd(9)} ${about}`)
  .join("\n")}

  sallyport COMMAND --help   more about one of them
  sallyport --version

Try:  sallyport check --command 'git status'
`;

export async function main(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-V") {
    io.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? io.stderr : io.stdout).write(help());
    return name === undefined ? 1 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    io.stderr.write(`sallyport: there is no command "${name}" (see sallyport --help)\n`);
    return 1;
  }
  return (await command.load()).run(rest, io);
}
