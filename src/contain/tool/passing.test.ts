/** Sockets of other programs that come and go, or lie where only somebody else may enter, between planning and mounting. */
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WallsPlan } from "../plan/types.ts";
import { findTools } from "../standing/standing.ts";
import { canTryWalls, insideWalls, type TestMachine, testMachine, testUsers } from "../testing.ts";
import { runInside } from "./run.ts";

const [owner = { name: "this user", uid: process.getuid?.() ?? 0 }] = testUsers;
let machine: TestMachine;
let open: Server[] = [];
beforeEach(() => {
  machine = testMachine(owner);
});
afterEach(async () => {
  await Promise.all(open.map((server) => new Promise((done) => server.close(done))));
  open = [];
  machine.remove();
});

async function listen(path: string): Promise<string> {
  mkdirSync(dirname(machine.at(path)), { recursive: true });
  const server = createServer().listen(machine.at(path));
  await new Promise((done) => server.on("listening", done));
  open.push(server);
  return machine.at(path);
}

/** Runs `echo ran` with a bubblewrap before which the machine changes once. */
function runAfter(plan: WallsPlan, change: string) {
  const found = findTools();
  if ("missing" in found) throw new Error("no tools");
  const tool = machine.at("fake");
  const once = `[ -e '${tool}.done' ] || { touch '${tool}.done'; ${change}; }`;
  writeFileSync(tool, `#!/bin/bash\n${once}\nexec '${found.tools.tool}' "$@"\n`);
  chmodSync(tool, 0o755);
  const run = runInside(plan, {
    ...{ tool, bash: found.tools.bash, command: [found.tools.bash, "-c", "echo ran"] },
    ...{ env: { PATH: process.env.PATH }, timeoutMs: 60_000 },
  });
  return [run.stdout, run.stderr, run.status];
}

const RAN = ["ran\n", "", 0];

describe.skipIf(!canTryWalls)(insideWalls, () => {
  test("one that goes away while the walls are put up stops nothing", async () => {
    const path = await listen("outside/one.sock");
    expect(runAfter(machine.plan(), `rm '${path}'`)).toEqual(RAN);
  });

  test("nor do several, and the folder they lie in", async () => {
    await listen("outside/deep/one.sock");
    const path = await listen("outside/deep/two.sock");
    expect(runAfter(machine.plan(), `rm -r '${dirname(path)}'`)).toEqual(RAN);
  });

  test("one that was gone and comes back is covered all the same", async () => {
    const path = await listen("outside/one.sock");
    const plan = machine.plan();
    rmSync(path);
    const again = `const s=require("net").createServer();s.listen("${path}",()=>process._rawDebug("up"));setTimeout(()=>process.exit(),3e5)`;
    const up = `'${process.execPath}' -e '${again}' 2>'${machine.at("up")}' >/dev/null & echo $! >'${machine.at("pid")}'; disown; until grep -qs up '${machine.at("up")}'; do sleep 0.05; done`;
    try {
      expect(runAfter(plan, up)).toEqual(RAN);
    } finally {
      process.kill(Number(readFileSync(machine.at("pid"), "utf8")));
    }
  });

  test.skipIf(process.getuid?.() !== 0)("one where only somebody else may enter stops nothing", async () => {
    const path = await listen("outside/theirs/one.sock");
    chownSync(dirname(path), 65_534, 65_534);
    chmodSync(dirname(path), 0o700);
    expect(runAfter(machine.plan(), "true")).toEqual(RAN);
  });

  test("one that answers inside without a cover ends the call before it begins", async () => {
    const path = await listen("outside/one.sock");
    const plan = machine.plan();
    const bare = { ...plan, mounts: plan.mounts.filter(({ place }) => place !== path) };
    const open = { ...bare, expected: { ...plan.expected, fixed: [], silent: [path] } };
    expect(runAfter(open, "true")).toEqual(["", expect.stringContaining(`not as planned (${path})`), 125]);
  });
});
