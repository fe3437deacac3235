/** How long a hook may take. */
import { ticks } from "../../contract/clock.ts";
import { fail, type Result } from "../../contract/result.ts";
import type { Settings } from "../../policy/settings/index.ts";

/** The gate is told to stop this long after the models' own time is over, and the answer goes out this much later still. */
const STOP_MARGIN_MS = 1_000;
const ANSWER_MARGIN_MS = 3_000;

/** How long the models may take by the settings: every stage of every endpoint, one after the other. */
const modelTimeMs = ({ classifier }: Pick<Settings, "classifier">): number =>
  (classifier.timeoutMs.fast + classifier.timeoutMs.thinking) * (1 + classifier.fallback.length);

/** When the answer is out at the latest, a person's time to answer included. A host's own limit must lie above it. */
export const deadlineMs = (settings: Pick<Settings, "classifier" | "service">): number =>
  modelTimeMs(settings) + settings.service.waitSeconds * 1_000 + ANSWER_MARGIN_MS;

export interface Deadline {
  /** Comes true when the time is over: a failure, with the reason. */
  readonly over: Promise<Result<never>>;
  /** Counted from the start of the process's work, not from now. */
  set(ms: number): void;
  /** Tells the model to stop when its time is over, early enough for the gate to record that. */
  signal(): AbortSignal;
  /** How long somebody may still be waited for. */
  leftMs(): number;
  stop(): void;
}

export function startDeadline(first: number): Deadline {
  const started = ticks();
  let timer: NodeJS.Timeout | undefined;
  let at = first;
  let ring: () => void = () => undefined;
  const over = new Promise<Result<never>>((resolve) => {
    ring = () => resolve(fail("it took longer than the time it has"));
  });
  const left = (): number => at - (ticks() - started);
  const set = (ms: number): void => {
    clearTimeout(timer);
    at = ms;
    timer = setTimeout(ring, Math.max(left(), 0));
  };
  set(at);
  return {
    over,
    set,
    signal: () => AbortSignal.timeout(Math.max(Math.floor(left()) - ANSWER_MARGIN_MS + STOP_MARGIN_MS, 1)),
    leftMs: () => Math.max(Math.floor(left()) - ANSWER_MARGIN_MS, 0),
    stop: () => clearTimeout(timer),
  };
}
