/** Text that does not fit on the screen, in the person's own pager. */
import { spawnSync } from "node:child_process";
import type { CliIo } from "./io.ts";

/** What stands below it when the pager is left: a question, and the line it is typed on. */
const KEPT_ROWS = 2;

/** Only on a terminal where it does not fit; written as it is where there is no pager. */
export function writePaged(text: string, io: CliIo): void {
  if (fits(text, io.stdout) || !showPaged(text, io.env)) io.stdout.write(text);
}

function fits(text: string, { isTTY, rows, columns }: CliIo["stdout"]): boolean {
  if (!isTTY || rows === undefined) return true;
  const high = (line: string): number => Math.max(1, Math.ceil(withoutColours(line).length / columns));
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.reduce((sum, line) => sum + high(line), 0) <= rows - KEPT_ROWS;
}

const withoutColours = (line: string): string => line.replaceAll(/\x1b\[[\d;]*m/g, "");

/** As git does it: `PAGER` is a line for the shell, and less shows colours; it leaves no history behind. */
function showPaged(input: string, env: CliIo["env"]): boolean {
  const pager = env.PAGER === undefined || env.PAGER.trim() === "" ? "less" : env.PAGER;
  const { status } = spawnSync("/bin/sh", ["-c", pager], {
    ...{ input, stdio: ["pipe", "inherit", "inherit"], env: { LESS: "R", LESSHISTFILE: "-", ...env } },
  });
  return status !== null && status < NOT_STARTED;
}

/** What a shell answers for a program that is not there, or cannot be started. */
const NOT_STARTED = 126;
