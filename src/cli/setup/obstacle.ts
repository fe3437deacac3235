/** What would keep the chosen agents from being set up: found before the other questions are asked, not after. */
import { type AppContext, hostEnvironment, stateDir } from "../../app/index.ts";
import { type Settings, userSettingsPath } from "../../app/settings/index.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import type { Host } from "../../hosts/index.ts";
import { mayWrite, planInstall } from "../../hosts/install/index.ts";
import { pinsWith } from "../change/pins.ts";

/** A sentence that names the place; undefined where nothing is in the way. */
export function obstacleToSetup(hosts: readonly Host[], settings: Settings, io: AppContext): string | undefined {
  const pinned = pinsWith(io, settings);
  if (!pinned.ok) return pinned.error;
  const at = hostEnvironment(io);
  const changes = hosts.map((host) => planInstall(host, { scope: "user", at, pins: pinned.value.pins }));
  const files = [
    ...changes.flatMap((change) => (change.ok ? [change.value.file] : [])),
    userSettingsPath(io.env) ?? [],
    stateLayout(stateDir(io.env)).receipts,
  ].flat();
  const first = [...changes, ...files.map(mayWrite)].find((one) => !one.ok);
  return first?.ok === false ? first.error : undefined;
}
