/** Which agents of this machine have the gate's hook. */
import { scopesInPlace } from "../hosts/doctor/index.ts";
import { HOSTS, type Host } from "../hosts/index.ts";
import type { HostEnvironment, InstallScope, Pins } from "../hosts/install/index.ts";
import { type AppContext, homeOf } from "./paths.ts";

/** For finding out whether a hook stands somewhere: what is pinned into it does not matter. */
const ANY_PINS: Pins = {
  ...{ node: "", program: "", home: "", locale: "", config: "", state: "", keys: [], deadlineMs: 0 },
};

export const hostEnvironment = ({ env, cwd }: Pick<AppContext, "env" | "cwd">): HostEnvironment => ({
  home: homeOf(env),
  cwd,
  env,
  platform: process.platform,
});

export interface GuardedHost {
  readonly host: Host;
  /** Where the hook stands; nowhere: it is not guarded. */
  readonly guarded: readonly InstallScope[];
}

export const guardedHosts = (context: Pick<AppContext, "env" | "cwd">): readonly GuardedHost[] =>
  HOSTS.map((host) => ({ host, guarded: scopesInPlace(host, hostEnvironment(context), ANY_PINS) }));
