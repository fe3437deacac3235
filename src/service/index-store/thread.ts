/** The thread of the index. Questions come one by one; what cannot be answered is a failure of that question alone. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../contract/result.ts";
import { type IndexEngine, openEngine } from "./engine.ts";
import type { IndexQuestion, ThreadData, ThreadMessage } from "./protocol.ts";

/** Whoever watches is told at most so often. */
const TELL_MS = 100;

const say = (message: ThreadMessage): void => parentPort?.postMessage(message);
const { stateDir } = workerData as ThreadData;

let telling: NodeJS.Timeout | undefined;
const tellChanged = (): void => {
  telling ??= setTimeout(() => {
    telling = undefined;
    say({ kind: "changed" });
  }, TELL_MS);
};

const engine = openEngine({
  stateDir,
  report: (sentence) => say({ kind: "report", sentence }),
  changed: tellChanged,
});

parentPort?.on("message", (question: IndexQuestion) => void answer(engine, question));
void engine.start();

async function answer(of: IndexEngine, { call, method, args }: IndexQuestion): Promise<void> {
  try {
    const ask = of[method] as (...given: readonly unknown[]) => Promise<unknown>;
    say({ kind: "answer", call, value: await ask(...args) });
  } catch (error) {
    say({ kind: "failure", call, error: messageOf(error) });
  }
  if (method === "close") {
    clearTimeout(telling);
    parentPort?.close();
  }
}
