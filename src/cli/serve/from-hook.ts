/**
 * What a hook that found no service starts, after its answer: a process of nobody's terminal, with an empty environment, that looks whether a
 * service may run here and starts one. Whatever stands in the way leaves the hooks deciding alone, and is told by `status` and `doctor`.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { type Env, homeOf, loadPersonSettings, stateDir } from "../../app/index.ts";
import {
  findServing,
  mayStart,
  openServiceDir,
  restWith,
  SMALL_ENGINE_FLAGS,
  serviceLayout,
  waitUntil,
} from "../../service/index.ts";
import type { CliIo } from "../terminal/io.ts";

/** One that was started just now is given time to come up, or to end. */
const LAST_TRY_MS = 5_000;
const UNIT_LIMIT_MS = 5_000;
/** Where the service finds other programs; what an agent's commands find comes with each call. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface StarterParts {
  /** In place of the system's. */
  readonly systemdRun?: string;
  /** `/proc/self/status`, or what stands for it. */
  readonly status?: string;
}

/** 0 in any case: nobody waits for it. */
export async function startForHooks(io: CliIo, parts: StarterParts = {}): Promise<number> {
  if (io.exit !== undefined) closeInherited();
  const state = stateDir(io.env);
  if (!mayStart(state) || !openServiceDir(state).ok) return 0;
  if (findServing(state) !== undefined || wasTriedJustNow(state, io.now())) return 0;
  const why = whyNot(io, parts) ?? (await start(state, io.env, parts));
  if (why !== undefined) restWith(state, why);
  return 0;
}

const O_CLOEXEC = 0o2000000;

/** What the agent left open: whatever was opened here goes with the next program by itself. Where the system does not tell, the line closed 3 to 9. */
function closeInherited(): void {
  try {
    for (const name of readdirSync("/proc/self/fdinfo")) {
      const [, flags = ""] = /^flags:\s*(\d+)/m.exec(infoOf(name)) ?? [];
      if (Number(name) > 2 && flags !== "" && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0) closeSync(Number(name));
    }
  } catch {
    return;
  }
}

function infoOf(descriptor: string): string {
  try {
    return readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
  } catch {
    return ""; // The one by which the folder was read.
  }
}

function whyNot(io: CliIo, { status = "/proc/self/status" }: StarterParts): string | undefined {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return loaded.error;
  if (!loaded.value.settings.service.start) return "the settings say service.start false";
  return isConfined(status) ? "the agent runs where no process may gain rights: in somebody's sandbox" : undefined;
}

/** Every sandbox that holds a user without root sets this, walls of ours too. Where the system does not tell there is none to see. */
function isConfined(status: string): boolean {
  try {
    return /^NoNewPrivs:\s*[1-9]/m.test(readFileSync(status, "utf8"));
  } catch {
    return false;
  }
}

const wasTriedJustNow = (state: string, now: number): boolean => {
  const tried = statSync(serviceLayout(state).log, { throwIfNoEntry: false })?.mtimeMs;
  return tried !== undefined && Math.abs(now - tried) < LAST_TRY_MS;
};

/** Undefined: it serves. */
async function start(state: string, env: Env, parts: StarterParts): Promise<string | undefined> {
  const { log } = serviceLayout(state);
  closeSync(openSync(log, "w", 0o600));
  const words = [process.execPath, ...SMALL_ENGINE_FLAGS, process.argv[1] ?? "", "serve", "--until-idle"];
  const runtime = runtimeFolder();
  const own = environmentOf(state, env, runtime);
  const inUnit = runtime !== undefined && (await startUnit({ words, own, log, runtime }, parts));
  const child = inUnit ? undefined : startPlain(words, own, log);
  const serves = (): boolean => findServing(state) !== undefined;
  await waitUntil(() => serves() || (child?.exitCode ?? null) !== null);
  return serves() ? undefined : `it did not start: ${lastLine(log)}`;
}

/** Only where things are. */
const environmentOf = (state: string, env: Env, runtime: string | undefined): Readonly<Record<string, string>> => ({
  HOME: homeOf(env),
  PATH,
  LANG: env.LANG || "C.UTF-8",
  SALLYPORT_STATE_DIR: state,
  ...(env.XDG_CONFIG_HOME ? { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME } : {}),
  ...(runtime === undefined ? {} : { XDG_RUNTIME_DIR: runtime, DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime}/bus` }),
});

/** The user's own, with a manager of units in it. */
function runtimeFolder(): string | undefined {
  const uid = process.getuid?.();
  const folder = `/run/user/${uid}`;
  const found = statSync(folder, { throwIfNoEntry: false });
  return process.platform === "linux" && found?.uid === uid && existsSync(`${folder}/systemd/private`)
    ? folder
    : undefined;
}

/** In a session of its own, in no directory that could go away, with nothing open but its log. */
function startPlain(words: readonly string[], env: Readonly<Record<string, string>>, log: string): ChildProcess {
  const [program = "", ...args] = words;
  const out = openSync(log, "a", 0o600);
  const child = spawn(program, args, { detached: true, cwd: "/", env, stdio: ["ignore", out, out] });
  closeSync(out);
  child.on("error", () => undefined).unref();
  return child;
}

interface UnitStart {
  readonly words: readonly string[];
  readonly own: Readonly<Record<string, string>>;
  readonly log: string;
  readonly runtime: string;
}

/** A transient unit: it ends with none of the agent's. False where there is nobody to take it. */
export function startUnit(
  { words, own, log, runtime }: UnitStart,
  { systemdRun = "/usr/bin/systemd-run" }: StarterParts,
): Promise<boolean> {
  const set = Object.entries(own).map(([name, value]) => `${name}=${value}`);
  // What systemd would take for a variable, or a specifier.
  if (!existsSync(systemdRun) || [...set, ...words, log].some((word) => /[$%]/.test(word)))
    return Promise.resolve(false);
  const umask = process.umask().toString(8).padStart(4, "0");
  const properties = { WorkingDirectory: "/", UMask: umask, StandardOutput: `append:${log}`, StandardError: "inherit" };
  const unit = Object.entries(properties).map(([name, value]) => `--property=${name}=${value}`);
  // The manager's own environment holds whatever was imported into it.
  const args = ["--user", "--quiet", "--collect", ...unit, "--", "/usr/bin/env", "-i", ...set, ...words];
  return new Promise((resolve) => {
    const env = { XDG_RUNTIME_DIR: runtime, PATH };
    execFile(systemdRun, args, { env, cwd: "/", timeout: UNIT_LIMIT_MS }, (error) => resolve(error === null));
  });
}

const lastLine = (log: string): string => readFileSync(log, "utf8").trim().split("\n").at(-1) || "nothing was said";
