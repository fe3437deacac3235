import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { callKey } from "../../contract/key.ts";
import { ledgerStore } from "../../memory/index.ts";
import { record, SAMPLE_START, sampleEntry, scratchState } from "../../memory/testing/index.ts";
import { type AskOnHold, type HookSocket, openHookSocket } from "../../service/index.ts";
import { approveAt } from "../commands/approve.ts";
import type { CliIo } from "../terminal/io.ts";

const TERMINAL = {
  hasTerminal: () => true,
  ancestors: () => [{ pid: 900, start: "5", words: ["-zsh"] }],
  orphan: () => null,
};
const idOf = (n: number): string => `0d8fbb7e-0000-4000-8000-00000000000${n}`;

let socket: HookSocket | undefined;
afterEach(async () => {
  await socket?.close();
  socket = undefined;
});

/** A person at `approve --wait`, who reads and types. */
async function waiting({ held = () => [] as readonly AskOnHold[], now = Date.now } = {}) {
  const stateDir = scratchState();
  const store = ledgerStore({ stateDir });
  const session = await store.open("s1", SAMPLE_START);
  const env = { SALLYPORT_STATE_DIR: stateDir };
  const opened = await openHookSocket(
    { env, cwd: "/", now: Date.now },
    { room: { held, hold: async () => "nobody" }, program: "/nowhere" },
  );
  if (!opened.ok) throw new Error(opened.error);
  socket = opened.value;
  let out = "";
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stop = new AbortController();
  const write = (text: string): void => {
    out += text;
  };
  const screen = { write, isTTY: true, columns: 80 };
  const io: CliIo = { stdin, stdout: screen, stderr: screen, env, cwd: "/", now, signal: stop.signal };
  const done = approveAt(TERMINAL).run(["--wait"], io);
  const sees = async (text: string): Promise<void> => {
    while (!out.includes(text)) await sleep(10);
  };
  const ask = (n: number, command: string): Promise<unknown> => {
    const action = { tool: "Bash", input: { command }, cwd: "/repo" };
    const decision = { id: idOf(n), behavior: "ask", by: "classifier", reason: "It rewrites." } as const;
    const entry = sampleEntry(decision, { call: callKey("Bash", { command }, "/repo"), at: Date.now(), action });
    return record(session, entry);
  };
  const approved = async (): Promise<readonly string[]> => {
    const { approved: ids } = await (await ledgerStore({ stateDir }).open("s1", SAMPLE_START)).memory();
    return [...ids];
  };
  await sees("Waiting for what agents ask");
  const asked = (): number => out.split("Type yes").length - 1;
  return {
    sees,
    ask,
    asked,
    approved,
    done,
    stop,
    type: (text: string) => stdin.write(text),
    close: () => stdin.end(),
  };
}

describe("approve --wait", () => {
  test("what was typed before a call was shown is no answer to it", async () => {
    const { sees, ask, approved, done, stop, type } = await waiting();
    type("yes\nyes\n");
    await sleep(20);
    await ask(1, "git push --force");
    await sees("Nobody waits for the answer");
    await sleep(50);
    expect(await approved()).toEqual([]);
    type("yes\n");
    await sees("approved");
    await ask(2, "git push --mirror");
    await sees("git push --mirror");
    stop.abort();
    await done;
    expect(await approved()).toEqual([idOf(1)]);
  });

  test("shows each call as it comes, takes yes and no, and ends cleanly", async () => {
    const { sees, ask, approved, done, stop, type } = await waiting();
    await ask(1, "git push --force");
    await sees("git push --force");
    await sees("Nobody waits for the answer");
    type("yes\n");
    await sees("approved");
    await ask(2, "git push --mirror");
    await sees("git push --mirror");
    type("no\n");
    await sees("refused");
    await ask(3, "git tag -d v1");
    await sees("git tag -d v1");
    type("\n");
    await sees("left as it is");
    stop.abort();
    expect(await done).toBe(0);
    expect(await approved()).toEqual([idOf(1), expect.stringContaining(idOf(2))]);
  });

  test.each(["y", "YES", "yess", "ok", "1"])("%j is none of the words: it is asked again", async (word) => {
    const { sees, ask, approved, done, stop, type } = await waiting();
    await ask(1, "git push --force");
    await sees("Nobody waits for the answer");
    type(`${word}\n`);
    await sees("none of these words");
    expect(await approved()).toEqual([]);
    type("yes\n");
    await sees("approved");
    stop.abort();
    await done;
    expect(await approved()).toEqual([idOf(1)]);
  });

  test("it is asked three times and then left", async () => {
    const { sees, ask, approved, done, stop, type, asked } = await waiting();
    await ask(1, "git push --force");
    for (const times of [1, 2, 3]) {
      while (asked() < times) await sleep(10);
      type("y\n");
    }
    await sees("left as it is");
    stop.abort();
    await done;
    expect([asked(), await approved()]).toEqual([3, []]);
  });

  test("what is typed after the time is over approves nothing, not even what comes next", async () => {
    const [deadline, clock] = [Date.now() + 60_000, { ahead: 0 }];
    const held = [{ id: idOf(1), session: "s1", deadline, facts: "provenance: the address came from a web page" }];
    const { sees, ask, approved, done, stop, type } = await waiting({
      held: () => held,
      now: () => Date.now() + clock.ahead,
    });
    await ask(1, "git push --force");
    await sees("the address came from a web page");
    await sees("The agent waits until");
    await ask(2, "git push --mirror");
    clock.ahead = 60_000;
    await sees("The time is over");
    type("yes\n");
    await sees("git push --mirror");
    stop.abort();
    expect(await done).toBe(0);
    expect(await approved()).toEqual([]);
  });

  test("nobody types any more: it ends, and nothing was approved", async () => {
    const { sees, ask, approved, done, close } = await waiting();
    await ask(1, "git push --force");
    await sees("Type yes");
    close();
    expect(await done).toBe(0);
    expect(await approved()).toEqual([]);
  });

  test.each([[["--wait", "0d8f"]], [["--wait", "--json"]]])("%j is a misuse", async (args) => {
    const quiet = { write: () => undefined, isTTY: true, columns: 80 };
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const io: CliIo = { stdin, stdout: quiet, stderr: quiet, env: {}, cwd: "/", now: Date.now };
    expect(await approveAt(TERMINAL).run(args, io)).not.toBe(0);
  });
});
