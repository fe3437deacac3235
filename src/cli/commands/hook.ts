/**
 * `sallyport hook HOST`: speaks a host's protocol. Paths come from the command line, where `install` pinned them; of the
 * environment, which a repository can influence, only the home directory and the keys that were named are taken; and, where
 * the line does not tell, which variables are set that bend programs: those take away, and add nothing.
 */

import { readFileSync } from "node:fs";
import { answerHook, type Env, homeOf } from "../../app/index.ts";
import { once } from "../../contract/kept.ts";
import { messageOf } from "../../contract/result.ts";
import { HOST_NAMES, type HookAnswer, hostNamed } from "../../hosts/index.ts";
import { variablesIn, variablesTold } from "../../machine/index.ts";
import { hookLine } from "../../memory/index.ts";
import { type Command, command, type GivenArguments } from "../command.ts";
import { flag, list, text } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";

const OPTIONS = {
  settings: text("X", "settings for this run: a file, or JSON"),
  config: text("DIR", "where sallyport/settings.json of the person is (default: ~/.config)"),
  state: text("DIR", "where the ledger is (default: ~/.local/state/sallyport)"),
  path: text("PATH", "the agent's PATH, as data"),
  set: text("NAMES", "variables of the agent's that bend programs and are set, as data"),
  places: text("VALUES", "the agent's HOME, XDG_CONFIG_HOME, ZDOTDIR, BASH_ENV and SHELLOPTS, as data"),
  key: list("NAME", "a variable that holds a model's key (default: every *_KEY)"),
  "key-fd": text("N", "a descriptor on which the keys come, one a line, in the order they are named"),
  // The wrapper of the installed line is there, and takes an empty answer for a failure.
  vouched: flag(null),
};

type HookOptions = GivenArguments<typeof OPTIONS>["options"];
type HookInput = (io: CliIo) => AsyncIterable<Uint8Array | string>;

/** Before an answer that somebody vouches for: what another program prints in the hook's place is none. */
const VOUCHED = "sallyport ";
/** What the wrapper is told when silence is the answer. */
const SILENT_ON_PURPOSE = "silent";

export const hookFrom = (input: HookInput): Command =>
  command({
    name: "hook",
    about: "answer an agent's hook (sallyport install HOST puts it in place)",
    usage: [["sallyport hook HOST", "the event on standard input, the answer on standard output"]],
    help: `HOST is one of ${HOST_NAMES.join(", ")}.`,
    options: OPTIONS,
    positionals: 1,
    notes:
      "The environment is not consulted for any of these; without --set and --places, for the names of variables that bend programs.",
    misuse: (why, io) => answerOnce(io, false)(refuseUnknownHost(why)),
    run: async ({ options, words: [name = ""], misuse }, io) => {
      const host = hostNamed(name);
      if (host === undefined) return misuse(`say which host: ${HOST_NAMES.join(", ")}`);
      const answer = answerOnce(io, options.vouched);
      const context = { env: pinEnvironment(options, { ...io.env, ...keysFrom(options) }), cwd: io.cwd, now: io.now };
      const variables = variablesOf(options, io.env, homeOf(context.env));
      if (io.exit !== undefined) ownProcess(context.env, (why) => answer(host.protocol.refuse(null, why)));
      const { settings } = options;
      const line = once(() => hookLine());
      const caller = { agent: () => line().agent, asker: { since: () => line().began } };
      return answer(await answerHook({ host, context, settings, variables, stdin: input(io), ...caller }));
    },
  });

export const hook = hookFrom((io) => io.stdin);

/** As the installed line tells them; a hook that is started without one has them in its own environment, as its agent's commands will. */
const variablesOf = ({ set, places }: HookOptions, env: Env, home: string): readonly string[] =>
  set === undefined && places === undefined ? variablesIn(env, home) : variablesTold(set ?? "", places, home);

/** One answer, once; then the process ends, whatever still waits in it. */
function answerOnce(io: CliIo, vouched: boolean): (answer: HookAnswer) => number {
  let given = false;
  return ({ stdout, stderr, exit }) => {
    if (given) return exit;
    given = true;
    if (stderr !== null) io.stderr.write(`${stderr}\n`);
    const said = stdout === null ? SILENT_ON_PURPOSE : JSON.stringify(stdout);
    if (vouched) io.stdout.write(`${VOUCHED}${said}\n`);
    else if (stdout !== null) io.stdout.write(`${said}\n`);
    io.exit?.(exit);
    return exit;
  };
}

/** Not even the protocol is known: exit 2 with a reason blocks on every host that has a way to block. */
const refuseUnknownHost = (why: string): HookAnswer => ({
  stdout: null,
  stderr: `sallyport: ${why}; nothing is allowed by a hook that does not know its host (see sallyport hook --help)`,
  exit: 2,
});

/** A key that is not there is not set: the question to the model then fails, and says so. */
function keysFrom({ "key-fd": descriptor, key }: HookOptions): Env {
  if (descriptor === undefined) return {};
  try {
    const lines = readFileSync(Number(descriptor), "utf8").split("\n");
    return Object.fromEntries(key.flatMap((name, i) => (lines[i] ? [[name, lines[i]]] : [])));
  } catch {
    return {};
  }
}

/** What the rest of the program may know of the environment. */
function pinEnvironment({ key, path, config, state }: HookOptions, env: Env): Env {
  const keys = Object.keys(env).filter((name) => (key.length === 0 ? /_KEY$/.test(name) : key.includes(name)));
  return {
    ...Object.fromEntries(keys.map((name) => [name, env[name]])),
    HOME: env.HOME,
    USERPROFILE: env.USERPROFILE,
    PATH: path ?? env.PATH,
    ...(config === undefined ? {} : { XDG_CONFIG_HOME: config }),
    ...(state === undefined ? {} : { SALLYPORT_STATE_DIR: state }),
  };
}

/** Libraries read the environment too: what was not pinned is not there. A throw out of nowhere is answered as well. */
function ownProcess(pinned: Env, refuse: (why: string) => void): void {
  for (const name of Object.keys(process.env)) if (pinned[name] === undefined) delete process.env[name];
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => refuse(messageOf(error)));
}
