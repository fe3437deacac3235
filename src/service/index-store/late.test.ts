/** The index stands while somebody asks or follows, and not before or long after. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../testing/folder.ts";
import { indexThread } from "../testing/index-thread.ts";
import { generateRecord } from "../testing/record-generator.ts";
import { openIndex, openIndexLate, type RecordIndex } from "./index.ts";

function lateIndex(restAfterMs: number) {
  const box = scratchFolder();
  generateRecord({ stateDir: box.folder, decisions: 20, sessions: 2, now: 1e12, quick: true });
  const stands = { opened: 0, closed: 0 };
  const open = async (): Promise<RecordIndex> => {
    const index = await openIndex({ stateDir: box.folder, thread: await indexThread() });
    stands.opened++;
    return {
      ...index,
      close: async () => {
        await index.close();
        stands.closed++;
      },
    };
  };
  const index = openIndexLate({ open, restAfterMs });
  onTestFinished(async () => {
    await index.close();
    box.remove();
  });
  const closed = async (times: number): Promise<void> => {
    while (stands.closed < times) await pause(10);
  };
  return { index, stands, closed };
}

test("nobody asked: there is none", async () => {
  const { index, stands } = lateIndex(0);
  await index.close();
  expect(stands).toEqual({ opened: 0, closed: 0 });
  await expect(index.state()).rejects.toThrow("closed");
});

test("it rests after the last question, and the next one has the whole record again", async () => {
  const { index, stands, closed } = lateIndex(1);
  await index.catchUp();
  await closed(1);
  for (let left = 100; (await index.state()).decisions < 20 && left > 0; left--) await index.catchUp();
  expect((await index.decisions({ limit: 100 })).decisions).toHaveLength(20);
  expect(stands.opened).toBeGreaterThan(1);
});

test("questions that overlap share one, and it does not rest under any of them", async () => {
  const { index, stands } = lateIndex(60_000);
  await Promise.all([index.catchUp(), index.decisions({ limit: 1 }), index.state()]);
  expect(stands).toEqual({ opened: 1, closed: 0 });
});

test("whoever follows keeps it, hears of what is new, and lets it go", async () => {
  const { index, stands, closed } = lateIndex(1);
  let heard = 0;
  const leave = index.onChange(() => heard++);
  await index.catchUp();
  while (heard === 0) await pause(10);
  await pause(50);
  expect(stands).toEqual({ opened: 1, closed: 0 });
  leave();
  await closed(1);
});
