/** `sallyport undo`: lists restore points, shows one, brings its files back. */
import {
  findDecision,
  lookAtPoints,
  openStore,
  openWorld,
  planUndoOf,
  pointOfDecision,
  stateDir,
  type UndoneFiles,
  undoPlanned,
} from "../../app/index.ts";
import type { PointHead } from "../../contain/index.ts";
import { listPoints, listQuarantine, type Quarantined, release, type UndoPlan } from "../../contain/undo/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { absolutePath } from "../../machine/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { flag, list } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { pageOf, refuse, tell, visible, wordWhole } from "../terminal/style.ts";
import { formatMissing, formatPlan, formatPointLine, formatQuarantineLine, itemJson } from "../undo/format.ts";
import { missingFiles } from "../undo/missing.ts";

const LISTED_MAX = 30;
const MIN_ID_CHARS = 4;
const NAMED_MAX = 5;

const OPTIONS = {
  show: flag("only show it: its files, their sizes, and how they differ from now"),
  force: flag("also bring back what was changed since"),
  "remove-created": flag("also take away what was made since; it is saved first"),
  only: list("PATH", "only what lies at or below this place; may be given again"),
  all: flag("list every point, not only the newest"),
  json: flag("for a program"),
};
type UndoGiven = GivenArguments<typeof OPTIONS>;

export const undo = command({
  name: "undo",
  about: "bring back what a call deleted or overwrote",
  usage: [
    ["sallyport undo", "lists restore points, the newest first"],
    ["sallyport undo ID --show", "what it holds, and how that differs from now"],
    ["sallyport undo ID", "brings its files back; what is there now is saved first"],
    ["sallyport undo last", "the newest one that has something to bring back"],
    ["sallyport undo DECISION-ID", "the one that was made for the call of this decision (sallyport log)"],
  ],
  help: "Before a call that may lose what version control does not have, a copy is kept for some days (settings: restore). A file that was changed after the call is left alone unless --force says otherwise, and nothing is written through a link. What a walled call made in a protected place is listed here too.",
  options: OPTIONS,
  positionals: 1,
  notes: "Exit: 0 done, 1 something was left as it is or could not be done.",
  run: async ({ words: [id], ...given }, io) => {
    try {
      if (id === undefined) return listAll(given.options, io);
      const wanted = id === "last" ? newest(stateDir(io.env)) : id;
      if (wanted === undefined) return refuse(io, "no restore point has anything to bring back now");
      return await openOne(wanted, { words: [wanted], ...given }, io);
    } catch (error) {
      return refuse(io, `restore points cannot be used: ${messageOf(error)}`);
    }
  },
});

/** The one the list begins with. */
const newest = (state: string): string | undefined => listPoints(state).find(bringsBack(state))?.id;

/** Something of it is not there any more, or not as it was; where nobody looked, it may be so. */
function bringsBack(state: string): (head: PointHead) => boolean {
  const look = lookAtPoints(state);
  return (head) => {
    const differs = head.entries === 0 ? undefined : look(head);
    return differs === null || (differs !== undefined && differs.byCall + differs.since > 0);
  };
}

function listAll({ json, all }: UndoGiven["options"], io: CliIo): number {
  const state = stateDir(io.env);
  const [points, moved] = [listPoints(state), listQuarantine(state)];
  const missing = missingFiles(io.cwd, openWorld(io));
  if (json) {
    io.stdout.write(`${JSON.stringify({ points, quarantine: moved, missing })}\n`);
    return 0;
  }
  const page = pageOf(io.stdout, io.env);
  const telling = all ? points : points.filter(bringsBack(state));
  const shown = all ? points : telling.slice(0, LISTED_MAX);
  for (const head of shown) io.stdout.write(formatPointLine(head, page));
  for (const one of moved) io.stdout.write(formatQuarantineLine(one, page));
  if (points.length + moved.length === 0) io.stdout.write("There is no restore point.\n");
  if (shown.length < telling.length) io.stdout.write(`and ${telling.length - shown.length} older (--all)\n`);
  const empty = points.length - telling.length;
  if (empty > 0) io.stdout.write(`and ${empty} with nothing to bring back now (--all)\n`);
  const first = shown[0]?.id ?? moved[0]?.id;
  if (first !== undefined)
    io.stdout.write(
      `\n${wordWhole(io.stdout, `sallyport undo ${first} --show: what it holds; without --show it is brought back.`)}`,
    );
  const inGit = "What is committed is in git, not here: git restore FILE brings a deleted file back.";
  io.stdout.write(missing.length === 0 ? wordWhole(io.stdout, inGit) : formatMissing(missing, io.cwd));
  return 0;
}

async function openOne(id: string, given: UndoGiven, io: CliIo): Promise<number> {
  const state = stateDir(io.env);
  const points = listPoints(state).map((head) => ({ id: head.id, quarantined: undefined }));
  const moved = listQuarantine(state).map((one) => ({ id: one.id, quarantined: one }));
  const known = [...points, ...moved];
  const exact = known.find((one) => one.id === id);
  const starting = id.length < MIN_ID_CHARS ? [] : known.filter((one) => one.id.startsWith(id));
  const found = exact ?? (starting.length === 1 ? starting[0] : undefined);
  if (found === undefined && starting.length > 1)
    return refuse(io, `more than one begins with ${id}: give more of it (sallyport undo lists them)`);
  if (found === undefined) {
    const point = await pointByDecision(id, io);
    return point.ok ? usePoint(point.value, given, io) : refuse(io, `${point.error} (sallyport undo lists them)`);
  }
  return found.quarantined === undefined ? usePoint(found.id, given, io) : useQuarantine(found.quarantined, given, io);
}

/** The point of the call that a decision was about. */
async function pointByDecision(id: string, io: CliIo): Promise<Result<string>> {
  const store = openStore(io);
  try {
    const decided = await findDecision(store, id);
    if (!decided.ok) return fail(`there is no restore point ${id}`);
    const point = pointOfDecision(decided.value, stateDir(io.env));
    return point === undefined ? fail(`decision ${id} has no restore point`) : ok(point.id);
  } finally {
    await store.close();
  }
}

function usePoint(id: string, { options }: UndoGiven, io: CliIo): number {
  const state = stateDir(io.env);
  const world = openWorld(io);
  const only = options.only.map((path) => absolutePath(path, io.cwd, world));
  const plan = planUndoOf(id, only, io);
  if (!plan.ok) return refuse(io, plan.error);
  if (options.show) {
    const { point, items, created } = plan.value;
    const json = { ...point.head, files: items.map(itemJson), created };
    io.stdout.write(
      options.json ? `${JSON.stringify(json)}\n` : formatPlan(plan.value, state, pageOf(io.stdout, io.env)),
    );
    return 0;
  }
  return bringBack(plan.value, options, io);
}

function bringBack(plan: UndoPlan, options: UndoGiven["options"], io: CliIo): number {
  const result = undoPlanned(plan, { force: options.force, removeCreated: options["remove-created"] }, io);
  if (!result.ok) return refuse(io, result.error);
  const { left, stays, ...done } = result.value;
  const { id } = plan.point.head;
  if (options.json) io.stdout.write(`${JSON.stringify({ id, ...done, left: left.map(itemJson), created: stays })}\n`);
  else tellResult(result.value, io);
  return left.length + done.failures.length === 0 ? 0 : 1;
}

function tellResult({ savedAs, done, removed, failures, left, stays }: UndoneFiles, io: CliIo): void {
  for (const path of done) io.stdout.write(`brought back  ${visible(path)}\n`);
  for (const path of removed) io.stdout.write(`taken away    ${visible(path)}\n`);
  for (const { entry, why, verdict } of left)
    tell(io, `left as it is: ${entry.path}: ${why}${verdict === "changed" ? " (--force brings it back)" : ""}`);
  for (const failure of failures) tell(io, failure);
  if (stays.length > 0)
    tell(io, `made since, and left there (--remove-created): ${stays.slice(0, NAMED_MAX).join(", ")}`);
  if (done.length + removed.length + left.length + failures.length === 0)
    io.stdout.write("Everything is as it was saved.\n");
  if (savedAs !== null) io.stdout.write(`What was there before is kept: sallyport undo ${savedAs}\n`);
}

function useQuarantine(one: Quarantined, { options }: UndoGiven, io: CliIo): number {
  if (options.show) {
    io.stdout.write(options.json ? `${JSON.stringify(one)}\n` : formatQuarantineLine(one, pageOf(io.stdout, io.env)));
    return 0;
  }
  const results = one.places.map((place) => ({ path: place.path, result: release(place) }));
  const done = results.flatMap(({ path, result }) => (result.ok ? [path] : []));
  const failures = results.flatMap(({ result }) => (result.ok ? [] : [result.error]));
  if (options.json) io.stdout.write(`${JSON.stringify({ id: one.id, done, failures })}\n`);
  else for (const path of done) io.stdout.write(`brought back  ${visible(path)}\n`);
  if (!options.json) for (const failure of failures) tell(io, failure);
  return failures.length === 0 ? 0 : 1;
}
