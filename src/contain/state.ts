/** What the walls keep in the state directory. */
import { join } from "node:path";
import type { Walls } from "../contract/decision.ts";
import { stateLayout } from "../contract/state-dir.ts";

const wallsDir = (stateDir: string): string => stateLayout(stateDir).walls;

/** The filter of system calls of such walls, for this machine's architecture. */
export const seccompPath = (stateDir: string, walls: Walls): string =>
  join(wallsDir(stateDir), "seccomp", `${process.arch}-${walls}.bpf`);

/** Stands in the place of a file that is not to be read. */
export const emptyFilePath = (stateDir: string): string => join(wallsDir(stateDir), "empty");

/** What the last self-test found. */
export const selfTestPath = (stateDir: string): string => join(wallsDir(stateDir), "selftest.json");
