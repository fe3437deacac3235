/** For tests: a service on a port of its own with a home of its own, and ways to speak to it, polite and otherwise. */
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { scratchFolder } from "../../testing/folder.ts";
import type { TokenScope } from "../api.ts";
import { makeSigninCode } from "../auth/index.ts";
import type { Rates } from "../http/guard.ts";
import { openIndex } from "../index-store/index.ts";
import { type RunningService, startService } from "../start.ts";
import { indexThread } from "./index-thread.ts";

export interface TestService {
  readonly running: RunningService;
  readonly port: number;
  readonly home: string;
  readonly root: string;
  readonly said: readonly string[];
  readonly token: (scope: TokenScope) => string;
  /** A request as a program makes it. */
  readonly ask: (path: string, options?: AskOptions) => Promise<TestAnswer>;
  /** Bytes on a socket, as they are; what comes back until it ends, or for so long. */
  readonly raw: (bytes: string | Buffer, options?: RawOptions) => Promise<string>;
  readonly signIn: () => Promise<{ readonly cookie: string; readonly key: string }>;
  readonly close: () => Promise<void>;
}

export interface AskOptions {
  readonly method?: string;
  readonly scope?: TokenScope;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is. */
  readonly body?: unknown;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by tests
  readonly json: any;
}

export interface RawOptions {
  readonly forMs?: number;
  /** Sent byte by byte with such pauses. */
  readonly slowMs?: number;
}

const MANY: Rates = {
  strangers: { perSecond: 1e6, burst: 1e6 },
  known: { perSecond: 1e6, burst: 1e6 },
  checks: { perSecond: 1e6, burst: 1e6 },
};

const SCOPES: readonly TokenScope[] = ["agent", "viewer", "approver", "admin"];

export interface TestServiceOptions {
  readonly rates?: Rates;
  readonly now?: () => number;
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const box = scratchFolder();
  const home = join(box.folder, "home");
  const root = join(home, "code/app");
  mkdirSync(root, { recursive: true });
  const said: string[] = [];
  const env = { HOME: home, SALLYPORT_STATE_DIR: join(box.folder, "state"), PATH: "/usr/bin:/bin" };
  const { now = Date.now } = options;
  const context = { env, cwd: root, now };
  const thread = await indexThread();
  const started = await startService(context, {
    ...{ port: 0, pageDir: join(box.folder, "web"), rates: options.rates ?? MANY },
    openIndex: (given) => openIndex({ ...given, thread }),
    report: (sentence) => said.push(sentence),
  });
  if (!started.ok) throw new Error(started.error);
  const running = started.value;
  const { port, service } = running;
  const tokens = new Map<TokenScope, string>();
  for (const scope of SCOPES) {
    const made = await service.tokens.add({
      name: `the-${scope}`,
      scope,
      at: 0,
      ...(scope === "agent" ? { root } : {}),
    });
    tokens.set(scope, made.ok ? made.value : "");
  }
  const token = (scope: TokenScope): string => tokens.get(scope) ?? "";
  const ask = async (path: string, given: AskOptions = {}): Promise<TestAnswer> => {
    const { method = given.body === undefined ? "GET" : "POST", scope, headers = {}, body } = given;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(scope === undefined ? {} : { authorization: `Bearer ${token(scope)}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parse(text) };
  };
  return {
    running,
    port,
    home,
    root,
    said,
    token,
    ask,
    raw: (bytes, raw) => speak(port, bytes, raw),
    signIn: async () => {
      const code = makeSigninCode(service.stateDir, now());
      const { json, headers } = await ask("/v1/signin", { body: { code } });
      return { cookie: (headers.get("set-cookie") ?? "").split(";")[0] ?? "", key: json.key };
    },
    close: async () => {
      await running.close();
      box.remove();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function speak(port: number, bytes: string | Buffer, { forMs = 2_000, slowMs }: RawOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    const end = (): void => {
      clearTimeout(timer);
      clearInterval(slow);
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(end, forMs);
    let slow: NodeJS.Timeout | undefined;
    socket.on("connect", () => {
      if (slowMs === undefined) socket.write(bytes);
      else {
        let at = 0;
        slow = setInterval(() => void socket.write(bytes.slice(at, ++at)), slowMs);
      }
    });
    socket.on("data", (data) => {
      heard += data.toString("latin1");
    });
    socket.on("close", end).on("error", end);
  });
}
