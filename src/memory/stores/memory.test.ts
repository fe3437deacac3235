import { expect, test } from "vitest";
import { SAMPLE_START, sampleEntry } from "../testing/samples.ts";
import { memoryStore } from "./memory.ts";

const deny = () => sampleEntry({ behavior: "deny", by: "classifier" });

test("a session opened twice is one session, and keeps how it began", async () => {
  const store = memoryStore({ now: () => 7 });
  const one = await store.open("s", SAMPLE_START);
  const two = await store.open("s", { projectRoot: "/other", host: null });
  await one.transact(() => ({ entries: [deny()], value: undefined }));
  expect(await two.memory()).toMatchObject({ start: SAMPLE_START, startedAt: 7, totalDenials: 1 });
});
test("many at once lose nothing", async () => {
  const session = await memoryStore().open("s", SAMPLE_START);
  const seen = await Promise.all(
    Array.from({ length: 50 }, () => session.transact((memory) => ({ entries: [deny()], value: memory.totalDenials }))),
  );
  expect(new Set(seen).size).toBe(50);
  expect((await session.memory()).totalDenials).toBe(50);
});
test("a body that throws records nothing", async () => {
  const seen: string[] = [];
  const session = await memoryStore({ onEntry: (_id, entry) => seen.push(entry.kind) }).open("s", SAMPLE_START);
  await expect(
    session.transact(() => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(seen).toEqual(["start"]);
});
