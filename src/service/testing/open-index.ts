/** For tests: an index of their own, built from this source. */
import { onTestFinished } from "vitest";
import { openIndex, type RecordIndex } from "../index-store/index.ts";
import { indexThread } from "./index-thread.ts";

export interface TestIndex extends RecordIndex {
  /** What it reported. */
  readonly said: readonly string[];
}

/** Everything on record is indexed when it is there; closed when the test ends. */
export async function openTestIndex(stateDir: string): Promise<TestIndex> {
  const said: string[] = [];
  const index = await openIndex({ stateDir, thread: await indexThread(), report: (sentence) => said.push(sentence) });
  onTestFinished(() => index.close());
  await index.catchUp();
  return { ...index, said };
}
