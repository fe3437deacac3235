/** Restore points: what they hold, how it differs from now, and bringing it back. */
import { lookAtPoints, planUndoOf, undoPlanned } from "../../app/index.ts";
import type { PointHead } from "../../contain/index.ts";
import { contentOfSaved, diffOfSaved, listPoints, type UndoItem, type UndoPlan } from "../../contain/undo/index.ts";
import { fail, ok } from "../../contract/result.ts";
import { redact } from "../../machine/secrets/index.ts";
import { type RestoreAnswer, restoreAnswer, restoreListAnswer, undoAnswer, undoRequest } from "../api.ts";
import { badRequest, conflict, notFound } from "../http/problem.ts";
import { CHANGE, type Route, route, SEE } from "../http/route.ts";

const MAX_POINTS = 500;
const MAX_FILES_SHOWN = 500;
const MAX_DIFF_LINES = 400;

export const restoreRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/v1/restore",
    access: SEE,
    about: "Restore points, newest first.",
    answer: restoreListAnswer,
    run: (_, { stateDir }) => {
      const heads = listPoints(stateDir);
      const look = lookAtPoints(stateDir);
      return ok({
        points: heads.slice(0, MAX_POINTS).map((head) => ({ ...pointOf(head, heads), differs: look(head) })),
      });
    },
  }),
  route({
    method: "GET",
    path: "/v1/restore/:id",
    access: SEE,
    about: "One restore point: its files, and how they differ from now.",
    answer: restoreAnswer,
    run: ({ params: { id = "" } }, { stateDir, context }) => {
      const heads = listPoints(stateDir);
      const head = heads.find((point) => point.id === id);
      const plan = head === undefined ? undefined : planUndoOf(id, [], context);
      if (head === undefined || plan === undefined) return fail(notFound("there is no such restore point"));
      if (!plan.ok) return fail(conflict(plan.error));
      const { items, created } = plan.value;
      const files = items.slice(0, MAX_FILES_SHOWN).map((item) => fileOf(item, stateDir));
      return ok({
        ...pointOf(head, heads),
        differs: { byCall: countOf(items, "bring back"), since: countOf(items, "changed") },
        entries: files,
        created: [...created].slice(0, MAX_FILES_SHOWN),
      });
    },
  }),
  route({
    method: "POST",
    path: "/v1/restore/:id/undo",
    access: CHANGE,
    about:
      "Brings files back; what is there now is saved first. Files changed since are left as they are, unless they are named.",
    body: undoRequest,
    answer: undoAnswer,
    run: ({ params: { id = "" }, body: { files = [], force = [] } }, { stateDir, context }) => {
      if (!listPoints(stateDir).some((point) => point.id === id))
        return fail(notFound("there is no such restore point"));
      if ([...files, ...force].some((path) => !path.startsWith("/"))) return fail(badRequest("files: absolute paths"));
      if (force.some((path) => !files.includes(path))) return fail(badRequest("force: some of files"));
      const plan = planUndoOf(id, files, context);
      if (!plan.ok) return fail(conflict(plan.error));
      const { chosen, spared } = spareChanged(plan.value, new Set(force));
      const done = undoPlanned(chosen, { force: true, removeCreated: false }, context);
      if (!done.ok) return fail(conflict(done.error));
      const { failures, savedAs } = done.value;
      const left = [...spared, ...done.value.left];
      return ok({
        ok: true,
        restored: [...done.value.done],
        left: [
          ...left.map(({ entry, why }) => ({ path: entry.path, why })),
          ...failures.map((why) => ({ path: "", why })),
        ],
        saved: savedAs,
      });
    },
  }),
];

const countOf = (items: readonly UndoItem[], wanted: UndoItem["verdict"]): number =>
  items.filter(({ verdict }) => verdict === wanted).length;

/** What was changed since stays as it is, but for the very places that are named. */
function spareChanged(plan: UndoPlan, named: ReadonlySet<string>) {
  const isSpared = ({ verdict, entry }: UndoItem): boolean => verdict === "changed" && !named.has(entry.path);
  return {
    chosen: { ...plan, items: plan.items.filter((item) => !isSpared(item)) },
    spared: plan.items.filter(isSpared),
  };
}

/** An undo names the point it brought back: a person knows that by its call. */
function pointOf({ id, at, cause, call, entries, bytes }: PointHead, heads: readonly PointHead[]) {
  const undone = cause === "undo" ? heads.find((one) => call.text.startsWith(`${one.id}: `)) : undefined;
  const { tool, text } = undone?.call ?? call;
  return { ...{ id, at, bytes, cause, tool }, session: call.session, call: text, files: entries };
}

/** Lines of files are shown as the record would have them. */
function fileOf(item: UndoItem, stateDir: string): RestoreAnswer["entries"][number] {
  const show = item.now === "absent" ? contentOfSaved : diffOfSaved;
  const lines = show(item, stateDir, MAX_DIFF_LINES);
  const { entry, verdict, why } = item;
  return {
    path: entry.path,
    kind: entry.kind,
    verdict,
    why,
    diff: lines.length === 0 ? null : redact(lines.join("\n")),
  };
}
