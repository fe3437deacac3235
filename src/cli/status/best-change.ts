/** The one change that would save the most prompts, tried on what was asked lately. */
import { gateOf, openGate, openWorld, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { formatQuantity, ledgerPlace, recordsBelow, replayAll } from "../../evidence/index.ts";
import { heldCalls, suggestRules } from "../../evidence/suggest/index.ts";
import { memoryStore, type SessionStore } from "../../memory/index.ts";
import type { CliIo } from "../terminal/io.ts";

/** The sessions used last; status is a glance. */
const NEWEST = 12;
const LOOK_MS = 600;
const LEAST = 2;

export interface BestChange {
  readonly saves: number;
  readonly why: string;
  readonly command: string;
}

/** Null where nothing was asked that a change would settle. */
export async function bestChange({ classifier }: Settings, io: CliIo): Promise<BestChange | null> {
  const files = recordsBelow(ledgerPlace(stateDir(io.env)))
    .slice(-NEWEST)
    .reverse();
  if (files.length === 0) return null;
  const gateFor = (projectRoot: string, store: SessionStore = memoryStore()) =>
    gateOf(openGate(io, { projectRoot, store, classifier: null, supposed: true }));
  const done = await replayAll({
    ...{ files, gateFor, withTranscript: false, jobs: 2, maxCostUsd: null, state: null },
    signal: AbortSignal.timeout(LOOK_MS),
  });
  if (!done.ok) return null;
  const { sessions } = done.value;
  const held = heldCalls(sessions, openWorld(io));
  const { rules } = await suggestRules({ held, gateFor, least: LEAST, most: 1 });
  const [rule] = rules;
  const forModel = sessions
    .flatMap(({ calls }) => calls)
    .filter(({ by, behavior }) => by === "offline" && behavior === "ask");
  const found = [
    ...(rule === undefined
      ? []
      : [
          {
            saves: rule.saves,
            why: `${formatQuantity(rule.saves, "prompt")} of the last ${formatQuantity(sessions.length, "session")} would go with a rule`,
            command: `sallyport allow '${rule.rule}'`,
          },
        ]),
    ...(classifier.provider !== "offline" || forModel.length < LEAST
      ? []
      : [
          {
            saves: forModel.length,
            why: `up to ${formatQuantity(forModel.length, "prompt")} of the last ${formatQuantity(sessions.length, "session")} would go with a model`,
            command: "sallyport init",
          },
        ]),
  ];
  return found.sort((a, b) => b.saves - a.saves)[0] ?? null;
}
