/** Which agents of this machine have the gate's hook. */
import { scopesInPlace } from "../hosts/doctor/index.ts";
import { allHosts, type Host } from "../hosts/index.ts";
import { type HostEnvironment, type InstallScope, type Pins, unreadFile } from "../hosts/install/index.ts";
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
  /** Why the host does not read the hook where it stands, so that nothing is guarded; undefined where it does. */
  readonly unread: string | undefined;
}

export const guardedHosts = (context: Pick<AppContext, "env" | "cwd">): readonly GuardedHost[] => {
  const at = hostEnvironment(context);
  return allHosts().map((host) => {
    const guarded = scopesInPlace(host, at, ANY_PINS);
    const files = guarded.map((scope) => unreadFile(host, { scope, at }));
    return { host, guarded, unread: files.includes(undefined) ? undefined : files[0] };
  });
};
