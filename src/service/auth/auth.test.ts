/** Codes are good for one use, and what is removed stays away, however many processes there are. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { scratchFolder } from "../../testing/folder.ts";
import { serviceLayout } from "../folder.ts";
import { CODE_LIFE_MS, makeSigninCode, openSignins } from "./signin.ts";
import { tokenBook } from "./tokens.ts";

const NOW = 1_000_000;
let box: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  box = scratchFolder();
  mkdirSync(serviceLayout(box.folder).folder, { recursive: true });
});
afterEach(() => box.remove());

const codeFiles = () => readdirSync(serviceLayout(box.folder).codes);

describe("a code", () => {
  test("is spent by the first of several that take it, and never comes back", () => {
    const [one, other] = [openSignins(box.folder), openSignins(box.folder)];
    const codes = Array.from({ length: 15 }, () => makeSigninCode(box.folder, NOW));
    for (const code of codes) {
      const left = codeFiles().length;
      const let_in = [one, other, one, openSignins(box.folder)].map(({ signIn }) => signIn(code, NOW) !== undefined);
      expect(let_in).toEqual([true, false, false, false]);
      // Nothing else was written: a process that reads and writes at the same time has nothing to bring back.
      expect(codeFiles().length).toBe(left - 1);
      makeSigninCode(box.folder, NOW);
      expect(other.signIn(code, NOW)).toBeUndefined();
    }
  });

  test("is only its hash on disk, and void after its time", () => {
    const code = makeSigninCode(box.folder, NOW);
    expect(codeFiles().join()).not.toContain(code);
    expect(openSignins(box.folder).signIn(code, NOW + CODE_LIFE_MS)).toBeUndefined();
    expect(openSignins(box.folder).signIn(code, NOW)).toBeUndefined();
  });

  test.each(["", "never\n", "9999999999999999999999\n", "-1\n", "1e99\n"])(
    "a file that says %j lets nobody in",
    (text) => {
      const code = makeSigninCode(box.folder, NOW);
      writeFileSync(join(serviceLayout(box.folder).codes, codeFiles()[0] ?? ""), text);
      expect(openSignins(box.folder).signIn(code, NOW)).toBeUndefined();
    },
  );

  test.each(["", "../tokens.json", "x".repeat(5_000), "\0"])("what nobody made is none: %j", (code) => {
    makeSigninCode(box.folder, NOW);
    expect(openSignins(box.folder).signIn(code, NOW)).toBeUndefined();
    expect(codeFiles()).toHaveLength(1);
  });

  test("there are never many", () => {
    const codes = Array.from({ length: 50 }, (_, i) => makeSigninCode(box.folder, NOW + i));
    expect(codeFiles().length).toBeLessThanOrEqual(20);
    expect(openSignins(box.folder).signIn(codes.at(-1) ?? "", NOW + 50)).toBeDefined();
    makeSigninCode(box.folder, NOW + 2 * CODE_LIFE_MS);
    expect(codeFiles()).toHaveLength(1);
  });
});

test("tokens that are made and removed at once: none is lost, and none comes back", async () => {
  const books = [tokenBook(box.folder), tokenBook(box.folder)];
  const names = Array.from({ length: 20 }, (_, i) => `t${i}`);
  const book = (i: number) => books[i % 2] ?? tokenBook(box.folder);
  await Promise.all(names.map((name, i) => book(i).add({ name, scope: "viewer", at: 0 })));
  await Promise.all(
    names.flatMap((name, i) => [
      ...(i < 10 ? [book(i + 1).remove(name)] : []),
      book(i).add({ name: `n${i}`, scope: "viewer", at: 0 }),
    ]),
  );
  const left = books[0]
    ?.list()
    .map(({ name }) => name)
    .sort();
  expect(left).toEqual([...names.slice(10), ...names.map((_, i) => `n${i}`)].sort());
});
