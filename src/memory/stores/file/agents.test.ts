import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { stateLayout } from "../../../contract/state-dir.ts";
import { scratchFolder } from "../../../testing/folder.ts";
import { noteAgent, runningAgents } from "./agents.ts";
import { processFacts } from "./process.ts";

const box = scratchFolder();
afterAll(() => box.remove());

test("an agent that took up another's session is one while it runs, and is forgotten afterwards", () => {
  const start = processFacts(process.pid)?.start ?? "";
  const gone = { pid: 4_000_000, start: "1" };
  noteAgent(box.folder, { pid: process.pid, start });
  noteAgent(box.folder, gone);
  expect(readdirSync(stateLayout(box.folder).tookUp).length).toBe(2);
  expect(runningAgents(box.folder, Date.now())).toEqual([{ pid: process.pid, start }]);
  expect(readdirSync(stateLayout(box.folder).tookUp)).toEqual([`${process.pid}-${start}`]);
});
