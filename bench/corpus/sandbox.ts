/**
 * A sandbox in which a row of the corpus may do anything: no network, no process and no file of the machine but its programs,
 * read-only; a user of nobody's; so many processes, so much memory and disk, so long. What it did is told by strace from outside.
 * Needs root (to become that user, and for control groups), bubblewrap, strace and setpriv. For what is proven to be harmless
 * ("proven") it does without control groups, and where nobody is root, without another user.
 */
import { spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FIRST_USER = 61_000;
const MAX_PROCESSES = 64;
const MAX_MEMORY = "1G";
const MAX_FILE_BYTES = 32 << 20;
const MAX_DISK_BYTES = 96 << 20;
const GROUPS = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup/memory"];
/** The text of a row begins behind this program, and everything before it is the sandbox's own. */
export const MARK = "/usr/bin/true";
const CALLS =
  "execve,execveat,open,openat,openat2,creat,unlink,unlinkat,rmdir,rename,renameat,renameat2,link,linkat,symlink,symlinkat," +
  "mkdir,mkdirat,mknod,mknodat,truncate,chmod,fchmodat,chown,fchownat,lchown,utimensat,setxattr,connect,sendto,sendmsg,sendmmsg," +
  "mount,umount2,swapon,reboot,kill,chdir,fchdir,clone,clone3,fork,vfork";

export interface Sandboxed {
  readonly command: string;
  /** An archive of the folder `box`, unpacked at the same place inside. */
  readonly archive: string;
  readonly box: string;
  readonly home: string;
  readonly cwd: string;
  readonly path: string;
  readonly timeoutMs: number;
  /** Programs that lie elsewhere than the system's, by name: they are found in `/usr/local/bin`. */
  readonly programs?: Readonly<Record<string, string>>;
}

export interface Ran {
  /** What strace tells, from where the text of the row begins. */
  readonly trace: string;
  readonly code: number | null;
  readonly overTime: boolean;
  readonly errors: string;
}

export interface Sandbox {
  run(what: Sandboxed): Promise<Ran>;
  close(): void;
}

/** `slot`: two that run at the same time are two users. */
export function openSandbox(slot: number, holds: "anything" | "proven" = "anything"): Sandbox {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot || holds === "anything" ? FIRST_USER + slot : (process.getuid?.() ?? 0);
  const folder = mkdtempSync(join(tmpdir(), "corpus-sandbox-"));
  const etc = makeEtc(folder);
  mkdirSync(join(folder, "out"));
  if (isRoot) for (const place of [join(folder, "out"), folder]) chownSync(place, user, user);
  const groups = holds === "proven" ? [] : makeGroups(slot);
  return {
    run: (what) => runOnce(what, { user, folder, etc, groups }),
    close: () => {
      killAll(groups);
      for (const group of groups) rmdirSync(group);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeGroups(slot: number): readonly string[] {
  const groups = GROUPS.map((root) => join(root, `sallyport-corpus-${process.pid}-${slot}`));
  for (const group of groups) mkdirSync(group);
  writeFileSync(join(groups[0] ?? "", "pids.max"), String(MAX_PROCESSES));
  writeFileSync(join(groups[1] ?? "", "memory.limit_in_bytes"), MAX_MEMORY);
  return groups;
}

interface Slot {
  readonly user: number;
  readonly folder: string;
  readonly etc: string;
  readonly groups: readonly string[];
}

async function runOnce(what: Sandboxed, slot: Slot): Promise<Ran> {
  const log = join(slot.folder, "out/trace");
  rmSync(log, { force: true });
  const child = spawn("/bin/sh", ["-c", startLine(slot), "sh", ...tracedWords(log), ...wallWords(what, slot)], {
    stdio: [openSync(what.archive, "r"), "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin" },
  });
  let errors = "";
  child.stderr?.on("data", (piece: Buffer) => {
    if (errors.length < 4_000) errors += piece.toString();
  });
  let overTime = false;
  const clock = setTimeout(() => {
    overTime = true;
    // Without strace itself, which waits for its own; where nothing holds them together, all else ends with it.
    if (slot.groups.length > 0) killAll(slot.groups, child.pid);
    else child.kill("SIGKILL");
  }, what.timeoutMs);
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  clearTimeout(clock);
  killAll(slot.groups);
  const trace = existsSync(log) ? readFileSync(log, "latin1") : "";
  const mark = trace.indexOf(`execve("${MARK}"`);
  return { trace: mark < 0 ? "" : trace.slice(trace.indexOf("\n", mark) + 1), code, overTime, errors };
}

/** Into its control groups first, then another user for good. */
function startLine({ user, groups }: Slot): string {
  const joined = groups.map((group) => `echo $$ > ${group}/cgroup.procs && `).join("");
  const other = process.getuid?.() === user ? "" : `--reuid=${user} --regid=${user} --clear-groups`;
  return `${joined}cd / && exec prlimit --core=0 --fsize=${MAX_FILE_BYTES} setpriv ${other} --no-new-privs --inh-caps=-all "$@"`;
}

const tracedWords = (log: string): readonly string[] => [
  "strace",
  "-f",
  "--seccomp-bpf",
  "-y",
  "-s",
  "4096",
  "-e",
  `trace=${CALLS}`,
  "-e",
  "signal=none",
  "-o",
  log,
  "--",
];

/** A box that lies in no temporary directory has a disk of its own. */
const ownDisk = (box: string): readonly string[] =>
  box.startsWith("/tmp/") ? [] : ["--size", String(MAX_DISK_BYTES), "--tmpfs", `/${box.split("/")[1]}`];

const boundPrograms = (programs: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(programs).flatMap(([name, file]) => ["--ro-bind", file, `/usr/local/bin/${name}`]);

function wallWords({ box, home, cwd, path, command, programs = {} }: Sandboxed, { etc }: Slot): readonly string[] {
  const inner = `tar -C "$BOX" -xf - --no-same-owner && cd "$CWD" && exec < /dev/null && ${MARK} && exec env -i HOME="$HOME" PATH="$ROWPATH" USER=u LOGNAME=u LANG=C.UTF-8 TERM=dumb SHELL=/bin/bash TMPDIR=/tmp bash --noprofile --norc -c "$ROW"`;
  return [
    "bwrap",
    "--unshare-all",
    "--unshare-user",
    "--die-with-parent",
    "--new-session",
    "--disable-userns",
    "--cap-drop",
    "ALL",
    "--clearenv",
    "--uid",
    "1000",
    "--gid",
    "1000",
    "--hostname",
    "sandbox",
    "--ro-bind",
    "/usr",
    "/usr",
    "--tmpfs",
    "/usr/local",
    ...boundPrograms(programs),
    "--symlink",
    "usr/bin",
    "/bin",
    "--symlink",
    "usr/sbin",
    "/sbin",
    "--symlink",
    "usr/lib",
    "/lib",
    "--symlink",
    "usr/lib64",
    "/lib64",
    "--ro-bind",
    etc,
    "/etc",
    "--ro-bind",
    "/etc/alternatives",
    "/etc/alternatives",
    "--ro-bind",
    "/etc/ld.so.cache",
    "/etc/ld.so.cache",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--dir",
    "/var",
    "--dir",
    "/root",
    "--dir",
    "/opt",
    "--dir",
    "/run",
    "--dir",
    "/home",
    "--dir",
    "/mnt",
    "--size",
    String(MAX_DISK_BYTES),
    "--tmpfs",
    "/tmp",
    ...ownDisk(box),
    "--dir",
    box,
    "--remount-ro",
    "/",
    "--setenv",
    "BOX",
    box,
    "--setenv",
    "HOME",
    home,
    "--setenv",
    "CWD",
    cwd,
    "--setenv",
    "ROWPATH",
    path,
    "--setenv",
    "ROW",
    command,
    "--setenv",
    "PATH",
    "/usr/bin:/bin",
    "--",
    "/bin/sh",
    "-c",
    inner,
  ];
}

/** An /etc of nobody's. */
function makeEtc(folder: string): string {
  const etc = join(folder, "etc");
  mkdirSync(join(etc, "alternatives"), { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(etc, name), text);
  put("passwd", "root:x:0:0:root:/root:/bin/bash\nu:x:1000:1000:u:/home/u:/bin/bash\n");
  put("group", "root:x:0:\nu:x:1000:\n");
  put("shadow", "root:*:19000:0:99999:7:::\n");
  put("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
  put("resolv.conf", "nameserver 192.0.2.1\n");
  put("hosts", "127.0.0.1 localhost\n127.0.1.1 sandbox\n");
  put("shells", "/bin/sh\n/bin/bash\n");
  put("ld.so.cache", "");
  return etc;
}

/** No more can be started while they are ended. */
function killAll([group]: readonly string[], but = 0): void {
  if (group === undefined) return;
  const setLimit = (limit: number): void => writeFileSync(join(group, "pids.max"), String(limit));
  setLimit(0);
  for (let round = 0; round < 100; round++) {
    const pids = readFileSync(join(group, "cgroup.procs"), "utf8")
      .split("\n")
      .filter((pid) => pid !== "" && pid !== String(but));
    if (pids.length === 0) break;
    for (const pid of pids) endProcess(Number(pid));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
  setLimit(MAX_PROCESSES);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone by itself.
  }
}
