/** Serving in this process until it is ended, or in one of its own. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, loadPersonSettings, stateDir } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import {
  ENGINE_FLAGS,
  findServing,
  forgetRest,
  forgetServing,
  keepOnly,
  LOOPBACK,
  mayStart,
  noteServing,
  openServiceDir,
  type RunningService,
  serviceEnvironment,
  serviceLayout,
  startAgain,
  startService,
  underStartLock,
  waitUntil,
  watchOwnNote,
} from "../../service/index.ts";
import { keysOf } from "../change/pins.ts";
import type { ServeGiven } from "../commands/serve.ts";
import { parseWhole } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal } from "../terminal/person.ts";
import { refuse, tell } from "../terminal/style.ts";
import { type AtTerminal, linkTo } from "./link.ts";

export async function serveHere(given: ServeGiven, at: AtTerminal): Promise<number> {
  const { io } = at;
  const address = chooseAddress(given);
  if (!address.ok) return given.misuse(address.error);
  // Before the environment is made poor: an agent is known by it.
  const isPerson = ownTerminal(io, at.terminal).ok;
  const env = ownEnvironment(io);
  if (!env.ok) return refuse(io, env.error);
  const own = { ...io, env: env.value };
  const state = stateDir(env.value);
  const byHook = given.options["until-idle"];
  const began = await begin(own, { ...address.value, byHook });
  if (!began.ok) return refuse(io, began.error);
  const running = began.value;
  const note = watchOwnNote(state);
  const over = byHook ? watchNeed(running, own) : undefined;
  try {
    announce(running, { json: given.options.json, isPerson }, own);
    await untilEnd(io, over === undefined ? note.lost : AbortSignal.any([note.lost, over]));
    if (note.lost.aborted) tell(io, `${state} is gone or another's: the service ends`);
  } finally {
    note.end();
    forgetServing(state);
    await running.close();
  }
  return 0;
}

/** Of several that begin at once one serves: whether another does is asked, and the note of it written, under one lock. */
async function begin(io: CliIo, { byHook, ...address }: ChosenAddress & ByHook): Promise<Result<RunningService>> {
  const state = stateDir(io.env);
  // Before anything is made there: the person may have left meanwhile.
  const unwanted = (): boolean => byHook && !mayStart(state);
  if (unwanted()) return fail(UNWANTED);
  const folder = openServiceDir(state);
  if (!folder.ok) return folder;
  return underStartLock(state, async () => {
    const other = findOther(io);
    if (other !== undefined) return fail(other);
    if (unwanted()) return fail(UNWANTED);
    const started = await startService(io, {
      ...{ ...address, pageDir: pageFolder(), warm: true },
      report: (sentence) => tell(io, sentence),
    });
    if (!started.ok) return started;
    const { port, service, close } = started.value;
    const { address: at } = started.value;
    try {
      noteServing(state, { port, address: at, started: service.started, program: programFolder(), byHook });
    } catch (error) {
      await close();
      throw error;
    }
    if (byHook) forgetRest(state);
    else startAgain(state);
    return started;
  });
}

const UNWANTED = "nobody agreed to it any more";

interface ByHook {
  readonly byHook: boolean;
}

const LOOK_MS = 2_000;

/** Aborts when a service that a hook started is not needed any more, or not wanted. */
function watchNeed(running: RunningService, io: CliIo): AbortSignal {
  const over = new AbortController();
  const state = stateDir(io.env);
  setInterval(() => {
    const loaded = loadPersonSettings(io);
    const isWanted = mayStart(state) && (!loaded.ok || loaded.value.settings.service.start);
    const why = isWanted ? running.whyOver() : "the person does not want one";
    if (why === undefined) return;
    tell(io, `the service ends: ${why}`);
    over.abort();
  }, LOOK_MS).unref();
  return over.signal;
}

/** A process of its own, in nobody's terminal; this one ends when it serves. */
export async function serveBehind(given: ServeGiven, { terminal, io }: AtTerminal): Promise<number> {
  const address = chooseAddress(given);
  if (!address.ok) return given.misuse(address.error);
  const other = findOther(io);
  if (other !== undefined) return refuse(io, other);
  const state = stateDir(io.env);
  const folder = openServiceDir(state);
  if (!folder.ok) return refuse(io, folder.error);
  const { log } = serviceLayout(state);
  const out = openSync(log, "w", 0o600);
  const words = [...ENGINE_FLAGS, process.argv[1] ?? "", "serve", ...addressWords(given)];
  const child = spawn(process.execPath, words, {
    ...{ detached: true, cwd: io.cwd, env: { ...io.env } },
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  child.on("error", () => undefined).unref();
  const serves = await waitUntil(() => findServing(state)?.pid === child.pid || child.exitCode !== null);
  const serving = findServing(state);
  if (!serves || serving === undefined || serving.pid !== child.pid)
    return refuse(io, `it did not start: ${lastLine(log)}`);
  announce(serving, { json: given.options.json, isPerson: ownTerminal(io, terminal).ok }, io);
  return 0;
}

const lastLine = (log: string): string => readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "nothing was said";

/** The words for the process of its own. */
const addressWords = ({ options }: ServeGiven): readonly string[] => [
  ...(["port", "host", "tls-cert", "tls-key"] as const).flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [`--${name}=${value}`];
  }),
  ...(options["insecure-http"] ? ["--insecure-http"] : []),
];

function findOther(io: CliIo): string | undefined {
  const other = findServing(stateDir(io.env));
  if (other === undefined) return undefined;
  return `one runs already at ${other.address} (process ${other.pid}); a link to it: sallyport serve link; to end it: sallyport serve --stop`;
}

interface ChosenAddress {
  readonly port: number | undefined;
  readonly host: string;
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

const IS_LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/;
const IS_ADDRESS = /^(?:[\w.-]+|[\da-fA-F:]+)$/;

/** Beyond this machine only with TLS, or where the person says that it is to be without. */
export function chooseAddress({ options }: ServeGiven): Result<ChosenAddress> {
  const port = parseWhole("port", options.port, { from: 1, to: 65_535, fallback: 0 });
  if (!port.ok) return port;
  const { host = LOOPBACK, "tls-cert": cert, "tls-key": key } = options;
  if (!IS_ADDRESS.test(host)) return fail("--host must be an address of this machine");
  if ((cert === undefined) !== (key === undefined)) return fail("--tls-cert and --tls-key go together");
  if (!IS_LOOPBACK.test(host) && cert === undefined && !options["insecure-http"])
    return fail(
      `--host ${host} would send tokens and decisions over the network in the clear: give --tls-cert and --tls-key, or say --insecure-http`,
    );
  const chosen = { port: options.port === undefined ? undefined : port.value, host };
  if (cert === undefined || key === undefined) return ok({ ...chosen, tls: null });
  try {
    return ok({ ...chosen, tls: { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") } });
  } catch (error) {
    return fail(`the certificate or its key cannot be read: ${messageOf(error)}`);
  }
}

/** Poor, as a hook's is: what else this process was started with does not speak for the agents it serves. */
function ownEnvironment(io: CliIo): Result<Env> {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return loaded;
  const env = serviceEnvironment(io.env, keysOf(loaded.value.settings));
  if (io.exit !== undefined) keepOnly(env);
  return ok(env);
}

/** The program's code lies one below. */
const programFolder = (): string =>
  join(typeof __dirname === "string" ? __dirname : (import.meta.dirname ?? "."), "..");
const pageFolder = (): string => join(programFolder(), "web");

interface Announced {
  readonly json: boolean;
  /** A person sits here: the link is theirs. */
  readonly isPerson: boolean;
}

function announce({ address }: Pick<RunningService, "address">, { json, isPerson }: Announced, io: CliIo): void {
  const link = isPerson ? linkTo(address, io) : null;
  const sign =
    link === null
      ? "To sign in: sallyport serve link, in a terminal of your own."
      : `Sign in, once, within ten minutes: ${link}`;
  io.stdout.write(json ? `${JSON.stringify({ address, link })}\n` : `Sallyport serves ${address}\n${sign}\n`);
}

const untilEnd = (io: CliIo, lost: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (io.signal?.aborted === true) return resolve();
    lost.addEventListener("abort", () => resolve());
    io.signal?.addEventListener("abort", () => resolve());
    if (io.exit === undefined) return;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
