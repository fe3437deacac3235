/** What taking the gate out would change, worked out before anything is touched; and all that Sallyport made beside it. */
import { existsSync } from "node:fs";
import { type AppContext, guardedHosts, hostEnvironment, stateDir } from "../../app/index.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { allHosts, type Host } from "../../hosts/index.ts";
import {
  type FileChange,
  guardedFiles,
  type InstallScope,
  mayWrite,
  planUninstall,
  readMade,
  readOwn,
  standingMirror,
  writtenTo,
} from "../../hosts/install/index.ts";
import { findServing } from "../../service/running/index.ts";
import { changesNothing, describeLeaving, type PlannedChange } from "../change/agree.ts";
import { settledPlaces } from "../change/settle.ts";
import { keptUnit } from "../serve/keep.ts";

export interface GuardedPlace {
  readonly host: Host;
  readonly scope: InstallScope;
}

export interface LeavingHost extends GuardedPlace {
  readonly change: FileChange;
  /** What stood there before; undefined where nobody noted it. */
  readonly kept: Buffer | null | undefined;
}

export interface LeavingPlan {
  readonly hosts: readonly LeavingHost[];
  /** Files of agents that stay guarded. */
  readonly others: readonly string[];
  /** Null where it is not there, or has to stay. */
  readonly state: string | null;
  readonly settings: FileChange | null;
}

/** What the person wants gone beside the hooks, with the last agent. */
export interface LeavingWishes {
  readonly state: boolean;
  readonly settings: boolean;
}

/** All guarded places, one with nothing but a mirror too; not the machine's own: those are root's, and named. */
export const guardedPlaces = (io: AppContext): readonly GuardedPlace[] =>
  guardedHosts(io).flatMap(({ host, guarded }) => {
    const mirrored = standingMirror(host, { at: hostEnvironment(io), state: stateDir(io.env) }, []) !== undefined;
    const scopes = new Set([...(mirrored ? (["user"] as const) : []), ...guarded]);
    return [...scopes].filter((scope) => scope !== "managed").map((scope) => ({ host, scope }));
  });

/** Everything that could go; what does, the wishes say. */
export function planLeaving(places: readonly GuardedPlace[], io: AppContext): Result<LeavingPlan> {
  const at = hostEnvironment(io);
  const state = stateDir(io.env);
  const hosts: LeavingHost[] = [];
  for (const { host, scope } of places) {
    const file = host.install.file(scope, at) ?? "";
    const receipt = writtenTo(state, file);
    const change = planUninstall(host, { scope, at }, receipt);
    if (!change.ok) return change;
    const writable = changesNothing(change.value) ? ok(undefined) : mayWrite(file);
    if (!writable.ok) return writable;
    hosts.push({ host, scope, change: change.value, kept: receipt?.before });
  }
  const settings = planSettings(io);
  if (!settings.ok) return settings;
  const own = hosts.map(({ change }) => change.file);
  const others = guardedElsewhere(io).filter((file) => !own.includes(file));
  return ok({ hosts, others, state: existsSync(state) ? state : null, settings: settings.value });
}

function guardedElsewhere(io: AppContext): readonly string[] {
  const at = hostEnvironment(io);
  const standing = guardedHosts(io).flatMap(({ host, guarded }) =>
    guarded.flatMap((scope) => host.install.file(scope, at) ?? []),
  );
  return [...new Set([...standing, ...guardedFiles(stateDir(io.env))])];
}

/** The person's settings as they were before; null where there are none. */
function planSettings({ env }: AppContext): Result<FileChange | null> {
  const file = userSettingsPath(env);
  if (file === null) return ok(null);
  const before = readOwn(file);
  if (!before.ok) return fail(before.error);
  return ok(
    before.value === null ? null : { file, before: before.value, after: readMade(stateDir(env)).settings ?? null },
  );
}

/** Narrowed to what is wanted, in words. */
export function describeLeavingPlan(
  { hosts, others, state, settings }: LeavingPlan,
  wishes: LeavingWishes,
  { env }: AppContext,
): PlannedChange {
  const changing = hosts.filter(({ change }) => !changesNothing(change));
  const isLast = others.length === 0;
  const files = wishes.settings && settings !== null && !changesNothing(settings) ? [settings] : [];
  return {
    lines: [
      ...changing.map(({ change, kept }) => describeLeaving(change, kept)),
      ...(isLast ? describeEnd(env) : []),
      ...(wishes.state && state !== null ? [`${state} removed, the record and restore points in it too`] : []),
      ...files.map(({ file, after }) => (after === null ? `${file} removed` : `${file} as it was before Sallyport`)),
      ...(isLast ? settledPlaces(env).map((path) => `${path} removed`) : []),
      ...(changing.length > 0 && readMade(stateDir(env)).folders.length > 0
        ? ["folders that Sallyport made, where nothing is left in them"]
        : []),
    ],
    files: [...changing.map(({ change }) => change), ...files],
  };
}

function describeEnd(env: AppContext["env"]): readonly string[] {
  const unit = keptUnit(env);
  const runs = findServing(stateDir(env)) !== undefined;
  return [...(runs ? ["the service ended"] : []), ...(unit === undefined ? [] : [`${unit} removed`])];
}

/** Which agents stay guarded, by their titles where they are known. */
export function titlesOf(files: readonly string[], io: AppContext): string {
  const at = hostEnvironment(io);
  const titles = files.map(
    (file) => allHosts().find(({ install }) => install.file("user", at) === file)?.title ?? `an agent (${file})`,
  );
  return titles.join(", ");
}
