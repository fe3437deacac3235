/** Starting the service: its folder, its parts, its address; and ending it. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type AppContext, openSharedStore, stateDir } from "../app/index.ts";
import { fail, messageOf, ok, type Result } from "../contract/result.ts";
import type { LiveEvent } from "./api.ts";
import { openSignins } from "./auth/signin.ts";
import { tokenBook } from "./auth/tokens.ts";
import { openGates } from "./gates.ts";
import { openHookSocket, openServiceDir } from "./hooks/index.ts";
import { openHostVersions } from "./host-versions.ts";
import { openGuard, type Rates, USUAL_RATES } from "./http/guard.ts";
import { makeServer, type Tls } from "./http/server.ts";
import {
  type OpenIndexOptions,
  openIndexLate,
  openIndex as openKeptIndex,
  type RecordIndex,
} from "./index-store/index.ts";
import { openMetrics } from "./metrics.ts";
import { pageFiles } from "./page-files.ts";
import { ROUTES } from "./routes/index.ts";
import type { Service } from "./service.ts";
import { watchUse } from "./use.ts";
import { type AskOnHold, openWaitingRoom } from "./waiting.ts";

export const DEFAULT_PORT = 7717;
export const LOOPBACK = "127.0.0.1";
/** Ports tried where nobody said which. */
const PORTS_TRIED = 20;

export interface StartOptions {
  /** Undefined: the usual one, or the next that is free. 0: any. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly tls?: Tls | null;
  /** The folder of hook.cjs; without it the one this code runs from. */
  readonly program?: string;
  /** Everyday calls are judged before anybody asks. */
  readonly warm?: boolean;
  /** Where the page's files lie. */
  readonly pageDir: string;
  /** In place of the index that lies beside the program. */
  readonly openIndex?: (options: OpenIndexOptions) => Promise<RecordIndex>;
  readonly rates?: Rates;
  /** Told what went wrong; never what was asked or recorded. */
  readonly report: (sentence: string) => void;
}

export interface RunningService {
  readonly address: string;
  readonly port: number;
  readonly service: Service;
  /** Why one that a hook started is not needed any more, in words; undefined while it is. */
  readonly whyOver: () => string | undefined;
  readonly close: () => Promise<void>;
}

/** An error says why it does not start, and what to do. */
export async function startService(context: AppContext, options: StartOptions): Promise<Result<RunningService>> {
  const state = stateDir(context.env);
  const folder = openServiceDir(state);
  if (!folder.ok) return folder;
  const { host = LOOPBACK, tls = null, report, pageDir, rates = USUAL_RATES } = options;
  const opened = await openParts(context, options);
  const { service, end, use, isReplaced } = opened;
  let port = 0;
  const scheme = tls === null ? "http" : "https";
  const names = new Set([LOOPBACK, "localhost", "[::1]", host.includes(":") ? `[${host}]` : host]);
  let origins: ReadonlySet<string> = new Set();
  const guard = openGuard({
    origins: () => origins,
    scheme,
    tokens: service.tokens,
    signins: service.signins,
    rates,
    now: context.now,
  });
  let followers = 0;
  const isInUse = (): boolean => followers > 0 || service.room.held().length > 0;
  const server = makeServer({ routes: ROUTES, service, guard, page: pageFiles(pageDir), report }, tls);
  server.on("request", (_, outgoing) => {
    use.own();
    followers++;
    outgoing.once("close", () => followers--);
  });
  const bound = await listen(server, host, options.port);
  if (!bound.ok) {
    await end();
    return bound;
  }
  port = bound.value;
  origins = new Set([...names].map((name) => `${scheme}://${name}:${port}`));
  const address = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return ok({
    address,
    port,
    service,
    whyOver: () => (isReplaced() ? "its program was replaced" : isInUse() ? undefined : use.whyOver()),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await end();
      server.closeAllConnections();
      await closed;
    },
  });
}

async function openParts(
  context: AppContext,
  { openIndex = openKeptIndex, report, program, warm = false }: StartOptions,
) {
  const state = stateDir(context.env);
  const store = openSharedStore(context);
  const gates = openGates(context, store);
  const ending = new AbortController();
  const listeners = new Set<(event: LiveEvent) => void>();
  const index = openIndexLate({ open: () => openIndex({ stateDir: state, report }) });
  const notify = (event: LiveEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const changed = (held: readonly AskOnHold[]): void => notify({ event: "waiting", data: { waiting: held.length } });
  const room = openWaitingRoom({ now: context.now, changed });
  const use = watchUse();
  const socket = await openHookSocket(context, { room, warm, use, ...(program === undefined ? {} : { program }) });
  if (!socket.ok) report(`hooks cannot reach this service, and decide alone: ${socket.error}`);
  const service: Service = {
    context,
    stateDir: state,
    store,
    index,
    tokens: tokenBook(state),
    signins: openSignins(state),
    versions: openHostVersions(context.env),
    gates,
    metrics: openMetrics(),
    started: context.now(),
    room,
    hooks: () => socket.ok,
    notify,
    onNotice: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ending: ending.signal,
  };
  const end = async (): Promise<void> => {
    ending.abort();
    if (socket.ok) await socket.value.close();
    await gates.close();
    await index.close();
  };
  return { service, end, use, isReplaced: () => socket.ok && socket.value.isReplaced() };
}

async function listen(server: Server, host: string, port: number | undefined): Promise<Result<number>> {
  const ports = port === undefined ? Array.from({ length: PORTS_TRIED }, (_, i) => DEFAULT_PORT + i) : [port];
  for (const one of ports) {
    const bound = await tryPort(server, host, one);
    if (bound.ok || bound.error !== "EADDRINUSE")
      return bound.ok ? bound : fail(`${host}:${one} cannot be used: ${bound.error}`);
  }
  return fail(
    port === undefined
      ? `no port from ${DEFAULT_PORT} on is free`
      : `port ${port} is taken: choose another with --port`,
  );
}

const tryPort = (server: Server, host: string, port: number): Promise<Result<number>> =>
  new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off("listening", listening);
      resolve(fail(error.code ?? messageOf(error)));
    };
    const listening = (): void => {
      server.off("error", failed);
      resolve(ok((server.address() as AddressInfo).port));
    };
    server.once("error", failed).once("listening", listening).listen(port, host);
  });
