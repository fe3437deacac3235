/**
 * A call that lays something somewhere and then lists, matches or compares what is there (`touch q/server.key && diff q certs`). The disk
 * as it is now says too little of that: so the call is read once more, on the disk as its own writes leave it.
 */
import { beside } from "../../contract/beside.ts";
import { withMade } from "../../machine/index.ts";
import { broughtBy } from "../brought.ts";
import type { PolicyCall } from "../call.ts";

/** Several steps ask of one call. */
const kept = beside<PolicyCall, { readonly later: PolicyCall | undefined }>();

/** Undefined where nothing it does comes after something it wrote. */
export function readByThen(call: PolicyCall): PolicyCall | undefined {
  const { later } = kept.get(call) ?? { later: readAgain(call) };
  kept.set(call, { later });
  return later;
}

function readAgain(call: PolicyCall): PolicyCall | undefined {
  const commands = call.reading?.commands ?? [];
  const first = commands.findIndex(({ effects }) => effects.some(({ do: kind }) => kind === "write"));
  // A redirection opens its file before the program looks around.
  const isFollowed = first >= 0 && (first < commands.length - 1 || (commands[first]?.redirections ?? []).length > 0);
  if (!isFollowed) return undefined;
  const made = [...broughtBy(call).made];
  const places = made.flatMap(([path, place]) => [path, call.real(path).path].map((way) => [way, place] as const));
  return made.length === 0 ? undefined : call.readOn(withMade(call.world, new Map(places)));
}
