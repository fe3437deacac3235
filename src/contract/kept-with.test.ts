/** Kept with the value itself, and with nothing that only looks like it. */
import { expect, test } from "vitest";
import { keptWith } from "./kept.ts";

test.each<[string, () => object]>([
  ["an object", () => ({ a: 1 })],
  ["a list", () => [1]],
  ["a function", () => () => 1],
  ["what is frozen", () => Object.freeze({ a: 1 })],
  ["what has no prototype", () => Object.create(null)],
])("%s", (_name, make) => {
  const [one, other] = [keptWith<object, string>(), keptWith<object, string>()];
  const owner = make();
  expect(one.get(owner)).toBeUndefined();
  one.set(owner, "first");
  one.set(owner, "second");
  other.set(owner, "other");
  expect([one.get(owner), other.get(owner)]).toEqual(["second", "other"]);
  expect(Reflect.ownKeys(owner)).toEqual(Reflect.ownKeys(make()));
});

test("a copy has nothing of it, nor has what inherits", () => {
  const kept = keptWith<{ readonly a: number }, string>();
  const owner = { a: 1 };
  kept.set(owner, "mine");
  for (const other of [{ ...owner }, structuredClone(owner), Object.create(owner), Object.assign({}, owner)])
    expect(kept.get(other)).toBeUndefined();
  expect(owner).toStrictEqual({ a: 1 });
});
