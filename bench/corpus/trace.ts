/** What strace wrote of a row, as events. */
import { posix } from "node:path";

export type Did = "start" | "read" | "write" | "replace" | "make" | "remove" | "connect" | "other";

export interface Event {
  readonly did: Did;
  /** Absolute, as the program wrote it; of a connection, the address. */
  readonly path: string;
  readonly ok: boolean;
  /** The process, and the program it is by then. */
  readonly pid: string;
  readonly program: string;
  /** The words of a start; of what was moved away, where to. */
  readonly words: readonly string[];
  /** What was opened in truth, as the kernel has it. */
  readonly opened?: string;
}

const LINE = /^(\d+) +(?:<\.\.\. (\w+) resumed>)?(.*)$/;
const CALL = /^(\w+)\((.*)\) += (-?\d+|\?)/s;
const TEXT = /"((?:[^"\\]|\\.)*)"/g;
const OWN_START = '["bash", "--noprofile", "--norc", "-c"';

/** From where the shell of the row begins; it stands in `start` until it goes elsewhere. */
export function readTrace(trace: string, start = "/"): readonly Event[] {
  const waiting = new Map<string, string>();
  const cwds = new Map<string, string>();
  const programs = new Map<string, string>();
  const seen = new Set<string>();
  const forking: string[] = [];
  const events: Event[] = [];
  let begun = false;
  for (const line of trace.split("\n")) {
    const [, pid = "", resumed, rest = ""] = LINE.exec(line) ?? [];
    if (pid === "") continue;
    if (resumed === undefined && FORKS.test(rest.trimStart())) forking.push(pid);
    // Numbers of processes are other ones inside: whoever is new was made by who was first to make one.
    if (!seen.has(pid) && seen.add(pid).size > 1) {
      const parent = forking.shift();
      for (const kept of [programs, cwds]) inherit(pid, parent, kept);
    }
    const cut = rest.indexOf(" <unfinished ...>");
    if (cut >= 0) {
      waiting.set(pid, rest.slice(0, cut));
      continue;
    }
    const whole = resumed === undefined ? rest : `${waiting.get(pid) ?? ""}${rest}`;
    waiting.delete(pid);
    const [, name = "", words = "", result = ""] = CALL.exec(whole.trimStart()) ?? [];
    if (name === "") continue;
    const cwd = /AT_FDCWD<([^>]*)>/.exec(words)?.[1];
    if (cwd !== undefined) cwds.set(pid, cwd);
    // Along PATH it may be looked for first.
    if (name === "execve" && words.includes(OWN_START) && !begun && result.startsWith("-")) continue;
    if (name === "execve" && words.includes(OWN_START) && !begun) {
      begun = true;
      programs.set(pid, "bash");
      continue;
    }
    if (!begun) continue;
    const opened = /^open/.test(name) ? /^\d+<(.*)>$/.exec(whole.slice(whole.lastIndexOf(" = ") + 3))?.[1] : undefined;
    const found = eventsOf(name, words, { ok: result !== "?" && !result.startsWith("-"), cwd: cwds.get(pid) ?? start });
    for (const event of found) {
      if (event.did === "start" && event.ok) programs.set(pid, posix.basename(event.path));
      if (name === "chdir" && event.ok) cwds.set(pid, event.path);
      const more = opened === undefined ? {} : { opened };
      events.push({ ...event, ...more, pid, program: programs.get(pid) ?? "bash" });
    }
  }
  return events;
}

const FORKS = /^(?:clone3?|v?fork)\(/;

/** A new process is at first the program that made it, and stands where that stands. */
function inherit(child: string, parent: string | undefined, kept: Map<string, string>): void {
  const found = kept.get(parent ?? "");
  if (found !== undefined) kept.set(child, found);
}

type Found = Omit<Event, "pid" | "program">;

/** The path an argument names: below the directory that stands before it where it is not absolute. */
function pathsIn(words: string, cwd: string): readonly string[] {
  const paths: string[] = [];
  for (const { 1: text = "", index } of words.matchAll(TEXT)) {
    const at = /<([^>]*)>, $/.exec(words.slice(0, index))?.[1] ?? cwd;
    paths.push(posix.resolve(at, unescapeText(text)));
  }
  return paths;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f" };
const unescapeText = (text: string): string =>
  text.replace(/\\(?:([0-7]{1,3})|(.))/g, (_, octal?: string, one = "") =>
    octal === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(octal, 8)),
  );

function eventsOf(
  name: string,
  words: string,
  { ok, cwd }: { readonly ok: boolean; readonly cwd: string },
): readonly Found[] {
  const paths = pathsIn(words, cwd);
  const [first = "", second = ""] = paths;
  const one = (did: Did, path: string): readonly Found[] => (path === "" ? [] : [{ did, path, ok, words: [] }]);
  if (name === "execve" || name === "execveat")
    return [
      {
        did: "start",
        path: first,
        ok,
        words: [...words.slice(words.indexOf("[")).matchAll(TEXT)].map(([, text = ""]) => unescapeText(text)),
      },
    ];
  if (/^open|^creat/.test(name)) return one(openedHow(name, words), first);
  if (/^unlink|^rmdir/.test(name)) return one("remove", first);
  if (name.startsWith("rename"))
    return [...one("remove", first).map((event) => ({ ...event, words: [second] })), ...one("replace", second)];
  if (/^(?:sym)?link/.test(name)) return one("make", second);
  if (/^mk(?:dir|nod)/.test(name)) return one("make", first);
  if (name === "truncate") return one("replace", first);
  if (/^f?chmod|^l?f?chown|^utimensat|^setxattr|^mount|^umount/.test(name)) return one("write", first);
  if (/^connect|^send/.test(name)) return one("connect", addressIn(words));
  return one("other", first);
}

/** `write` keeps what was there (append), `replace` may not. */
function openedHow(name: string, words: string): Did {
  if (/O_DIRECTORY|O_PATH/.test(words)) return "other";
  if (name !== "creat" && !/O_WRONLY|O_RDWR|O_TRUNC|O_CREAT/.test(words)) return "read";
  if (/O_EXCL|O_TMPFILE/.test(words)) return "make";
  return words.includes("O_APPEND") ? "write" : "replace";
}

function addressIn(words: string): string {
  const [, path] = /sun_path=@?"([^"]*)"/.exec(words) ?? [];
  if (path !== undefined) return path;
  const [, four] = /inet_addr\("([^"]*)"\)/.exec(words) ?? [];
  const [, six] = /inet_pton\(AF_INET6, "([^"]*)"/.exec(words) ?? [];
  return four ?? six ?? "";
}
