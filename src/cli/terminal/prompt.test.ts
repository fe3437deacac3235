import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { askerOn } from "../setup/ask.ts";
import { fakeIo } from "../testing.ts";
import { confirm, readAnswers } from "./prompt.ts";
import { tell } from "./style.ts";

test("every question is asked on the same input, which gives a line to each", async () => {
  const { io } = fakeIo({ tty: true, typed: "y\nno\nyes\n" });
  expect([await confirm("One?", io), await confirm("Two?", io), await confirm("Three?", io)]).toEqual([
    ...[true, false, true],
  ]);
});

test.each([
  ["maybe\ny\n", true, 2],
  ["maybe\nperhaps\ny\n", false, 2],
  ["maybe\n", false, 2],
  ["\n", false, 1],
  ["N\n", false, 1],
  ["Yes\n", true, 1],
])("what is neither yes nor no is asked again, once: %j", async (typed, answer, asked) => {
  const { io, err } = fakeIo({ tty: true, typed });
  expect(await confirm("Sure?", io)).toBe(answer);
  expect(err().split("[y/N]")).toHaveLength(asked + 1);
});

test.each([
  ["maybe\n\n", "y", true],
  ["maybe\nn\n", "y", false],
  ["maybe\nwhat\n", "y", false],
  ["\n", "n", false],
] as const)("so it is in setting up: %j, Enter means %s", async (typed, standing, answer) => {
  const { io, out } = fakeIo({ tty: true, typed });
  expect(await askerOn(io).yesNo("Set it up?", standing)).toBe(answer);
  expect(out()).toContain(standing === "y" ? "Set it up? [Y/n]" : "Set it up? [y/N]");
});

test("another reader goes on where the one before it was", async () => {
  const { io } = fakeIo({ tty: true, typed: "first\nsecond\n" });
  expect(await readAnswers(io).line()).toBe("first");
  const two = readAnswers(io);
  expect([await two.line(), await two.line()]).toEqual(["second", undefined]);
});

/** A terminal that a person types at, also before they are asked. */
function terminal() {
  const { io, err } = fakeIo({ tty: true });
  const keys = new PassThrough();
  const modes: boolean[] = [];
  const stdin = Object.assign(keys, { isTTY: true, setRawMode: (raw: boolean) => void modes.push(raw) });
  return { io: { ...io, stdin }, err, modes, type: (text: string) => void keys.write(text) };
}

describe("what was typed before the question was shown does not answer it", () => {
  test.each(["\n", "y\n", "yes\nyes\n", "y", "a line\ny"])("%j", async (early) => {
    const { io, err, modes, type } = terminal();
    type(early);
    const answer = confirm("Sure?", io);
    await vi.waitUntil(() => err().includes("Sure?"));
    expect(modes).toEqual([true, false]);
    type("n\n");
    expect(await answer).toBe(false);
  });
  test("nor the second one, where it came while something was tried", async () => {
    const { io, err, type } = terminal();
    const first = confirm("One?", io);
    await vi.waitUntil(() => err().includes("One?"));
    type("y\ny\n");
    expect(await first).toBe(true);
    type("\ny\n");
    const second = confirm("Two?", io);
    await vi.waitUntil(() => err().includes("Two?"));
    type("no\n");
    expect(await second).toBe(false);
  });
  test("nor what came in the very moment in which that was being forgotten", async () => {
    const { io, err, type } = terminal();
    const answer = confirm("Sure?", io);
    await vi.waitUntil(() => err().includes("Sure?"));
    type("y\rn\n");
    expect(await answer).toBe(false);
  });
  test.each(["y\n\x00", "\x04"])("but Ctrl-D is heard: nobody types any more (%j)", async (early) => {
    const { io, type } = terminal();
    type(early);
    expect(await readAnswers(io).ask(() => undefined)).toBeUndefined();
  });
});

test.each([
  [40, "sallyport: it is not valid JSON; correct\nit first, in\n/home/somebody/.config/sallyport/settings.json\n"],
  [200, "sallyport: it is not valid JSON; correct it first, in /home/somebody/.config/sallyport/settings.json\n"],
])("a message keeps its words whole in %i columns", (columns, expected) => {
  const { io, err } = fakeIo({ tty: true, columns: columns + 1 });
  tell(io, "it is not valid JSON; correct it first, in /home/somebody/.config/sallyport/settings.json");
  expect(err()).toBe(expected);
});

test("a program gets a message on one line", () => {
  const { io, err } = fakeIo({ columns: 20 });
  tell(io, "a sentence of more than twenty characters");
  expect(err()).toBe("sallyport: a sentence of more than twenty characters\n");
});
