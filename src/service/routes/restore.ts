/** Restore points: what they hold, how it differs from now, and bringing it back. */
import { planUndoOf, undoPlanned } from "../../app/index.ts";
import { contentOfSaved, diffOfSaved, listPoints, type PointHead, type UndoItem } from "../../contain/index.ts";
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
    run: (_, { stateDir }) => ok({ points: listPoints(stateDir).slice(0, MAX_POINTS).map(pointOf) }),
  }),
  route({
    method: "GET",
    path: "/v1/restore/:id",
    access: SEE,
    about: "One restore point: its files, and how they differ from now.",
    answer: restoreAnswer,
    run: ({ params: { id = "" } }, { stateDir, context }) => {
      const head = listPoints(stateDir).find((point) => point.id === id);
      const plan = head === undefined ? undefined : planUndoOf(id, [], context);
      if (head === undefined || plan === undefined) return fail(notFound("there is no such restore point"));
      if (!plan.ok) return fail(conflict(plan.error));
      const { items, created } = plan.value;
      const files = items.slice(0, MAX_FILES_SHOWN).map((item) => fileOf(item, stateDir));
      return ok({ ...pointOf(head), entries: files, created: [...created].slice(0, MAX_FILES_SHOWN) });
    },
  }),
  route({
    method: "POST",
    path: "/v1/restore/:id/undo",
    access: CHANGE,
    about: "Brings files back; what is there now is saved first. Files changed since are left as they are.",
    body: undoRequest,
    answer: undoAnswer,
    run: ({ params: { id = "" }, body: { files = [] } }, { stateDir, context }) => {
      if (!listPoints(stateDir).some((point) => point.id === id))
        return fail(notFound("there is no such restore point"));
      if (files.some((path) => !path.startsWith("/"))) return fail(badRequest("files: absolute paths"));
      const plan = planUndoOf(id, files, context);
      if (!plan.ok) return fail(conflict(plan.error));
      const done = undoPlanned(plan.value, { force: false, removeCreated: false }, context);
      if (!done.ok) return fail(conflict(done.error));
      const { left, failures, savedAs } = done.value;
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

const pointOf = ({ id, at, cause, call, entries, bytes }: PointHead) => ({
  ...{ id, at, session: call.session, bytes },
  why: `${cause}: ${call.tool} ${call.text}`,
  files: entries,
});

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
