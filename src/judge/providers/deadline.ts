/** One deadline over everything, and at most two more tries. */
import { type CompleteOptions, type Completion, type Failed, failed } from "./provider.ts";

const MAX_RETRIES = 2;
const FIRST_RETRY_MS = 250;

const RETRIED: ReadonlySet<string> = new Set(["rate_limited", "overloaded", "server_error", "network"]);

export interface Clock {
  readonly now: () => number;
  /** In [0, 1): spreads the retries of many gates. */
  readonly random: () => number;
  /** Resolves after the time, or at once when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Calls `attempt` until it answers, the tries are used up, or the time is. Never rejects. An attempt that ignores its
 * signal is left behind when the time is up.
 */
export const withRetries = async (
  attempt: (signal: AbortSignal) => Promise<Completion>,
  options: CompleteOptions & { readonly retries?: number },
  clock: Clock,
): Promise<Completion> => {
  const { retries = MAX_RETRIES } = options;
  const stop = new AbortController();
  const over = outOfTime(options, stop);
  const ends = clock.now() + options.timeoutMs;
  const tries = async (): Promise<Completion> => {
    for (let retry = 0; ; retry++) {
      if (stop.signal.aborted) return failed("aborted", "aborted before it was sent");
      const answer = await attempt(stop.signal);
      if (answer.ok || retry >= retries || !RETRIED.has(answer.failure)) return answer;
      const wait = answer.retryAfterMs ?? FIRST_RETRY_MS * 2 ** retry * (0.75 + clock.random() / 4);
      if (clock.now() + wait >= ends) return answer;
      await clock.pause(wait, stop.signal);
    }
  };
  try {
    return await Promise.race([over.happened, tries()]);
  } catch (error) {
    return failed("bad_response", error instanceof Error ? error.message : "unknown failure");
  } finally {
    over.clear();
    stop.abort();
  }
};

const outOfTime = (options: CompleteOptions, stop: AbortController) => {
  const { signal, timeoutMs } = options;
  let report: (failure: Failed) => void = () => {};
  const happened = new Promise<Failed>((resolve) => {
    report = resolve;
  });
  const end = (failure: Failed): void => {
    report(failure);
    stop.abort();
  };
  const aborted = (): void => end(failed("aborted", "aborted by the caller"));
  const timer = setTimeout(() => end(failed("timeout", `no answer within ${timeoutMs} ms`)), timeoutMs);
  if (signal?.aborted) aborted();
  signal?.addEventListener("abort", aborted, { once: true });
  const clear = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", aborted);
  };
  return { happened, clear };
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

export const CLOCK: Clock = { now: Date.now, random: Math.random, pause };
