/** A program on a real terminal (tmux): what stands on its screen, and keys for it. */
import { spawnSync } from "node:child_process";

const SERVER = `sallyport-first-hour-${process.pid}`;
const POLL_MS = 100;
const END_LIMIT_MS = 10_000;

const tmux = (...args: readonly string[]): string =>
  spawnSync("tmux", ["-L", SERVER, ...args], { encoding: "utf8" }).stdout ?? "";

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface Terminal {
  readonly screen: () => string;
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** Ends the program and comes back when it is gone: it writes its state on the way out. */
  readonly end: () => Promise<void>;
}

/** In the mode in which it asks: newer versions begin in an auto mode of their own. */
export const clientLine = (program: string): readonly string[] => [
  ...[program, "--permission-mode", "default"],
  "work on it",
];

export function openTerminal(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Terminal {
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const size = ["-x", "160", "-y", "60"];
  tmux("new-session", "-d", "-s", "s", ...size, "-c", cwd, "env", "-i", ...given, ...words);
  const pid = Number(tmux("display-message", "-p", "-t", "s", "#{pane_pid}"));
  return {
    screen: () => tmux("capture-pane", "-p", "-t", "s"),
    press: (...keys) => void tmux("send-keys", "-t", "s", ...keys),
    type: (text) => void tmux("send-keys", "-t", "s", "-l", text),
    end: async () => {
      tmux("kill-session", "-t", "s");
      const until = Date.now() + END_LIMIT_MS;
      while (isRunning(pid) && Date.now() < until) await wait(POLL_MS);
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
