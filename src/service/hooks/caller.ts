/** What the process at the other end is known by. Node cannot ask a socket for its peer: what the line says of itself is looked up. */
import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { processFacts } from "../../memory/index.ts";

export interface HookCaller {
  readonly pid: number;
  /** Null where it cannot be seen. */
  readonly cwd: string | null;
}

/**
 * The shell of the line, if it lives, is this user's and runs exactly these words; undefined where it is not so or cannot be
 * seen. That it is the one that sent them cannot be known.
 */
export function findCaller(pid: number, words: readonly string[]): HookCaller | undefined {
  try {
    return process.platform === "linux" ? callerFromProc(pid, words) : callerFromPs(pid, words);
  } catch {
    return undefined;
  }
}

function callerFromProc(pid: number, words: readonly string[]): HookCaller | undefined {
  if (statSync(`/proc/${pid}`).uid !== process.getuid?.() || processFacts(pid)?.ended !== false) return undefined;
  const started = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  const own = started.slice(-words.length);
  if (own.length !== words.length || own.some((word, i) => word !== words[i])) return undefined;
  return { pid, cwd: readlinkSync(`/proc/${pid}/cwd`) };
}

/** Where there is no /proc the words come joined, and the directory is not told. */
function callerFromPs(pid: number, words: readonly string[]): HookCaller | undefined {
  const { stdout } = spawnSync("/bin/ps", ["-ww", "-o", "uid=,command=", "-p", String(pid)], {
    encoding: "utf8",
    env: { LC_ALL: "C.UTF-8" },
  });
  const [, uid, command = ""] = /^\s*(\d+)\s+(.*?)\n?$/s.exec(stdout) ?? [];
  return Number(uid) === process.getuid?.() && command.endsWith(words.join(" ")) ? { pid, cwd: null } : undefined;
}
