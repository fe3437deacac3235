/** The program's commands: each is loaded when it is named. A new one is its file and a line here. */

import { isAbsolute } from "node:path";
import { nearest } from "../contract/nearest.ts";
import { VERSION } from "../contract/version.ts";
import type { Command } from "./command.ts";
import { formatRows } from "./help.ts";
import type { CliIo } from "./terminal/io.ts";
import { refuse, tell, wrap } from "./terminal/style.ts";

type Load = () => Promise<Command>;

/** By what a person needs them for. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  "Every day": {
    status: async () => (await import("./commands/status.ts")).status,
    approve: async () => (await import("./commands/approve.ts")).approve,
    undo: async () => (await import("./commands/undo.ts")).undo,
    allow: async () => (await import("./commands/allow.ts")).allow,
    ask: async () => (await import("./commands/allow.ts")).ask,
    deny: async () => (await import("./commands/allow.ts")).deny,
    switch: async () => (await import("./commands/switch.ts")).switchTo,
  },
  "Set up": {
    init: async () => (await import("./commands/init.ts")).init,
    install: async () => (await import("./commands/install.ts")).install,
    uninstall: async () => (await import("./commands/uninstall.ts")).uninstall,
    doctor: async () => (await import("./commands/doctor.ts")).doctor,
    completion: async () => (await import("./commands/completion.ts")).completionOf(allCommands),
  },
  Why: {
    check: async () => (await import("./commands/check.ts")).check,
    explain: async () => (await import("./commands/explain.ts")).explain,
    log: async () => (await import("./commands/log.ts")).log,
    rules: async () => (await import("./commands/rules.ts")).rules,
    dump: async () => (await import("./commands/dump.ts")).dump,
  },
  Measure: {
    replay: async () => (await import("./commands/replay.ts")).replay,
    suggest: async () => (await import("./commands/suggest.ts")).suggest,
    eval: async () => (await import("./commands/eval.ts")).evaluate,
  },
  "For programs": {
    serve: async () => (await import("./commands/serve.ts")).serve,
    mcp: async () => (await import("./commands/mcp.ts")).mcp,
    acp: async () => (await import("./commands/acp.ts")).acp,
    hook: async () => (await import("./commands/hook.ts")).hook,
    refresh: async () => (await import("./commands/refresh.ts")).refresh,
  },
};

export const COMMANDS: Readonly<Record<string, Load>> = Object.assign({}, ...Object.values(GROUPS));

/** Names of before, for whoever typed or scripted them: they work, and say their new one. */
export const FORMER: Readonly<Record<string, readonly [string, ...string[]]>> = {
  pause: ["switch", "pause"],
  resume: ["switch", "live"],
  live: ["switch", "live"],
  shadow: ["switch", "watch"],
};

const allCommands = (): Promise<readonly Command[]> => Promise.all(Object.values(COMMANDS).map((load) => load()));

export async function main(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  switch (name) {
    case undefined:
      if (!knowsHome(io)) return refuseHome(io);
      if (io.stdin.isTTY === true && io.stdout.isTTY) return (await import("./front.ts")).showFront(io);
      io.stderr.write(await overview(io.stderr.columns));
      return refuse(
        io,
        "without a command it shows what is here and sets it up, and needs a terminal for that; above is what there is without one",
      );
    case "-v":
    case "-V":
    case "--version":
      io.stdout.write(`${VERSION}\n`);
      return 0;
    case "help":
    case "-h":
    case "--help":
      return help(rest, io);
    default:
      return run(name, rest, io);
  }
}

async function run(name: string, args: readonly string[], io: CliIo): Promise<number> {
  const now = formerly(name);
  if (now !== undefined) {
    tell(io, `sallyport ${name} is sallyport ${now.join(" ")} now`);
    return run(now[0], [...now.slice(1), ...args], io);
  }
  const command = await find(name);
  if (command === undefined) return unknown(name, io);
  if (!knowsHome(io)) return refuseHome(io);
  return (await import("./change/first-state.ts")).notingFolders(io, () => command.run(args, io));
}

const knowsHome = ({ env: { HOME } }: CliIo): boolean => HOME === undefined || isAbsolute(HOME);

/** Whatever lies below an empty name would be written at the top of the disk. */
const refuseHome = (io: CliIo): number =>
  refuse(
    io,
    `HOME is ${JSON.stringify(io.env.HOME)}, which is no directory's path, so nobody knows whose settings and record are meant. Set HOME to your home directory.`,
  );

async function help([name]: readonly string[], io: CliIo): Promise<number> {
  if (name === "--man") return (await import("./manual.ts")).showManual(io);
  if (name === undefined) io.stdout.write(await overview(io.stdout.columns));
  else {
    const command = await find(formerly(name)?.[0] ?? name);
    if (command === undefined) return unknown(name, io);
    io.stdout.write(command.help(io.stdout.columns));
  }
  return 0;
}

const find = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.() : undefined;
const formerly = (name: string): (typeof FORMER)[string] | undefined =>
  Object.hasOwn(FORMER, name) ? FORMER[name] : undefined;

function unknown(name: string, io: CliIo): number {
  if (name.startsWith("-")) return unknownOption(name, io);
  const near = nearest(name, Object.keys(COMMANDS));
  const hint = near === undefined ? "" : `, did you mean ${near}?`;
  return refuse(io, `there is no command "${name}"${hint} (see sallyport --help)`);
}

/** Options that stand alone; others belong to a command. */
const ALONE = ["--version", "--help"];

function unknownOption(name: string, io: CliIo): number {
  const near = nearest(name, ALONE);
  const hint = near === undefined ? " Options come after a command, such as sallyport check --json." : "";
  return refuse(
    io,
    `there is no option ${name}${near === undefined ? "." : `; did you mean ${near}?`}${hint} (see sallyport --help)`,
  );
}

async function overview(columns: number): Promise<string> {
  const lines = (text: string): string => wrap(text, columns).join("\n");
  return `${lines("sallyport: lets an AI agent work without permission prompts, safely")}

${lines("Every tool call of the agent comes in; allow, deny, ask or abort goes out.")}

${await listCommands(columns)}
  sallyport COMMAND --help   more about one of them
  sallyport help --man       the manual page
  sallyport --version

Try:  sallyport check --command 'git status'
`;
}

async function listCommands(columns: number): Promise<string> {
  const all = await allCommands();
  const width = Math.max(...all.map(({ name }) => name.length));
  return Object.entries(GROUPS)
    .map(([title, group]) => {
      const rows = all.filter(({ name }) => name in group);
      return `${title}\n${formatRows(
        rows.map(({ name, about }) => [`sallyport ${name.padEnd(width)}`, about]),
        columns,
      )}`;
    })
    .join("\n");
}
