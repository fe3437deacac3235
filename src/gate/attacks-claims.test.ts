/** That a call of this session was to make a name says nothing of what stands there now: the only copy of it is saved, or kept. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const WORK = "THE ONLY COPY";
let here: Project;
beforeEach(() => {
  here = project();
  here.write("scratch/s.txt", WORK);
  here.write("scratch/w/deep.txt", WORK);
});
afterEach(() => here.remove());

type Step = string | { readonly person: string } | { readonly write: string };
const write = (path: string): Step => ({ write: path });
const person = (command: string): Step => ({ person: command });

const run = (command: string): void => {
  try {
    execFileSync("bash", ["-c", command], { cwd: here.root, stdio: "ignore" });
  } catch {
    return; // `false && …` fails, and was allowed all the same.
  }
};

/** Runs whatever is allowed; what the gate said of the last call. */
async function play(steps: readonly Step[], options: GateOptions = {}): Promise<string> {
  const gate = here.gate(options);
  const session = "s";
  let last = "";
  for (const step of steps) {
    if (typeof step !== "string" && "person" in step) {
      run(step.person);
      continue;
    }
    const action: Action =
      typeof step === "string"
        ? bash(step, { session })
        : call("Write", { file_path: here.at(step.write), content: "x" }, { session });
    last = (await gate.check(action)).behavior;
    if (last === "allow")
      run(typeof step === "string" ? step : `mkdir -p $(dirname ${step.write}); printf x > ${step.write}`);
  }
  return last;
}

/** In a file of the project, or in a restore point. */
const isKept = (dir = here.home): boolean =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), "latin1").includes(WORK),
  );

const ATTACKS: readonly (readonly Step[])[] = [
  ["false && echo a > a/s.txt", "mv scratch a", "rm a/s.txt", "rm -r a"],
  ["false && touch a/s.txt", "mv scratch a", "echo z > a/s.txt", "rm -r a/w"],
  ["false && mkdir -p q/w", "mv scratch q", "rm -r q/w", "rm q/s.txt"],
  ["false && mkdir -p q/scratch", "mkdir q", "mv scratch q", "rm -r q"],
  [write("a/s.txt"), "rm -r a", "mv scratch a", "rm a/s.txt", "rm -r a"],
  [write("a/s.txt"), "mv a b", "mv scratch a", "rm a/s.txt", "rm -r a"],
  ["mkdir -p a/w", "rmdir a/w", "rmdir a", "mv scratch a", "rm -r a/w", "rm a/s.txt"],
  ["cp nofile a/s.txt", "mv scratch a", "tee a/s.txt", "rm -r a"],
  ["mkdir d", "mv scratch d", "rm -r d"],
  ["mkdir d", person("mv scratch d/"), "rm -r d"],
  [person("rm -r scratch"), "mkdir d", person(`echo ${WORK} > d/p.txt`), "rm -r d"],
  [person("rm -r scratch"), write("new.txt"), person(`echo ${WORK} > new.txt`), "rm new.txt"],
  [person("rm -r scratch"), write("new.txt"), person(`echo ${WORK} >> new.txt`), write("new.txt")],
  [person("rm -r scratch"), "cp nofile new.txt", person(`echo ${WORK} > new.txt`), "rm new.txt"],
  [person("rm -r scratch"), "false && echo a > r.csv", person(`echo ${WORK} > r.csv`), "echo b > r.csv"],
  [person("rm -r scratch"), "false && mkdir out", person(`mkdir out; echo ${WORK} > out/r.csv`), "rm -rf out"],
  [person("rm -r scratch"), write("t.txt"), person(`echo ${WORK} > t.txt`), "sed -i s/ONLY/no/ t.txt", "rm t.txt"],
  [person("rm -r scratch"), write("t.txt"), person(`echo ${WORK} > t.txt`), "mv t.txt u.txt", "rm u.txt"],
];

describe("a claim on a name never loses the person's work", () => {
  test.each(ATTACKS.map((steps) => [JSON.stringify(steps), steps] as const))("%s", async (_, steps) => {
    await play(steps);
    expect(isKept()).toBe(true);
  });
});

describe("where nothing can be saved, what was there before the session is held", () => {
  const MOVED = ATTACKS.slice(0, 10);
  test.each(MOVED.map((steps) => [JSON.stringify(steps), steps] as const))("%s", async (_, steps) => {
    await play(steps, { restore: null });
    expect(isKept(here.root)).toBe(true);
  });
  test.each(MOVED.map((steps) => [JSON.stringify(steps), steps] as const))("too large: %s", async (_, steps) => {
    await play(steps, { settings: { restore: { maxBytes: 3 } } });
    expect(isKept(here.root)).toBe(true);
  });
});

describe("and what the session did make stays its own", () => {
  test.each<readonly [string, readonly Step[]]>([
    ["a file", [write("new.txt"), "rm new.txt"]],
    ["its directory", ["mkdir d", write("d/a.txt"), write("d/b.txt"), "rm -r d"]],
    ["written over", [write("new.txt"), write("new.txt")]],
  ])("%s", async (_, steps) => {
    expect(await play(steps, { restore: null })).toBe("allow");
    expect(await play(steps)).toBe("allow");
  });

  test.each<readonly [string, readonly Step[]]>([
    ["a file nobody made by a call", ["mkdir d", person("echo x > d/p.txt"), "rm -r d"]],
  ])("not %s", async (_, steps) => {
    expect(await play(steps, { restore: null })).toBe("ask");
    expect(existsSync(here.at("d"))).toBe(true);
  });
});
