/**
 * Tasks that a program is given to start among its words (`cross-env A=1 npm run x`, `op run -- make x`): each as the command it would be
 * by itself, so that what finds goes on to its definition. For what finds, and never proves.
 */

import { basename } from "node:path/posix";
import type { ShellReading, SubCommand } from "../contract/reading.ts";
import { inQuotes } from "../contract/shell-word.ts";
import { isLauncherPrefix } from "../programs/index.ts";
import { isRunner } from "../readers/definitions/index.ts";

const MAX_TASKS = 8;

/** They start it on another machine, or in other files. */
const ELSEWHERE =
  /^(?:docker|podman|nerdctl|kubectl|oc|ssh|mosh|vagrant|lxc|incus|multipass|gcloud|aws|az|fly|heroku)$/;

export const isElsewhere = (program: string): boolean => ELSEWHERE.test(program);

export function launchedTasks({ commands }: ShellReading, cwd: string): readonly string[] {
  const tasks = commands.filter(mayStart).flatMap((command) => {
    const values = command.words.map(({ value, outline, prefix }) => value ?? outline ?? prefix);
    const at = values.findIndex((value, i) => i > 0 && isRunner(basename(value)));
    if (at < 0 || at === values.length - 1) return [];
    const ground =
      command.cwd.certainty === "exact" && command.cwd.path !== cwd ? `cd ${inQuotes(command.cwd.path)} && ` : "";
    return [ground + values.slice(at).map(inQuotes).join(" ")];
  });
  return [...new Set(tasks)].slice(0, MAX_TASKS);
}

/** Something that is not known runs, or is not known to run nothing. */
const mayStart = ({ name, words, understood, effects }: SubCommand): boolean =>
  !isElsewhere(name ?? "") &&
  (!understood ||
    isLauncherPrefix([name ?? "", ...words.slice(1).map(({ value }) => value ?? "")]) ||
    effects.some((effect) => effect.do === "unknown" || (effect.do === "run" && effect.what !== "helper")));
