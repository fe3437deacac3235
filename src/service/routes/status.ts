/** What is guarded and how, and pausing it. */
import { endPause, guardedHosts, loadPersonSettings, pausedUntil, pauseUntil } from "../../app/index.ts";
import { wallsStand } from "../../contain/index.ts";
import { fail, ok } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import { changedHookFiles } from "../../hosts/install/index.ts";
import { defaultModel } from "../../judge/providers/index.ts";
import { emptyRequest, pauseAnswer, pauseRequest, type StatusAnswer, statusAnswer } from "../api.ts";
import { conflict } from "../http/problem.ts";
import { CHANGE, type Route, route, SEE } from "../http/route.ts";
import { standingOf } from "../views/standing.ts";

export const statusRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/v1/status",
    access: SEE,
    about: "Live, watching or paused; walls, model, guarded agents.",
    answer: statusAnswer,
    run: async ({ who }, { context, stateDir, started, hooks, index, versions }) => {
      const loaded = loadPersonSettings(context);
      if (!loaded.ok) return fail(conflict(loaded.error, "correct it: until then every call is denied"));
      const { settings, warnings } = loaded.value;
      const until = pausedUntil(stateDir, context.now());
      const { provider, model } = settings.classifier;
      const state = await index.state();
      const hosts = guardedHosts(context);
      return ok({
        version: VERSION,
        state: settings.shadow ? "shadow" : until === null ? "live" : "paused",
        until,
        mode: settings.mode,
        walls: wallsOf(stateDir),
        model: { provider, name: model ?? defaultModel(provider) },
        hosts: hosts.map(({ host, guarded, unread }) => ({
          name: host.name,
          installed: guarded.length > 0 && unread === undefined,
          version: guarded.length > 0 ? versions.of(host) : null,
        })),
        service: { started, hooks: hooks() },
        index: { standing: standingOf(state), decisions: state.decisions, sessions: state.sessions },
        warnings: [
          ...hosts.flatMap(({ unread }) => unread ?? []),
          ...changedHookFiles(stateDir).map(
            (path) => `${path}, which hooks start, is gone or changed: no call of theirs runs`,
          ),
          ...warnings,
        ],
        scope: who.scope,
      });
    },
  }),
  route({
    method: "POST",
    path: "/v1/pause",
    access: CHANGE,
    about: "For a while the person is asked instead of the model; rules and proofs hold.",
    body: pauseRequest,
    answer: pauseAnswer,
    run: ({ body: { minutes } }, { stateDir, context, notify, gates }) => {
      const until = context.now() + minutes * 60_000;
      pauseUntil(stateDir, until);
      gates.refresh();
      notify({ event: "pause", data: { until } });
      return ok({ ok: true, until });
    },
  }),
  route({
    method: "POST",
    path: "/v1/resume",
    access: CHANGE,
    about: "Ends a pause.",
    body: emptyRequest,
    answer: pauseAnswer,
    run: (_, { stateDir, notify, gates }) => {
      endPause(stateDir);
      gates.refresh();
      notify({ event: "pause", data: { until: null } });
      return ok({ ok: true, until: null });
    },
  }),
];

function wallsOf(stateDir: string): StatusAnswer["walls"] {
  const standing = wallsStand(stateDir);
  return standing.stand ? { stand: true, why: null } : { stand: false, why: standing.why };
}
