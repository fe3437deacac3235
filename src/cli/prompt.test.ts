import { expect, test } from "vitest";
import { confirm, readAnswers } from "./prompt.ts";
import { askerOn } from "./setup/ask.ts";
import { tell } from "./style.ts";
import { fakeIo } from "./testing.ts";

test("a second question is asked on the same terminal, and what was typed ahead is its answer", async () => {
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

test("another reader goes on where the one before it was closed", async () => {
  const { io } = fakeIo({ tty: true, typed: "first\nsecond\n" });
  const one = readAnswers(io);
  expect(await one.line()).toBe("first");
  await one.close();
  const two = readAnswers(io);
  expect([await two.line(), await two.line()]).toEqual(["second", undefined]);
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
