/** Kept answers are the answers, however many are asked for. */
import { expect, test } from "vitest";
import { keepAnswers } from "./kept.ts";

test("each text is answered once, and none is answered for another", () => {
  const asked: string[] = [];
  const answers = keepAnswers((text) => {
    asked.push(text);
    return text === "" ? undefined : `${text}!`;
  });
  for (const text of ["", "a", "A", "a ", "a\0", "__proto__", "", "a", "A", "a ", "a\0", "__proto__"])
    expect(answers(text)).toBe(text === "" ? undefined : `${text}!`);
  expect(asked).toEqual(["", "a", "A", "a ", "a\0", "__proto__"]);
});

test("what is long is not kept, and of many all are forgotten", () => {
  let asked = 0;
  const lengths = keepAnswers((text) => {
    asked++;
    return text.length;
  });
  const long = "x".repeat(1_025);
  expect([lengths(long), lengths(long), asked]).toEqual([1_025, 1_025, 2]);
  for (let i = 0; i < 5_000; i++) expect(lengths(`${i}`)).toBe(`${i}`.length);
  expect(asked).toBe(5_002);
  expect([lengths("4999"), asked]).toEqual([4, 5_002]);
  expect([lengths("0"), asked]).toEqual([1, 5_003]);
});
