import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { createGate, type Decision, ledgerStore } from "../src/index.ts";
import { approve } from "../src/memory/index.ts";
import { removeTree } from "../src/testing/remove-tree.ts";

const PROCESSES = 8;
const ACTIONS = 200;
const run = promisify(execFile);

test("eight processes, one session, the whole gate: no denial lost, one approval spent once, one valid chain", async () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "ledger-gate-")));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    removeTree(top);
  });
  // What an approval is bound to is found in home too: an empty one is soon looked through.
  vi.stubEnv("HOME", top);
  const [stateDir, root, worker] = [join(top, "state"), join(top, "app"), join(top, "worker.mjs")];
  await build({
    entryPoints: [resolve("e2e/ledger-gate-worker.ts")],
    outfile: worker,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });

  const store = ledgerStore({ stateDir });
  const first = await createGate({ store, projectRoot: root }).check({
    tool: "Bash",
    input: { command: "deploy approved" },
    cwd: root,
    session: "s1",
  });
  expect(first.behavior).toBe("ask");
  const session = await store.open("s1", { projectRoot: root, host: null });
  const given = await session.transact(
    approve({ decisionId: first.id, by: "test", at: Date.now(), newId: () => "a1" }),
  );
  expect(given.ok).toBe(true);

  const outputs = await Promise.all(
    Array.from({ length: PROCESSES }, () => run(process.execPath, [worker, stateDir, root, String(ACTIONS)])),
  );
  const returned = outputs.flatMap(({ stdout }) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line): Pick<Decision, "id" | "behavior" | "by"> => JSON.parse(line)),
  );
  expect(returned).toHaveLength(PROCESSES * ACTIONS);
  expect(returned.filter(({ by }) => by === "approval")).toHaveLength(1);

  const { records } = await store.reader().next();
  const recorded = records.flatMap(({ entry }) => (entry.kind === "decision" ? [entry] : []));
  const ids = new Set(recorded.map(({ decision }) => decision.id));
  expect(returned.filter(({ id }) => !ids.has(id))).toEqual([]);
  const counted = returned.filter(
    ({ by }) => by === "classifier" || by === "deniedBefore" || by === "denialLimit",
  ).length;
  const memory = await session.memory();
  expect(memory.totalDenials).toBe(counted);
  expect(counted).toBeGreaterThan(PROCESSES * ACTIONS - 20);
  expect((await store.verify()).findings).toEqual([]);
});
