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
import type { Draft } from "../contract/decision.ts";
import { sha256 } from "../contract/key.ts";
import { fail, type Result } from "../contract/result.ts";
import { findRepo, stagedFiles } from "../machine/git/index.ts";
import { absolutePath, existingPlaces } from "../machine/index.ts";
import type { Call } from "./call.ts";

const TEXT_MAX = 300;

/**
 * False: the opinion rests on a restore point, and none could be made. Where the core proved the call, what it replaces is saved or the
 * proof is worth nothing; who else allows has not asked whether it can come back: there saving is tried, and a failure is told.
 */
export function saveLosses(opinion: Draft, call: Call): boolean {
  const { restore } = call.parts;
  if (!isAllow(opinion) || restore === null || call.settings.shadow) return true;
  // Walls of this kind are put up after a restore point of the whole project.
  if (opinion.walls === "work" || opinion.walls === "look") return true;
  const save = (paths: readonly string[]): boolean =>
    paths.length === 0 || restore.save({ call: pointCall(call), paths, ...foreseen(call) }).ok;
  if (opinion.by === "acceptEdits" && (opinion.walls ?? null) === null) return save(call.proof()?.saves ?? []);
  if (BY_READING.has(opinion.by)) return true;
  if (opinion.by === "contained" && call.around === "hostWritable") return saveOpenTrees(call, [call.projectRoot]).ok;
  const named = namedLosses(call);
  const told = [
    discardsWork(call) && !saveDiscarded(call).ok ? "what git takes away could not be saved" : "",
    save(named) ? "" : "what it replaces could not be saved",
  ].filter((text) => text !== "");
  if (told.length > 0) call.parts.tell(`Before ${call.tool}: ${told.join("; ")}, so undo cannot bring it back.`);
  return true;
}

/** Steps that allow because the call only reads. */
const BY_READING: ReadonlySet<string> = new Set(["safeTool", "readOnly", "notRelevant"]);

/** Files that the call says it writes, deletes or moves, and that are there. */
function namedLosses(call: Call): readonly string[] {
  const { world, cwd } = call;
  const { places, commands } = call.met();
  const own = places.flatMap(({ path, role }) => (CHANGES.has(role) && path !== null ? [path] : []));
  const typed = commands.flatMap((command) => {
    const words = [
      ...command.writes,
      ...(command.use?.operands.flatMap(({ word, role }) => (CHANGES.has(role) ? [word] : [])) ?? []),
    ];
    return words.flatMap(({ value, glob }) => {
      if (value === null) return [];
      const path = absolutePath(value, command.cwd ?? cwd, world);
      return glob ? existingPlaces(path, world).slice(0, MAX_MATCHES) : [path];
    });
  });
  return [...new Set([...own, ...typed])].filter(
    (path) => path !== "/dev/null" && !isInRebuildable(path) && world.lstat(path).kind !== "absent",
  );
}

/** Of one pattern. */
const MAX_MATCHES = 1_000;

const CHANGES: ReadonlySet<string> = new Set(["write", "delete", "move"]);

const DISCARDS: ReadonlySet<string> = new Set(
  "reset checkout restore clean switch stash rebase merge pull am".split(" "),
);

/** Git takes files away by itself: they have no names here. */
const discardsWork = (call: Call): boolean =>
  call.met().commands.some(({ name, use }) => name === "git" && DISCARDS.has(use?.path[0] ?? ""));

/** Before code runs inside walls: what they leave writable, and version control could not bring back. */
export const saveProject = (
  call: Pick<Call, "parts" | "memory" | "session" | "key" | "action" | "tool" | "encoding"> & {
    readonly places: Call["places"] | null;
  },
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
  { parts, memory, session, key, action, tool, encoding }: Call,
  roots: readonly string[],
  { untouched = [], staged }: { readonly untouched?: readonly string[]; readonly staged?: ReadonlySet<string> } = {},
): Result<unknown, RestoreFailure> =>
  saveProject(
    { parts, memory, session, key, action, tool, encoding, places: null },
    {
      ...(staged === undefined ? {} : { staged }),
      writable: roots,
      held: [...roots.flatMap((root) => KEPT_BY_HOST.map((name) => `${root}/${name}`)), ...untouched],
    },
  );

/** Whatever git would discard, in the work trees where it does; no copies are made of credentials. */
function saveDiscarded(call: Call): Result<unknown, RestoreFailure> {
  const standing = call.met().commands.flatMap(({ name, cwd }) => (name === "git" ? [cwd ?? call.cwd] : []));
  const repos = [...new Set(standing)].flatMap((dir) => findRepo(dir, call.world) ?? []);
  const roots = repos.flatMap(({ workTree }) => (workTree === null ? [] : [call.real(workTree).path]));
  if (roots.length === 0) return fail({ why: "where git discards work is not known", credentials: [] });
  const staged = new Set(repos.flatMap((repo) => stagedFiles(repo, call.world)));
  const first = saveOpenTrees(call, roots, { staged });
  return first.ok || first.error.credentials.length === 0
    ? first
    : saveOpenTrees(call, roots, { staged, untouched: first.error.credentials });
}

/** The call as a person will know it again. */
export const pointCall = ({
  parts,
  session,
  key,
  action,
  tool,
  encoding,
}: Pick<Call, "parts" | "session" | "key" | "action" | "tool" | "encoding">): PointCall => ({
  session,
  key,
  toolUseId: action.toolUseId ?? null,
  tool,
  text: parts.watch.redact(encoding).replace(/\s+/g, " ").slice(0, TEXT_MAX),
});

/** What stood there is gone afterwards. */
const GOES: ReadonlySet<string> = new Set(["delete", "move"]);

/** What a tool itself says it will leave, and what is new. A place with more than one change is not foreseen. */
function foreseen(call: Call): Pick<EditRequest, "creates" | "expected"> {
  const { world, input, spec } = call;
  const changed = call.met().places.flatMap(({ path, role }) => (role === "write" && path !== null ? [path] : []));
  const [only] = changed;
  const expected = new Map<string, ExpectedAfter>();
  const touches = call.proof()?.touches ?? [];
  for (const { role, path } of touches)
    if (GOES.has(role) && touches.every((one) => one.path !== path || GOES.has(one.role))) expected.set(path, "absent");
  const { content } = input;
  if (spec.name === "Write" && changed.length === 1 && only !== undefined && typeof content === "string")
    expected.set(only, { sha256: sha256(content) });
  const touched = touches.flatMap(({ role, path }) => (role === "write" ? [path] : []));
  const creates = [...new Set([...changed, ...touched])].filter((path) => world.lstat(path).kind === "absent");
  return { creates, expected };
}
