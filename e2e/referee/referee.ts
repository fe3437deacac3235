/** Worlds, calls, proofs, runs and what they did, for one build of the core. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { CoreCall, Proof } from "../../src/core/types.ts";
import { type Call, callsOf } from "./calls.ts";
import type * as Core from "./core.ts";
import { judge } from "./judge.ts";
import { ODD_LEVELS, PLAIN_LEVELS } from "./levels.ts";
import { jobOf, openRunner, type Runner, stubsIn, textJob } from "./runs.ts";
import { missesOf, SHELLS, type TextRun } from "./texts.ts";
import { type Use, usesOf } from "./uses.ts";
import { cwdOf, type Ground, type Level, makeTemplates, makeWorld, pathOf, type World } from "./world.ts";

export type CoreBuild = typeof Core;

export interface Proven extends Call {
  readonly proof: Proof;
}

export interface Finding {
  readonly call: Pick<Call, "row" | "text"> & { readonly world?: World; readonly place?: string };
  readonly why: readonly string[];
}

export interface House {
  readonly ground: Ground;
  readonly plain: readonly World[];
  readonly odd: readonly World[];
  readonly runner: Runner;
  /** Each world as it was made, looked at once. */
  readonly disks: Map<World, ReturnType<CoreBuild["viewOnce"]>>;
  readonly close: () => void;
}

/** In no temporary directory: what lies in one is never proven to be a program. */
export function openHouse(slots: number, isWanted: (level: Level) => boolean = () => true): House {
  const top = process.getuid?.() === 0 ? "/srv" : homedir();
  const ground = {
    box: mkdtempSync(join(top, "sallyport-referee-")),
    temporary: mkdtempSync(join(tmpdir(), "sallyport-referee-")),
  };
  makeTemplates(ground);
  mkdirSync(join(ground.temporary, "bin"), { recursive: true });
  const plain = PLAIN_LEVELS.filter(isWanted).map((level, i) => makeWorld(level, `p${i}`, ground));
  const odd = ODD_LEVELS.filter(isWanted).map((level, i) => makeWorld(level, `o${i}`, ground));
  const runner = openRunner(ground, slots);
  const close = (): void => {
    runner.close();
    for (const place of [ground.box, ground.temporary]) rmSync(place, { recursive: true, force: true });
  };
  return { ground, plain, odd, runner, disks: new Map(), close };
}

/** Every pair or a slice, and of one row alone. */
export interface Extent {
  readonly whole: boolean;
  readonly seed: number;
  readonly row?: string | undefined;
}

export interface Made {
  readonly uses: readonly Use[];
  readonly calls: readonly Call[];
  readonly proven: readonly Proven[];
}

export function proveAll(core: CoreBuild, house: House, how: Extent): Made {
  const { uses, calls } = makeCalls(core, house, how);
  return { uses, calls, proven: proveCalls(core, house, calls) };
}

export function makeCalls(core: CoreBuild, { plain, odd }: House, how: Extent) {
  const uses = usesOf(core.programRows()).filter(({ name }) => how.row === undefined || name === how.row);
  return { uses, calls: callsOf(uses, { plain, odd, ...how }) };
}

export const proveCalls = (core: CoreBuild, { disks }: House, calls: readonly Call[]): readonly Proven[] =>
  calls.flatMap((call) => {
    const disk = disks.get(call.world) ?? diskOf(core, call.world);
    disks.set(call.world, disk);
    const proof = core.proveCall(coreCall(call), disk, call.world.process);
    return proof === undefined ? [] : [{ ...call, proof }];
  });

const MOUNTS = "/proc/self/mountinfo";

function diskOf(core: CoreBuild, world: World) {
  const { mounts = {}, at } = world;
  const base = core.diskWorld({ home: at.home, path: pathOf(world).join(":"), platform: "linux" });
  if (Object.keys(mounts).length === 0) return core.viewOnce(base);
  const lines = Object.entries({ "/x": "ext4", ...mounts }).map(
    ([name, type]) => `36 35 0:40 / ${at.at(name).replaceAll(" ", "\\040")} rw shared:1 - ${type} src rw`,
  );
  const readFile: typeof base.readFile = (path, limit) =>
    path === MOUNTS ? Buffer.from(`1 0 0:1 / / rw - ext4 src rw\n${lines.join("\n")}`) : base.readFile(path, limit);
  return core.viewOnce({ ...base, readFile });
}

function coreCall({ world, text, tool }: Call): CoreCall {
  const projectRoot = world.at.at(world.root ?? "").replace(/(?<=.)\/$/, "");
  return {
    ...{
      tool: tool?.name ?? "Bash",
      input: tool?.input ?? { command: text },
      cwd: cwdOf(world),
      projectRoot,
      additional: [],
    },
    ...{ written: new Set<string>(), gatePlaces: [], unsafeTools: new Set<string>() },
    canSave: () => world.unsaved !== true,
    ...world.call?.(world.at),
  };
}

/** It changes its world, and be it git's index alone. */
const changes = ({ proof, text }: Proven): boolean =>
  proof.kind === "edits" || /\bgit\b.*\b(?:status|diff)\b/s.test(text);

/** Services that nobody is signed in to, and programs that not every machine has: where they are not here, their words are judged. */
const MAY_BE_ABSENT = ["rg", "gh", "docker", "ps", "pgrep", "hostname"];
const absent = new Set(MAY_BE_ABSENT.filter((name) => spawnSync("/bin/sh", ["-c", `command -v ${name}`]).status !== 0));

/** It is a text of a shell, and its program is here. */
export const isRun = ({ row, text, tool }: Call): boolean =>
  tool === undefined && !absent.has((row === "texts" ? text : row).split(" ")[0] ?? "");

/** Run for real, each judged. Tools of hosts are performed by a stand-in. */
export async function runAll(proven: readonly Proven[], { runner }: House): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const take = (one: Proven, trace: string): void => {
    const why = isRun(one) && trace === "" ? ["did not begin"] : judge({ ...one, trace });
    if (why.length > 0) found.push({ call: one, why });
  };
  for (const one of proven) if (!isRun(one)) take(one, "");
  const jobs = proven.map((one) => (isRun(one) ? jobOf({ ...one, changes: changes(one) }) : undefined));
  await runner.run(jobs, (at, trace) => {
    const one = proven[at];
    if (one !== undefined) take(one, trace);
  });
  return found;
}

/** Texts in each of the shells. */
export async function runTexts(texts: readonly TextRun[], { runner, ground }: House): Promise<readonly Finding[]> {
  const all = SHELLS.flatMap((shell) => texts.map((one) => ({ shell, one })));
  const dirOf = (at: number): string => `${ground.box}/texts/${at}`;
  const found: Finding[] = [];
  await runner.run(
    all.map(({ shell, one }, i) => textJob(shell, one.text, dirOf(i), ground)),
    (at, trace) => {
      const { shell, one } = all[at] ?? {};
      if (one === undefined || shell === undefined) return;
      const place = { dir: dirOf(at), stubs: stubsIn(ground) };
      const why = trace === "" ? ["did not begin"] : missesOf(one, trace, place);
      if (why.length > 0) found.push({ call: { row: "reader", text: one.text, place: shell }, why });
    },
  );
  return found;
}
