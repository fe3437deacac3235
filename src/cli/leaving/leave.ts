/** Takes it out: agents' files all or none, then what goes with the last of them; and says what has gone and what stays. */

import { rmSync } from "node:fs";
import { stateDir } from "../../app/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { shellWord } from "../../contract/shell-word.ts";
import { forgetWritten, readMade, removeEmptyFolders, replaceOwn, sweepHookFiles } from "../../hosts/install/index.ts";
import { neverStart } from "../../service/running/index.ts";
import { changesNothing } from "../change/agree.ts";
import { removalOf, unsettle } from "../change/settle.ts";
import { endKeeping } from "../serve/keep.ts";
import { endService } from "../serve/stop.ts";
import { rememberPlaces } from "../setup/apply.ts";
import type { CliIo } from "../terminal/io.ts";
import { tell } from "../terminal/style.ts";
import { type LeavingPlan, type LeavingWishes, titlesOf } from "./plan.ts";

export interface LeftBehind {
  /** The file that kept the service running and is gone. */
  readonly service: string | null;
  /** A service ran, and has ended. */
  readonly ended: boolean;
  readonly state: { readonly directory: string; readonly kept: boolean };
  readonly settings: { readonly file: string; readonly kept: boolean } | null;
}

/** Agents' files all or none; then what goes with the last of them. */
export async function leave(plan: LeavingPlan, wishes: LeavingWishes, io: CliIo): Promise<Result<LeftBehind>> {
  const { env } = io;
  const [state, isLast] = [stateDir(env), plan.others.length === 0];
  const made = readMade(state);
  // First: a service would go on writing, and a hook would start one again.
  if (isLast) neverStart(state);
  const kept = isLast ? endKeeping(env) : undefined;
  if (kept !== undefined && kept.problem !== null) tell(io, kept.problem);
  const end = isLast ? await endService(state) : { kind: "none" as const };
  if (end.kind === "goes on") return fail(`the service (process ${end.pid}) does not end: kill it, then try again`);
  const taken = takeOut(plan, wishes);
  if (!taken.ok) return taken;
  for (const { change } of plan.hosts) forgetWritten(state, change.file);
  sweepHookFiles(state);
  if (isLast) unsettle(env);
  if (wishes.state) rmSync(state, { recursive: true, force: true });
  removeEmptyFolders([...made.folders, ...(wishes.state ? [state] : [])]);
  return ok({
    service: kept?.file ?? null,
    ended: end.kind === "ended" || kept !== undefined,
    state: { directory: state, kept: plan.state !== null && !wishes.state },
    settings: plan.settings === null ? null : { file: plan.settings.file, kept: !wishes.settings },
  });
}

function takeOut({ hosts, settings }: LeavingPlan, wishes: LeavingWishes): Result<void> {
  const changes = [...hosts.map(({ change }) => change), ...(wishes.settings && settings !== null ? [settings] : [])];
  const before = rememberPlaces(changes.map(({ file }) => file));
  for (const change of changes) {
    const written = changesNothing(change) ? ok(undefined) : replaceOwn(change.file, change.after, change.before);
    if (!written.ok) {
      before.restore();
      return written;
    }
  }
  return ok(undefined);
}

/** What has gone, what stays, and why. */
export function describeLeft(plan: LeavingPlan, left: LeftBehind, io: CliIo): readonly string[] {
  const gone = plan.hosts.filter(({ change }) => !changesNothing(change)).map(({ host }) => host.title);
  const hooks =
    gone.length === 0
      ? []
      : [
          `${[...new Set(gone)].join(", ")}: the hook is gone. A session that is open now may keep it until it is started again.`,
        ];
  if (plan.others.length > 0)
    return [...hooks, `- Kept: ${left.state.directory}, because ${titlesOf(plan.others, io)} is still guarded.`];
  const program = removalOf();
  return [
    ...hooks,
    ...(left.ended ? ["- The service has ended."] : []),
    ...(left.service === null ? [] : [`- ${left.service} is gone: the service is not kept running any more.`]),
    describeState(plan, left.state),
    ...describeSettings(plan, left.settings),
    ...(program === null ? [] : [`- The program itself goes with: ${program}`]),
    ...(program === null && gone.length > 0
      ? ["- A line for PATH that you pasted into a shell's start file is yours, and stays."]
      : []),
  ];
}

function describeState(plan: LeavingPlan, { directory, kept }: LeftBehind["state"]): string {
  if (plan.state === null) return `- There is no ${directory}.`;
  return kept
    ? `- Kept: ${directory}, because it holds the record. To remove it later: rm -r ${shellWord(directory)}`
    : `- ${directory} is removed.`;
}

function describeSettings({ settings }: LeavingPlan, left: LeftBehind["settings"]): readonly string[] {
  if (settings === null || left === null) return [];
  if (left.kept) {
    const later = settings.after === null ? ` To remove it later: rm ${shellWord(left.file)}` : "";
    return [`- Kept: ${left.file}, because it is yours.${later}`];
  }
  return [`- ${left.file} is ${settings.after === null ? "removed" : "as it was before"}.`];
}
