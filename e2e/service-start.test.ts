/** A service that a hook starts: after its answer, one, poor and apart, only where the person agreed; and it goes when nobody wants it. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findServing, type ServingProcess, serviceLayout, startingAt } from "../src/service/index.ts";
import { behaviourOf, commandEvent, DIST, type LineOptions, Scene, SHELLS } from "./service/scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.close());

/** It comes true, or the test ends by its own limit. */
async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await sleep(50);
  }
}
const serving = (): Promise<ServingProcess> => until(() => findServing(scene.state));
const call = (options: LineOptions = {}, shell: (typeof SHELLS)[number] = "dash") =>
  scene.run(shell, commandEvent(scene.app, "git status"), options);
/** The starter has looked, and is gone. */
const nobodyStarts = (): Promise<boolean> => until(() => scene.startedByHooks().length === 0);
/** So that the next hook does not take it for one that comes up just now. */
const longAgo = (): void => utimesSync(serviceLayout(scene.state).log, 1, 1);

describe("a hook that finds none", () => {
  test.each(SHELLS)("%s: answers first, and starts one that has nothing of the agent's", async (shell) => {
    scene.agree();
    const first = call({ env: { ANTHROPIC_API_KEY: "sk-x", GREETING: "hello" } }, shell);
    expect([first.alone, first.code, behaviourOf(first)]).toEqual([true, 0, "allow"]);
    const { pid } = await serving();
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const [, , , , , session] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/\(.*\)/, "x")
      .split(" ");
    expect(Number(session)).toBe(pid);
    expect(status).toMatch(new RegExp(`^Uid:\\s+${process.getuid?.()}\\s`, "m"));
    expect(status).toMatch(new RegExp(`^Umask:\\s+0*${process.umask().toString(8)}$`, "m"));
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
    const names = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((one) => one.split("=")[0]);
    expect(names.sort()).toEqual(["", "HOME", "LANG", "PATH", "SALLYPORT_STATE_DIR", "XDG_CONFIG_HOME"]);
    expect(await until(() => !call({}, shell).alone && "served")).toBe("served");
  });

  test("what the agent has open stays the agent's", async () => {
    scene.agree();
    const [program = "", ...args] = scene.line("dash");
    const done = spawnSync(
      "/bin/bash",
      ["-c", 'exec 7>"$0/seven" 40>"$0/forty"; shift 0; exec "$@"', scene.top, program, ...args],
      {
        cwd: scene.app,
        input: commandEvent(scene.app, "git status"),
        env: { PATH: "/usr/bin:/bin" },
      },
    );
    expect(done.status).toBe(0);
    const { pid } = await serving();
    const open = readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
    expect(open.filter((path) => path.startsWith(scene.top) && !path.startsWith(scene.state))).toEqual([]);
    // Nor any pipe of ours: what reads them would wait for the service to end.
    expect(readlinkSync(`/proc/${pid}/fd/0`)).toBe("/dev/null");
    for (const fd of [1, 2]) expect(readlinkSync(`/proc/${pid}/fd/${fd}`)).toBe(serviceLayout(scene.state).log);
  });

  test("eight at once start one", async () => {
    scene.agree();
    const events = Array.from({ length: 8 }, (_, n) =>
      scene.begin("dash", commandEvent(scene.app, "git status"), { caller: String(n) }),
    );
    for (const ran of await Promise.all(events)) expect([ran.code, behaviourOf(ran)]).toEqual([0, "allow"]);
    await serving();
    await until(() => scene.startedByHooks().length === 1);
    expect(scene.startedByHooks()[0]?.pid).toBe((await serving()).pid);
  });

  test("killed, the next one starts another", async () => {
    scene.agree();
    call();
    const { pid } = await serving();
    process.kill(pid, "SIGKILL");
    await until(() => findServing(scene.state) === undefined);
    longAgo();
    expect(call().alone).toBe(true);
    expect((await serving()).pid).not.toBe(pid);
  });
});

describe("none is started", () => {
  test("where nobody agreed to it", async () => {
    scene.agree();
    rmSync(serviceLayout(scene.state).agreed);
    expect(call().code).toBe(0);
    expect(scene.startedByHooks()).toEqual([]);
  });

  test("where the settings say no, until they say something else", async () => {
    scene.agree();
    scene.settings({ service: { start: false } });
    call();
    await until(() => startingAt(scene.state).kind === "rests");
    expect(startingAt(scene.state)).toMatchObject({ why: expect.stringContaining("service.start false") });
    await nobodyStarts();
    call();
    expect(scene.startedByHooks()).toEqual([]);
    utimesSync(serviceLayout(scene.state).rests, 1, 1);
    scene.settings({});
    call();
    await serving();
    expect(startingAt(scene.state)).toEqual({ kind: "next" });
  });

  test("where no process may gain rights, as in an agent's sandbox and in walls of ours", async () => {
    scene.agree();
    const [program = "", ...args] = scene.line("dash");
    const done = spawnSync("setpriv", ["--no-new-privs", program, ...args], {
      ...{ cwd: scene.app, input: commandEvent(scene.app, "git status"), env: { PATH: "/usr/bin:/bin" } },
    });
    expect(done.status).toBe(0);
    await until(() => startingAt(scene.state).kind === "rests");
    expect(startingAt(scene.state)).toMatchObject({ why: expect.stringContaining("sandbox") });
    expect(findServing(scene.state)).toBeUndefined();
  });

  test("where it cannot begin: hooks decide alone, nothing is left running, and it is said why", async () => {
    scene.agree();
    mkdirSync(serviceLayout(scene.state).serving);
    expect(behaviourOf(call())).toBe("allow");
    await until(() => startingAt(scene.state).kind === "rests");
    expect(startingAt(scene.state)).toMatchObject({ why: expect.stringContaining("serve.json") });
    await nobodyStarts();
    expect([call().alone, scene.startedByHooks()]).toEqual([true, []]);
  });
});

describe("it goes", () => {
  test("when the settings say no", async () => {
    scene.agree();
    call();
    await serving();
    scene.settings({ service: { start: false } });
    await nobodyStarts();
    expect(existsSync(scene.place.socket)).toBe(false);
  });

  test("when its program is replaced, and the next hook starts the new one", async () => {
    const program = join(scene.top, "dist");
    cpSync(DIST, program, { recursive: true, preserveTimestamps: true });
    scene.agree();
    call({ program });
    const { pid } = await serving();
    expect(findServing(scene.state)?.program).toBe(program);
    await until(() => !call({ program }).alone);
    const hook = join(program, "program/hook.js");
    writeFileSync(hook, `${readFileSync(hook, "utf8")}\n`);
    expect(call({ program }).alone).toBe(true);
    await nobodyStarts();
    longAgo();
    call({ program });
    expect((await serving()).pid).not.toBe(pid);
    await until(() => !call({ program }).alone);
  });

  test("with serve --stop, and hooks start none until the person does", async () => {
    scene.agree();
    call();
    await serving();
    const own = { HOME: scene.home, PATH: "/usr/bin:/bin", SALLYPORT_STATE_DIR: scene.state };
    const serve = (flag: string): string =>
      execFileSync(process.execPath, [join(DIST, "sallyport.cjs"), "serve", flag], { env: own, encoding: "utf8" });
    expect(serve("--stop")).toMatch(/has ended. Hooks start none until you do: sallyport serve --background/);
    expect([call().alone, scene.startedByHooks()]).toEqual([true, []]);
    serve("--background");
    const { pid, byHook } = await serving();
    expect([byHook, startingAt(scene.state).kind]).toEqual([false, "next"]);
    process.kill(pid, "SIGTERM");
    await until(() => findServing(scene.state) === undefined);
  });
});

test("its log is the user's alone", async () => {
  scene.agree();
  call();
  await serving();
  expect(statSync(serviceLayout(scene.state).log).mode & 0o777).toBe(0o600);
});
