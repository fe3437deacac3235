/** Which protected place a target is: by name, by where links lead, and by where git keeps its own. */
import { basename } from "node:path/posix";
import type { Target } from "../contract/effect.ts";
import { gitPlace } from "../machine/git/index.ts";
import { couldBeGuarded, type ProtectedPlace, protectedPlace } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";

/** The strongest protection; undefined for a place that could be anywhere: nothing was found then. */
export function protectionOf(target: Target, call: PolicyCall): ProtectedPlace | undefined {
  if (target.path === "") return undefined;
  const found = target.certainty === "glob" ? globPlaces(target, call) : placesAt(target.path, call);
  return found.find(({ kind }) => kind === "ask") ?? found[0];
}

function placesAt(path: string, call: PolicyCall): readonly ProtectedPlace[] {
  const real = call.real(path);
  if (real.problem === "long") return [];
  const byName = [path, real.path].flatMap((way) => protectedPlace(way, call.places) ?? []);
  if (byName.some(({ kind }) => kind === "ask") || real.problem !== null) return byName;
  const git = gitPlace(path, [call.projectRoot, call.cwd], call.world);
  return git === undefined ? byName : [{ name: ".git", matched: basename(git), kind: "ask" }];
}

function globPlaces(target: Target, call: PolicyCall): readonly ProtectedPlace[] {
  return call.look(target).ways.flatMap((way) => {
    const name = way.map((one) => couldBeGuarded(one, call.places.agentFiles)).find((one) => one !== undefined);
    const guarded: readonly ProtectedPlace[] = name === undefined ? [] : [{ name, matched: name, kind: "ask" }];
    const place = protectedPlace(`/${way.join("/")}`, call.places);
    return place === undefined ? guarded : [...guarded, place];
  });
}
