/** What setting up settles about the service: started by hooks, kept running, or none. */
import { type AppContext, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import type { FileChange, Pins } from "../../hosts/install/index.ts";
import { hookFile } from "../../hosts/install/index.ts";
import { agreeToStart, mayStart, neverStart } from "../../service/running/index.ts";
import { keptUnit } from "./keep.ts";

/** `as it is`: it is kept running already, or the settings say no. */
export type ServiceWish = "by hooks" | "kept" | "none" | "as it is";

export interface SaidOfService {
  readonly service: boolean;
  readonly "no-service": boolean;
}

/** Without a word for or against it: hooks start one. A no in the settings stays. */
export function wishedService(
  said: SaidOfService,
  { service }: Pick<Settings, "service">,
  { env }: AppContext,
): ServiceWish {
  if (said.service) return "kept";
  if (said["no-service"]) return "none";
  return service.start && keptUnit(env) === undefined ? "by hooks" : "as it is";
}

export const BY_HOOKS =
  "a service for all hooks: the first that finds none starts it, it listens on 127.0.0.1 alone and ends by itself (--no-service leaves it out)";
export const BY_HOOKS_TOLD =
  "A service answers for all hooks: the first that finds none starts it, and it ends by itself. Its page: sallyport serve link.";
const NO_MORE = "no hook starts a service any more";

/** In words, where something changes. The hooks of some agents start no shell, and so no service. */
export function describeStarting(
  wish: ServiceWish,
  hosts: readonly FileChange[],
  { pins, env }: { readonly pins: Pins; readonly env: AppContext["env"] },
): readonly string[] {
  const agreed = mayStart(stateDir(env));
  const starts = hosts.some(({ after }) => after?.includes(hookFile(pins).path) === true);
  if (wish === "by hooks" && starts && !agreed) return [BY_HOOKS];
  return wish === "none" && agreed ? [NO_MORE] : [];
}

/** Throws where it cannot be written. */
export function settleStarting(wish: ServiceWish, state: string): void {
  if (wish === "by hooks" && !mayStart(state)) agreeToStart(state);
  if (wish === "none" || wish === "kept") neverStart(state);
}
