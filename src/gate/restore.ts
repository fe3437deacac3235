/** Just before an allow is answered: what the call takes away, and nobody else keeps, is saved. */
import {
  type EditRequest,
  type ExpectedAfter,
  isInRebuildable,
  type PointCall,
  type RestoreFailure,
  type WallsPlan,
} from "../contain/index.ts";
import { isAllow } from "../contract/allow.ts";
import type { Draft, Step } from "../contract/decision.ts";
import { type DeleteEffect, onlyReads, type WriteEffect } from "../contract/effect.ts";
import { sha256 } from "../contract/key.ts";
import { fail, type Result } from "../contract/result.ts";
import { findRepo, stagedFiles } from "../machine/git/index.ts";
import { isInside } from "../machine/index.ts";
import { redact } from "../machine/secrets/index.ts";
import { overwrittenByGit } from "../policy/index.ts";
import { lossesOf, movedFiles, withoutOwn } from "../policy/proofs/index.ts";
import { discardedTrees, leavesAlone } from "../policy/rules/index.ts";
import { type Call, everyWay } from "./call.ts";
import { BY_READING } from "./proven.ts";

const TEXT_MAX = 300;
/** Their proofs rest on it. Who else allows has not asked whether it can come back: there it is a help. */
const RESTS_ON_IT: readonly Step[] = ["acceptEdits", "allowRule"];

/** False: the opinion needs a restore point, and none could be made. */
export function saveLosses(opinion: Draft, call: Call): boolean {
  const { restore } = call.parts;
  if (!isAllow(opinion) || restore === null || call.settings.shadow) return true;
  // Only where reading was proven: what is not seen has no effects either, and walls may let it write.
  if (BY_READING.has(opinion.by) && everyWay(call).every(({ effects }) => onlyReads(effects))) return true;
  // Walls of this kind are put up after a restore point of the whole project.
  if (opinion.walls === "work") return true;
  if (opinion.by === "contained" && call.around === "hostWritable") return saveOpenTrees(call, [call.projectRoot]).ok;
  // What git takes away by itself has no names here: a rule rests on all of it being saved, for others it is a help.
  const discards = call.effects.some((effect) => effect.do === "vcs" && effect.op === "discard");
  if (discards && !saveDiscarded(call).ok && opinion.by === "allowRule") return false;
  const paths = [
    ...new Set(everyWay(call).flatMap((way) => [...lossesOf(way), ...putAside(way), ...overwrittenByGit(way)])),
  ];
  const moved = [...new Set(everyWay(call).flatMap(movedFiles))].filter((path) => !paths.includes(path));
  const save = (places: readonly string[]): boolean =>
    places.length === 0 || restore.save({ call: pointCall(call), paths: places, ...foreseen(call) }).ok;
  if (save([...paths, ...moved])) return true;
  // A person's rule for moving says that the file may stand elsewhere; a proof, that it stays.
  if (opinion.by === "acceptEdits" && withoutOwn(moved, call).length > 0) return false;
  if (save(paths) || !RESTS_ON_IT.includes(opinion.by)) return true;
  const others = withoutOwn(paths, call);
  return others.length < paths.length && save(others);
}

/** What is moved to where no point looks for a person's work is saved before. */
const putAside = ({ effects, world, projectRoot }: Call): readonly string[] =>
  effects.flatMap((effect) => {
    if (effect.do !== "write" || effect.as !== "move" || effect.from?.certainty !== "exact") return [];
    const { path } = effect.from;
    const below = (place: string): string => (isInside(place, projectRoot) ? place.slice(projectRoot.length) : place);
    if (!isInRebuildable(below(effect.target.path)) || isInRebuildable(below(path))) return [];
    return world.lstat(path).kind === "absent" ? [] : [path];
  });

/** Before code runs inside walls: what they leave writable, and version control could not bring back. */
export const saveProject = (
  call: Omit<Call, "places"> & { readonly places: Call["places"] | null },
  { writable, held, staged }: Pick<WallsPlan, "writable" | "held"> & { readonly staged?: ReadonlySet<string> },
): Result<unknown, RestoreFailure> =>
  call.parts.restore === null
    ? fail({ why: "there are no restore points", credentials: [] })
    : call.parts.restore.saveProject({
        call: pointCall(call),
        roots: writable,
        places: call.places,
        held,
        ...(staged === undefined ? {} : { staged }),
        session: { startedAt: call.memory.startedAt, made: (path) => call.memory.created.has(path) },
      });

/** What stays as it is in a sandbox of a host that leaves the project writable. */
const KEPT_BY_HOST = [".git", ".codex"];

/** Before code runs in such a sandbox, or git discards work: everything, protected places too. */
const saveOpenTrees = (
  call: Call,
  roots: readonly string[],
  { untouched = [], staged }: { readonly untouched?: readonly string[]; readonly staged?: ReadonlySet<string> } = {},
): Result<unknown, RestoreFailure> =>
  saveProject(
    { ...call, places: null },
    {
      ...(staged === undefined ? {} : { staged }),
      writable: roots,
      held: [...roots.flatMap((root) => KEPT_BY_HOST.map((name) => `${root}/${name}`)), ...untouched],
    },
  );

/**
 * Whatever git would discard, in the trees where it does. No copies are made of credentials: where git leaves those alone, all the rest
 * is saved without them.
 */
function saveDiscarded(call: Call): Result<unknown, RestoreFailure> {
  const found = discardedTrees(call);
  const roots = found.flatMap((root) => (root === undefined ? [] : [call.real(root).path]));
  const repos = roots.flatMap((root) => findRepo(root, call.world) ?? []);
  const staged = new Set(repos.flatMap((repo) => stagedFiles(repo, call.world)));
  const first = saveOpenTrees(call, roots, { staged });
  const untouched = first.ok ? [] : first.error.credentials;
  const saved =
    untouched.length > 0 && leavesAlone(untouched, call) ? saveOpenTrees(call, roots, { staged, untouched }) : first;
  const isWhole = roots.length === found.length;
  return isWhole || !saved.ok ? saved : fail({ why: "where git discards work is not known", credentials: [] });
}

/** The call as a person will know it again. */
export const pointCall = ({ session, key, action, tool, encoding }: Omit<Call, "places">): PointCall => ({
  session,
  key,
  toolUseId: action.toolUseId ?? null,
  tool,
  text: redact(encoding).replace(/\s+/g, " ").slice(0, TEXT_MAX),
});

/** What the call itself says it will leave. A place with more than one change is not foreseen. */
function foreseen({ effects, world }: Call): Pick<EditRequest, "creates" | "expected"> {
  const changes = effects.flatMap((effect) =>
    (effect.do === "write" || effect.do === "delete") && effect.target.certainty === "exact" ? [effect] : [],
  );
  const expected = new Map<string, ExpectedAfter>();
  const twice = new Set<string>();
  for (const effect of changes) {
    const { path } = effect.target;
    const after = twice.has(path) ? undefined : leavesOf(effect);
    twice.add(path);
    if (after === undefined) expected.delete(path);
    else expected.set(path, after);
  }
  const made = changes.filter(
    (effect) => effect.do === "write" && effect.as !== "move" && world.lstat(effect.target.path).kind === "absent",
  );
  return { creates: [...new Set(made.map(({ target }) => target.path))], expected };
}

function leavesOf(effect: WriteEffect | DeleteEffect): ExpectedAfter | undefined {
  if (effect.do === "delete") return "absent";
  return effect.contents === undefined || effect.as !== undefined ? undefined : { sha256: sha256(effect.contents) };
}
