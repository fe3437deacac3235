/** The walls of a command as a command line that a person can read and run: one option a line. */
import { bubblewrapOptions } from "./bubblewrap.ts";
import { environmentWords, quoteWord } from "./environment.ts";
import type { WallsPlan } from "./types.ts";

const SECCOMP_DESCRIPTOR = 9;

/** `guard` is named and not written out: it compares the kernel's table with these very mounts and runs the command. */
export function printWalls(plan: WallsPlan, tool: string, command: string): string {
  const options = bubblewrapOptions(plan, { seccomp: SECCOMP_DESCRIPTOR, status: null });
  return [
    `# walls: ${plan.walls}`,
    `env -i ${environmentWords(plan).join(" ")} \\`,
    `${quoteWord(tool)} \\`,
    ...options.map((words) => `  ${words.map(quoteWord).join(" ")} \\`),
    `  -- guard bash -c ${quoteWord(command)} ${SECCOMP_DESCRIPTOR}<${quoteWord(plan.seccomp)}`,
    "",
  ].join("\n");
}
