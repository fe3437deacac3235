/** Starting, tokens and limits of a service that runs. */
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../testing/folder.ts";
import { bash, project } from "../testing/index.ts";
import { serviceLayout } from "./folder.ts";
import { findServing, forgetServing, noteServing } from "./running/index.ts";
import { startService } from "./start.ts";
import { startTestService, type TestService } from "./testing/running.ts";

describe("a folder that is not the person's alone", () => {
  const rows: readonly (readonly [string, (state: string, elsewhere: string) => void, RegExp])[] = [
    ["the state directory is a link", (state, elsewhere) => symlinkSync(elsewhere, state), /is a link/],
    ["the state directory is open to others", (state) => mkdirSync(state, { mode: 0o755 }), /open to other users/],
    [
      "the folder is a link",
      (state, elsewhere) => {
        mkdirSync(state, { mode: 0o700 });
        symlinkSync(elsewhere, join(state, "service"));
      },
      /is a link/,
    ],
    [
      "the folder is open to others",
      (state) => {
        mkdirSync(join(state, "service"), { recursive: true, mode: 0o700 });
        chmodSync(join(state, "service"), 0o750);
      },
      /open to other users/,
    ],
    [
      "the folder is a file",
      (state) => {
        mkdirSync(state, { mode: 0o700 });
        writeFileSync(join(state, "service"), "");
      },
      /EEXIST|not a directory/,
    ],
  ];

  test.each(rows)("%s: it does not start", async (_, make, why) => {
    const box = scratchFolder();
    onTestFinished(box.remove);
    const [state, elsewhere] = [join(box.folder, "state"), join(box.folder, "elsewhere")];
    mkdirSync(elsewhere, { mode: 0o700 });
    make(state, elsewhere);
    const env = { HOME: box.folder, SALLYPORT_STATE_DIR: state };
    const started = await startService(
      { env, cwd: box.folder, now: Date.now },
      { port: 0, pageDir: "", report: () => undefined },
    );
    expect(started.ok ? "started" : started.error).toMatch(why);
  });
});

describe("tokens", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test("only their hashes are kept, for the person alone", () => {
    const { tokens } = serviceLayout(service.running.service.stateDir);
    const kept = readFileSync(tokens, "utf8");
    for (const scope of ["agent", "viewer", "approver", "admin"] as const)
      expect(kept).not.toContain(service.token(scope));
    expect(statSync(tokens).mode & 0o777).toBe(0o600);
  });

  test("one that was removed is refused from the next request on", async () => {
    const { tokens } = service.running.service;
    const made = await tokens.add({ name: "short", scope: "viewer", at: 0 });
    const headers = { authorization: `Bearer ${made.ok ? made.value : ""}` };
    expect((await service.ask("/v1/status", { headers })).status).toBe(200);
    expect((await tokens.remove("short")).ok).toBe(true);
    expect((await service.ask("/v1/status", { headers })).status).toBe(401);
  });

  test.each(["", "a b", "../x", "a".repeat(65), "-x", "<b>"])("no name: %j", async (name) =>
    expect((await service.running.service.tokens.add({ name, scope: "agent", root: "/", at: 0 })).ok).toBe(false),
  );

  test("a file of tokens that nobody of us wrote lets nobody in", async () => {
    const { tokens } = serviceLayout(service.running.service.stateDir);
    renameSync(tokens, `${tokens}.kept`);
    writeFileSync(tokens, '{"tokens":[{"name":"x","scope":"admin","hash":""}]}');
    expect((await service.ask("/v1/status", { scope: "admin" })).status).toBe(500);
    writeFileSync(tokens, JSON.stringify({ tokens: [{ name: "x", scope: "admin", hash: "", made: 0 }] }));
    expect((await service.ask("/v1/status", { scope: "admin" })).status).toBe(401);
    renameSync(`${tokens}.kept`, tokens);
    expect((await service.ask("/v1/status", { scope: "admin" })).status).toBe(200);
  });
});

test("strangers are held back, and keep nobody out who is known", async () => {
  const service = await startTestService({
    rates: {
      strangers: { perSecond: 0, burst: 5 },
      known: { perSecond: 0, burst: 8 },
      checks: { perSecond: 0, burst: 3 },
    },
  });
  onTestFinished(() => service.close());
  const statuses = async (n: number, ask: () => Promise<{ readonly status: number }>) => {
    const got: number[] = [];
    for (let i = 0; i < n; i++) got.push((await ask()).status);
    return got;
  };
  expect(await statuses(7, () => service.ask("/v1/status"))).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(await statuses(9, () => service.ask("/v1/status", { scope: "viewer" }))).toEqual([...Array(8).fill(200), 429]);
  expect(await statuses(2, () => service.ask("/v1/status", { scope: "approver" }))).toEqual([200, 200]);
  const check = () => service.ask("/v1/check", { scope: "agent", body: { tool: "TodoWrite", input: { todos: [] } } });
  expect(await statuses(4, check)).toEqual([200, 200, 200, 429]);
});

test("which process serves is known by pid and start, and no other's note is taken away", () => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  mkdirSync(join(box.folder, "service"), { mode: 0o700 });
  const { serving } = serviceLayout(box.folder);
  expect(findServing(box.folder)).toBeUndefined();
  noteServing(box.folder, { port: 1, address: "http://127.0.0.1:1", started: 2 });
  expect(findServing(box.folder)).toMatchObject({ pid: process.pid, port: 1 });
  const note = JSON.parse(readFileSync(serving, "utf8"));
  writeFileSync(serving, JSON.stringify({ ...note, start: "1" }));
  expect(findServing(box.folder)).toBeUndefined();
  writeFileSync(serving, JSON.stringify({ ...note, pid: 1, start: "0" }));
  forgetServing(box.folder);
  expect(readFileSync(serving, "utf8")).toContain('"pid":1');
  writeFileSync(serving, "garbage");
  expect(findServing(box.folder)).toBeUndefined();
});

test("an agent cannot write or read what the service keeps, whatever the tool", async () => {
  const here = project();
  onTestFinished(here.remove);
  const gate = here.gate({ restore: null });
  const folder = join(here.home, ".local/state/sallyport/service");
  const held = [
    bash(`echo '{"tokens":[]}' > ${folder}/tokens.json`),
    bash(`cp x ${folder}/codes.json`),
    bash(`cat ${folder}/secret`),
    bash(`curl --unix-socket ${folder}/hook.sock http://x/v1/hooks/codex`),
    bash("sallyport serve token add me --scope admin"),
    bash("sallyport serve link"),
    { tool: "Write", input: { file_path: join(folder, "tokens.json"), content: "{}" } },
    { tool: "Edit", input: { file_path: join(folder, "codes.json"), old_string: "a", new_string: "b" } },
  ];
  for (const action of held)
    expect([JSON.stringify(action.input), (await gate.check(action)).behavior]).toEqual([
      JSON.stringify(action.input),
      "ask",
    ]);
});
