/**
 * `sallyport hook HOST`: speaks a host's protocol. Paths come from the command line, where `install` pinned them; of the
 * environment, which a repository can influence, only the home directory and the keys that were named are taken.
 */

import { openGate, openStore } from "../../app/open.ts";
import { stateDir } from "../../app/paths.ts";
import { loadSettings } from "../../app/settings/index.ts";
import { HOST_NAMES, type HookAnswer, type Host, hostNamed, runHook } from "../../hosts/index.ts";
import type { CliIo } from "../io.ts";

export const HELP = `sallyport hook: answers an agent's hook; \`sallyport install HOST\` puts it in place

  sallyport hook HOST      the event on standard input, the answer on standard output
                           HOST is one of ${HOST_NAMES.join(", ")}

  --settings X     settings for this run: a file, or JSON
  --config DIR     where sallyport/settings.json of the person is (default: ~/.config)
  --state DIR      where the ledger is (default: ~/.local/state/sallyport)
  --path PATH      the agent's PATH, as data
  --key NAME       a variable that holds a model's key (default: every *_KEY)

The environment is not consulted for any of these.
`;

interface Flags {
  readonly settings?: string;
  readonly config?: string;
  readonly state?: string;
  readonly path?: string;
  readonly key?: readonly string[];
  /** The wrapper of the installed line is there: silence is said in so many words. */
  readonly vouched?: true;
  readonly help?: true;
}
const WITH_VALUE: readonly string[] = ["settings", "config", "state", "path", "key"];

type Input = () => AsyncIterable<Uint8Array | string>;

export async function run(args: readonly string[], io: CliIo, input: Input = () => io.stdin): Promise<number> {
  const parsed = parsedArgs(args);
  if (parsed.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const { host, flags } = parsed;
  const give = giver(flags, io);
  if (io.exit !== undefined)
    ownProcess(flags, (why) => give(host === undefined ? unknownHost(why) : host.protocol.refuse(null, why)));
  return give(host === undefined ? unknownHost(parsed.why) : await answerFor(host, flags, io, input));
}

/** One answer, once; then the process ends, whatever still waits in it. */
function giver(flags: Flags, io: CliIo): (answer: HookAnswer) => number {
  let given = false;
  return (answer) => {
    if (given) return answer.exit;
    given = true;
    if (answer.stderr !== null) io.stderr.write(`${answer.stderr}\n`);
    if (answer.stdout !== null) io.stdout.write(`${JSON.stringify(answer.stdout)}\n`);
    else if (flags.vouched === true) io.stdout.write(SILENT_ON_PURPOSE);
    io.exit?.(answer.exit);
    return answer.exit;
  };
}

/** For the wrapper of the installed line, which takes an empty answer for a failure. */
const SILENT_ON_PURPOSE = "silent\n";

/** Libraries read the environment too: what was not named is not there. A throw out of nowhere is answered as well. */
function ownProcess(flags: Flags, refuse: (why: string) => void): void {
  const pinned = pinnedEnv(flags, process.env);
  for (const name of Object.keys(process.env)) if (pinned[name] === undefined) delete process.env[name];
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
}

interface Parsed {
  readonly help: boolean;
  readonly host?: Host;
  readonly why: string;
  readonly flags: Flags;
}

/** By hand, because the library for it takes longer to load than the rest takes to run. */
function parsedArgs(args: readonly string[]): Parsed {
  const flags: Record<string, string | string[] | true> = {};
  const names: string[] = [];
  const wrong = (why: string): Parsed => ({ help: false, why, flags: {} });
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const name = arg.replace(/^--/, "");
    if (!arg.startsWith("-")) names.push(arg);
    else if (arg === "--vouched") flags.vouched = true;
    else if (arg === "--help" || arg === "-h") flags.help = true;
    else if (!arg.startsWith("--") || !WITH_VALUE.includes(name)) return wrong(`unknown option ${arg}`);
    else {
      const value = args[++i];
      if (value === undefined) return wrong(`${arg} needs a value`);
      flags[name] = name === "key" ? [...(Array.isArray(flags.key) ? flags.key : []), value] : value;
    }
  }
  const [host, ...more] = names;
  const known = host !== undefined && more.length === 0 ? hostNamed(host) : undefined;
  return {
    help: flags.help === true,
    ...(known === undefined ? {} : { host: known }),
    why: `say which host: ${HOST_NAMES.join(", ")}`,
    flags,
  };
}

/** Not even the protocol is known: exit 2 with a reason blocks on every host that has a way to block. */
const unknownHost = (why: string): HookAnswer => ({
  stdout: null,
  stderr: `sallyport: ${why}; nothing is allowed by a hook that does not know its host (see sallyport hook --help)`,
  exit: 2,
});

async function answerFor(host: Host, flags: Flags, io: CliIo, input: Input): Promise<HookAnswer> {
  const pinned = Object.create(io, { env: { value: pinnedEnv(flags, io.env) } }) as CliIo;
  let flagsAreOld = (): boolean => false;
  const answer = await runHook({
    host,
    stdin: input(),
    store: () => openStore(pinned),
    stateDir: stateDir(pinned.env),
    shadow: () => {
      const loaded = loadSettings({ run: flags.settings, projectRoot: null, env: pinned.env });
      return loaded.ok && loaded.value.settings.shadow;
    },
    open: ({ projectRoot, store }) => {
      const opened = openGate(pinned, { settings: flags.settings, projectRoot, store, hook: true });
      if (opened.ok) flagsAreOld = () => opened.value.flags?.isOld() === true;
      return opened;
    },
  });
  if (flagsAreOld()) await (await import("./refresh.ts")).refreshLater(pinned, flags.settings).catch(() => undefined);
  return answer;
}

/** What the rest of the program may know of the environment. */
export function pinnedEnv(flags: Flags, env: CliIo["env"]): CliIo["env"] {
  const keys = Object.keys(env).filter((name) =>
    flags.key === undefined ? /_KEY$/.test(name) : flags.key.includes(name),
  );
  return {
    ...Object.fromEntries(keys.map((name) => [name, env[name]])),
    HOME: env.HOME,
    USERPROFILE: env.USERPROFILE,
    PATH: flags.path ?? env.PATH,
    ...(flags.config === undefined ? {} : { XDG_CONFIG_HOME: flags.config }),
    ...(flags.state === undefined ? {} : { SALLYPORT_STATE_DIR: flags.state }),
  };
}
