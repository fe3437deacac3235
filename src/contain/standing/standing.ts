/** Whether walls stand on this machine. Read from what the last self-test left; never runs anything. */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { dirname } from "node:path";
import { messageOf } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import { selfTestPath } from "../state.ts";
import { identityOf, systemProgram } from "../tool/program.ts";
import { adviseInstall, NOT_HERE, UNPROVEN } from "./advice.ts";

export type Standing =
  | {
      readonly stand: true;
      /** The program that makes them, absolute. */
      readonly tool: string;
      /** The shell that compares the mounts first, absolute. */
      readonly bash: string;
    }
  | {
      readonly stand: false;
      readonly why: string;
      /** What a person can do about it. */
      readonly mend: string;
      /** They were tried here, with another gate, kernel or program: trying them again may be all it takes. */
      readonly outdated?: true;
    };

export interface WallsTools {
  readonly tool: string;
  readonly bash: string;
  /** Changes with the gate, the kernel and the programs: a result counts only for the same. */
  readonly key: string;
}

const RUN_IT = "sallyport doctor --full";

/** The programs and what they are, or why there are none. */
export function findTools(): { readonly tools: WallsTools } | { readonly missing: Standing } {
  const refuse = (why: string, mend: string) => ({ missing: { stand: false, why, mend } as const });
  if (process.platform !== "linux" && process.platform !== "darwin") return refuse(NOT_HERE.why, NOT_HERE.mend);
  const tool = systemProgram(process.platform === "darwin" ? "sandbox-exec" : "bwrap");
  if (tool === undefined) return refuse("bubblewrap is not installed", adviseInstall());
  const bash = systemProgram("bash");
  if (bash === undefined) return refuse("there is no bash in the system's directories", "install bash");
  try {
    const key = [VERSION, process.arch, release(), identityOf(tool), identityOf(bash)].join("\n");
    return { tools: { tool, bash, key } };
  } catch (error) {
    return refuse(`${tool} cannot be looked at: ${messageOf(error)}`, RUN_IT);
  }
}

/** Cheap: two programs are looked at and one small file is read. Whatever is odd about it, walls do not stand. */
export function wallsStand(stateDir: string): Standing {
  const found = findTools();
  if ("missing" in found) return found.missing;
  const { tool, bash, key } = found.tools;
  const kept = readKept(selfTestPath(stateDir));
  if (kept === undefined) return { stand: false, why: "the walls were not tried on this machine yet", mend: RUN_IT };
  if (kept.key !== key)
    return {
      stand: false,
      why: "the gate, the kernel, bash or bubblewrap changed since the walls were tried",
      mend: RUN_IT,
      outdated: true,
    };
  if (kept.failed !== null) return { stand: false, why: kept.failed.why, mend: kept.failed.mend };
  return process.platform === "linux" ? { stand: true, tool, bash } : { stand: false, ...UNPROVEN };
}

const RETRY_MS = 300_000;

/** The kept result is outdated, and nobody has begun to try the walls again just now. Says so once in a while; never throws. */
export function isRetryDue(stateDir: string, now: number): boolean {
  try {
    const standing = wallsStand(stateDir);
    if (standing.stand || standing.outdated !== true) return false;
    const mark = `${selfTestPath(stateDir)}.retried`;
    const at = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && Math.abs(now - at) < RETRY_MS) return false;
    writeFileSync(mark, "", { mode: 0o600 });
    utimesSync(mark, now / 1000, now / 1000);
    return true;
  } catch {
    return false;
  }
}

export interface KeptResult {
  readonly key: string;
  readonly failed: { readonly why: string; readonly mend: string } | null;
}

export function keepResult(stateDir: string, result: KeptResult): void {
  const path = selfTestPath(stateDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(result)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}

function readKept(path: string): KeptResult | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return parseKept(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function parseKept(value: unknown): KeptResult | undefined {
  if (typeof value !== "object" || value === null || !("key" in value) || !("failed" in value)) return undefined;
  const { key, failed } = value;
  if (typeof key !== "string") return undefined;
  if (failed === null) return { key, failed };
  if (typeof failed !== "object" || !("why" in failed) || !("mend" in failed)) return undefined;
  const { why, mend } = failed;
  return typeof why === "string" && typeof mend === "string" ? { key, failed: { why, mend } } : undefined;
}
