/** `sallyport serve`: the service of this machine with its page. */
import { join } from "node:path";
import { type Env, loadPersonSettings, stateDir } from "../../app/index.ts";
import { messageOf, ok, type Result } from "../../contract/result.ts";
import {
  findServing,
  forgetServing,
  keepOnly,
  makeSigninCode,
  noteServing,
  openPlainIndex,
  type RunningService,
  serviceEnvironment,
  startService,
} from "../../service/index.ts";
import { type Command, command, type GivenArguments } from "../command.ts";
import type { CliIo } from "../io.ts";
import { flag, parseWhole, text } from "../options.ts";
import { keysOf } from "../pins.ts";
import { refuse, tell } from "../style.ts";
import { ownTerminal, realTerminal, type TerminalFacts } from "../terminal.ts";

const OPTIONS = {
  port: text("N", "listen here instead of 7717 or the next free one"),
  json: flag("for programs"),
};
type ServeGiven = GivenArguments<typeof OPTIONS>;

export const serveAt = (terminal: TerminalFacts): Command =>
  command({
    name: "serve",
    about: "the service of this machine: one gate for all agents, and a page",
    usage: [
      ["sallyport serve", "starts it; Ctrl-C ends it"],
      ["sallyport serve link", "a link to sign in with, good for one use within ten minutes"],
    ],
    options: OPTIONS,
    positionals: 1,
    notes: "Exit: 0 done, 1 could not be done.",
    run: (given, io) => {
      switch (given.words[0]) {
        case undefined:
          return serveHere(given, terminal, io);
        case "link":
          return showLink(terminal, io);
        default:
          return given.misuse(`there is no "serve ${given.words[0]}"`);
      }
    },
  });

export const serve = serveAt(realTerminal);

async function serveHere({ options, misuse }: ServeGiven, terminal: TerminalFacts, io: CliIo): Promise<number> {
  const port = parseWhole("--port", options.port, { from: 1, to: 65_535, fallback: 0 });
  if (!port.ok) return misuse(port.error);
  const state = stateDir(io.env);
  const other = findServing(state);
  if (other !== undefined)
    return refuse(
      io,
      `one runs already at ${other.address} (process ${other.pid}); a link to it: sallyport serve link`,
    );
  const env = ownEnvironment(io);
  if (!env.ok) return refuse(io, env.error);
  const started = await startService(
    { ...io, env: env.value },
    {
      port: options.port === undefined ? undefined : port.value,
      pageDir: pageFolder(),
      openIndex: openPlainIndex,
      report: (sentence) => tell(io, sentence),
    },
  );
  if (!started.ok) return refuse(io, started.error);
  const running = started.value;
  noteServing(state, { port: running.port, address: running.address, started: running.service.started });
  try {
    announce(running, { json: options.json, terminal }, io);
    await untilEnd(io);
  } finally {
    forgetServing(state);
    await running.close();
  }
  return 0;
}

/** Poor, as a hook's is: what else this process was started with does not speak for the agents it serves. */
function ownEnvironment(io: CliIo): Result<Env> {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return loaded;
  const env = serviceEnvironment(io.env, keysOf(loaded.value.settings));
  if (io.exit !== undefined) keepOnly(env);
  return ok(env);
}

/** Beside the program's own folder. */
const pageFolder = (): string =>
  join(typeof __dirname === "string" ? __dirname : (import.meta.dirname ?? "."), "..", "web");

interface Announced {
  readonly json: boolean;
  readonly terminal: TerminalFacts;
}

/** The link is for the person who sits here, and for nobody's log. */
function announce({ address }: RunningService, { json, terminal }: Announced, io: CliIo): void {
  const link = ownTerminal(io, terminal).ok ? linkTo(address, io) : null;
  if (json) io.stdout.write(`${JSON.stringify({ address, pid: process.pid, link })}\n`);
  else
    io.stdout.write(
      `Sallyport serves ${address}\n${link === null ? "To sign in: sallyport serve link, in a terminal of your own.\n" : `Sign in, once, within ten minutes: ${link}\n`}`,
    );
}

const linkTo = (address: string, io: CliIo): string =>
  `${address}/#signin=${makeSigninCode(stateDir(io.env), io.now())}`;

function showLink(terminal: TerminalFacts, io: CliIo): number {
  const person = ownTerminal(io, terminal);
  if (!person.ok) return refuse(io, person.error);
  const serving = findServing(stateDir(io.env));
  if (serving === undefined) return refuse(io, "no service runs: sallyport serve");
  try {
    io.stdout.write(`${linkTo(serving.address, io)}\n`);
    return 0;
  } catch (error) {
    return refuse(io, messageOf(error));
  }
}

const untilEnd = (io: CliIo): Promise<void> =>
  new Promise((resolve) => {
    if (io.signal?.aborted === true) return resolve();
    io.signal?.addEventListener("abort", () => resolve());
    if (io.exit === undefined) return;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
