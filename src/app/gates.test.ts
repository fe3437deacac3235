import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ledgerStore, memoryStore } from "../memory/index.ts";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";
import { openPool } from "./gates.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
});
afterEach(() => box.remove());

const context = () => ({ env: { HOME: box.folder, PATH: "/usr/bin:/bin" }, cwd: box.folder, now: Date.now });

/** A project whose own settings deny `pwd`, or are broken. */
function project(name: string, settings?: string): string {
  if (settings !== undefined) box.write(join(name, ".sallyport/settings.json"), settings);
  return join(box.folder, name);
}
const DENIES = '{"permissions":{"deny":["Bash(pwd)"]}}';

const ask = async (pool: ReturnType<typeof openPool>, session: string, cwd: string): Promise<string> => {
  const opened = await pool.gateFor({ session, cwd });
  if (!opened.ok) return opened.error;
  const { behavior, by } = await opened.value.gate.check({
    tool: "Bash",
    input: { command: "pwd" },
    cwd,
    session,
  });
  return `${behavior} ${by}`;
};

test("each project has its gate, and a session keeps the project it began in", async () => {
  const [free, strict] = [project("free"), project("strict", DENIES)];
  const pool = openPool(context(), { store: memoryStore() });
  expect(await ask(pool, "one", free)).toBe("allow readOnly");
  expect(await ask(pool, "two", strict)).toBe("deny denyRule");
  expect(await ask(pool, "two", free)).toBe("deny denyRule");
  expect(await ask(pool, "one", strict)).toBe("allow readOnly");
  expect(pool.gateAt(strict)).toBe(await pool.gateFor({ session: "two", cwd: free }));
  await pool.close();
});

test("beyond its bound nothing is kept, and everything is still judged by its project", async () => {
  const [free, strict] = [project("free"), project("strict", DENIES)];
  const pool = openPool(context(), { store: memoryStore(), maxKept: 1 });
  expect(await ask(pool, "one", free)).toBe("allow readOnly");
  expect(await ask(pool, "two", strict)).toBe("deny denyRule");
  expect(await ask(pool, "two", free)).toBe("deny denyRule");
  expect(await ask(pool, "one", strict)).toBe("allow readOnly");
  expect(pool.gateAt(free)).toBe(pool.gateAt(free));
  expect(pool.gateAt(strict)).not.toBe(pool.gateAt(strict));
  await pool.close();
});

test("a session that is resumed in a sub-directory, by another process, keeps the rules of its root", async () => {
  const strict = project("strict", DENIES);
  const state = join(box.folder, "state");
  const resume = async (cwd: string): Promise<string> => {
    const pool = openPool(context(), { store: ledgerStore({ stateDir: state }) });
    const answer = await ask(pool, "resumed", cwd);
    await pool.close();
    return answer;
  };
  expect(await resume(strict)).toBe("deny denyRule");
  expect(await resume(join(strict, "src"))).toBe("deny denyRule");
  expect(await resume(project("free"))).toBe("deny denyRule");
});

test("settings that cannot be used are an error of their project alone", async () => {
  const [free, broken] = [project("free"), project("broken", "{")];
  const pool = openPool(context(), { store: memoryStore() });
  expect(await ask(pool, "one", broken)).toContain("is not valid JSON");
  expect(await ask(pool, "two", free)).toBe("allow readOnly");
  await pool.close();
});
