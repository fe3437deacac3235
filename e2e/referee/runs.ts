/** Calls run for real, many in one start of the sandbox: each in its world as it was made, under strace, its trace by itself. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSandbox } from "../../bench/corpus/sandbox.ts";
import { STUBS, shellText, textEnv } from "./texts.ts";
import { cwdOf, type Ground, pathOf, type World } from "./world.ts";

export interface Run {
  readonly world: World;
  readonly text: string;
  /** It changes its world, which is put back behind it. */
  readonly changes: boolean;
}

/** One run: of a world, or of none. */
export interface Job {
  readonly world: World | undefined;
  /** What the driver does, up to the end of the run. */
  readonly line: string;
  readonly changes: boolean;
}

export const jobOf = ({ world, text, changes }: Run): Job => ({
  ...{ world, changes, line: `cd ${quote(cwdOf(world))} && ${shellOf(world, text)} </dev/null` },
});

export const stubsIn = ({ box }: Ground): string => `${box}/stubs`;

/** In an empty directory, where programs that do nothing stand for the real ones. */
export function textJob(shell: string, text: string, dir: string, ground: Ground): Job {
  const quiet = { bash: "bash --noprofile --norc", zsh: "zsh -f" }[shell] ?? shell;
  const inner = `${textEnv(stubsIn(ground))}; exec /usr/bin/${quiet} -c "$0"`;
  const whole = `export ${inner}`;
  return {
    ...{ world: undefined, changes: false },
    line: `mkdir -p ${dir} && cd ${dir} && /usr/bin/timeout -s KILL ${SECONDS_EACH} bash --noprofile --norc -c ${quote(whole)} ${quote(shellText(shell, text))} </dev/null`,
  };
}

/** A trace may not be longer than a file of the sandbox. */
const BATCH = 60;
const SECONDS_EACH = 4;
const BATCH_MS = 300_000;
/** Programs of rows that may lie elsewhere than the system's. */
const ELSEWHERE = ["rg", "gh", "docker", "rtk"];

export interface Runner {
  /** Each trace is told by the number of its job as soon as it is there; an empty one never began. */
  run(jobs: readonly (Job | undefined)[], tell: (at: number, trace: string) => void): Promise<void>;
  close(): void;
}

export function openRunner(ground: Ground, slots: number): Runner {
  const boxes = Array.from({ length: slots }, (_, slot) => openSandbox(slot + 20, "proven"));
  const programs = foundElsewhere();
  const tars = join(ground.box, "tars");
  mkdirSync(tars, { recursive: true });
  const packed = new Set<string>();
  const pack = ({ id }: World): void => {
    if (!packed.has(id)) tar(join(tars, `${id}.tar`), ground.box, [id]);
    packed.add(id);
  };
  makeStubs(ground);
  const batchIn = async (slot: number, runs: readonly Job[]): Promise<readonly string[]> => {
    const worlds = [...new Set(runs.flatMap(({ world }) => world ?? []))];
    for (const world of worlds) pack(world);
    const archive = join(ground.box, `batch-${slot}.tar`);
    const script = `script-${slot}`;
    writeFileSync(join(ground.box, script), scriptOf(runs, ground));
    const names = [script, "stubs", ...worlds.map(({ id }) => `tars/${id}.tar`)];
    tar(archive, ground.box, names, ["-C", "/", ground.temporary.slice(1)]);
    const ran = await boxes[slot]?.run({
      ...{
        command: `. ${ground.box}/${script}`,
        archive,
        box: ground.box,
        home: ground.box,
        cwd: ground.box,
        programs,
      },
      path: "/usr/bin:/bin",
      timeoutMs: BATCH_MS,
    });
    if (ran?.overTime || !ran?.trace.includes(`/mark/${runs.length}"`))
      throw new Error(`a batch did not end: ${ran?.errors.slice(0, 2_000)}`);
    return split(ran.trace, runs.length);
  };
  return {
    run: (jobs, tell) => inSlots(jobs, slots, { batchIn, tell }),
    close: () => {
      for (const box of boxes) box.close();
      rmSync(tars, { recursive: true, force: true });
    },
  };
}

interface Batches {
  readonly batchIn: (slot: number, runs: readonly Job[]) => Promise<readonly string[]>;
  readonly tell: (at: number, trace: string) => void;
}

async function inSlots(jobs: readonly (Job | undefined)[], slots: number, { batchIn, tell }: Batches): Promise<void> {
  const order = jobs.flatMap((job, i) => (job === undefined ? [] : [i]));
  order.sort((a, b) => idOf(jobs[a]).localeCompare(idOf(jobs[b])) || a - b);
  const batches = Array.from({ length: Math.ceil(order.length / BATCH) }, (_, i) =>
    order.slice(i * BATCH, (i + 1) * BATCH),
  );
  const work = async (slot: number): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const found = await batchIn(
        slot,
        batch.flatMap((at) => jobs[at] ?? []),
      );
      for (const [i, at] of batch.entries()) tell(at, found[i] ?? "");
    }
  };
  await Promise.all(Array.from({ length: slots }, (_, slot) => work(slot)));
}

const idOf = (job: Job | undefined): string => job?.world?.id ?? "";

function makeStubs(ground: Ground): void {
  mkdirSync(stubsIn(ground));
  for (const name of STUBS) symlinkSync("/usr/bin/true", join(stubsIn(ground), name));
  symlinkSync("/usr/bin/cat", join(stubsIn(ground), "cat"));
}

/** With times to the nanosecond, by which git knows its files again. */
const tar = (file: string, dir: string, names: readonly string[], more: readonly string[] = []): void =>
  void execFileSync("tar", ["--format=posix", "-cf", file, "-C", dir, ...names, ...more]);

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Each begins by going where nothing is, which its trace tells. */
function scriptOf(runs: readonly Job[], { box, temporary }: Ground): string {
  const lines = [`mkdir -p ${temporary} && cp -a ${box}/${temporary.slice(1)}/. ${temporary}/`];
  for (const [i, { world, line }] of runs.entries()) {
    const isNew = world !== undefined && runs[i - 1]?.world !== world;
    const reset =
      world === undefined
        ? ""
        : `cd ${box} && rm -rf ${world.id} && tar -C ${box} -xf ${box}/tars/${world.id}.tar --no-same-owner`;
    const before = runs[i - 1]?.world?.id;
    if (isNew && before !== undefined) lines.push(`cd ${box}; rm -rf ${before}`);
    if (isNew || runs[i - 1]?.changes) lines.push(reset);
    lines.push(`cd /mark/${i}; ${line}; cd /mark/end`);
  }
  return `exec >/dev/null 2>&1\n${lines.join("\n")}\ncd /mark/${runs.length}\ntrue\n`;
}

/** What the driver has set already is set of all: nothing else is. */
function shellOf(world: World, text: string): string {
  const { at, prelude, set, terminal } = world;
  const usual = `HOME=${quote(at.home)} PATH=${quote(pathOf(world).join(":"))}`;
  const odd = Object.entries(set).map(([name, value]) => quote(`${name}=${value}`));
  const bash = `bash --noprofile --norc -c ${quote(prelude === undefined ? text : `${prelude(at)}\n${text}`)}`;
  const shell = terminal ? `script -qec ${quote(bash)} /dev/null` : bash;
  return `${usual} ${odd.length === 0 ? "" : `/usr/bin/env ${odd.join(" ")} `}/usr/bin/timeout -s KILL ${SECONDS_EACH} ${shell}`;
}

function split(trace: string, count: number): readonly string[] {
  const found: string[] = Array.from({ length: count }, () => "");
  const parts = trace.split(/^\d+ +chdir\("\/mark\/(\w+)".*$/m);
  for (let i = 1; i + 1 < parts.length; i += 2) if (parts[i] !== "end") found[Number(parts[i])] = parts[i + 1] ?? "";
  return found;
}

/** Programs of rows that lie elsewhere than the system's, by where PATH has them. */
function foundElsewhere(): Readonly<Record<string, string>> {
  const dirs = (process.env.PATH ?? "").split(":").filter((dir) => dir.startsWith("/"));
  const found = ELSEWHERE.flatMap((name) => {
    const dir = dirs.find((one) => existsSync(join(one, name)));
    return dir === undefined || /^\/(?:usr\/)?bin$/.test(dir) ? [] : [[name, join(dir, name)] as const];
  });
  return Object.fromEntries(found);
}
