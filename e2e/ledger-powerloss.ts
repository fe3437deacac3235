/**
 * Power losses of a real file system: `npm run powerloss -- [LOSSES] [--unsynced]`. Processes judge against sessions on an ext4
 * image; at random moments they are halted and the image is copied as it is on the "disk", without what the kernel still holds
 * back; each copy is mounted, which replays its journal, and looked at. Needs root and loop devices: without them it says so
 * and exits 0. `--unsynced` leaves out every sync, to show what the run would find then.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ledgerStore } from "../src/memory/index.ts";
import { recordedIds } from "../src/memory/testing/crowd.ts";
import { SAMPLE_START } from "../src/memory/testing/samples.ts";
import { worker } from "../src/memory/testing/worker-build.ts";

const LOSSES = Number(process.argv.slice(2).find((one) => /^\d+$/.test(one)) ?? 30);
const JOB = process.argv.includes("--unsynced") ? "unsynced" : "deny";
const IMAGE_MEGABYTES = 64;
const SESSIONS = ["s1", "s2", "s3"];
/** Writers of all sessions but the last share it with nobody. */
const WRITERS = [...SESSIONS, "s3"];

const top = mkdtempSync(join(tmpdir(), "ledger-powerloss-"));
const [image, copy, live, seen] = ["disk.img", "copy.img", "live", "seen"].map((name) => join(top, name)) as [
  string,
  string,
  string,
  string,
];
const run = (...[program = "", ...args]: readonly string[]): void =>
  void execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"] });

/** Asked to stop, it ends with what was found so far, and leaves nothing mounted. */
let isOver = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    isOver = true;
  });

const obstacle = prepareDisk();
if (obstacle === undefined) process.exitCode = await losePower();
else console.log(`not run: it needs root, loop devices and mkfs.ext4 (${obstacle})`);
rmSync(top, { recursive: true, force: true });

/** Why there is none. */
function prepareDisk(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "not root on Linux";
  try {
    for (const directory of [live, seen]) mkdirSync(directory);
    run("truncate", "-s", `${IMAGE_MEGABYTES}M`, image);
    run("mkfs.ext4", "-q", "-F", image);
    run("mount", "-o", "loop", image, live);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
}

interface Seen {
  readonly gone: number;
  readonly refused: readonly string[];
  readonly damaged: readonly string[];
  readonly notes: number;
  readonly records: number;
}

async function losePower(): Promise<number> {
  const script = await worker();
  const returned = new Set<string>();
  const writers = WRITERS.map((session) => startWriter(script, session, returned));
  const found: Seen[] = [];
  try {
    while (found.length < LOSSES && !isOver) {
      await pause(150 + Math.random() * 1_500);
      for (const child of writers) child.kill("SIGSTOP");
      await pause(20);
      const told = new Set(returned);
      const isWhole = copyDisk();
      for (const child of writers) child.kill("SIGCONT");
      if (isWhole) found.push(await lookAt(told));
    }
  } finally {
    for (const child of writers) child.kill("SIGKILL");
    await Promise.all(
      writers.map((child) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.once("close", done))),
    );
    run("umount", live);
  }
  return report(found, returned.size);
}

/** As a hook would be told: a line is out as soon as the decision is returned. */
function startWriter(script: string, session: string, returned: Set<string>): ChildProcess {
  const child = spawn(process.execPath, [script, JOB, join(live, "state"), session, "1000000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let open = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (open + chunk.toString("utf8")).split("\n");
    open = lines.pop() ?? "";
    for (const line of lines) returned.add(line.split(" ")[0] ?? "");
  });
  return child;
}

/** False: the kernel wrote meanwhile, so the copy is no moment of the disk. */
function copyDisk(): boolean {
  rmSync(copy, { force: true });
  copyFileSync(image, copy);
  return readFileSync(copy).equals(readFileSync(image));
}

async function lookAt(told: ReadonlySet<string>): Promise<Seen> {
  run("mount", "-o", "loop", copy, seen);
  try {
    const stateDir = join(seen, "state");
    if (!existsSync(stateDir)) return { gone: told.size, refused: [], damaged: [], notes: 0, records: 0 };
    // After a reboot the holders of locks are dead; here they are only halted.
    const locks = join(stateDir, "locks");
    for (const name of existsSync(locks) ? readdirSync(locks) : []) rmSync(join(locks, name));
    const store = ledgerStore({ stateDir });
    const before = await store.verify();
    const refused: string[] = [];
    for (const id of SESSIONS) await store.open(id, SAMPLE_START).catch((error: Error) => refused.push(error.message));
    const after = await store.verify();
    await store.close();
    const ids = await recordedIds(stateDir);
    const damaged = [...before.findings, ...after.findings].map(({ what }) => what);
    return {
      gone: [...told].filter((id) => !ids.has(id)).length,
      refused,
      damaged,
      notes: before.notes.length,
      records: before.records,
    };
  } finally {
    run("umount", seen);
  }
}

function report(found: readonly Seen[], returned: number): number {
  const count = (is: (one: Seen) => boolean): number => found.filter(is).length;
  const bad = count(({ gone, refused, damaged }) => gone + refused.length + damaged.length > 0);
  console.log(
    `${found.length} power losses, ${returned} decisions returned, up to ${Math.max(...found.map(({ records }) => records))} on a disk`,
  );
  console.log(`with a session refused: ${count(({ refused }) => refused.length > 0)}`);
  console.log(`with a session called damaged: ${count(({ damaged }) => damaged.length > 0)}`);
  console.log(
    `with a returned decision lost: ${count(({ gone }) => gone > 0)} (${found.reduce((sum, { gone }) => sum + gone, 0)} decisions)`,
  );
  console.log(`with a note (cut short, or half a line): ${count(({ notes }) => notes > 0)}`);
  return bad === 0 ? 0 : 1;
}
